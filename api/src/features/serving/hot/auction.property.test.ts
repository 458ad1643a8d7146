import { Budgets } from './budgets';
import { decide } from './decide';
import type { Decision } from './decision';
import { buildSnapshot } from './index/buildSnapshot';
import { Cursor } from './index/Cursor';
import { countryNumber } from './index/country';
import type { CampaignInput } from './snapshotInput';
import { compareMarkets, missingOutcomes } from './testComparison';
import { campaignInput, creativeInput, DESKTOP, only, zoneInput } from './testFixtures';
import { NOW_MS } from './testMarket';

/** The long form: `npm run oracle`. */
const MARKETS = 2_000;

test(`the index decides as a plain search does, in ${MARKETS} random markets of every dimension`, () => {
  const { differences, reasons } = compareMarkets(1, MARKETS);
  expect(differences).toEqual([]);
  expect(missingOutcomes(reasons)).toEqual([]);
});

/** Decides for people of a country in a market of these campaigns, which all have money and a creative of the zone. */
function marketOf(inputs: readonly CampaignInput[]): (country: string) => Decision {
  const snapshot = buildSnapshot({
    campaigns: [...inputs],
    creatives: inputs.map(({ id }) => creativeInput({ id, campaignId: id })),
    zones: [zoneInput({ id: 1 })],
  });
  const budgets = new Budgets();
  budgets.tick(NOW_MS);
  budgets.attach(snapshot, NOW_MS);
  const owners = new Set(inputs.map(({ advertiserId }) => advertiserId));
  const advertisers = Array.from(owners, (id) => ({ id, balanceMicros: 1e12 }));
  budgets.load({ dayStartMs: 0, campaigns: [], advertisers }, NOW_MS);
  const zone = snapshot.zones.byId.get(1);
  if (!zone) throw new Error('no zone');
  const visitor = { client: DESKTOP, language: 0, keywords: [], address: '' };
  const context = { zone, ...visitor, exclude: [], random: 0, reserveMicros: 0 };
  return (country) => decide(snapshot, budgets, { ...context, origin: countryNumber(country) });
}

test('over 100,000 campaigns a decision still finds the last one', () => {
  const decideFor = marketOf(
    Array.from({ length: 100_000 }, (_, index) =>
      campaignInput({
        id: index + 1,
        bidMicros: 1_000_000 + index,
        targeting: { countries: index === 7 ? only('DE') : only('US') },
      }),
    ),
  );
  expect(decideFor('DE').candidates[0]?.campaign.id).toBe(8);
  expect(decideFor('FR').candidates).toHaveLength(0);
});

/** How many positions a decision of this market looks at; all campaigns take everybody. */
function looksOf(owners: readonly number[]): { looks: number; price: number | undefined } {
  const decideFor = marketOf(
    owners.map((advertiserId, index) =>
      campaignInput({ id: index + 1, advertiserId, bidMicros: 9_000_000 - index }),
    ),
  );
  const next = jest.spyOn(Cursor.prototype, 'next');
  try {
    const { candidates } = decideFor('DE');
    return { looks: next.mock.calls.length, price: candidates[0]?.priceMicros };
  } finally {
    next.mockRestore();
  }
}

test('whoever has ten thousand campaigns is not stepped over one by one for the second price', () => {
  const many = Array.from({ length: 10_000 }, () => 1001);
  const alone = looksOf(many);
  expect(alone.looks).toBeLessThan(100);
  const beforeRival = looksOf([...many, 1002]);
  expect(beforeRival.looks).toBeLessThan(100);
  // The rival of 8.99 USD and a micro, a thousandth of it an impression.
  expect(beforeRival.price).toBe(8_991);
  expect(alone.price).toBeLessThan(beforeRival.price ?? 0);
});
