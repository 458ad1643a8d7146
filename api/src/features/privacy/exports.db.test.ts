import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataExport, ErrorBody } from '@ezdash/contracts';
import { publicId } from '@ezdash/contracts';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import {
  type MadeUser,
  makeAdvertiser,
  makeAsset,
  makeCampaign,
  makeCreative,
  makeProperty,
  makePublisher,
  makeZone,
  type TestClient,
} from '../../testing';
import { pngImage } from '../creatives/testImages';
import { openPrivacy, PRIVACY, type PrivacyWorld } from './testPrivacy';

const DAY_MS = 86_400_000;
const SECRET = 'secret-that-no-archive-shows';
let world: PrivacyWorld;
/** What happens while an archive is made. */
let meanwhile: (snapshot: Db) => Promise<object> = async () => ({});
afterEach(() => {
  meanwhile = async () => ({});
});
beforeAll(async () => {
  world = await openPrivacy({
    parts: [
      {
        name: 'second-factors',
        export: async (userId, db) => ({ of: userId, totp: true, ...(await meanwhile(db)) }),
      },
    ],
  });
});
afterAll(() => world.close());

const ask = (client: TestClient) => client.post<DataExport & ErrorBody>(`${PRIVACY}/exports`);

async function download(client: TestClient, id: string) {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${world.app.url}${PRIVACY}/exports/${id}/archive`, { headers: { cookie } });
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
}

/** The files of the person's newest archive. */
async function archiveOf(user: MadeUser) {
  const client = await world.signedIn(user);
  expect((await ask(client)).status).toBe(202);
  const made = (await world.exported(client)).export;
  expect(made?.state).toBe('ready');
  const { bytes } = await download(client, made?.id ?? '');
  const files = unzipSync(bytes);
  return {
    files,
    text: (name: string) => strFromU8(files[name] ?? new Uint8Array()),
    json: (name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array())),
  };
}

async function showImpression(advertiserId: number, campaignId: number, creativeId: number, zoneId: number) {
  await sql`INSERT INTO rollup_hourly (hour, campaign_id, creative_id, zone_id, country, device, advertiser_id,
      publisher_id, property_id, impressions, spend_micros, payout_micros)
    SELECT h::timestamptz, ${campaignId}, ${creativeId}, z.id, 'DE', 1, ${advertiserId}, p.publisher_id, p.id, 10, 20000, 16000
    FROM zone z JOIN property p ON p.id = z.property_id,
      unnest(ARRAY['2026-01-01 03:00Z', '2026-11-15 10:00Z', '2026-11-15 23:00Z', '2026-11-16 00:00Z']) h
    WHERE z.id = ${zoneId}`.execute(world.test.db);
}

describe('an archive', () => {
  it('holds everything of an advertiser, in one ZIP, without secrets', async () => {
    const { db } = world.test;
    const user = await makeAdvertiser(db, {
      company_name: '=HYPERLINK("x")',
      locale: 'de',
      tax_id: 'DE 123',
      terms_agreed_at: '2026-10-03T08:00:00Z',
    });
    const stranger = await makeCampaign(db, { name: 'Of a stranger' });
    const campaign = await makeCampaign(db, {
      advertiser_id: user.id,
      name: '=cmd|calc',
      bid_micros: 2_500_000n,
    });
    const image = pngImage(300, 250);
    const { sha256 } = await world.images.put(image, 'image/png');
    const asset = await makeAsset(db, { owner_id: user.id, sha256, byte_count: image.length });
    const creative = await makeCreative(db, { campaign_id: campaign.id, asset_id: asset.id, name: 'Schuhe' });
    await showImpression(user.id, campaign.id, creative.id, (await makeZone(db)).id);
    await db
      .insertInto('api_token')
      .values({
        owner_id: user.id,
        name: 'Reports',
        token_sha256: SECRET.padEnd(64, '.'),
        hint: 'abcd',
        scopes: ['read'],
        expires_at: '2027-01-01T00:00:00Z',
      })
      .execute();
    await db
      .insertInto('mail')
      .values({
        idempotency_key: `test:${user.id}`,
        recipient: user.email.toUpperCase(),
        template: 'reset-password',
        locale: 'de',
        state: 'kept',
        data: JSON.stringify({ token: SECRET }),
      })
      .execute();

    const { files, text, json } = await archiveOf(user);
    expect(Object.keys(files).sort()).toEqual([
      'README.txt',
      'account.json',
      'api-tokens.json',
      'campaigns.json',
      'daily-figures.csv',
      `images/${sha256}.png`,
      'ledger.csv',
      'mails.json',
      'properties.json',
      'second-factors.json',
      'sign-ins.json',
    ]);
    expect(json('account.json')).toMatchObject({
      email: user.email,
      tax_id: 'DE 123',
      account_type: 'Regular',
      consents: [{ kind: 'terms', version: '2026-11', agreed_at: '2026-10-03T08:00:00.000Z' }],
    });
    expect(json('campaigns.json')).toEqual([
      expect.objectContaining({
        id: publicId('campaign', campaign.id),
        name: '=cmd|calc',
        bid: '2.50',
        creatives: [expect.objectContaining({ name: 'Schuhe', image: `images/${sha256}.png` })],
      }),
    ]);
    expect(Buffer.from(files[`images/${sha256}.png`] ?? []).equals(image)).toBe(true);
    expect(json('api-tokens.json')).toMatchObject([{ name: 'Reports', hint: 'abcd', scopes: ['read'] }]);
    expect(json('mails.json')).toMatchObject([{ template: 'reset-password', state: 'kept' }]);
    expect(json('sign-ins.json').sessions).toHaveLength(1);
    expect(json('second-factors.json')).toEqual({ of: user.id, totp: true });
    expect(json('properties.json')).toEqual([]);
    const id = publicId('campaign', campaign.id);
    // For spreadsheets; reading the text as UTF-8 takes it away.
    expect([...(files['daily-figures.csv'] ?? []).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(text('daily-figures.csv').split('\r\n')).toEqual([
      'day,campaign_id,campaign,impressions,viewable_impressions,clicks,conversions,invalid_events,spend_micros,spend',
      `2026-01-01,${id},'=cmd|calc,10,0,0,0,0,20000,0.02`,
      `2026-11-15,${id},'=cmd|calc,20,0,0,0,0,40000,0.04`,
      `2026-11-16,${id},'=cmd|calc,10,0,0,0,0,20000,0.02`,
      '',
    ]);
    expect(text('ledger.csv')).toMatch(
      /,2026-01-01T00:00:00\.000Z,deposit,Bank transfer test-\d+,advertiser_cash,USD,100000000,100\.00\r\n$/,
    );
    expect(text('README.txt')).toContain('Ihre Daten bei Ads & Co');
    const everything = Object.keys(files).map(text).join('\n');
    for (const hidden of [SECRET, user.password_hash ?? SECRET, stranger.name, 'provenAt'])
      expect(everything).not.toContain(hidden);
  });

  it('says when a sign-in began, however late its row did', async () => {
    const user = await makePublisher(world.test.db);
    await world.signedIn(user);
    const beganAt = '2026-11-01T08:00:00.000Z';
    await sql`UPDATE session SET sess = jsonb_set(sess::jsonb, '{signedInAt}', to_jsonb(${Date.parse(beganAt)}::int8))::json
      WHERE user_id = ${user.id}`.execute(world.test.db);
    const { json } = await archiveOf(user);
    expect(json('sign-ins.json').sessions).toHaveLength(2);
    expect(json('sign-ins.json').sessions[0]).toMatchObject({ signed_in_at: beganAt });
  });

  it('names a sign-in once while it goes on under another name', async () => {
    const user = await makePublisher(world.test.db);
    await world.signedIn(user);
    await sql`INSERT INTO session (sid, sess, expire) SELECT sid || 'old', jsonb_set(sess::jsonb, '{moved}', 'true')::json, expire
      FROM session WHERE user_id = ${user.id}`.execute(world.test.db);
    // The one that asks for the archive is the other.
    expect((await archiveOf(user)).json('sign-ins.json').sessions).toHaveLength(2);
  });

  it('holds the properties, zones and earnings of a publisher, and nothing that advertisers paid', async () => {
    const { db } = world.test;
    const publisher = await makePublisher(db);
    const property = await makeProperty(db, { publisher_id: publisher.id, name: 'News' });
    const zone = await makeZone(db, { property_id: property.id, name: '@Top', floor_micros: 1_000_000n });
    const creative = await makeCreative(db);
    const { advertiser_id } = await db
      .selectFrom('campaign')
      .select('advertiser_id')
      .where('id', '=', creative.campaign_id)
      .executeTakeFirstOrThrow();
    await showImpression(advertiser_id, creative.campaign_id, creative.id, zone.id);
    await db
      .updateTable('property')
      .set({ server_key_sha256: Buffer.alloc(32, 7) })
      .where('id', '=', property.id)
      .execute();
    const { text, json } = await archiveOf(publisher);
    expect(text('properties.json')).not.toMatch(/server_key(?!_made_at)/);
    expect(json('properties.json')).toMatchObject([
      { id: publicId('property', property.id), name: 'News', zones: [{ name: '@Top', floor: '1.00' }] },
    ]);
    expect(text('daily-figures.csv')).toContain(`,'@Top,${property.domain},20,0,0,0,0,32000,0.032\r\n`);
    expect(text('daily-figures.csv')).not.toContain('40000');
    expect(text('README.txt')).toContain('Your data at Ads & Co');
  });

  it('is made without an image whose file is gone, and says so', async () => {
    const { db } = world.test;
    const user = await makeAdvertiser(db);
    const { file, sha256 } = await world.images.put(pngImage(300, 250, { shade: 7 }), 'image/png');
    await makeAsset(db, { owner_id: user.id, sha256 });
    await rm(path.join(world.dataDir, 'creatives', file));
    const { files, text } = await archiveOf(user);
    expect(Object.keys(files)).not.toContain(`images/${file}`);
    expect(text('README.txt')).toContain('Images that are not in this archive: 1.');
  });

  it('shows one moment: what changes while it is made is in none of its files', async () => {
    const { db } = world.test;
    const user = await makeAdvertiser(db);
    await makeCampaign(db, { advertiser_id: user.id });
    meanwhile = async (snapshot) => {
      await makeCampaign(db, { advertiser_id: user.id });
      const seen = await snapshot
        .selectFrom('campaign')
        .select('id')
        .where('advertiser_id', '=', user.id)
        .execute();
      return { campaigns: seen.length };
    };
    const { json } = await archiveOf(user);
    expect(json('campaigns.json')).toHaveLength(1);
    expect(json('second-factors.json')).toMatchObject({ campaigns: 1 });
  });

  it('is tried again after a failure, and nothing of the first attempt stays', async () => {
    const { db } = world.test;
    const user = await makeAdvertiser(db);
    const client = await world.signedIn(user);
    let failures = 0;
    meanwhile = async () => {
      failures += 1;
      throw new Error('The feature is not there');
    };
    const { body } = await ask(client);
    while (failures === 0) await pause(20);
    meanwhile = async () => ({});
    await sql`UPDATE pgboss.job SET start_after = now() - interval '1 s' WHERE state IN ('retry', 'active')`.execute(
      db,
    );
    while ((await world.state(client)).export?.state === 'waiting') {
      await sql`UPDATE pgboss.job SET start_after = now() - interval '1 s' WHERE state = 'retry'`.execute(db);
      await pause(50);
    }
    const chunks = await db
      .selectFrom('data_export_chunk as c')
      .innerJoin('data_export as e', 'e.id', 'c.export_id')
      .select(['c.build', 'e.build as made'])
      .where('e.id', '=', body.id)
      .execute();
    expect(chunks.map(({ build, made }) => build === made)).toEqual([true]);
  });

  it('has failed when its last attempt has', async () => {
    const { db } = world.test;
    const client = await world.signedIn(await makeAdvertiser(db));
    meanwhile = async () => {
      throw new Error('The feature is not there');
    };
    await ask(client);
    while ((await world.state(client)).export?.state === 'waiting') {
      await sql`UPDATE pgboss.job SET start_after = now() - interval '1 s', retry_limit = retry_count + 1
        WHERE name = 'privacy.export' AND state = 'retry'`.execute(db);
      await pause(50);
    }
    expect((await world.state(client)).export).toMatchObject({
      state: 'failed',
      bytes: null,
      expires_at: null,
    });
    await world.privacy.service.sweep();
    const { rows } = await sql<{ left: number }>`SELECT count(*)::int4 AS left FROM data_export_chunk c
      JOIN data_export e ON e.id = c.export_id WHERE e.state = 'failed'`.execute(db);
    expect(rows).toEqual([{ left: 0 }]);
  });
});

describe('asking for one and downloading it', () => {
  it('needs somebody who has proved lately who they are', async () => {
    const user = await makeAdvertiser(world.test.db);
    expect((await ask(world.app.client())).status).toBe(401);
    const client = await world.signedIn(user);
    const { body } = await ask(client);
    await world.exported(client);
    await world.age(user.id);
    const refused = await ask(client);
    expect([refused.status, refused.body.code]).toEqual([403, 'REAUTH_REQUIRED']);
    expect((await download(client, body.id)).status).toBe(403);
    expect((await client.get(PRIVACY)).status).toBe(200);
  });

  it('is one at a time, one a day, and tells by mail when it is ready', async () => {
    const { db } = world.test;
    const user = await makeAdvertiser(db, { locale: 'de' });
    const client = await world.signedIn(user);
    // No job takes this one: it runs for ever.
    await db
      .insertInto('data_export')
      .values({ user_id: user.id, requested_at: world.clock.now() })
      .execute();
    const running = await ask(client);
    expect([running.status, running.body.code]).toEqual([409, 'EXPORT_RUNNING']);
    await db.deleteFrom('data_export').where('user_id', '=', user.id).execute();

    const answers = await Promise.all([ask(client), ask(client), ask(client)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    const { export: made } = await world.exported(client);
    expect(made).toMatchObject({
      state: 'ready',
      expires_at: new Date(world.clock.nowMs() + 7 * DAY_MS).toISOString(),
      bytes: expect.any(Number),
    });
    const again = await ask(client);
    expect([again.status, again.body.code, again.headers.get('retry-after')]).toEqual([
      429,
      'EXPORT_TOO_SOON',
      String(DAY_MS / 1_000),
    ]);
    const mails = await db.selectFrom('mail').selectAll().where('recipient', '=', user.email).execute();
    expect(mails).toMatchObject([{ template: 'data-export-ready', locale: 'de' }]);
  });

  it('answers the same bytes again and again, to its owner alone, until it expires', async () => {
    const { db } = world.test;
    const [owner, stranger] = [await makeAdvertiser(db), await makeAdvertiser(db)];
    const client = await world.signedIn(owner);
    const { body } = await ask(client);
    await world.exported(client);
    const first = await download(client, body.id);
    const second = await download(client, body.id);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(Buffer.from(first.bytes).equals(Buffer.from(second.bytes))).toBe(true);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="ads-co-2026-11-16.zip"',
      'content-length': String(first.bytes.length),
      'cache-control': 'no-store',
    });
    const other = await world.signedIn(stranger);
    expect((await download(other, body.id)).status).toBe(404);
    expect((await download(client, 'no-uuid')).status).toBe(404);

    const before = world.clock.nowMs();
    try {
      world.clock.advance(7 * DAY_MS);
      expect((await download(client, body.id)).status).toBe(404);
      expect((await world.state(client)).export?.state).toBe('expired');
      await world.privacy.service.sweep();
      const chunks = await db
        .selectFrom('data_export_chunk')
        .select('number')
        .where('export_id', '=', body.id)
        .execute();
      expect(chunks).toEqual([]);
      expect((await world.state(client)).export).toMatchObject({ id: body.id, state: 'expired' });
    } finally {
      world.clock.set(new Date(before).toISOString());
    }
  });

  it('is open to accounts that are not active', async () => {
    const user = await makeAdvertiser(world.test.db, { status: 'suspended' });
    expect((await ask(await world.signedIn(user))).status).toBe(202);
  });

  it('may be asked for again when it failed, also when its job was lost', async () => {
    const { db } = world.test;
    const user = await makeAdvertiser(db);
    const client = await world.signedIn(user);
    const requested_at = new Date(world.clock.nowMs() - 7 * 3_600_000);
    await db.insertInto('data_export').values({ user_id: user.id, requested_at }).execute();
    await world.privacy.service.sweep();
    expect((await world.state(client)).export?.state).toBe('failed');
    expect((await ask(client)).status).toBe(202);
  });
});
