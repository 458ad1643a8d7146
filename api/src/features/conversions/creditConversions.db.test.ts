import { openLine } from '../credit/testCredit';
import { balances } from '../ledger';
import { type ConversionWorld, openConversions } from './testConversions';
import { PAYOUT, type PaidPlace, PRICE, paidTools } from './testPaidConversions';

let world: ConversionWorld;
beforeAll(async () => {
  world = await openConversions();
});
afterAll(() => world.close());
afterEach(async () => expect(await differences()).toEqual([]));

const { paidPlace, report, listed, moneyOf, differences } = paidTools(() => world);

const owedBy = async ({ advertiser }: PaidPlace) =>
  -(await balances(world.test.db, advertiser.id)).advertiser_credit;

async function onCredit(limitMicros: bigint): Promise<PaidPlace> {
  const place = await paidPlace({ advertiser: { cashMicros: 1_000_000n, bonusMicros: 500_000n } });
  await openLine(world.test.db, place.advertiser.id, { limitMicros });
  return place;
}

it('a conversion draws what bonus and cash do not pay', async () => {
  const place = await onCredit(10_000_000n);
  expect(await report(place.goal, await world.click(place))).toBe('recorded');
  expect(await moneyOf(place)).toEqual({ cash: 0, bonus: 0, pending: PAYOUT });
  expect(await owedBy(place)).toBe(BigInt(PRICE) - 1_500_000n);
});

it('many at once draw to the limit and not beyond it', async () => {
  const place = await onCredit(10_600_000n);
  const clicks: string[] = [];
  for (let count = 0; count < 6; count += 1) clicks.push(await world.click(place));
  await Promise.all(clicks.map((clickId) => report(place.goal, clickId)));
  const verdicts = (await listed(place)).map(([verdict]) => verdict).sort();
  // 12.1 in all pay three prices of 4.
  expect(verdicts).toEqual([
    'attributed',
    'attributed',
    'attributed',
    'over-budget',
    'over-budget',
    'over-budget',
  ]);
  expect(await owedBy(place)).toBe(3n * BigInt(PRICE) - 1_500_000n);
  expect(await moneyOf(place)).toEqual({ cash: 0, bonus: 0, pending: 3 * PAYOUT });
});
