import { access } from 'node:fs/promises';
import path from 'node:path';
import type { PrivacyState } from '@ezdash/contracts';
import { TERMS_VERSION } from '@ezdash/contracts/constants';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db';
import {
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  makeAsset,
  makeCampaign,
  makeCreative,
  makeProperty,
  makePublisher,
  makeUser,
  makeZone,
} from '../../testing';
import { writeFolder } from '../creatives';
import { pngImage } from '../creatives/testImages';
import { balances, verify } from '../ledger';
import { openPrivacy, PRIVACY, type PrivacyWorld } from './testPrivacy';

const erased: number[] = [];
let onErase: (trx: Trx, userId: number) => Promise<void> = async () => {};
let world: PrivacyWorld;
beforeAll(async () => {
  world = await openPrivacy({
    erasers: [
      async (trx, userId) => {
        await onErase(trx, userId);
        erased.push(userId);
      },
    ],
  });
});
afterEach(() => {
  onErase = async () => {};
});
afterAll(() => world.close());

const rowOf = (id: number) =>
  world.test.db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function schedule(user: MadeUser, more: object = {}) {
  const client = await world.signedIn(user);
  const { status } = await client.post<PrivacyState>(`${PRIVACY}/deletion`, { email: user.email, ...more });
  expect(status).toBe(200);
  const deletes_at = new Date(world.clock.nowMs() - 1);
  await world.test.db.updateTable('app_user').set({ deletes_at }).where('id', '=', user.id).execute();
  return client;
}

/** Every row of every table that has the text in it, as `table: row`. */
async function findEverywhere(text: string): Promise<string[]> {
  // The app's role may not read what it never touches.
  const { owner: db } = world.test;
  const { rows: tables } = await sql<{ name: string }>`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss')`.execute(
    db,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.raw(name)} t
      WHERE position(${text} IN lower(t::text)) > 0`.execute(db);
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

const exists = (file: string) =>
  access(path.join(world.dataDir, 'creatives', file)).then(
    () => true,
    () => false,
  );

async function impression(campaignId: number, creativeId: number, advertiserId: number) {
  const zone = await makeZone(world.test.db);
  await sql`INSERT INTO invalid_hourly (hour, campaign_id, creative_id, zone_id, country, device, kind, reason,
      advertiser_id, publisher_id, property_id, events)
    SELECT '2026-11-15 10:00Z', ${campaignId}, ${creativeId}, ${zone.id}, 'DE', 1, 1, 1, ${advertiserId}, publisher_id, id, 1
    FROM property WHERE id = ${zone.property_id}`.execute(world.test.db);
}

describe('a deleted account', () => {
  it('names its owner nowhere, in no table', async () => {
    const { db } = world.test;
    const email = 'wilhelmine.zzyzx@personal.example';
    const user = await makeUser(db, {
      email,
      username: 'zzyzx user',
      first_name: 'Wilhelmine Zzyzx',
      last_name: 'Zzyzx',
      company_name: 'Zzyzx GmbH',
      phone_number: '+49 30 zzyzx',
      tax_id: 'ZZYZX1',
      status_reason: 'zzyzx',
      last_login_at: new Date(),
    });
    // What people do with their address beside the account, and what the queue keeps of it.
    const guest = world.app.client();
    guest.setHeader('X-Forwarded-For', '203.0.113.77');
    const registration = {
      ...{ email, password: 'a good long phrase', role: 'advertiser', company_name: 'Zzyzx', country: 'DE' },
      terms_version: TERMS_VERSION,
    };
    for (const [path, body] of [
      ['forgot-password', { email: email.toUpperCase() }],
      ['register', registration],
      ['register/resend', { email }],
    ] as const)
      expect((await guest.post(`/api/auth/${path}`, body)).status).toBe(202);
    await world.settled();
    const client = await schedule(user);
    // Jobs that wait, that failed, and that were put away.
    for (const state of ['created', 'failed', 'completed'])
      await sql`INSERT INTO pgboss.job (name, data, state, start_after) SELECT 'proofs.forgot-password',
        ${JSON.stringify({ email, locale: 'de' })}::jsonb, ${sql.lit(state)}::pgboss.job_state, now() + interval '1 day'`.execute(
        db,
      );
    await sql`INSERT INTO pgboss.archive (name, id, data, state, keep_until, policy, created_on, start_after, retry_limit,
        retry_count, retry_delay, retry_backoff, expire_in, priority)
      SELECT 'proofs.forgot-password', gen_random_uuid(), data, state, keep_until, policy, created_on, start_after,
        retry_limit, retry_count, retry_delay, retry_backoff, expire_in, priority
      FROM pgboss.job WHERE data ->> 'email' = ${email} LIMIT 1`.execute(db);
    await db
      .insertInto('pending_registration')
      .values({
        email,
        password_hash: 'x',
        role: 'advertiser',
        company_name: 'Zzyzx',
        country: 'DE',
        terms_version: '1',
        locale: 'en',
        browser_sha256: 'b'.repeat(64),
        created_at: new Date(),
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute();
    await db
      .insertInto('api_token')
      .values({
        owner_id: user.id,
        name: 'zzyzx token',
        token_sha256: 'c'.repeat(64),
        hint: 'abcd',
        scopes: ['read'],
        addresses: ['192.0.2.1'],
        expires_at: '2027-01-01T00:00:00Z',
      })
      .execute();
    await db
      .insertInto('one_time_token')
      .values({
        purpose: 'reset-password',
        user_id: user.id,
        email,
        token_sha256: 'd'.repeat(64),
        created_at: new Date(),
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute();
    expect((await findEverywhere('zzyzx')).length).toBeGreaterThan(4);
    await world.privacy.service.sweep();

    expect(await findEverywhere('zzyzx')).toEqual([]);
    expect(await rowOf(user.id)).toMatchObject({
      email: `deleted-${user.id}@deleted.invalid`,
      status: 'suspended',
      verified: false,
      password_hash: null,
      country: null,
      deletes_at: null,
      deleted_at: world.clock.now(),
    });
    expect(erased).toContain(user.id);
    expect((await client.get(PRIVACY)).status).toBe(401);
    await expect(world.signedIn(user)).rejects.toThrow('422');
  });

  it('is not entered by a sign-in that was on its way', async () => {
    const { db } = world.test;
    const user = await makeUser(db);
    const client = await schedule(user);
    const session = await db
      .selectFrom('session')
      .select(['sid', 'sess', 'expire'])
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    await world.privacy.service.sweep();
    await db
      .insertInto('session')
      .values({ ...session, sess: JSON.stringify(session.sess) })
      .execute();
    expect((await client.get(PRIVACY)).status).toBe(401);
  });

  it('leaves the address free for a new account', async () => {
    const { db } = world.test;
    const user = await makeUser(db);
    await schedule(user);
    await world.privacy.service.sweep();
    const again = await makeUser(db, { email: user.email });
    expect(again.id).not.toBe(user.id);
    const client = await world.signedIn(again);
    expect(await world.state(client)).toEqual({ export: null, deletes_at: null, deletion_blockers: [] });
  });

  it('keeps its bookings, and the ledger is in order', async () => {
    const { db } = world.test;
    const user = await makeAdvertiser(db, { cashMicros: 7_500_000n, bonusMicros: 2_000_000n });
    const booked = await sql<{ id: bigint }>`SELECT p.id FROM ledger_posting p JOIN ledger_account a
      ON a.id = p.account_id WHERE a.owner_id = ${user.id} ORDER BY 1`.execute(db);
    await schedule(user, { give_up_balance: true });
    await world.privacy.service.sweep();
    await world.privacy.service.sweep();
    const kept = await sql<{
      id: bigint;
      kind: string;
      description: string;
    }>`SELECT p.id, t.kind, t.description
      FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id JOIN ledger_transaction t
      ON t.id = p.transaction_id WHERE a.owner_id = ${user.id} ORDER BY 1`.execute(db);
    expect(kept.rows.slice(0, booked.rows.length).map(({ id }) => id)).toEqual(
      booked.rows.map(({ id }) => id),
    );
    expect(kept.rows.slice(booked.rows.length)).toMatchObject([
      { kind: 'correction', description: 'The account was closed' },
      { kind: 'correction', description: 'The account was closed' },
    ]);
    expect(Object.values(await balances(db, user.id)).every((micros) => micros === 0n)).toBe(true);
    const network = await sql<{
      kind: string;
      micros: bigint;
    }>`SELECT a.kind, sum(p.amount_micros)::int8 AS micros
      FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id JOIN ledger_transaction t
      ON t.id = p.transaction_id WHERE t.idempotency_key = ${`account-closed:${user.id}`} AND a.owner_id IS NULL
      GROUP BY 1 ORDER BY 1`.execute(db);
    expect(network.rows).toEqual([
      { kind: 'network_revenue', micros: 7_500_000n },
      { kind: 'promo_expense', micros: 2_000_000n },
    ]);
    // Bookings are taxed by country.
    expect((await rowOf(user.id)).country).toBe('DE');
    const verification = await verify(db);
    expect([verification.differences, verification.ok]).toEqual([[], true]);
  });

  it('archives what was offered, keeps images that were shown and removes the others', async () => {
    const { db } = world.test;
    const user = await makeAdvertiser(db, { cashMicros: 0n });
    const campaign = await makeCampaign(db, { advertiser_id: user.id, name: 'Kept', state: 'in_review' });
    const neighbour = await makeAdvertiser(db);
    const store = async (shade: number, owners: number[]) => {
      const { file, sha256 } = await world.images.put(pngImage(300, 250, { shade }), 'image/png');
      const assets = [];
      for (const owner_id of owners) assets.push(await makeAsset(db, { owner_id, sha256 }));
      return { file, id: assets[0]?.id ?? 0 };
    };
    const shown = await store(1, [user.id]);
    const unshown = await store(2, [user.id]);
    const unused = await store(3, [user.id]);
    const shared = await store(4, [user.id, neighbour.id]);
    const creative = await makeCreative(db, { campaign_id: campaign.id, asset_id: shown.id });
    await makeCreative(db, { campaign_id: campaign.id, asset_id: unshown.id });
    await impression(campaign.id, creative.id, user.id);
    await schedule(user);
    await world.privacy.service.sweep();

    const creatives = await db
      .selectFrom('creative')
      .select(['id', 'state'])
      .where('campaign_id', '=', campaign.id)
      .execute();
    expect(creatives).toEqual([{ id: creative.id, state: 'archived' }]);
    expect(
      await db
        .selectFrom('campaign')
        .select(['name', 'state'])
        .where('id', '=', campaign.id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ name: 'Kept', state: 'archived' });
    const left = await Promise.all([shown, unshown, unused, shared].map(({ file }) => exists(file)));
    expect(left).toEqual([true, false, false, true]);
    expect(await db.selectFrom('erased_image').selectAll().execute()).toEqual([]);
  });

  it('removes HTML5 bundles with their folders, and keeps the pictures of native ads that were shown', async () => {
    const { db } = world.test;
    const user = await makeAdvertiser(db, { cashMicros: 0n });
    const neighbour = await makeAdvertiser(db);
    const campaign = await makeCampaign(db, { advertiser_id: user.id });
    const page = [{ name: 'index.html', bytes: Buffer.from('<p>') }];
    const bundle = async (text: string, owners: number[]) => {
      const { sha256 } = await world.images.putBundle(Buffer.from(text), (folder) =>
        writeFolder(folder, page),
      );
      for (const owner_id of owners)
        await makeAsset(db, {
          owner_id,
          sha256,
          content_type: 'application/zip',
          format: 'html5',
          parts: JSON.stringify({ files: 1, click_chain: null }),
        });
      return sha256;
    };
    const own = await bundle('own', [user.id]);
    const shared = await bundle('shared', [user.id, neighbour.id]);
    const { file, sha256 } = await world.images.put(pngImage(1200, 628, { shade: 9 }), 'image/png');
    await makeAsset(db, { owner_id: user.id, sha256, format: 'picture', width: 1200, height: 628 });
    const native = await makeAsset(db, {
      owner_id: user.id,
      content_type: 'application/json',
      format: 'native',
      width: 0,
      height: 0,
      parts: JSON.stringify({ title: 'x', image: { url: `/creatives/${file}` }, icon: null }),
    });
    const creative = await makeCreative(db, { campaign_id: campaign.id, asset_id: native.id });
    await impression(campaign.id, creative.id, user.id);
    await schedule(user);
    await world.privacy.service.sweep();
    const files = [`${own}.zip`, `${own}/index.html`, `${shared}.zip`, `${shared}/index.html`, file];
    expect(await Promise.all(files.map(exists))).toEqual([false, false, true, true, true]);
  });

  it('of a publisher: properties and zones are archived', async () => {
    const { db } = world.test;
    const user = await makePublisher(db);
    const property = await makeProperty(db, { publisher_id: user.id });
    const zone = await makeZone(db, { property_id: property.id });
    await schedule(user);
    await world.privacy.service.sweep();
    const { rows } = await sql<{ zone: string; property: string }>`SELECT z.state AS zone, p.state AS property
      FROM zone z JOIN property p ON p.id = z.property_id WHERE z.id = ${zone.id}`.execute(db);
    expect(rows).toEqual([{ zone: 'archived', property: 'archived' }]);
  });
});

describe('a deletion that breaks off', () => {
  it('has changed nothing, holds up nobody else, and is done by the next try', async () => {
    const { db } = world.test;
    const [broken, other] = [await makeAdvertiser(db), await makeUser(db)];
    await schedule(broken, { give_up_balance: true });
    await schedule(other);
    onErase = async (_trx, userId) => {
      if (userId === broken.id) throw new Error('The gateway does not answer');
    };
    await expect(world.privacy.service.sweep()).rejects.toThrow('1 accounts');
    expect(await rowOf(broken.id)).toMatchObject({ email: broken.email, deleted_at: null });
    expect((await balances(db, broken.id)).advertiser_cash).toBe(100_000_000n);
    expect((await rowOf(other.id)).deleted_at).not.toBeNull();
    onErase = async () => {};
    await world.privacy.service.sweep();
    expect((await rowOf(broken.id)).deleted_at).not.toBeNull();
    expect((await verify(db)).differenceCount).toBe(0);
  });

  it('done by two nodes at once, it is done once', async () => {
    const user = await makeAdvertiser(world.test.db);
    await schedule(user, { give_up_balance: true });
    await Promise.all([world.privacy.service.sweep(), world.privacy.service.sweep()]);
    expect(erased.filter((id) => id === user.id)).toHaveLength(1);
    expect((await verify(world.test.db)).differenceCount).toBe(0);
  });
});

it('leaves of an admin’s debug sessions what the audit refers to, and not where they were begun', async () => {
  const { db } = world.test;
  await makeAdmin(db);
  const admin = await makeAdmin(db);
  await schedule(admin);
  const made = { admin_id: admin.id, cookie_sha256: 'c'.repeat(64), device: 'Chrome 141, Linux' };
  await db
    .insertInto('debug_session')
    .values({ ...made, token_sha256: 't'.repeat(64), expires_at: new Date(world.clock.nowMs() + 1_000) })
    .execute();
  await world.privacy.service.sweep();
  const rows = await db
    .selectFrom('debug_session')
    .select(['device', 'revoked_at'])
    .where('admin_id', '=', admin.id)
    .execute();
  expect(rows).toEqual([{ device: '', revoked_at: expect.any(Date) }]);
});
