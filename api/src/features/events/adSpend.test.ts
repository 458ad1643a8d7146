import { INVALID_REASONS } from '@ezdash/contracts';
import fc from 'fast-check';
import { adSpends } from './adSpend';
import { charge, emptyPurse } from './billing';
import { campaignDaySpends, hourlyFigures } from './rollups';
import { EVENT_TIME_MS, ingestEvent, moneyOf, OWNERS } from './testEvents';

const HOUR_MS = 3_600_000;

/** Billed events of a few advertisers and publishers over a few hours, some beyond the money there is. */
const billed = fc
  .array(
    fc.record({
      advertiserId: fc.constantFrom(1001, 1002, 1003),
      publisherId: fc.constantFrom(2001, 2002),
      hours: fc.integer({ min: 0, max: 30 }),
      priceMicros: fc.integer({ min: 0, max: 40_000 }),
      shareBps: fc.integer({ min: 0, max: 10_000 }),
      kind: fc.constantFrom(1, 2, 3),
      verdict: fc.constantFrom(0, 0, 0, INVALID_REASONS.expired),
    }),
    { maxLength: 120 },
  )
  .map((drawn) => {
    const money = moneyOf({ dailyBudgetMicros: 800_000n });
    for (const id of [1001, 1002, 1003])
      money.purses.set(id, { ...emptyPurse(), bonusMicros: 100_000n, cashMicros: 300_000n });
    const events = drawn.map(({ advertiserId, publisherId, hours, priceMicros, shareBps, kind, verdict }) =>
      charge(
        ingestEvent({
          kind,
          priceMicros,
          payoutMicros: Math.floor((priceMicros * shareBps) / 10_000),
          decidedAtMs: EVENT_TIME_MS + hours * HOUR_MS,
        }),
        { advertiserId, publisherId, propertyId: OWNERS.propertyId },
        verdict,
        money,
      ),
    );
    return { events, money };
  });

const sum = (values: Iterable<bigint>) => [...values].reduce((total, value) => total + value, 0n);

describe('ad spend', () => {
  test('every transaction sums to zero, and all of them to what the events say', () => {
    fc.assert(
      fc.property(billed, ({ events, money }) => {
        const spends = adSpends(events);
        for (const { postings } of spends) {
          expect(sum(postings.map(({ amountMicros }) => amountMicros))).toBe(0n);
          expect(postings.every(({ amountMicros }) => amountMicros !== 0n)).toBe(true);
        }
        const postings = spends.flatMap((spend) => spend.postings);
        const posted = (kind: string, ownerId: number | null) =>
          sum(
            postings
              .filter((posting) => posting.kind === kind && posting.ownerId === ownerId)
              .map(({ amountMicros }) => amountMicros),
          );
        for (const [id, purse] of money.purses) {
          if (id === OWNERS.advertiserId && !events.some(({ owners }) => owners.advertiserId === id))
            continue;
          expect(posted('advertiser_bonus', id)).toBe(purse.bonusMicros - 100_000n);
          expect(posted('advertiser_cash', id)).toBe(purse.cashMicros - 300_000n);
          expect(purse.bonusMicros >= 0n && purse.cashMicros >= 0n).toBe(true);
        }
        for (const id of [2001, 2002])
          expect(posted('publisher_pending', id)).toBe(
            sum(
              events
                .filter(({ owners }) => owners.publisherId === id)
                .map(({ payoutMicros }) => BigInt(payoutMicros)),
            ),
          );
        expect(posted('network_revenue', null)).toBe(
          sum(events.map(({ spendMicros, payoutMicros }) => BigInt(spendMicros - payoutMicros))),
        );
      }),
    );
  });

  test('one transaction an advertiser and hour, in their order', () => {
    fc.assert(
      fc.property(billed, ({ events }) => {
        const keys = adSpends(events).map(({ advertiserId, hourMs }) => `${advertiserId}/${hourMs}`);
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys).toEqual([...keys].sort());
      }),
    );
  });

  test('no day’s budget is exceeded, and rollups hold the same sums', () => {
    fc.assert(
      fc.property(billed, ({ events }) => {
        for (const { spendMicros } of campaignDaySpends(events))
          expect(spendMicros).toBeLessThanOrEqual(800_000);
        const rollups = hourlyFigures(events);
        const total = (values: number[]) => values.reduce((a, b) => a + b, 0);
        expect(total(rollups.map((row) => row.spendMicros))).toBe(
          total(events.map((event) => event.spendMicros)),
        );
        expect(total(rollups.map((row) => row.payoutMicros))).toBe(
          total(events.map((event) => event.payoutMicros)),
        );
        expect(total(rollups.map((row) => row.impressions + row.viewables + row.clicks + row.invalid))).toBe(
          events.length,
        );
      }),
    );
  });
});
