import { randomUUID } from 'node:crypto';
import { CLAIM_SOURCES } from '@ezdash/contracts';
import fc from 'fast-check';
import { inTransaction } from '../../../platform/db';
import { silentLog } from '../../../platform/log';
import { createTestDb, type TestDb } from '../../../testing';
import { balances, verify } from '../../ledger';
import { makeWorld, type World } from '../../serving/testWorld';
import { utcDay } from '../billing';
import { createRetention } from '../createRetention';
import type { IngestEvent } from '../journalRecords';
import { reversalTools } from '../reversal/testReversals';
import { claimFrom } from './eventHolds';
import { closeHolds, lockOpenHolds } from './holds.repo';
import { releaseHolds } from './releaseHolds';

const { key, seat, player } = CLAIM_SOURCES;
const DAY_MS = 86_400_000;

let test_: TestDb;
beforeAll(async () => {
  test_ = await createTestDb();
});
afterAll(() => test_.drop());

const { eventOf, ingestAll, spanOf, reverse, differences } = reversalTools(() => test_);
const earned = async ({ publisherId }: World) => {
  const held = await balances(test_.db, publisherId);
  return [held.publisher_hold, held.publisher_pending];
};
const release = (world: World, source: number, untilDay = utcDay(Date.now())) =>
  inTransaction(test_.db, (trx) =>
    releaseHolds(trx, {
      publisherId: world.publisherId,
      propertyId: world.propertyId,
      source,
      untilDay,
      caseId: null,
      now: new Date(),
    }),
  );
/** What a case does that takes back: the holds are closed, and their events are reversed. */
async function takeBack(world: World, source: number) {
  const caseId = await inTransaction(test_.db, async (trx) => {
    const { id } = await trx
      .insertInto('hold_case')
      .values({
        publisher_id: world.publisherId,
        property_id: world.propertyId,
        source,
        state: 'taken_back',
        reasons: ['odd-share'],
        figures: {},
        opened_at: new Date(),
        decided_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const selection = { propertyId: world.propertyId, source, untilDay: utcDay(Date.now()) };
    const open = await lockOpenHolds(trx, selection);
    await closeHolds(
      trx,
      open.map((hold) => hold.id),
      id,
    );
    return id;
  });
  const { zoneId: _zone, ...span } = spanOf(world, { fromMs: Date.now() - 3 * DAY_MS });
  return reverse({ ...span, propertyId: world.propertyId, caseId });
}

test.each([
  ['a visitor who asks and reports', 0, [0n, 800n]],
  ['a key that reports', claimFrom(key, false), [800n, 0n]],
  ['the address that a key named', claimFrom(key, true), [800n, 0n]],
  ['an exchange’s visitor elsewhere', claimFrom(seat, false), [800n, 0n]],
  ['an exchange’s visitor where it said', claimFrom(seat, true), [800n, 0n]],
  ['a player elsewhere', claimFrom(player, false), [800n, 0n]],
  ['a player where it asked', claimFrom(player, true), [0n, 800n]],
])('%s: hold and pending', async (_, claim, expected) => {
  const world = await makeWorld(test_.db);
  await ingestAll([eventOf(world, { claim })]);
  expect(await earned(world)).toEqual(expected);
  expect(await differences()).toEqual([]);
});

test('a click that overtook its impression is held when the impression comes', async () => {
  const world = await makeWorld(test_.db);
  const decisionId = randomUUID();
  const claim = claimFrom(key, false);
  const shared = { decisionId, claim, pricing: 1 as const };
  await ingestAll([eventOf(world, { ...shared, kind: 3 })]);
  expect(await earned(world)).toEqual([0n, 0n]);
  await ingestAll([eventOf(world, { ...shared, kind: 1 })]);
  expect(await earned(world)).toEqual([800n, 0n]);
  expect(await differences()).toEqual([]);
});

test('a release gives all of a source and day once, and what comes later is held anew', async () => {
  const world = await makeWorld(test_.db);
  await ingestAll([
    eventOf(world, { claim: claimFrom(key, true) }),
    eventOf(world, { claim: claimFrom(seat, true) }),
  ]);
  const amounts = await Promise.all([release(world, key), release(world, key)]);
  expect(amounts.toSorted()).toEqual([0n, 800n]);
  expect(await earned(world)).toEqual([800n, 800n]);
  await ingestAll([eventOf(world, { claim: claimFrom(key, true) })]);
  expect(await earned(world)).toEqual([1_600n, 800n]);
  expect(await release(world, key, utcDay(Date.now() - 3 * DAY_MS))).toBe(0n);
  expect(await differences()).toEqual([]);
});

test('what a case takes back goes out of the hold to the advertiser, and released earnings stay', async () => {
  const world = await makeWorld(test_.db);
  await ingestAll([eventOf(world, { claim: claimFrom(key, false) })]);
  await release(world, key);
  await ingestAll([
    eventOf(world, { claim: claimFrom(key, false) }),
    eventOf(world, { claim: claimFrom(seat, false) }),
  ]);
  const cash = (await balances(test_.db, world.advertiserId)).advertiser_cash;
  expect(await takeBack(world, key)).toMatchObject({ events: 1, payoutMicros: 800n });
  expect(await earned(world)).toEqual([800n, 800n]);
  expect((await balances(test_.db, world.advertiserId)).advertiser_cash).toBe(cash + 1_000n);
  expect(await differences()).toEqual([]);
});

test('invalid traffic that is found behind a release leaves a debt in pending', async () => {
  const world = await makeWorld(test_.db);
  await ingestAll([eventOf(world, { claim: claimFrom(key, false) }), eventOf(world)]);
  await release(world, key);
  await ingestAll([eventOf(world, { claim: claimFrom(key, false) })]);
  expect(await earned(world)).toEqual([800n, 1_600n]);
  await reverse(spanOf(world));
  expect(await earned(world)).toEqual([0n, 0n]);
  expect(await differences()).toEqual([]);
});

test('raw events stay as long as something of their day is on hold', async () => {
  const world = await makeWorld(test_.db);
  const decidedAtMs = Date.now() - 40 * DAY_MS;
  const day = utcDay(decidedAtMs);
  await ingestAll([eventOf(world, { claim: claimFrom(key, true), decidedAtMs })]);
  const retention = createRetention({
    connection: test_.connection,
    days: 31,
    log: silentLog,
    now: Date.now,
  });
  expect(await retention.run()).not.toContain(day);
  await release(world, key);
  expect(await retention.run()).toContain(day);
  expect(await earned(world)).toEqual([0n, 800n]);
  expect(await differences()).toEqual([]);
});

test.each([
  ['a hold that is more than its events', `UPDATE earnings_hold SET held_micros = held_micros + 1`],
  ['an event that left its hold', 'UPDATE ad_event SET hold_id = 0 WHERE hold_id <> 0'],
  ['an event in a hold that there is not', 'UPDATE ad_event SET hold_id = 2147483647 WHERE hold_id <> 0'],
  ['a hold that claims a release', 'UPDATE earnings_hold SET released_at = now() WHERE released_at IS NULL'],
  [
    'a hold that claims a return',
    'UPDATE earnings_hold SET returned_micros = 1 WHERE released_at IS NULL AND held_micros > 0',
  ],
])('verify finds %s', async (_, change) => {
  const world = await makeWorld(test_.db);
  await ingestAll([eventOf(world, { claim: claimFrom(key, false) })]);
  const undone = new Error('undone');
  await expect(
    inTransaction(test_.owner, async (trx) => {
      const { CompiledQuery } = await import('kysely');
      await trx.executeQuery(CompiledQuery.raw(change));
      expect((await verify(trx)).ok).toBe(false);
      throw undone;
    }),
  ).rejects.toBe(undone);
});

test('whatever comes, is released and taken back, debits are credits and verify agrees', async () => {
  const claims = [0, key, seat, player].flatMap((source) => [
    source,
    source === 0 ? 0 : claimFrom(source, true),
  ]);
  const step = fc.oneof(
    fc.record({
      does: fc.constant('ingest' as const),
      claims: fc.array(fc.constantFrom(...claims), { minLength: 1, maxLength: 6 }),
    }),
    fc.record({
      does: fc.constantFrom('release' as const, 'take' as const),
      source: fc.constantFrom(key, seat, player),
    }),
    fc.record({ does: fc.constant('reverse' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const world = await makeWorld(test_.db);
      const events: IngestEvent[] = [];
      for (const each of steps) {
        if (each.does === 'ingest') {
          const made = each.claims.map((claim) => eventOf(world, { claim }));
          events.push(...made);
          await ingestAll(made);
        } else if (each.does === 'release') await release(world, each.source);
        else if (each.does === 'take') await takeBack(world, each.source);
        else await reverse(spanOf(world));
        expect(await differences()).toEqual([]);
      }
      const [hold = 0n, pending = 0n] = await earned(world);
      const advertiser = await balances(test_.db, world.advertiserId);
      const spent = 1_000_000_000n - advertiser.advertiser_cash;
      expect((hold + pending) * 10n).toBe(spent * 8n);
    }),
    { numRuns: 6 },
  );
}, 120_000);
