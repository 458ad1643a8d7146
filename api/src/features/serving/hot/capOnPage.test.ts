import { NO_FILL_REASONS, publicId } from '@ezdash/contracts';
import type { CampaignInput } from './snapshotInput';
import { makeTestEngine, type TestEngine } from './testEngine';
import { creativeInput, DESKTOP, snapshotInput, zoneInput } from './testFixtures';

const NOON_MS = Date.UTC(2027, 0, 14, 12);
const SIZES = [
  { width: 300, height: 250 },
  { width: 728, height: 90 },
  { width: 160, height: 600 },
];
const ZONES = SIZES.map((_, index) => publicId('zone', 401 + index));
const visitor = { origin: 0, client: DESKTOP, language: 0, address: '', bot: false, prefetch: false };

let test_: TestEngine;
afterEach(() => test_.close());

/** Campaigns with a creative of each size: ids are the campaign's times ten and up. The campaigns of each zone. */
async function answered(campaigns: (Partial<CampaignInput> & { id: number })[], exclude: number[] = []) {
  const input = snapshotInput(campaigns, {
    creatives: campaigns.flatMap(({ id }) =>
      SIZES.map((size, index) => creativeInput({ id: id * 10 + index, campaignId: id, ...size })),
    ),
    zones: SIZES.map((size, index) => zoneInput({ id: 401 + index, ...size })),
  });
  test_ = await makeTestEngine(input, NOON_MS);
  const ads = test_.engine.answer({ zones: ZONES, visitor, exclude, keywords: [], test: false });
  return ads.map(({ candidates, reason }) => ({
    reason,
    campaigns: candidates.map(({ creative }) => creative.campaignId),
  }));
}
const capped = (count: number) => ({ cap: { count, seconds: 3_600 } });

test('a campaign with a cap is on one page as often as a person may see it, whatever the sizes', async () => {
  const ads = await answered([
    { id: 1, bidMicros: 5_000_000, ...capped(2) },
    { id: 2, bidMicros: 4_000_000, ...capped(1) },
    { id: 3 },
  ]);
  expect(ads.map(({ campaigns }) => campaigns)).toEqual([[1, 2, 3], [1, 3], [3]]);
});

test('what the page shows already counts', async () => {
  const ads = await answered([{ id: 1, bidMicros: 5_000_000, ...capped(2) }, { id: 3 }], [10]);
  expect(ads.map(({ campaigns }) => campaigns)).toEqual([[3], [1, 3], [3]]);
});

test('alone, it leaves the other places empty: its creatives are on the page as often as they may be', async () => {
  const ads = await answered([{ id: 1, ...capped(1) }]);
  expect(ads).toEqual([
    { reason: NO_FILL_REASONS.filled, campaigns: [1] },
    { reason: NO_FILL_REASONS['duplicate-creative'], campaigns: [] },
    { reason: NO_FILL_REASONS['duplicate-creative'], campaigns: [] },
  ]);
});

test('without a cap it is in all of them', async () => {
  const ads = await answered([{ id: 1 }]);
  expect(ads.map(({ campaigns }) => campaigns)).toEqual([[1], [1], [1]]);
});
