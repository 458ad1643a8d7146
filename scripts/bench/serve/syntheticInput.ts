import {
  AD_SIZES,
  BROWSERS,
  CATEGORIES,
  DEVICES,
  OPERATING_SYSTEMS,
  publicId,
  type Targeting,
} from '@ezdash/contracts';
import { seededRandom } from '../../../api/src/features/demo/visitsModel';
import type { BudgetFacts } from '../../../api/src/features/serving/hot/budgets';
import type {
  CampaignInput,
  CreativeInput,
  SnapshotInput,
} from '../../../api/src/features/serving/hot/snapshotInput';

export const ZONE_COUNT = 500;
/** Zones from this one on have a floor that no bid reaches … */
export const DEAR_FROM = 450;
/** … and from this one on a size that only campaigns have who want a country or a device that nobody comes from. */
export const NARROW_FROM = 475;
export const PROPERTY_ZONES = 5;
export const KEYWORDS = Array.from({ length: 400 }, (_, index) => `topic ${index}`);
const ADVERTISERS = 1_000;
/** Of the campaigns so many want a country or a device that nobody comes from; they alone have the last size. */
const NARROW_SHARE = 0.15;
const NARROW_SIZE = AD_SIZES.length - 1;
const COUNTRIES =
  'US DE GB FR CA AT CH NL ES IT AU JP BR IN MX PL SE NO DK FI BE PT IE CZ GR HU RO TR ZA AR CL CO PE NZ SG HK TW KR TH MY ID PH VN EG NG KE MA SA AE IL UA BG HR SK SI LT LV EE LU IS'.split(
    ' ',
  );
const LANGUAGES = 'en de fr es it nl pt ja pl sv no da fi cs el hu ro tr ko th'.split(' ');
const REGIONS = 'DE-BY DE-BE DE-HH US-CA US-NY US-TX FR-IDF GB-ENG'.split(' ');
const TIMEZONES = ['Europe/Berlin', 'America/New_York', 'UTC', 'Asia/Tokyo'];
const DAY_HOURS = Array.from({ length: 168 }, (_, hour) => hour).filter((hour) => hour % 24 >= 1);

type Random = () => number;

/** Who narrows what, about as campaigns of the field do: most name countries, few name addresses. */
function makeTargeting(random: Random): Partial<Targeting> {
  const some = <Item>(items: readonly Item[], most: number): Item[] => {
    const picked = Array.from(
      { length: 1 + Math.floor(random() * most) },
      () => items[Math.floor(random() * random() * items.length)],
    );
    return [...new Set(picked)].filter((item) => item !== undefined);
  };
  /** Nine of ten include, the others exclude. */
  const choice = <Item>(items: readonly Item[], most: number) => {
    const named = some(items, most);
    return random() < 0.9 ? { include: named, exclude: [] } : { include: [], exclude: named };
  };
  const address = () => `${1 + Math.floor(random() * 222)}.${Math.floor(random() * 256)}.0.0/16`;
  const ids = (kind: 'property' | 'zone', count: number) =>
    Array.from({ length: 5 }, () => publicId(kind, 1 + Math.floor(random() * count)));
  const targeting: Partial<Targeting> = {};
  if (random() < 0.7) targeting.countries = choice(COUNTRIES, 10);
  if (random() < 0.03) targeting.regions = choice(REGIONS, 3);
  if (random() < 0.3) targeting.devices = choice(DEVICES, 2);
  if (random() < 0.2)
    targeting.os = {
      include: some(OPERATING_SYSTEMS, 3).map((name) => ({
        name,
        min: random() < 0.3 ? '10' : null,
        max: null,
      })),
      exclude: [],
    };
  if (random() < 0.15) targeting.browsers = choice(BROWSERS, 3);
  if (random() < 0.3) targeting.languages = choice(LANGUAGES, 4);
  if (random() < 0.3) targeting.categories = choice(CATEGORIES, 8);
  if (random() < 0.1) targeting.keywords = choice(KEYWORDS, 10);
  if (random() < 0.03) targeting.properties = { include: ids('property', 100), exclude: [] };
  if (random() < 0.03) targeting.zones = { include: [], exclude: ids('zone', ZONE_COUNT) };
  if (random() < 0.02) targeting.ip_ranges = { include: [], exclude: [address(), address()] };
  if (random() < 0.1)
    targeting.hours = {
      timezone: TIMEZONES[Math.floor(random() * TIMEZONES.length)] ?? 'UTC',
      hours: DAY_HOURS,
    };
  return targeting;
}

function makeCampaign(id: number, random: Random): CampaignInput {
  const cpc = random() < 0.3;
  const draw = random();
  const targeting = makeTargeting(random);
  const isNarrow = random() < NARROW_SHARE;
  if (isNarrow && id % 2 === 0) targeting.countries = { include: ['AQ'], exclude: [] };
  if (isNarrow && id % 2 === 1) targeting.devices = { include: ['tv'], exclude: [] };
  return {
    id,
    advertiserId: 1 + Math.floor(random() * ADVERTISERS),
    pricing: cpc ? 'CPC' : 'CPM',
    bidMicros: Math.floor(Math.exp(random() * 3) * (cpc ? 40_000 : 200_000)),
    bidding: random() < 0.1 ? 'fixed' : 'max',
    // Guaranteed campaigns are few and narrow; a house ad stands behind some.
    priority: draw < 0.001 ? 'guaranteed' : draw < 0.002 ? 'house' : 'auction',
    dailyBudgetMicros: random() < 0.15 ? 1 : 1e12,
    totalBudgetMicros: random() < 0.3 ? 1e13 : null,
    impressionLimit: random() < 0.1 ? 1e9 : null,
    pacing: random() < 0.5 ? 'even' : 'asap',
    landingUrl: 'https://shop.example/?c={click_id}',
    startsAtMs: null,
    endsAtMs: null,
    activeFromMs: 0,
    targeting,
    category: random() < 0.8 ? (CATEGORIES[Math.floor(random() * CATEGORIES.length)] ?? null) : null,
    cap: random() < 0.3 ? { count: 1 + Math.floor(random() * 5), seconds: 86_400 } : null,
    ctrPpm: 2_000 + Math.floor(random() * 8_000),
    running: true,
  };
}

function makeZones(random: Random) {
  const blockedBy = (zone: number) => {
    if (zone % 20 !== 0) return null;
    const advertiser = 1 + Math.floor(random() * ADVERTISERS);
    return { advertisers: [advertiser], creatives: [], categories: ['finance'], domains: [] };
  };
  return Array.from({ length: ZONE_COUNT }, (_, index) => {
    const size = AD_SIZES[index + 1 >= NARROW_FROM ? NARROW_SIZE : index % NARROW_SIZE] ?? AD_SIZES[0];
    const property = 1 + Math.floor(index / PROPERTY_ZONES);
    return {
      id: index + 1,
      propertyId: property,
      publisherId: 1 + Math.floor(index / 20),
      domain: 'news.example',
      category: CATEGORIES[property % CATEGORIES.length] ?? 'news',
      blocks: blockedBy(index + 1),
      width: size.width,
      height: size.height,
      floorMicros: index + 1 >= DEAR_FROM && index + 1 < NARROW_FROM ? 1e10 : 100_000,
      revenueShareBps: 8_000,
      fallback: 'collapse' as const,
      refusal: null,
    };
  });
}

/**
 * A market of a given size with every dimension, frequency caps, pacing, budgets and limits; bids are log-normal, some
 * campaigns have run dry. House ads are in the zones of the cheap floors alone.
 */
export function syntheticInput(campaignCount: number): { input: SnapshotInput; budgets: BudgetFacts } {
  const random = seededRandom(campaignCount);
  const campaigns: CampaignInput[] = [];
  const creatives: CreativeInput[] = [];
  const dearZones = Array.from({ length: ZONE_COUNT - DEAR_FROM + 1 }, (_, index) =>
    publicId('zone', DEAR_FROM + index),
  );
  for (let id = 1; id <= campaignCount; id += 1) {
    const campaign = makeCampaign(id, random);
    if (campaign.priority === 'house') campaign.targeting.zones = { include: [], exclude: dearZones };
    campaigns.push(campaign);
    const { countries, devices } = campaign.targeting;
    const isNarrow = countries?.include[0] === 'AQ' || devices?.include.join() === 'tv';
    const sizes = isNarrow
      ? [NARROW_SIZE]
      : new Set(
          Array.from({ length: 1 + Math.floor(random() * 3) }, () => Math.floor(random() * NARROW_SIZE)),
        );
    for (const index of sizes) {
      const { width, height } = AD_SIZES[index] ?? AD_SIZES[0];
      creatives.push({
        id: creatives.length + 1,
        campaignId: id,
        width,
        height,
        address: `http://localhost:8082/creatives/${'0'.repeat(64)}.png`,
        alt: `Offer ${id}`,
        approved: true,
      });
    }
  }
  const advertisers = Array.from({ length: ADVERTISERS }, (_, index) => ({
    id: index + 1,
    balanceMicros: 1e14,
  }));
  return {
    input: { campaigns, creatives, zones: makeZones(random) },
    budgets: { dayStartMs: 0, campaigns: [], advertisers },
  };
}
