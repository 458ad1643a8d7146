import { randomUUID } from 'node:crypto';
import { EVENT_KINDS, INVALID_REASONS } from '@ezdash/contracts';
import { sql } from 'kysely';
import { inTransaction } from '../../../platform/db';
import { silentLog } from '../../../platform/log';
import { createTestDb, type TestDb } from '../../../testing/createTestDb';
import { grantBonus, releaseEarnings, verify } from '../../ledger';
import {
  insertCampaign,
  makeWorld,
  storedEvents,
  type World,
  type WorldFields,
} from '../../serving/testWorld';
import { createRetention } from '../createRetention';
import { previewReversal } from './previewReversal';
import { reversalTools } from './testReversals';
import { ReversalError } from './trafficSelection';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const { sivt } = INVALID_REASONS;

let test_: TestDb;
beforeAll(async () => {
  test_ = await createTestDb();
});
afterAll(() => test_.drop());

const { eventOf, ingestAll, spanOf, reverse, differences, moneyOf, figuresOf } = reversalTools(() => test_);
const worldOf = (fields: WorldFields = {}): Promise<World> => makeWorld(test_.db, fields);
const expectBooksInOrder = async () => expect(await differences()).toEqual([]);
const reversalsOf = async (fingerprintOf: number) =>
  (
    await sql<{ batches: number; finished: boolean }>`SELECT batches, finished_at IS NOT NULL AS finished
    FROM traffic_reversal WHERE id = ${fingerprintOf}`.execute(test_.db)
  ).rows;

describe('invalid traffic that is found later', () => {
  test('gives both sides their money back, in the split it was taken, and corrects every figure', async () => {
    const world = await worldOf({ cashMicros: 10_000n });
    await grantBonus(test_.db, {
      advertiserId: world.advertiserId,
      amountMicros: 1_500n,
      occasion: `test-${world.advertiserId}`,
      occurredAt: new Date(),
      description: 'Test',
    });
    const seen = eventOf(world);
    await ingestAll([
      seen,
      eventOf(world),
      eventOf(world),
      { ...seen, kind: EVENT_KINDS.viewable, happenedAtMs: seen.happenedAtMs + 1 },
      { ...seen, kind: EVENT_KINDS.click, happenedAtMs: seen.happenedAtMs + 2 },
    ]);
    expect(await moneyOf(world)).toEqual({ cash: 8_500n, bonus: 0n, pending: 2_400n, payable: 0n });
    const preview = await previewReversal(test_.db, spanOf(world), Date.now());
    expect(preview).toMatchObject({
      events: 5,
      impressions: 3,
      viewables: 1,
      clicks: 1,
      priceMicros: 3_000n,
      bonusMicros: 1_500n,
      payoutMicros: 2_400n,
      publishers: [{ publisherId: world.publisherId, pendingMicros: 2_400n, pendingAfterMicros: 0n }],
      advertisers: [{ advertiserId: world.advertiserId, priceMicros: 3_000n }],
    });
    expect(await moneyOf(world)).toMatchObject({ cash: 8_500n });

    const result = await reverse(spanOf(world));
    expect(result).toMatchObject({
      resumed: false,
      batches: 1,
      events: 5,
      counted: 5,
      priceMicros: 3_000n,
      bonusMicros: 1_500n,
      payoutMicros: 2_400n,
    });
    expect(await moneyOf(world)).toEqual({ cash: 10_000n, bonus: 1_500n, pending: 0n, payable: 0n });
    expect(await figuresOf(world)).toEqual({
      impressions: 0,
      viewables: 0,
      clicks: 0,
      invalid: 5,
      spend: 0,
      payout: 0,
      budget: 0,
    });
    for (const event of await storedEvents(test_.db, world.campaignId))
      expect(event).toMatchObject({
        invalid_reason: sivt,
        price_micros: 0n,
        payout_micros: 0n,
        bonus_micros: 0n,
      });
    const { rows: audit } = await sql`SELECT actor, action, why, detail FROM money_audit
      WHERE (detail ->> 'reversal')::int = ${result.id} ORDER BY id`.execute(test_.db);
    expect(audit).toMatchObject([
      { actor: 'somebody', action: 'reversal_started', why: 'clicks of a farm', detail: { reason: 'sivt' } },
      { action: 'reversal_finished', detail: { events: 5, price_micros: '3000' } },
    ]);
    await expectBooksInOrder();
  });

  test('is reversed once, however often it is asked for', async () => {
    const world = await worldOf();
    await ingestAll([eventOf(world), eventOf(world)]);
    await reverse(spanOf(world));
    const before = await moneyOf(world);
    expect(await reverse(spanOf(world))).toMatchObject({ id: null, events: 0, priceMicros: 0n });
    expect(await reverse({ decisionIds: [randomUUID()] })).toMatchObject({ id: null });
    expect(await moneyOf(world)).toEqual(before);
    await expectBooksInOrder();
  });

  test('is only what was selected: zone, property, publisher, campaign and time together', async () => {
    const world = await worldOf();
    const other = { ...world, ...(await insertCampaign(test_.db, world.advertiserId)) };
    const nowMs = Date.now();
    const elsewhere = await worldOf();
    await ingestAll([
      eventOf(world),
      eventOf(world, { decidedAtMs: nowMs - 5 * HOUR_MS }),
      eventOf(other),
      eventOf(elsewhere),
    ]);
    const { propertyId, publisherId, campaignId } = world;
    const span = spanOf(world, { propertyId, publisherId, campaignId, fromMs: nowMs - 5 * HOUR_MS + 1 });
    expect(await reverse(span)).toMatchObject({ events: 1, priceMicros: 1_000n });
    expect(await reverse({ publisherId, fromMs: nowMs - DAY_MS, toMs: Date.now() })).toMatchObject({
      events: 2,
    });
    expect(await moneyOf(elsewhere)).toMatchObject({ pending: 800n });
    await expectBooksInOrder();
  });

  test('can be named by decisions', async () => {
    const world = await worldOf();
    const [bad, good] = [eventOf(world), eventOf(world, { decidedAtMs: Date.now() - 3 * DAY_MS })];
    await ingestAll([bad, { ...bad, kind: EVENT_KINDS.click }, good]);
    expect(await reverse({ decisionIds: [bad.decisionId] })).toMatchObject({
      events: 2,
      priceMicros: 1_000n,
    });
    expect(await reverse({ decisionIds: [good.decisionId, bad.decisionId] })).toMatchObject({ events: 1 });
    expect(await moneyOf(world)).toMatchObject({ cash: 1_000_000_000n, pending: 0n });
    await expectBooksInOrder();
  });

  test('leaves a debt when its earnings were released, and the campaign may spend again', async () => {
    const world = await worldOf({ dailyBudgetMicros: 2_000 });
    await ingestAll([eventOf(world), eventOf(world), eventOf(world)]);
    expect(await figuresOf(world)).toMatchObject({ impressions: 2, invalid: 1, budget: 2_000 });
    await releaseEarnings(test_.db, {
      ownerId: world.publisherId,
      amountMicros: 1_600n,
      reference: `r-${world.publisherId}`,
      occurredAt: new Date(),
    });
    // The third was over budget: it carries the reason too, and costs nothing now as before.
    expect(await reverse(spanOf(world))).toMatchObject({ events: 3, counted: 2, priceMicros: 2_000n });
    expect(await moneyOf(world)).toMatchObject({ pending: -1_600n, payable: 1_600n });
    expect(await figuresOf(world)).toMatchObject({ invalid: 3, budget: 0 });
    await ingestAll([eventOf(world)]);
    expect(await moneyOf(world)).toMatchObject({ pending: -800n });
    await expectBooksInOrder();
  });

  test('takes with it what waits for an impression and what comes later', async () => {
    const world = await worldOf({ pricing: 'CPC' });
    const cpc = { pricing: 1, priceMicros: 400_000, payoutMicros: 320_000, claimed: false } as const;
    const [waiting, shown] = [eventOf(world, cpc), eventOf(world, cpc)];
    await ingestAll([{ ...waiting, kind: EVENT_KINDS.click }, shown]);
    expect(await reverse(spanOf(world))).toMatchObject({ events: 2, counted: 1, priceMicros: 0n });
    await ingestAll([waiting, { ...shown, kind: EVENT_KINDS.click }]);
    const verdicts = await storedEvents(test_.db, world.campaignId);
    expect(verdicts.filter(({ kind }) => kind === EVENT_KINDS.click)).toMatchObject([
      { invalid_reason: sivt, price_micros: 0n },
      { invalid_reason: sivt, price_micros: 0n },
    ]);
    expect(await moneyOf(world)).toMatchObject({ cash: 1_000_000_000n, pending: 0n });
    await expectBooksInOrder();
  });

  test('goes on in small batches where it was interrupted', async () => {
    const world = await worldOf();
    await ingestAll(Array.from({ length: 25 }, () => eventOf(world)));
    const span = spanOf(world);
    const crash = new Error('crash');
    const told: number[] = [];
    await expect(
      reverse(span, {
        batchEvents: 10,
        onBatch: (events) => {
          told.push(events);
          if (events >= 20) throw crash;
        },
      }),
    ).rejects.toBe(crash);
    expect(told).toEqual([10, 20]);
    expect(await moneyOf(world)).toMatchObject({ pending: 4_000n });
    await expectBooksInOrder();
    const result = await reverse(span, { batchEvents: 10 });
    expect(result).toMatchObject({ resumed: true, batches: 3, events: 25, priceMicros: 25_000n });
    expect(await reversalsOf(result.id ?? 0)).toEqual([{ batches: 3, finished: true }]);
    expect(await moneyOf(world)).toMatchObject({ cash: 1_000_000_000n, pending: 0n });
    await expectBooksInOrder();
  });

  test('goes on at the day it had reached, and still finds what came late before it', async () => {
    const world = await worldOf();
    const before = Date.now() - DAY_MS - 1_800_000;
    await ingestAll([eventOf(world, { decidedAtMs: before }), ...[1, 2, 3].map(() => eventOf(world))]);
    const span = spanOf(world, { fromMs: before - 3_600_000 });
    const stopAfter = (most: number) => {
      let batches = 0;
      const onBatch = () => {
        if (++batches === most) throw new Error('its time was over');
      };
      return expect(reverse(span, { batchEvents: 1, onBatch })).rejects.toThrow('its time was over');
    };
    const taken = async () =>
      (
        await sql<{ events: number }>`SELECT s.events::int AS events FROM traffic_reversal_sum s
          JOIN traffic_reversal r ON r.id = s.reversal_id
          WHERE r.selection ->> 'zone' = ${String(world.zoneId)} ORDER BY s.day`.execute(test_.db)
      ).rows.map(({ events }) => events);
    await stopAfter(2);
    expect(await taken()).toEqual([1, 1]);
    await ingestAll([eventOf(world, { decidedAtMs: before })]);
    await stopAfter(1);
    expect(await taken()).toEqual([1, 2]);
    expect(await reverse(span, { batchEvents: 1 })).toMatchObject({ resumed: true, events: 5 });
    expect(await taken()).toEqual([2, 3]);
    await expectBooksInOrder();
  });

  test('cannot be reversed once the raw events are gone; what was reversed before stays verified', async () => {
    const world = await worldOf();
    const old = Date.now() - 40 * DAY_MS;
    await ingestAll([
      eventOf(world, { decidedAtMs: old }),
      eventOf(world, { decidedAtMs: old }),
      eventOf(world),
    ]);
    const [{ decision_id = '' } = {}] = (
      await sql<{
        decision_id: string;
      }>`SELECT decision_id FROM ad_event WHERE campaign_id = ${world.campaignId}
        AND decided_at < ${new Date(old + HOUR_MS)} LIMIT 1`.execute(test_.db)
    ).rows;
    await reverse({ decisionIds: [decision_id] });
    const retention = createRetention({
      connection: test_.connection,
      days: 31,
      log: silentLog,
      now: Date.now,
    });
    await retention.run();
    await expectBooksInOrder();
    const { rows } = await sql`SELECT FROM reversed_event WHERE decision_id = ${decision_id}::uuid`.execute(
      test_.db,
    );
    expect(rows).toEqual([]);
    await expect(reverse(spanOf(world, { fromMs: old - DAY_MS }))).rejects.toThrow(
      /raw events of .* are dropped/,
    );
    expect(await reverse(spanOf(world))).toMatchObject({ events: 1 });
    await expectBooksInOrder();
  });

  test.each([
    ['a span in the future', { zoneId: 1, fromMs: 0, toMs: Date.now() + DAY_MS }],
    ['everything', { fromMs: 0, toMs: 1 }],
  ])('%s is refused', async (_, selection) => {
    await expect(reverse(selection)).rejects.toThrow(ReversalError);
  });
});

test('verify finds what a reversal forgot', async () => {
  const world = await worldOf();
  await ingestAll([eventOf(world), eventOf(world)]);
  const { id } = await reverse(spanOf(world));
  const undo = new Error('undo');
  const checksAfter = async (change: string) => {
    let checks: string[] = [];
    await expect(
      inTransaction(test_.owner, async (trx) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(trx);
        await sql.raw(change).execute(trx);
        checks = [...new Set((await verify(trx)).differences.map(({ check }) => check))];
        throw undo;
      }),
    ).rejects.toBe(undo);
    return checks;
  };
  expect(
    await checksAfter(`UPDATE reversed_event SET payout_micros = 801 WHERE reversal_id = ${id}`),
  ).toEqual(['sums of reversals are what their events cost']);
  expect(
    await checksAfter(`UPDATE traffic_reversal_sum SET bonus_micros = 1 WHERE reversal_id = ${id}`),
  ).toEqual([
    'bonuses paid what the events say',
    'bonuses got back what invalid traffic took',
    'sums of reversals are what their events cost',
  ]);
  expect(
    await checksAfter(`UPDATE ad_event SET invalid_reason = 1 WHERE campaign_id = ${world.campaignId}`),
  ).toEqual(['reversed events carry their reason']);
  expect(
    await checksAfter(`DELETE FROM ledger_posting WHERE transaction_id IN
      (SELECT id FROM ledger_transaction WHERE kind = 'invalid_traffic' AND meta ->> 'reversal' = '${id}')`),
  ).toEqual(
    expect.arrayContaining([
      'transactions have postings',
      'balances are the sum of their postings',
      'advertisers got back what invalid traffic cost',
      'publishers gave back what invalid traffic earned',
      'the network gave back what it kept of invalid traffic',
    ]),
  );
});
