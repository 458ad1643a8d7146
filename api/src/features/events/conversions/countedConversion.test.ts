import fc from 'fast-check';
import { adSpends } from '../adSpend';
import { take, utcDay } from '../billing';
import { givenBack } from '../reversal/givenBack';
import { campaignDaySpends, hourlyFigures } from '../rollups';
import { moneyOf, OWNERS } from '../testEvents';
import { asEvent, type CountedConversion, withdrawnFigures } from './countedConversion';

const DAY_MS = 86_400_000;
const REPORTED_MS = Date.UTC(2026, 10, 21, 23, 59, 59);

const conversion = (fields: Partial<CountedConversion> = {}): CountedConversion => ({
  id: 1n,
  clickId: '01890a5d-ac96-774b-bcce-000000000001',
  receivedAtMs: REPORTED_MS,
  campaignId: 101,
  creativeId: 301,
  zoneId: 401,
  country: 'DE',
  device: 1,
  os: 2,
  browser: 3,
  language: 'de',
  subId: 0,
  ...OWNERS,
  priceMicros: 0,
  payoutMicros: 0,
  bonusMicros: 0,
  ...fields,
});

test('counts in the hour and on the day of its report', () => {
  const billed = [asEvent(conversion({ priceMicros: 1_000, payoutMicros: 800 }))];
  expect(hourlyFigures(billed)).toMatchObject([
    { hourMs: Date.UTC(2026, 10, 21, 23), conversions: 1, invalid: 0, spendMicros: 1_000, payoutMicros: 800 },
  ]);
  expect(campaignDaySpends(billed)).toEqual([
    { campaignId: 101, day: '2026-11-21', spendMicros: 1_000, impressions: 0 },
  ]);
});

test('that nobody pays for moves no money', () => {
  const billed = [asEvent(conversion())];
  expect(adSpends(billed)).toEqual([]);
  expect(campaignDaySpends(billed)).toEqual([]);
  expect(hourlyFigures(billed)).toMatchObject([{ conversions: 1, spendMicros: 0 }]);
});

/** Prices, shares in basis points and days of reports, one after the other. */
const reports = fc.array(
  fc.record({
    price: fc.integer({ min: 1, max: 400_000 }),
    share: fc.integer({ min: 0, max: 10_000 }),
    day: fc.integer({ min: 0, max: 2 }),
  }),
  { maxLength: 40 },
);

test('whatever is reported: no budget is overspent, all postings sum to zero, and taken back nothing is left', () => {
  fc.assert(
    fc.property(
      reports,
      fc.bigInt({ min: 0n, max: 1_500_000n }),
      fc.bigInt({ min: 0n, max: 500_000n }),
      fc.option(fc.bigInt({ min: 0n, max: 2_000_000n })),
      (list, cashMicros, bonusMicros, totalBudgetMicros) => {
        const money = moneyOf({ totalBudgetMicros }, { bonusMicros, cashMicros });
        const counted = list.flatMap(({ price, share, day }, index) => {
          const receivedAtMs = REPORTED_MS + day * DAY_MS;
          const bonus = take(
            {
              advertiserId: OWNERS.advertiserId,
              campaignId: 101,
              day: utcDay(receivedAtMs),
              priceMicros: price,
            },
            money,
          );
          const payoutMicros = Math.floor((price * share) / 10_000);
          return bonus === null
            ? []
            : [
                conversion({
                  id: BigInt(index),
                  receivedAtMs,
                  priceMicros: price,
                  payoutMicros,
                  bonusMicros: Number(bonus),
                }),
              ];
        });
        const events = counted.map(asEvent);
        const spent = counted.reduce((sum, { priceMicros }) => sum + BigInt(priceMicros), 0n);
        const purse = money.purses.get(OWNERS.advertiserId);
        expect((purse?.bonusMicros ?? 0n) + (purse?.cashMicros ?? 0n) + spent).toBe(bonusMicros + cashMicros);
        for (const { spendMicros } of campaignDaySpends(events))
          expect(spendMicros).toBeLessThanOrEqual(1_000_000);
        if (totalBudgetMicros !== null) expect(spent <= totalBudgetMicros).toBe(true);
        for (const { postings } of adSpends(events))
          expect(postings.reduce((sum, { amountMicros }) => sum + amountMicros, 0n)).toBe(0n);
        expect(givenBack(events).reduce((sum, part) => sum + part.bonusMicros + part.cashMicros, 0n)).toBe(
          spent,
        );
        const left = [...hourlyFigures(events), ...withdrawnFigures(events)];
        for (const figure of ['conversions', 'spendMicros', 'payoutMicros', 'invalid'] as const)
          expect(left.reduce((sum, row) => sum + row[figure], 0)).toBe(0);
      },
    ),
    { numRuns: 300 },
  );
});
