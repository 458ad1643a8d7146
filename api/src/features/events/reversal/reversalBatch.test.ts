import { INVALID_REASONS } from '@ezdash/contracts';
import fc from 'fast-check';
import { type BilledEvent, charge, emptyPurse } from '../billing';
import { hourlyFigures } from '../rollups';
import { EVENT_TIME_MS, ingestEvent, moneyOf } from '../testEvents';
import { givenBack } from './givenBack';
import { reversedFigures, reversedSpends } from './reversalBatch';

const HOUR_MS = 3_600_000;
const { sivt } = INVALID_REASONS;

/** Billed, unbilled and over-budget events of some advertisers and publishers. */
const events: fc.Arbitrary<BilledEvent[]> = fc
  .array(
    fc.record({
      advertiserId: fc.constantFrom(1001, 1002),
      publisherId: fc.constantFrom(2001, 2002),
      hours: fc.integer({ min: 0, max: 30 }),
      priceMicros: fc.integer({ min: 0, max: 60_000 }),
      shareBps: fc.integer({ min: 0, max: 10_000 }),
      kind: fc.constantFrom(1, 2, 3),
      os: fc.constantFrom(0, 1),
    }),
    { maxLength: 80 },
  )
  .map((drawn) => {
    const money = moneyOf({ dailyBudgetMicros: 800_000n });
    for (const id of [1001, 1002])
      money.purses.set(id, { ...emptyPurse(), bonusMicros: 100_000n, cashMicros: 300_000n });
    return drawn.map(({ advertiserId, publisherId, hours, priceMicros, shareBps, kind, os }) =>
      charge(
        ingestEvent({
          kind,
          os,
          priceMicros,
          payoutMicros: Math.floor((priceMicros * shareBps) / 10_000),
          decidedAtMs: EVENT_TIME_MS + hours * HOUR_MS,
        }),
        { advertiserId, publisherId, propertyId: 201 },
        INVALID_REASONS.counted,
        money,
      ),
    );
  });

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

it('what the rollups change by turns their figures into those of invalid events', () => {
  fc.assert(
    fc.property(events, (list) => {
      const changes = reversedFigures(list, sivt);
      for (const [at, before] of hourlyFigures(list).entries()) {
        const change = changes[at];
        const all = before.impressions + before.viewables + before.clicks + before.invalid;
        expect(change).toMatchObject({ hourMs: before.hourMs, campaignId: before.campaignId, os: before.os });
        expect(before.impressions + (change?.impressions ?? 0)).toBe(0);
        expect(before.viewables + (change?.viewables ?? 0)).toBe(0);
        expect(before.clicks + (change?.clicks ?? 0)).toBe(0);
        expect(before.invalid + (change?.invalid ?? 0)).toBe(all);
        expect(before.spendMicros + (change?.spendMicros ?? 0)).toBe(0);
        expect(before.payoutMicros + (change?.payoutMicros ?? 0)).toBe(0);
      }
    }),
  );
});

it('gives back every micro once, by advertiser and publisher', () => {
  fc.assert(
    fc.property(events, (list) => {
      const back = givenBack(list);
      expect(
        new Set(back.map(({ advertiserId, publisherId }) => `${advertiserId}/${publisherId}`)).size,
      ).toBe(back.length);
      const prices = BigInt(list.reduce((total, { spendMicros }) => total + spendMicros, 0));
      expect(sum(back.map(({ bonusMicros, cashMicros }) => bonusMicros + cashMicros))).toBe(prices);
      expect(sum(reversedSpends(list).map(({ spendMicros }) => BigInt(spendMicros)))).toBe(-prices);
      const bonuses = BigInt(list.reduce((total, { bonusMicros }) => total + bonusMicros, 0));
      expect(sum(back.map(({ bonusMicros }) => bonusMicros))).toBe(bonuses);
      const payouts = BigInt(list.reduce((total, { payoutMicros }) => total + payoutMicros, 0));
      expect(sum(back.flatMap((each) => [...each.payouts.values()]))).toBe(payouts);
    }),
  );
});
