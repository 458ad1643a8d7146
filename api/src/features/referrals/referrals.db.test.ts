import type {
  ErrorBody,
  ReferralBanners,
  ReferralEarnings,
  ReferralFunnel,
  ReferralLink,
} from '@ezdash/contracts';
import { referralBanners, referralEarnings, referralFunnel, referralOverview } from '@ezdash/contracts';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/db';
import { type MadeUser, makeUser, type TestClient } from '../../testing';
import { balances, post } from '../ledger';
import { openReferrals, overviewOf, type ReferralsWorld, UNIT } from './testReferrals';

let world: ReferralsWorld;
beforeAll(async () => {
  world = await openReferrals();
});
afterAll(() => world.close());
beforeEach(() => world.clock.set('2026-11-16T12:00:00.000Z'));
afterEach(async () => expect(await world.trouble()).toEqual([]));

async function member(role: 'advertiser' | 'publisher' = 'advertiser') {
  const user = await makeUser(world.test.db, { role });
  const client = await world.signedIn(user);
  const joined = await client.post('/api/referrals/join');
  expect(joined.status).toBe(201);
  return { user, client };
}
const add = (client: TestClient, label: string) =>
  client.post<ReferralLink & ErrorBody>('/api/referrals/links', { label });

describe('links', () => {
  it.each(['advertiser', 'publisher'] as const)('an %s agrees to the terms and has a link', async (role) => {
    const user = await makeUser(world.test.db, { role });
    const client = await world.signedIn(user);
    const before = referralOverview.parse(await overviewOf(client));
    expect(before).toMatchObject({ joined_at: null, links: [], held_micros: 0, next_release: null });
    expect(before.terms).toEqual({
      currency: 'USD',
      publisher_share_bps: 500,
      advertiser_share_bps: 500,
      months: 12,
      minimum_micros: 10 * UNIT,
      hold_days: 30,
      cookie_days: 30,
    });
    expect((await add(client, 'Newsletter')).body.code).toBe('REFERRALS_NOT_JOINED');
    const joined = await Promise.all([1, 2, 3].map(() => client.post('/api/referrals/join')));
    expect(joined.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    const { links } = await overviewOf(client);
    expect(links).toEqual([
      expect.objectContaining({
        label: null,
        url: `http://ads.test/r/${links[0]?.code}`,
        clicks: 0,
        earned_micros: 0,
      }),
    ]);
  });

  it('sub-links have names of their own, can be renamed, archived and taken back; the first one cannot', async () => {
    const { client } = await member();
    const made = await add(client, ' Newsletter ');
    expect([made.status, made.body.label]).toEqual([201, 'Newsletter']);
    expect((await add(client, 'NEWSLETTER')).body.code).toBe('REFERRAL_LABEL_TAKEN');
    const { body: blog } = await add(client, 'Blog');
    const at = `/api/referrals/links/${blog.id}`;
    expect((await client.put<ErrorBody>(at, { label: 'newsletter' })).body.code).toBe('REFERRAL_LABEL_TAKEN');
    expect((await client.put<ReferralLink>(at, { label: 'BLOG' })).body.label).toBe('BLOG');
    for (let twice = 0; twice < 2; twice++)
      expect((await client.post<ReferralLink>(`${at}/archive`)).body.archived_at).toBe(
        '2026-11-16T12:00:00.000Z',
      );
    expect((await overviewOf(client)).links.map(({ label }) => label)).toEqual([null, 'Newsletter', 'BLOG']);
    expect((await client.post<ReferralLink>(`${at}/restore`)).body.archived_at).toBeNull();
    const [first] = (await overviewOf(client)).links;
    const own = `/api/referrals/links/${first?.id}`;
    for (const answer of [
      await client.put<ErrorBody>(own, { label: 'Mine' }),
      await client.post<ErrorBody>(`${own}/archive`),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'REFERRAL_FIRST_LINK']);
    for (const label of ['', ' ', 'x'.repeat(61)]) expect((await add(client, label)).status).toBe(422);
  });

  it('there are at most 50 that are open, whoever makes them at once', async () => {
    const { client, user } = await member();
    await Promise.all(
      Array.from({ length: 48 }, (_, count) => world.referrals.links.create(user.id, `Link ${count}`)),
    );
    const last = await Promise.all(['A', 'B', 'C'].map((label) => add(client, label)));
    expect(last.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(last.find(({ status }) => status === 409)?.body.code).toBe('REFERRAL_LINKS_MOST');
  });

  it('those of others do not exist', async () => {
    const [one, other] = [await member(), await member('publisher')];
    const { body: link } = await add(one.client, 'Mine');
    const at = `/api/referrals/links/${link.id}`;
    for (const answer of [
      await other.client.put(at, { label: 'Yours' }),
      await other.client.post(`${at}/archive`),
      await other.client.post(`${at}/restore`),
      await other.client.get(`${at}/banners`),
      await other.client.get(`/api/referrals/funnel?from=2026-11-01&to=2026-11-02&link=${link.id}`),
    ])
      expect(answer.status).toBe(404);
    expect((await overviewOf(other.client)).links).toHaveLength(1);
  });

  it('come with banners and what to paste', async () => {
    const { client } = await member();
    const [link] = (await overviewOf(client)).links;
    const at = `/api/referrals/links/${link?.id}/banners`;
    const { body } = await client.get<ReferralBanners>(`${at}?locale=de`);
    const { banners } = referralBanners.parse(body);
    expect(banners.map(({ width, height }) => `${width}x${height}`)).toEqual([
      '728x90',
      '300x250',
      '160x600',
      '320x50',
    ]);
    for (const { src, html } of banners) {
      expect(html).toContain(`href="${link?.url}"`);
      const picture = await world.visitor().get(src.replace('http://ads.test', ''));
      expect([picture.status, picture.headers.get('content-type')]).toEqual([
        200,
        'image/svg+xml; charset=utf-8',
      ]);
    }
  });
});

/** Brings somebody who spends; the day after is booked. */
async function earn(referrer: MadeUser, units: number, day: string): Promise<number> {
  world.clock.set(`${day}T12:00:00.000Z`);
  const { referred, referralId } = await world.bring({ referrer });
  await world.pay(referred.id, units * UNIT);
  await world.spend(referred.id, units * UNIT);
  world.clock.set(new Date(Date.parse(`${day}T00:10:00Z`) + 86_400_000).toISOString());
  await world.referrals.book();
  return referralId;
}

describe('what links brought', () => {
  it('clicks, sign-ups, active accounts and earnings by day and by link', async () => {
    const { user, client } = await member();
    const { body: blog } = await add(client, 'Blog');
    const { body: old } = await add(client, 'Old');
    await world.visitor().get(`/r/${blog.code}`);
    await world.visitor().get(`/r/${blog.code}`);
    await client.post(`/api/referrals/links/${old.id}/archive`);
    await earn(user, 100, '2026-11-17');
    const read = async (query: string) =>
      referralFunnel.parse((await client.get<ReferralFunnel>(`/api/referrals/funnel?${query}`)).body);
    const all = await read('from=2026-11-16&to=2026-11-18');
    const nothing = { clicks: 0, sign_ups: 0, active: 0, earned_micros: 0 };
    const earned = { clicks: 0, sign_ups: 1, active: 1, earned_micros: 5 * UNIT };
    expect(all.totals).toEqual({ ...earned, clicks: 2 });
    expect(all.days).toEqual([
      { day: '2026-11-16', ...nothing, clicks: 2 },
      { day: '2026-11-17', ...earned },
      { day: '2026-11-18', ...nothing },
    ]);
    expect(all.links).toEqual([
      expect.objectContaining({ label: null, ...earned }),
      expect.objectContaining({ label: 'Blog', ...nothing, clicks: 2 }),
    ]);
    const one = await read(`from=2026-11-16&to=2026-11-18&link=${blog.id}`);
    expect([one.links.length, one.totals]).toEqual([1, { ...nothing, clicks: 2 }]);
    expect((await overviewOf(client)).links.map(({ earned_micros }) => earned_micros)).toEqual([
      5 * UNIT,
      0,
      0,
    ]);
    for (const query of [
      'from=2026-11-18&to=2026-11-16',
      'from=2025-01-01&to=2026-11-16',
      'from=yesterday&to=2026-11-16',
    ])
      expect((await client.get(`/api/referrals/funnel?${query}`)).status).toBe(422);
  });

  it('earnings newest first, a page at a time, with what becomes of each and never whose they are of', async () => {
    const { user, client } = await member();
    for (let count = 0; count < 27; count++) {
      world.clock.set('2026-11-17T12:00:00.000Z');
      const { referred } = await world.bring({ referrer: user });
      await world.pay(referred.id, 20 * UNIT);
      await world.spend(referred.id, 20 * UNIT);
    }
    world.clock.set('2026-11-18T00:10:00.000Z');
    await world.referrals.book();
    const read = async (query = '') => {
      const { body, text } = await client.get<ReferralEarnings>(`/api/referrals/earnings${query}`);
      expect(text).not.toMatch(/@|person/i);
      return referralEarnings.parse(body);
    };
    const first = await read();
    const second = await read(`?before=${first.next}`);
    expect([first.earnings.length, second.earnings.length, second.next]).toEqual([25, 2, null]);
    expect(new Set([...first.earnings, ...second.earnings].map(({ id }) => id)).size).toBe(27);
    expect(first.earnings[0]).toMatchObject({
      day: '2026-11-17',
      role: 'advertiser',
      link: { label: null },
      amount_micros: UNIT,
      state: 'held',
      settles_on: '2026-12-18',
    });
    expect((await read('?state=released')).earnings).toEqual([]);
    expect((await client.get('/api/referrals/earnings?before=re_nothing')).status).toBe(422);
  });
});

describe('who leaves', () => {
  it('gives up what is on hold; the links lead nowhere, their names go, and the books agree', async () => {
    const { user, client } = await member();
    const { body: link } = await add(client, 'A name that says who I am');
    await world.visitor().get(`/r/${link.code}`);
    const referralId = await earn(user, 100, '2026-11-17');
    const exported = JSON.stringify(await world.referrals.exportOf(user.id, world.test.db));
    expect(exported).toContain('A name that says who I am');
    expect(exported).toContain('"amount_micros":"5000000"');
    await inTransaction(world.test.db, async (trx) => {
      const { referral } = await balances(trx, user.id);
      await post(trx, {
        idempotencyKey: `account-closed:${user.id}`,
        kind: 'correction',
        occurredAt: world.clock.now(),
        postings: [
          { kind: 'referral', ownerId: user.id, amountMicros: -referral },
          { kind: 'network_revenue', ownerId: null, amountMicros: referral },
        ],
      });
      await world.referrals.forget(trx, user.id);
      await world.referrals.forget(trx, user.id);
      await sql`UPDATE app_user SET deleted_at = now(), status = 'suspended', password_hash = NULL
        WHERE id = ${user.id}`.execute(trx);
    });
    expect(await world.earningsOf(referralId)).toMatchObject([{ as: 'given_up' }]);
    const { rows } = await sql<{ label: string | null; traces: number }>`
      SELECT l.label, (SELECT count(*)::int4 FROM referral_trace WHERE link_id = l.id) AS traces
      FROM referral_link l WHERE l.owner_id = ${user.id} ORDER BY l.id`.execute(world.test.db);
    expect(rows.map(({ label }) => label?.replace(/\d+/, 'number'))).toEqual([undefined, 'number']);
    expect(rows.map(({ traces }) => traces)).toEqual([0, 0]);
    expect((await world.visitor().get(`/r/${link.code}`)).headers.get('location')).toBe('/');
    world.clock.set('2027-01-30T00:10:00.000Z');
    await world.referrals.book();
    expect(await world.earningsOf(referralId)).toMatchObject([{ as: 'given_up' }]);
  });

  it('was brought by somebody: that one is told nothing of it, and earns nothing more', async () => {
    const { user, client } = await member();
    const { referred, referralId } = await world.bring({ referrer: user });
    expect(await world.referrals.exportOf(referred.id, world.test.db)).toMatchObject({
      links: [],
      was_brought: { signed_up_at: new Date('2026-11-16T12:00:00.000Z') },
    });
    await world.pay(referred.id, 100 * UNIT);
    await inTransaction(world.test.db, async (trx) => {
      await world.referrals.forget(trx, referred.id);
      await sql`UPDATE app_user SET deleted_at = now(), status = 'suspended', password_hash = NULL
        WHERE id = ${referred.id}`.execute(trx);
    });
    await world.spend(referred.id, 100 * UNIT);
    world.clock.set('2026-11-17T00:10:00.000Z');
    await world.referrals.book();
    expect(await world.earningsOf(referralId)).toEqual([]);
    expect((await overviewOf(client)).links[0]).toMatchObject({ sign_ups: 1, earned_micros: 0 });
  });

  it('was only passing by: what is kept of a visitor goes with the cookie', async () => {
    const { user } = await member();
    const code = await world.join(user);
    await world.visitor().get(`/r/${code}`);
    const traces = async () => {
      const { rows } = await sql<object>`
        SELECT t.* FROM referral_trace t JOIN referral_link l ON l.id = t.link_id WHERE l.code = ${code}`.execute(
        world.test.db,
      );
      return rows;
    };
    const [kept] = await traces();
    expect(Object.keys(kept ?? {}).sort()).toEqual(['day', 'link_id', 'visitor_sha256']);
    world.clock.set('2026-12-16T00:10:00.000Z');
    await world.referrals.book();
    expect(await traces()).toHaveLength(1);
    world.clock.set('2026-12-17T00:10:00.000Z');
    await world.referrals.book();
    expect(await traces()).toEqual([]);
  });
});
