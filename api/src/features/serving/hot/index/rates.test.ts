import { actionRatePpm } from '../../actionRates';
import { eventPriceMicros } from '../auction';
import type { CampaignInput } from '../snapshotInput';
import { campaignInput, creativeInput } from '../testFixtures';
import { makeEntry, newShared } from './makeEntry';

const DOLLAR = 1_000_000;
function entryOf(fields: Partial<CampaignInput>) {
  const creatives = [creativeInput({ id: 1_001, campaignId: 1 })];
  const { entry } = makeEntry(campaignInput({ id: 1, ...fields }), creatives, newShared());
  if (!entry) throw new Error('Not shown');
  return entry.campaign;
}

test('a campaign whose conversions never come sinks to nearly nothing, also at 1,000 USD', () => {
  const bidMicros = 1_000 * DOLLAR;
  const ecpm = (impressions: number) =>
    entryOf({ pricing: 'CPA', bidMicros, ctrPpm: actionRatePpm(bidMicros, 0, impressions) }).ecpmMicros;
  expect(ecpm(0)).toBe(DOLLAR);
  expect(ecpm(20_000)).toBe(DOLLAR / 2);
  expect(ecpm(2_000_000)).toBeLessThan(0.01 * DOLLAR);
  expect(ecpm(1e9)).toBeLessThan(0.001 * DOLLAR);
});

test('so does one that nobody clicks', () => {
  const { ecpmMicros } = entryOf({ pricing: 'CPC', bidMicros: 1_000 * DOLLAR, ctrPpm: 0 });
  expect(ecpmMicros).toBeLessThan(0.001 * DOLLAR);
});

test.each(['CPC', 'CPA'] as const)(
  '%s: a rate below one in a million keeps prices whole, within the bid',
  (pricing) => {
    for (const bidMicros of [1, 10_000, 5 * DOLLAR, 1_000 * DOLLAR])
      for (const ctrPpm of [0, 0.000_02, 0.037_4, 0.9, 463.6]) {
        const campaign = entryOf({ pricing, bidMicros, ctrPpm });
        expect(campaign.ecpmMicros).toBeGreaterThanOrEqual(1);
        expect(Number.isInteger(campaign.ecpmMicros)).toBe(true);
        for (const clearing of [1, campaign.ecpmMicros]) {
          const price = eventPriceMicros(campaign, clearing);
          expect(Number.isInteger(price)).toBe(true);
          expect(price).toBeGreaterThanOrEqual(1);
          expect(price).toBeLessThanOrEqual(bidMicros);
        }
      }
  },
);
