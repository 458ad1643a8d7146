import { AD_SIZES } from '@ezdash/contracts';
import { seededRandom } from '../../../api/src/features/demo/visitsModel';
import type { BudgetFacts } from '../../../api/src/features/serving/hot/budgets';
import type {
  CampaignInput,
  CreativeInput,
  SnapshotInput,
} from '../../../api/src/features/serving/hot/snapshotInput';

export const ZONE_COUNT = 500;
const ADVERTISERS = 1_000;
const COUNTRIES =
  'US DE GB FR CA AT CH NL ES IT AU JP BR IN MX PL SE NO DK FI BE PT IE CZ GR HU RO TR ZA AR CL CO PE NZ SG HK TW KR TH MY ID PH VN EG NG KE MA SA AE IL UA BG HR SK SI LT LV EE LU IS'.split(
    ' ',
  );
const DEVICES = ['desktop', 'phone', 'tablet', 'tv'];

/** A market of a given size: most campaigns name countries, a third devices; bids are log-normal, some have run dry. */
export function syntheticInput(campaignCount: number): { input: SnapshotInput; budgets: BudgetFacts } {
  const random = seededRandom(campaignCount);
  const some = <Item>(items: readonly Item[], most: number): Item[] =>
    Array.from(
      { length: 1 + Math.floor(random() * most) },
      () => items[Math.floor(random() * random() * items.length)],
    ).filter((item) => item !== undefined);
  const campaigns: CampaignInput[] = [];
  const creatives: CreativeInput[] = [];
  for (let id = 1; id <= campaignCount; id += 1) {
    const cpc = random() < 0.3;
    campaigns.push({
      id,
      advertiserId: 1 + Math.floor(random() * ADVERTISERS),
      pricing: cpc ? 'CPC' : 'CPM',
      bidMicros: Math.floor(Math.exp(random() * 3) * (cpc ? 40_000 : 200_000)),
      dailyBudgetMicros: random() < 0.15 ? 1 : 1e12,
      totalBudgetMicros: null,
      pacing: random() < 0.5 ? 'even' : 'asap',
      landingUrl: 'https://shop.example/?c={click_id}',
      startsAtMs: null,
      endsAtMs: null,
      activeFromMs: 0,
      countries: random() < 0.7 ? some(COUNTRIES, 10) : [],
      devices: random() < 0.3 ? some(DEVICES, 2) : [],
      cap: random() < 0.3 ? { count: 1 + Math.floor(random() * 5), seconds: 86_400 } : null,
      ctrPpm: 2_000 + Math.floor(random() * 8_000),
      running: true,
    });
    for (const { width, height } of some(AD_SIZES, 3))
      creatives.push({
        id: creatives.length + 1,
        campaignId: id,
        width,
        height,
        file: `${'0'.repeat(64)}.png`,
        alt: `Offer ${id}`,
        approved: true,
      });
  }
  const zones = Array.from({ length: ZONE_COUNT }, (_, index) => {
    const size = AD_SIZES[index % AD_SIZES.length] ?? AD_SIZES[0];
    return {
      id: index + 1,
      propertyId: 1 + Math.floor(index / 5),
      publisherId: 1 + Math.floor(index / 20),
      domain: 'news.example',
      width: size.width,
      height: size.height,
      floorMicros: 100_000,
      revenueShareBps: 8_000,
      fallback: 'collapse' as const,
      refusal: null,
    };
  });
  const advertisers = Array.from({ length: ADVERTISERS }, (_, index) => ({
    id: index + 1,
    balanceMicros: 1e14,
  }));
  return { input: { campaigns, creatives, zones }, budgets: { dayStartMs: 0, campaigns: [], advertisers } };
}
