import { INVALID_REASONS, rowId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { createClient, inTransaction } from '../../platform/db';
import { verify } from '../ledger';
import { type ConversionWorld, openConversions } from './testConversions';
import { PAYOUT, PRICE, paidTools } from './testPaidConversions';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const TODAY = '2026-11-21';

let world: ConversionWorld;
beforeAll(async () => {
  world = await openConversions();
});
afterAll(() => world.close());
/** Whatever a test does, the books say what the events and conversions do. */
afterEach(async () => expect(await differences()).toEqual([]));

const { makeGoal, paidPlace, report, listed, moneyOf, figuresOf, differences } = paidTools(() => world);

describe('a conversion of a campaign that pays for it', () => {
  it('costs the price of its decision, whatever it is worth; impression and click cost nothing', async () => {
    const place = await paidPlace({ advertiser: { bonusMicros: 1_500_000n } });
    const clickId = await world.click(place, 3 * HOUR_MS);
    expect(await moneyOf(place)).toEqual({ cash: 100_000_000, bonus: 1_500_000, pending: 0 });
    expect(await report(place.goal, clickId)).toBe('recorded');
    expect(await moneyOf(place)).toEqual({ cash: 97_500_000, bonus: 0, pending: PAYOUT });
    expect(await listed(place)).toEqual([['attributed', PRICE]]);
    expect(await figuresOf(place)).toEqual({
      impressions: 1,
      clicks: 1,
      conversions: 1,
      spend: PRICE,
      payout: PAYOUT,
      budget: { [TODAY]: PRICE },
    });
    const { rows } = await sql`SELECT hour, os, browser, language, country, device FROM rollup_hourly
      WHERE campaign_id = ${place.campaignId} AND spend_micros > 0`.execute(world.test.db);
    expect(rows).toEqual([
      {
        hour: new Date(`${TODAY}T12:00:00Z`),
        os: 2,
        browser: 3,
        language: 'de',
        country: 'DE',
        device: 1,
      },
    ]);
  });

  it('is billed once under 50 identical reports at the same moment, and by no repetition later', async () => {
    const place = await paidPlace();
    const clickId = await world.click(place);
    const answers = await Promise.all(Array.from({ length: 50 }, () => report(place.goal, clickId)));
    expect(answers.filter((answer) => answer === 'recorded')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'duplicate')).toHaveLength(49);
    for (let turn = 0; turn < 3; turn += 1) expect(await report(place.goal, clickId)).toBe('duplicate');
    expect(await moneyOf(place)).toMatchObject({ cash: 96_000_000, pending: PAYOUT });
    const { rows } = await sql<{ postings: number; sum: bigint }>`
      SELECT count(*)::int AS postings, sum(p.amount_micros)::int8 AS sum FROM ledger_transaction t
      JOIN ledger_posting p ON p.transaction_id = t.id
      JOIN conversion c ON t.idempotency_key = 'ad_spend:conversion:' || c.id
      WHERE c.campaign_id = ${place.campaignId}`.execute(world.test.db);
    expect(rows).toEqual([{ postings: 3, sum: 0n }]);
  });

  it('is billed by each transaction where the goal counts every one, and each once', async () => {
    const place = await paidPlace({ goal: { duplicates: 'every' } });
    const clickIds = await Promise.all([world.click(place), world.click(place)]);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, turn) =>
        report(place.goal, clickIds[turn % 2] ?? '', `&tx=${turn % 4}`),
      ),
    );
    expect(answers.filter((answer) => answer === 'recorded')).toHaveLength(4);
    expect(await figuresOf(place)).toMatchObject({ conversions: 4, spend: 4 * PRICE, payout: 4 * PAYOUT });
    expect(await moneyOf(place)).toMatchObject({ cash: 84_000_000, pending: 4 * PAYOUT });
  });

  it('of another goal is counted and costs nothing', async () => {
    const place = await paidPlace();
    const other = await makeGoal(place.client, { name: 'Newsletter' });
    const clickId = await world.click(place);
    expect(await report(other, clickId)).toBe('recorded');
    expect(await report(place.goal, clickId)).toBe('recorded');
    expect(await figuresOf(place)).toMatchObject({ conversions: 2, spend: PRICE });
    expect(await listed({ ...place, goal: other })).toEqual([['attributed', 0]]);
  });

  it.each([
    ['ended', { ends_at: new Date('2026-11-20T00:00:00Z') }],
    ['paused', { state: 'paused' as const }],
    ['archived', { state: 'archived' as const }],
    ['priced otherwise since', { pricing: 'CPC' as const }],
  ])('is paid for within the window when the campaign is %s', async (_title, campaign) => {
    const place = await paidPlace({ campaign });
    const clickId = await world.click(place, 29 * DAY_MS);
    expect(await report(place.goal, clickId)).toBe('recorded');
    // The budget of the day of the report: that of the decision is over.
    expect(await figuresOf(place)).toMatchObject({ conversions: 1, budget: { [TODAY]: PRICE } });
  });

  it('beyond the window costs nothing', async () => {
    const place = await paidPlace({ goal: { window_days: 7 } });
    await report(place.goal, await world.click(place, 8 * DAY_MS));
    expect(await listed(place)).toEqual([['late', 0]]);
    expect(await moneyOf(place)).toMatchObject({ cash: 100_000_000, pending: 0 });
  });

  it('of a click that does not count is not billed', async () => {
    const place = await paidPlace();
    const visit = world.decide();
    await world.happen(place, visit, 'impression');
    await world.happen(place, visit, 'click', { invalidReason: INVALID_REASONS.expired });
    await report(place.goal, visit.decisionId);
    expect(await listed(place)).toEqual([['invalid-click', 0]]);
    expect(await moneyOf(place)).toMatchObject({ cash: 100_000_000, pending: 0 });
  });

  it('that came before its click, and the click before its impression, is billed when both are there', async () => {
    const place = await paidPlace();
    const visit = world.decide();
    await report(place.goal, visit.decisionId);
    await world.happen(place, visit, 'click');
    expect(await world.feature.settler.settle()).toBe(0);
    await world.happen(place, visit, 'impression');
    world.clock.advance(MINUTE_MS);
    expect(await world.feature.settler.settle()).toBe(1);
    expect(await world.feature.settler.settle()).toBe(0);
    expect(await listed(place)).toEqual([['attributed', PRICE]]);
    expect(await moneyOf(place)).toMatchObject({ cash: 96_000_000, pending: PAYOUT });
  });

  it('of a campaign that pays per click costs nothing beside the click', async () => {
    const place = await paidPlace({ campaign: { pricing: 'CPC' } });
    const clickId = await world.click({ ...place, pricing: 1, priceMicros: 500_000, payoutMicros: 400_000 });
    await report(place.goal, clickId);
    expect(await listed(place)).toEqual([['attributed', 0]]);
    expect(await figuresOf(place)).toMatchObject({ conversions: 1, spend: 500_000 });
  });
});

describe('the budget', () => {
  const reportAll = async (goal: string, clickIds: readonly string[]) =>
    Promise.all(clickIds.map((clickId) => report(goal, clickId)));

  it.each<[string, object]>([
    ['of the day', { daily_budget_micros: 10_000_000n }],
    ['of all days', { total_budget_micros: 10_000_000n }],
  ])('%s is never overspent: what does not fit is kept and costs nothing', async (_title, campaign) => {
    const place = await paidPlace({ campaign });
    const clickIds = [];
    for (let count = 0; count < 6; count += 1) clickIds.push(await world.click(place));
    expect(new Set(await reportAll(place.goal, clickIds))).toEqual(new Set(['recorded']));
    const found = await listed(place);
    expect(found.filter(([verdict]) => verdict === 'attributed')).toHaveLength(2);
    expect(found.filter(([verdict, price]) => verdict === 'over-budget' && price === 0)).toHaveLength(4);
    expect(await figuresOf(place)).toMatchObject({ conversions: 2, spend: 2 * PRICE });
    expect(await moneyOf(place)).toMatchObject({ cash: 92_000_000, pending: 2 * PAYOUT });
    // Reported again: what was paid is a duplicate, what did not fit still does not.
    const again = await reportAll(place.goal, clickIds);
    expect(again.filter((answer) => answer === 'duplicate')).toHaveLength(2);
    expect(await figuresOf(place)).toMatchObject({ conversions: 2, spend: 2 * PRICE });
  });

  it('of another day pays for what is reported again then', async () => {
    const place = await paidPlace({ campaign: { daily_budget_micros: 5_000_000n } });
    const [first, second] = [await world.click(place), await world.click(place)];
    await reportAll(place.goal, [first, second]);
    world.clock.advance(DAY_MS);
    expect((await reportAll(place.goal, [first, second])).sort()).toEqual(['duplicate', 'recorded']);
    expect(await figuresOf(place)).toMatchObject({
      conversions: 2,
      budget: { [TODAY]: PRICE, '2026-11-22': PRICE },
    });
    world.clock.advance(-DAY_MS);
  });

  it('is the purse too: nobody pays what is not there', async () => {
    const place = await paidPlace({ advertiser: { cashMicros: 6_000_000n } });
    await reportAll(place.goal, [await world.click(place), await world.click(place)]);
    expect((await listed(place)).map(([verdict]) => verdict).sort()).toEqual(['attributed', 'over-budget']);
    expect(await moneyOf(place)).toEqual({ cash: 2_000_000, bonus: 0, pending: PAYOUT });
  });

  it('holds while events of the same advertiser come in', async () => {
    const place = await paidPlace({ advertiser: { cashMicros: 20_000_000n } });
    const cpm = await world.place(place.advertiser);
    const clickIds = [];
    for (let count = 0; count < 8; count += 1) clickIds.push(await world.click(place));
    const events = world.clicks(
      { ...cpm, priceMicros: 300_000, payoutMicros: 240_000 },
      Array.from({ length: 20 }, (_, turn) => 1_000 * turn + 60_000),
    );
    await Promise.all([events, reportAll(place.goal, clickIds)]);
    const { spend: spent } = await figuresOf(place);
    const { spend: shown } = await figuresOf(cpm);
    expect(spent + shown).toBeLessThanOrEqual(20_000_000);
    expect((await moneyOf(place)).cash).toBe(20_000_000 - spent - shown);
  });
});

it('tells the ad server what was spent', async () => {
  const place = await paidPlace();
  const clickId = await world.click(place);
  const listener = createClient(world.test.connection);
  const heard: string[] = [];
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await listener.connect();
  await listener.query('LISTEN serving_changed');
  try {
    await report(place.goal, clickId);
    await listener.query('SELECT 1');
    expect(heard).toEqual([`spend:${place.campaignId}`]);
    await place.client.patch(`/api/conversion-goals/${place.goal}`, { state: 'archived' });
    await listener.query('SELECT 1');
    expect(heard.slice(1)).toEqual([`campaign:${place.campaignId}`]);
  } finally {
    await listener.end();
  }
});

it('verify finds what was tampered with', async () => {
  const place = await paidPlace();
  await report(place.goal, await world.click(place));
  const where = `WHERE campaign_id = ${place.campaignId}`;
  const goal = rowId('conversionGoal', place.goal);
  const undo = new Error('undo');
  const checksAfter = async (change: string) => {
    let checks: string[] = [];
    await expect(
      inTransaction(world.test.owner, async (trx) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(trx);
        await sql.raw(change).execute(trx);
        const { ok, differences: found } = await verify(trx);
        expect(ok).toBe(false);
        checks = [...new Set(found.map(({ check }) => check))];
        throw undo;
      }),
    ).rejects.toBe(undo);
    return checks;
  };
  expect(await checksAfter(`UPDATE conversion SET price_micros = price_micros + 1 ${where}`)).toEqual([
    'advertisers paid what their events cost',
    'the network kept what the events say',
    'spend of campaigns is what their events cost',
    'conversions cost what was decided',
    'conversions are paid for by a transaction each',
    'hourly spend',
  ]);
  expect(await checksAfter(`UPDATE conversion SET payout_micros = payout_micros - 1 ${where}`)).toEqual([
    'publishers earned what the events say',
    'the network kept what the events say',
    'conversions cost what was decided',
    'hourly payout',
  ]);
  expect(await checksAfter(`UPDATE conversion SET bonus_micros = 1 ${where}`)).toEqual([
    'bonuses paid what the events say',
  ]);
  expect(await checksAfter(`DELETE FROM conversion WHERE goal_id = ${goal}`)).toEqual([
    'advertisers paid what their events cost',
    'publishers earned what the events say',
    'the network kept what the events say',
    'spend of campaigns is what their events cost',
    'conversions are paid for by a transaction each',
    'hourly conversions',
    'hourly spend',
    'hourly payout',
  ]);
  expect(await checksAfter(`UPDATE conversion_price SET price_micros = price_micros + 1`)).toEqual([
    'conversions cost what was decided',
  ]);
  expect(await checksAfter(`UPDATE rollup_hourly SET spend_micros = spend_micros + 1 ${where}`)).toEqual([
    'hourly spend',
  ]);
});

it('a conversion whose click came in days late is billed once all the same, on the day of its report', async () => {
  const place = await paidPlace();
  const visit = world.decide();
  expect(await report(place.goal, visit.decisionId)).toBe('recorded');
  world.clock.advance(11 * MINUTE_MS);
  expect([await world.feature.settler.settle(), await listed(place)]).toEqual([1, [['no-click', 0]]]);
  const reportedOn = world.clock.now().toISOString().slice(0, 10);
  world.clock.advance(2 * DAY_MS);
  await world.happen(place, visit, 'impression');
  await world.happen(place, visit, 'click');
  const nodes = [world.feature.settler.settle(), world.feature.settler.settle()];
  expect((await Promise.all(nodes)).reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await report(place.goal, visit.decisionId)).toBe('duplicate');
  expect(await listed(place)).toEqual([
    ['duplicate', 0],
    ['attributed', PRICE],
  ]);
  expect(await moneyOf(place)).toMatchObject({ cash: 96_000_000, pending: PAYOUT });
  expect((await figuresOf(place)).budget).toEqual({ [reportedOn]: PRICE });
});
