import { rowId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { createClient, inTransaction } from '../../platform/db';
import { notifySpend } from '../events/conversions/bookConversion';
import { type ConversionWorld, openConversions } from './testConversions';
import { PAYOUT, PRICE, paidTools } from './testPaidConversions';

const MINUTE_MS = 60_000;
const MOST = 10;

let world: ConversionWorld;
beforeAll(async () => {
  world = await openConversions();
});
afterAll(() => world.close());
/** Whatever a test does, the books say what the events and conversions do. */
afterEach(async () => expect(await differences()).toEqual([]));

const { makeGoal, paidPlace, report, reportByAnybody, listed, moneyOf, figuresOf, differences } = paidTools(
  () => world,
);
const UNTOUCHED = { cash: 100_000_000, bonus: 0, pending: 0 };
/** As it stands in the database, whatever a form would have refused. */
const openGoal = (goal: string, pixel: boolean) =>
  world.test.db
    .updateTable('conversion_goal')
    .set({ requires_key: false, pixel })
    .where('id', '=', rowId('conversionGoal', goal) ?? 0)
    .execute();

describe('who followed an ad and knows its click id', () => {
  it('is not heard without the key', async () => {
    const place = await paidPlace({ goal: { duplicates: 'every' } });
    const clickId = await world.click(place);
    for (let turn = 0; turn < 20; turn += 1)
      expect(await reportByAnybody(place.goal, clickId, `&tx=forged${turn}`)).toBe('403');
    expect(await moneyOf(place)).toEqual(UNTOUCHED);
  });

  it('charges nobody, by postback or pixel, where the goal takes anybody’s word', async () => {
    const place = await paidPlace({ goal: { duplicates: 'every' } });
    await openGoal(place.goal, true);
    const clickId = await world.click(place);
    for (let turn = 0; turn < 20; turn += 1)
      expect(await reportByAnybody(place.goal, clickId, `&tx=forged${turn}`)).toBe('recorded');
    const browser = world.app.client();
    browser.setHeader('User-Agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
    const { status } = await browser.get(`/pixel/${place.goal}.gif?click_id=${clickId}&tx=seen`);
    expect(status).toBe(200);
    expect(await moneyOf(place)).toEqual(UNTOUCHED);
    expect(await figuresOf(place)).toMatchObject({ conversions: 21, spend: 0 });
    // The advertiser's own server has the key.
    expect(await report(place.goal, clickId, '&tx=order')).toBe('recorded');
    expect(await moneyOf(place)).toMatchObject({ pending: PAYOUT });
  });

  it('charges nobody by a report that had to wait for its click', async () => {
    const place = await paidPlace({ goal: { duplicates: 'every' } });
    await openGoal(place.goal, false);
    const visit = world.decide();
    await reportByAnybody(place.goal, visit.decisionId, '&tx=forged');
    await report(place.goal, visit.decisionId, '&tx=order');
    await world.happen(place, visit, 'impression');
    await world.happen(place, visit, 'click');
    world.clock.advance(MINUTE_MS);
    expect(await world.feature.settler.settle()).toBe(2);
    expect(await listed(place)).toEqual([
      ['attributed', PRICE],
      ['attributed', 0],
    ]);
    expect(await moneyOf(place)).toMatchObject({ cash: 96_000_000, pending: PAYOUT });
  });
});

it('one click pays for so many transactions and no more, also at the same moment', async () => {
  const place = await paidPlace({ goal: { duplicates: 'every' } });
  const [clickId, other] = [await world.click(place), await world.click(place)];
  const answers = await Promise.all(
    Array.from({ length: MOST + 5 }, (_, turn) => report(place.goal, clickId, `&tx=a${turn}`)),
  );
  expect(new Set(answers)).toEqual(new Set(['recorded']));
  expect(await figuresOf(place)).toMatchObject({ conversions: MOST + 5, spend: MOST * PRICE });
  await report(place.goal, other, '&tx=b');
  expect(await figuresOf(place)).toMatchObject({ conversions: MOST + 6, spend: (MOST + 1) * PRICE });
});

it('a click pays for the goals that were agreed when it was made, whatever the campaign names since', async () => {
  const place = await paidPlace();
  const other = await makeGoal(place.client, { name: 'Visit' });
  const before = await world.click(place);
  await world.test.db
    .updateTable('campaign')
    .set({ goal_ids: [rowId('conversionGoal', other) ?? 0] })
    .where('id', '=', place.campaignId)
    .execute();
  const behind = await world.click(place);
  for (const clickId of [before, behind]) await report(other, clickId);
  expect((await listed({ ...place, goal: other })).map(([, price]) => price)).toEqual([PRICE, 0]);
  for (const clickId of [before, behind]) await report(place.goal, clickId);
  expect((await listed(place)).map(([, price]) => price)).toEqual([0, PRICE]);
});

it('tells the ad server of as many campaigns as there are', async () => {
  const ids = Array.from({ length: 2_500 }, (_, turn) => 2_000_000_000 + turn);
  const listener = createClient(world.test.connection);
  const heard: string[] = [];
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await listener.connect();
  try {
    await listener.query('LISTEN serving_changed');
    await inTransaction(world.test.db, (trx) => notifySpend(trx, [...ids, ...ids]));
    await sql`SELECT 1`.execute(world.test.db);
    await listener.query('SELECT 1');
    expect(heard.every((text) => text.startsWith('spend:'))).toBe(true);
    expect(heard.flatMap((text) => text.slice('spend:'.length).split(',').map(Number))).toEqual(ids);
  } finally {
    await listener.end();
  }
});
