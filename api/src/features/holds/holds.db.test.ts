import { randomUUID } from 'node:crypto';
import { CLAIM_SOURCES, type ErrorBody, type HoldCase, type HoldCaseList, publicId } from '@ezdash/contracts';
import { createJobs, type Jobs } from '../../platform/jobs';
import { silentLog } from '../../platform/log';
import {
  buildApp,
  fakeClock,
  makeAdmin,
  makeAdvertiser,
  type TestApp,
  type TestClient,
  until,
} from '../../testing';
import { createTestPublisher } from '../../testing/testPublisher';
import { claimFrom } from '../events';
import { reversalTools } from '../events/reversal/testReversals';
import { balances } from '../ledger';
import { setServerKey } from '../properties/properties.repo';
import { createReversalsFeature } from '../reversals';
import { createClaimReports } from '../serving/claimReports';
import { serverKeyHash } from '../serving/hot/serverKey';
import { ClaimOrigins, type ClaimPlace } from '../serving/hot/traffic/ClaimOrigins';
import { openServing, type TestServing } from '../serving/testServing';
import { BROWSER, makeWorld, type World } from '../serving/testWorld';
import { createHoldsFeature, type HoldNews } from '.';
import { lookAtHolds } from './lookAtHolds';

const DAY_MS = 86_400_000;
const KEY = 'sk_of-a-publisher';

let opened: TestServing;
let app: TestApp;
let jobs: Jobs;
let admin: TestClient;
let proven = true;
const news: HoldNews[] = [];
const clock = fakeClock(new Date().toISOString());
const publisher = createTestPublisher();

beforeAll(async () => {
  opened = await openServing(async () => {});
  const { db, connection } = opened.test;
  jobs = createJobs({ connection, log: silentLog, pollMs: 20 });
  const checkProof = () => {
    if (!proven) throw new Error('No recent proof');
  };
  const reversals = createReversalsFeature({ db, clock, jobs, publisher, checkProof });
  const holds = createHoldsFeature({
    db,
    clock,
    jobs,
    log: silentLog,
    publisher,
    checkProof,
    beginReversal: reversals.begin,
    onChanged: async (_trx, told) => void news.push(told),
  });
  await jobs.start();
  app = await buildApp({ test: opened.test, mounts: [...reversals.mounts, ...holds.mounts] });
  admin = app.client();
  await admin.signIn(await makeAdmin(db));
}, 120_000);
beforeEach(() => {
  proven = true;
  news.length = 0;
});
afterAll(async () => {
  await app.close();
  await jobs.stop();
  await opened.close();
});

const { eventOf, ingestAll, differences } = reversalTools(() => opened.test);
const db = () => opened.test.db;
const earned = async ({ publisherId }: World) => {
  const held = await balances(db(), publisherId);
  return [held.publisher_hold, held.publisher_pending];
};
const setKey = ({ propertyId }: World, madeAt: Date) =>
  db()
    .updateTable('property')
    .set({ server_key_sha256: serverKeyHash(KEY), server_key_made_at: madeAt })
    .where('id', '=', propertyId)
    .execute();
const look = ({ propertyId }: World) =>
  lookAtHolds(
    { db: db(), clock, publisher, onChanged: async (_trx, told) => void news.push(told) },
    (error) => {
      throw error;
    },
    propertyId,
  );
const casesOf = async ({ propertyId }: World) => {
  const { body } = await admin.get<HoldCaseList>('/api/operator/hold-cases');
  return body.cases.filter(({ property }) => property.id === publicId('property', propertyId));
};
const decide = (id: number, decision: string, why = 'Looked at it') =>
  admin.post<HoldCase & ErrorBody>(`/api/operator/hold-cases/${id}/decision`, { decision, why });
const daysAgo = (days: number) => clock.nowMs() - days * DAY_MS;
/** So many events from so many addresses, as a server has counted them. */
async function come(place: ClaimPlace, source: number, events: number, addresses = events) {
  const origins = new ClaimOrigins();
  for (let sent = 0; sent < events; sent += 1) {
    const address = `9${sent % 5}.7.${sent % addresses}.1`;
    origins.note(place, source, { address }, daysAgo(9));
  }
  await createClaimReports({ db: db(), log: silentLog }, () => origins).flush();
}
const many = (count: number, world: World, fields: Parameters<typeof eventOf>[1]) =>
  Array.from({ length: count }, () => eventOf(world, fields));

/** A publisher's server that names visitors it invents, and reports what they saw. */
async function inventVisitors(world: World, count: number) {
  const { web, serving } = opened;
  await serving.refresh();
  const zone = publicId('zone', world.zoneId);
  for (let made = 0; made < count; made += 1) {
    const headers = {
      'user-agent': 'okhttp/4.12',
      'x-server-key': KEY,
      'x-device-ip': `93.${184 + (made % 60)}.${made % 250}.9`,
      'x-device-user-agent': BROWSER,
    };
    const [ad] = await web.serve(`zones=${zone}`, headers);
    const [candidate] = ad?.candidates ?? [];
    if (!candidate) throw new Error('There was no ad');
    await web.ask(candidate.impression, { headers });
    if (made % 30 === 0) await web.ask(candidate.click, { headers });
  }
  await serving.drain();
}

describe('a server key that names 300 visitors from one machine', () => {
  let world: World;
  let found: HoldCase | undefined;
  beforeAll(async () => {
    world = await makeWorld(db());
    await setKey(world, clock.now());
    await inventVisitors(world, 300);
    await look(world);
    [found] = await casesOf(world);
  }, 120_000);

  it('earns nothing but on hold', async () => {
    const [hold, pending] = await earned(world);
    expect([(hold ?? 0n) > 0n, pending]).toEqual([true, 0n]);
    expect(await differences()).toEqual([]);
  });

  it('is a case with its figures, told to its publisher once', async () => {
    await look(world);
    expect(await casesOf(world)).toHaveLength(1);
    expect(found).toMatchObject({
      state: 'open',
      source: 'key',
      reasons: ['young-key', 'odd-share', 'one-machine'],
      figures: {
        views: 300,
        clicks: 10,
        confirmed_views: 0,
        counted_origins: 310,
        senders: 1,
        visitors: 300,
      },
    });
    expect(found?.figures.held_micros).toBe(Number((await earned(world))[0]));
  });

  it('needs a recent proof, words and an admin to be decided', async () => {
    const id = found?.id ?? 0;
    expect((await decide(id, 'release', '  ')).status).toBe(422);
    proven = false;
    expect((await decide(id, 'release')).status).toBe(500);
    const client = app.client();
    await client.signIn(await makeAdvertiser(db()));
    expect((await client.get('/api/operator/hold-cases')).status).toBe(403);
    expect((await decide(2_000_000, 'release')).status).not.toBe(200);
    expect((await casesOf(world))[0]?.state).toBe('open');
  });

  it('is taken back through the ledger, to the advertiser, once', async () => {
    const answers = await Promise.all([
      decide(found?.id ?? 0, 'take_back'),
      decide(found?.id ?? 0, 'take_back'),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await until(
      async () => (await earned(world))[0],
      (hold) => hold === 0n,
      'The end of the reversal',
    );
    expect(await earned(world)).toEqual([0n, 0n]);
    expect((await balances(db(), world.advertiserId)).advertiser_cash).toBe(1_000_000_000n);
    expect(news.map(({ what }) => what)).toEqual(['taken_back']);
    expect(await differences()).toEqual([]);
  });

  it('is distrusted from then on', async () => {
    await inventVisitors(world, 3);
    await look(world);
    expect((await casesOf(world))[0]).toMatchObject({
      state: 'open',
      reasons: ['young-key', 'little-known', 'taken-back-before'],
    });
  });
});

it('an honest integration whose visitors report for themselves is released by time', async () => {
  const world = await makeWorld(db());
  await setKey(world, new Date(daysAgo(60)));
  const old = { decidedAtMs: daysAgo(9), claim: claimFrom(CLAIM_SOURCES.key, true) };
  await ingestAll([
    ...many(110, world, old),
    ...many(20, world, { ...old, claim: claimFrom(CLAIM_SOURCES.key, false) }),
    eventOf(world, { decidedAtMs: daysAgo(2), claim: old.claim }),
  ]);
  await come(world, CLAIM_SOURCES.key, 131);
  expect(await earned(world)).toEqual([131n * 800n, 0n]);
  await look(world);
  expect(await casesOf(world)).toEqual([]);
  expect(await earned(world)).toEqual([800n, 130n * 800n]);
  await look(world);
  expect(await earned(world)).toEqual([800n, 130n * 800n]);
  expect(await differences()).toEqual([]);
});

it('a released case trusts its key, and the same figures open none again', async () => {
  const world = await makeWorld(db());
  await setKey(world, new Date(daysAgo(1)));
  const claim = claimFrom(CLAIM_SOURCES.key, false);
  await ingestAll(many(120, world, { claim }));
  await look(world);
  const [found] = await casesOf(world);
  expect(found?.reasons).toEqual(['young-key', 'little-known', 'odd-share']);
  expect((await decide(found?.id ?? 0, 'release')).body).toMatchObject({
    state: 'released',
    decided_micros: 96_000,
  });
  expect(await earned(world)).toEqual([0n, 96_000n]);
  await ingestAll(many(5, world, { claim }));
  await look(world);
  expect(await casesOf(world)).toHaveLength(1);
  expect(await earned(world)).toEqual([4_000n, 96_000n]);
  // A new key begins anew.
  clock.advance(1_000);
  await setKey(world, clock.now());
  await look(world);
  expect((await casesOf(world))[0]).toMatchObject({ state: 'open', reasons: ['young-key', 'little-known'] });
  const audit = await db()
    .selectFrom('money_audit')
    .select(['action', 'why'])
    .where('action', '=', 'hold_released')
    .execute();
  expect(audit).toContainEqual({ action: 'hold_released', why: 'Looked at it' });
  expect(await differences()).toEqual([]);
});

it('a young key that grows old waits until enough of it is known, however long, and is released without anybody', async () => {
  const world = await makeWorld(db());
  await setKey(world, new Date(daysAgo(10)));
  const claim = claimFrom(CLAIM_SOURCES.key, true);
  const reasons = async () => {
    await look(world);
    return (await casesOf(world))[0]?.reasons;
  };
  await ingestAll(many(4, world, { decidedAtMs: daysAgo(50), claim }));
  await come(world, CLAIM_SOURCES.key, 99);
  expect(await reasons()).toEqual(['young-key', 'little-known']);
  expect(await earned(world)).toEqual([3_200n, 0n]);
  await setKey(world, new Date(daysAgo(20)));
  await ingestAll(many(96, world, { decidedAtMs: daysAgo(9), claim }));
  expect(await reasons()).toEqual(['little-known']);
  await come(world, CLAIM_SOURCES.key, 1);
  await look(world);
  expect((await casesOf(world))[0]).toMatchObject({
    state: 'released',
    decided_by: null,
    decided_micros: 80_000,
  });
  expect(await earned(world)).toEqual([0n, 80_000n]);
});

describe('a key’s traffic that is split over properties, each with little', () => {
  let places: World[];
  const reasonsOf = async (place: World) => {
    await look(place);
    return (await casesOf(place)).find(({ state }) => state === 'open');
  };
  beforeAll(async () => {
    const world = await makeWorld(db());
    const { publisherId } = world;
    places = [world];
    for (const name of ['blog.example', 'shop.example', 'wiki.example']) {
      const { propertyId, zoneId } = await makeWorld(db(), { cashMicros: 0n });
      await db()
        .updateTable('property')
        .set({ publisher_id: publisherId, domain: name })
        .where('id', '=', propertyId)
        .execute();
      places.push({ ...world, propertyId, zoneId });
    }
    for (const place of places) {
      await setKey(place, new Date(daysAgo(60)));
      const claim = claimFrom(CLAIM_SOURCES.key, false);
      await ingestAll(many(40, place, { decidedAtMs: daysAgo(9), claim }));
    }
  }, 120_000);

  it('is judged as its publisher’s, at each of them, by addresses that are told apart over all', async () => {
    const origins = new ClaimOrigins();
    for (const place of places)
      for (let sent = 0; sent < 40; sent += 1)
        origins.note(
          place,
          CLAIM_SOURCES.key,
          { address: `9${sent % 5}.7.${sent}.1`, reporter: '203.0.113.9' },
          daysAgo(9),
        );
    await createClaimReports({ db: db(), log: silentLog }, () => origins).flush();
    for (const place of places)
      expect(await reasonsOf(place)).toMatchObject({
        reasons: ['odd-share', 'one-machine'],
        figures: {
          views: 40,
          senders: 1,
          sums: [
            { source: 'key', views: 160, senders: 1, visitors: 40, held_micros: 128_000 },
            { source: null, views: 160, senders: 1, visitors: 40, held_micros: 128_000 },
          ],
        },
      });
    const [first] = places;
    expect(first && (await earned(first))).toEqual([128_000n, 0n]);
  });

  it('is not held against a property of which an operator has seen it, and a take-back is, at every other', async () => {
    const [first, second, third] = places;
    if (!first || !second || !third) throw new Error('There are four');
    await decide((await reasonsOf(first))?.id ?? 0, 'release');
    await ingestAll(many(3, first, { claim: claimFrom(CLAIM_SOURCES.key, false) }));
    expect(await reasonsOf(first)).toBeUndefined();
    clock.advance(1_000);
    await decide((await reasonsOf(second))?.id ?? 0, 'take_back');
    for (const place of [first, third])
      expect((await reasonsOf(place))?.reasons).toContain('taken-back-before');
  });
});

it('a key that is taken away again does not make its earnings older', async () => {
  const world = await makeWorld(db());
  await setKey(world, clock.now());
  await ingestAll(many(3, world, { decidedAtMs: daysAgo(9), claim: claimFrom(CLAIM_SOURCES.key, false) }));
  await setServerKey(db(), world.propertyId, null, clock.now());
  await look(world);
  expect((await casesOf(world))[0]).toMatchObject({ state: 'open', reasons: ['young-key', 'little-known'] });
  expect(await earned(world)).toEqual([2_400n, 0n]);
});

it('an exchange’s first days are a case as well', async () => {
  const world = await makeWorld(db());
  await db()
    .insertInto('rtb_seat')
    .values({
      property_id: world.propertyId,
      name: 'The exchange',
      key_sha256: serverKeyHash(randomUUID()),
      created_at: clock.now(),
    })
    .execute();
  await ingestAll(many(3, world, { claim: claimFrom(CLAIM_SOURCES.seat, true) }));
  await look(world);
  expect((await casesOf(world))[0]).toMatchObject({ source: 'seat', reasons: ['young-key', 'little-known'] });
});

it('players who report from where they asked earn at once, the others wait', async () => {
  const world = await makeWorld(db());
  const old = daysAgo(9);
  await ingestAll(many(99, world, { decidedAtMs: old, claim: claimFrom(CLAIM_SOURCES.player, true) }));
  await look(world);
  expect(await casesOf(world)).toEqual([]);
  await ingestAll([eventOf(world, { decidedAtMs: old, claim: claimFrom(CLAIM_SOURCES.player, false) })]);
  expect(await earned(world)).toEqual([800n, 79_200n]);
  await look(world);
  expect((await casesOf(world))[0]?.reasons).toEqual(['little-known']);
  await come(world, CLAIM_SOURCES.player, 100);
  await look(world);
  expect(await earned(world)).toEqual([0n, 80_000n]);
  expect(await differences()).toEqual([]);
});
