import { EVENT_KINDS, INVALID_REASONS } from '@ezdash/contracts';
import { sql } from 'kysely';
import { silentLog } from '../../platform/log';
import { createRetention, previewReversal, reverseInvalidTraffic } from '../events';
import { releaseEarnings } from '../ledger';
import { type ConversionWorld, openConversions } from './testConversions';
import { PAYOUT, type PaidPlace, PRICE, paidTools } from './testPaidConversions';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let world: ConversionWorld;
beforeAll(async () => {
  world = await openConversions();
});
afterAll(() => world.close());
/** Whatever a test does, the books say what the events and conversions do. */
afterEach(async () => expect(await differences()).toEqual([]));

const { paidPlace, report, listed, moneyOf, figuresOf, differences } = paidTools(() => world);
const UNTOUCHED = { cash: 100_000_000, bonus: 0, pending: 0 };
const NOTHING = { impressions: 0, clicks: 0, conversions: 0, spend: 0, payout: 0, budget: {} };

const reverse = (
  selection: { decisionIds: string[] } | { campaignId: number; fromMs: number; toMs: number },
) =>
  reverseInvalidTraffic(
    world.test.db,
    { reason: 'sivt', selection, by: 'tests', why: 'A farm of phones' },
    { now: world.clock.nowMs },
  );
const spanOf = ({ campaignId }: PaidPlace) => ({
  campaignId,
  fromMs: world.clock.nowMs() - 2 * DAY_MS,
  toMs: world.clock.nowMs(),
});

describe('a click that is found to be invalid', () => {
  it('takes its conversions with it, on both sides, in the split they were paid in', async () => {
    const place = await paidPlace({
      advertiser: { bonusMicros: 5_000_000n },
      goal: { duplicates: 'every' },
    });
    const [bad, good] = [await world.click(place), await world.click(place)];
    for (const tx of [1, 2]) await report(place.goal, bad, `&tx=${tx}`);
    await report(place.goal, good, '&tx=3');
    expect(await moneyOf(place)).toEqual({ cash: 93_000_000, bonus: 0, pending: 3 * PAYOUT });
    const selection = { decisionIds: [bad] };
    expect(await previewReversal(world.test.db, selection, world.clock.nowMs())).toMatchObject({
      events: 2,
      clicks: 1,
      conversions: 2,
      priceMicros: BigInt(2 * PRICE),
      bonusMicros: 5_000_000n,
      payoutMicros: BigInt(2 * PAYOUT),
      publishers: [{ pendingAfterMicros: BigInt(PAYOUT) }],
      advertisers: [{ priceMicros: BigInt(2 * PRICE) }],
    });
    expect(await reverse(selection)).toMatchObject({
      events: 2,
      counted: 2,
      conversions: 2,
      priceMicros: BigInt(2 * PRICE),
      bonusMicros: 5_000_000n,
      payoutMicros: BigInt(2 * PAYOUT),
    });
    expect(await moneyOf(place)).toEqual({ cash: 96_000_000, bonus: 5_000_000, pending: PAYOUT });
    expect(await listed(place)).toEqual([
      ['attributed', PRICE],
      ['invalid-click', 0],
      ['invalid-click', 0],
    ]);
    expect(await figuresOf(place)).toMatchObject({ clicks: 1, conversions: 1, spend: PRICE, payout: PAYOUT });
    // Asked for again, and reported again: nothing more.
    expect(await reverse(selection)).toMatchObject({ id: null, conversions: 0 });
    expect(await report(place.goal, bad, '&tx=1')).toBe('recorded');
    expect((await listed(place))[0]).toEqual(['invalid-click', 0]);
    expect(await moneyOf(place)).toEqual({ cash: 96_000_000, bonus: 5_000_000, pending: PAYOUT });
  });

  it('leaves a debt when what it had earned was released', async () => {
    const place = await paidPlace();
    const clickId = await world.click(place);
    await report(place.goal, clickId);
    await releaseEarnings(world.test.db, {
      ownerId: place.publisherId,
      amountMicros: BigInt(PAYOUT),
      reference: `r-${place.publisherId}`,
      occurredAt: world.clock.now(),
    });
    await reverse({ decisionIds: [clickId] });
    expect(await moneyOf(place)).toEqual({ ...UNTOUCHED, pending: -PAYOUT });
    expect(await figuresOf(place)).toEqual(NOTHING);
  });

  it('gives the day of the report its budget back', async () => {
    const place = await paidPlace({ campaign: { daily_budget_micros: 5_000_000n } });
    const [bad, good] = [await world.click(place, DAY_MS), await world.click(place)];
    await report(place.goal, bad);
    await report(place.goal, good);
    expect((await listed(place))[0]).toEqual(['over-budget', 0]);
    await reverse({ decisionIds: [bad] });
    expect(await report(place.goal, good)).toBe('recorded');
    expect((await listed(place))[0]).toEqual(['attributed', PRICE]);
    expect(await moneyOf(place)).toMatchObject({ cash: 96_000_000, pending: PAYOUT });
  });

  it('takes them also when it was found while they were counted: once, however many look', async () => {
    const place = await paidPlace();
    const clickId = await world.click(place);
    await report(place.goal, clickId);
    const setReason = (reason: number) =>
      sql`UPDATE ad_event SET invalid_reason = ${reason} WHERE decision_id = ${clickId}::uuid
        AND kind = ${EVENT_KINDS.click}`.execute(world.test.db);
    await setReason(INVALID_REASONS.sivt);
    const { withdraw } = world.feature.settler;
    const done = await Promise.all([withdraw(), withdraw(), withdraw()]);
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await moneyOf(place)).toEqual(UNTOUCHED);
    // The figures of the click are still those of a counted one.
    await setReason(INVALID_REASONS.counted);
    expect(await figuresOf(place)).toMatchObject({ clicks: 1, conversions: 0, spend: 0 });
  });
});

it('whatever comes at the same moment, money is neither made nor lost', async () => {
  const place = await paidPlace({ goal: { duplicates: 'every' }, advertiser: { cashMicros: 60_000_000n } });
  const clickIds: string[] = [];
  for (let count = 0; count < 12; count += 1) clickIds.push(await world.click(place));
  const reports = (from: number) =>
    clickIds
      .slice(from)
      .flatMap((clickId, at) => [1, 2].map((tx) => report(place.goal, clickId, `&tx=${from + at}-${tx}`)));
  await Promise.all([
    ...reports(0),
    ...clickIds.slice(0, 4).map((clickId) => reverse({ decisionIds: [clickId] })),
    world.clicks(place, [1_000, 2_000, 3_000]),
    ...reports(4),
    world.feature.settler.withdraw(),
  ]);
  await world.feature.settler.withdraw();
  const { spend, payout } = await figuresOf(place);
  expect(spend).toBeLessThanOrEqual(60_000_000);
  expect(await moneyOf(place)).toEqual({ cash: 60_000_000 - spend, bonus: 0, pending: payout });
  await reverse(spanOf(place));
  expect(await moneyOf(place)).toEqual({ cash: 60_000_000, bonus: 0, pending: 0 });
  expect(await figuresOf(place)).toEqual(NOTHING);
  const { rows } = await sql<{
    sum: bigint;
  }>`SELECT sum(amount_micros)::int8 AS sum FROM ledger_posting`.execute(world.test.db);
  expect(rows).toEqual([{ sum: 0n }]);
});

it('what was paid stays verified when the raw events are dropped, and the price of the click goes with them', async () => {
  const place = await paidPlace({ goal: { window_days: 90 } });
  const [old, bad] = [await world.click(place, 80 * DAY_MS), await world.click(place, 80 * DAY_MS)];
  await report(place.goal, old);
  await report(place.goal, bad);
  await reverse({ decisionIds: [bad] });
  const retention = createRetention({
    connection: world.test.connection,
    days: 60,
    log: silentLog,
    now: world.clock.nowMs,
  });
  expect(await retention.run()).not.toEqual([]);
  const { rows } = await sql`SELECT FROM conversion_price WHERE click_id = ${old}::uuid`.execute(
    world.test.db,
  );
  expect(rows).toEqual([]);
  expect(await figuresOf(place)).toMatchObject({ conversions: 1, spend: PRICE });
  // Nothing says any more that there were such clicks, or what they would cost.
  expect(await report(place.goal, old)).toBe('duplicate');
  expect(await report(place.goal, bad)).toBe('recorded');
  world.clock.advance(11 * MINUTE_MS);
  await world.feature.settler.settle();
  expect((await listed(place))[0]).toEqual(['no-click', 0]);
});
