import { BROWSERS, DEVICES, OPERATING_SYSTEMS, publicId, type Targeting } from '@ezdash/contracts';
import { type BudgetFacts, Budgets } from './budgets';
import { clientClass } from './clientClass';
import type { DecisionContext } from './decision';
import { buildSnapshot, type Change, changeSnapshot } from './index/buildSnapshot';
import { countryNumber } from './index/country';
import { originOf, regionNumber } from './index/region';
import type { Snapshot } from './index/Snapshot';
import { languageNumber } from './language';
import type { CampaignInput, CreativeInput, SnapshotInput, ZoneInput } from './snapshotInput';
import { campaignInput, creativeInput, zoneInput } from './testFixtures';

/** Random markets for property tests: every dimension, values few enough that campaigns meet. */

export type Random = () => number;

/** mulberry32: the same markets for the same seed, everywhere. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A Thursday, 13:20 UTC. */
export const NOW_MS = Date.UTC(2027, 0, 14, 13, 20);
export const DAY_START_MS = Date.UTC(2027, 0, 14);
export const RESERVE_MICROS = 50_000;
export const ADVERTISERS = [1001, 1002, 1003];
/** An advertiser without money. */
export const BROKE = 1004;
const REGIONS = ['DE-BY', 'DE-BE', 'US-CA'];
const KEYWORDS = ['shoes', 'running', 'news', 'tea'];
const ADDRESSES = ['203.0.113.7', '203.0.113.200', '198.51.100.1', '2001:db8::7', ''];
const RANGES = ['203.0.113.0/24', '203.0.113.0/25', '198.51.100.1', '2001:db8::/32', '0.0.0.0/0'];
const SIZES = [
  [300, 250],
  [728, 90],
] as const;

/** What publishers block of landing pages; a campaign's is one of `HOSTS`. */
const DOMAINS = ['shop.example', 'tea.shop.example', 'games.example', 'nobody.example'];
export const HOSTS = [
  'www.shop.example',
  'tea.shop.example',
  'Games.Example:8443',
  'bigshop.example',
  'games.example.',
];

export interface Person {
  country: string;
  region: string;
  device: (typeof DEVICES)[number];
  os: (typeof OPERATING_SYSTEMS)[number] | null;
  osVersion: string | null;
  browser: (typeof BROWSERS)[number] | null;
  language: string;
  keywords: string[];
  address: string;
}

export interface Market {
  input: SnapshotInput;
  budgets: BudgetFacts;
  person: Person;
  exclude: number[];
  /** 32 bits. */
  random: number;
}

export function chooser(random: Random) {
  const below = (limit: number) => Math.floor(random() * limit);
  const one = <Value>(values: readonly Value[]): Value => {
    const value = values[below(values.length)];
    if (value === undefined) throw new Error('Nothing to choose from');
    return value;
  };
  const some = <Value>(values: readonly Value[], odds: number) => values.filter(() => random() < odds);
  const chance = (odds: number) => random() < odds;
  return { below, one, some, chance };
}

export function randomTargeting(random: Random): Partial<Targeting> {
  const { one, some, chance } = chooser(random);
  const choice = <Value>(values: readonly Value[]) => ({
    include: chance(0.6) ? some(values, 0.6) : [],
    exclude: chance(0.3) ? some(values, 0.25) : [],
  });
  const rule = () => ({
    name: one(OPERATING_SYSTEMS),
    min: chance(0.3) ? one(['10', '17.4']) : null,
    max: chance(0.3) ? one(['17', '17.4', '18']) : null,
  });
  const targeting: Partial<Targeting> = {};
  if (chance(0.4)) targeting.countries = choice(['DE', 'US', 'FR']);
  if (chance(0.15)) targeting.regions = choice(REGIONS);
  if (chance(0.25)) targeting.devices = choice(DEVICES);
  if (chance(0.2))
    targeting.os = {
      include: chance(0.7) ? [rule(), rule(), rule()] : [],
      exclude: chance(0.3) ? [rule()] : [],
    };
  if (chance(0.2)) targeting.browsers = choice(BROWSERS);
  if (chance(0.2)) targeting.languages = choice(['de', 'en', 'fr']);
  if (chance(0.2)) targeting.categories = choice(['news', 'sports'] as const);
  if (chance(0.15)) targeting.keywords = choice(KEYWORDS);
  if (chance(0.1)) targeting.properties = choice([publicId('property', 201), 'nobody']);
  if (chance(0.1)) targeting.zones = choice([publicId('zone', 401), publicId('zone', 402)]);
  if (chance(0.15)) targeting.ip_ranges = choice(RANGES);
  if (chance(0.15))
    targeting.hours = { timezone: one(['Europe/Berlin', 'UTC']), hours: one([[85], [86], [1, 2]]) };
  return targeting;
}

export function randomCampaign(id: number, random: Random): CampaignInput {
  const { below, one, chance } = chooser(random);
  const paysLater = chance(0.7) ? 'CPC' : 'CPA';
  const pricing = chance(0.4) ? paysLater : 'CPM';
  return campaignInput({
    id,
    // A campaign's owner is the same however often it changes.
    advertiserId: id % 10 === 7 ? BROKE : (ADVERTISERS[id % ADVERTISERS.length] ?? 0),
    pricing,
    // Few distinct bids, so that ties are frequent; some odd ones, so that rounding matters.
    bidMicros: chance(0.5) ? one([1_000_000, 2_000_000, 3_000_000, 30_000_000]) : 1 + below(5_000_000),
    bidding: chance(0.15) ? 'fixed' : 'max',
    priority: chance(0.08) ? 'guaranteed' : chance(0.1) ? 'house' : 'auction',
    impressionLimit: chance(0.1) ? 10 : null,
    pacing: chance(0.3) ? 'even' : 'asap',
    startsAtMs: chance(0.05) ? NOW_MS + 1 : null,
    endsAtMs: chance(0.05) ? NOW_MS : null,
    targeting: randomTargeting(random),
    category: chance(0.3) ? one(['food', 'games']) : null,
    landingUrl: `https://${one(HOSTS)}/?c={click_id}`,
    cap: chance(0.3) ? { count: 1, seconds: 60 } : null,
    ctrPpm: below(20_000),
    running: chance(0.95),
  });
}

/** Creatives of a campaign; their ids are its own times ten and up. */
export function randomCreatives(campaignId: number, random: Random): CreativeInput[] {
  const { chance, below } = chooser(random);
  return SIZES.flatMap(([width, height], size) =>
    Array.from({ length: below(3) }, (_, index) =>
      creativeInput({
        id: campaignId * 10 + size * 3 + index,
        campaignId,
        width,
        height,
        approved: chance(0.95),
      }),
    ),
  );
}

export function randomZone(random: Random, ids: readonly number[]): ZoneInput {
  const { one, some, chance, below } = chooser(random);
  const [width, height] = one(SIZES);
  const blocks = {
    advertisers: chance(0.5) ? [one(ADVERTISERS)] : [],
    creatives: some(
      ids.map((id) => id * 10),
      0.2,
    ),
    categories: chance(0.4) ? ['food'] : [],
    domains: chance(0.4) ? some(DOMAINS, 0.3) : [],
  };
  return zoneInput({
    id: 401,
    width,
    height,
    category: one(['news', 'sports']),
    floorMicros: chance(0.5) ? 0 : below(3_000_000),
    blocks: chance(0.2) ? blocks : null,
  });
}

export function randomPerson(random: Random): Person {
  const { one, some, chance } = chooser(random);
  const region = chance(0.5) ? one(REGIONS) : '';
  return {
    country: region === '' ? one(['DE', 'US', 'FR', 'JP', 'ZZ']) : region.slice(0, 2),
    region,
    device: one(DEVICES),
    os: chance(0.9) ? one(OPERATING_SYSTEMS) : null,
    osVersion: chance(0.8) ? one(['9', '10', '17.4', '17.10', '18', '18.6']) : null,
    browser: chance(0.9) ? one(BROWSERS) : null,
    language: one(['de', 'en', 'fr', 'pl', '']),
    keywords: chance(0.4) ? some(KEYWORDS, 0.4) : [],
    address: one(ADDRESSES),
  };
}

/** What was spent and shown: some campaigns have used up their day or their limit, or nearly so, and some owners their money. */
export function randomBudgets(campaigns: readonly CampaignInput[], random: Random): BudgetFacts {
  const { below, one, chance } = chooser(random);
  return {
    dayStartMs: DAY_START_MS,
    campaigns: campaigns
      .filter(() => chance(0.3))
      .map(({ id, dailyBudgetMicros }) => {
        const rest = below(one([30_000, 5_000_000]));
        const todayMicros = one([0, dailyBudgetMicros * 0.9, dailyBudgetMicros, dailyBudgetMicros - rest]);
        return { id, todayMicros, totalMicros: todayMicros, shown: one([0, 9, 10, 11]) };
      }),
    advertisers: ADVERTISERS.map((id) => ({ id, balanceMicros: chance(0.9) ? 1e12 : below(3_000_000) })),
  };
}

/** Gives campaigns of an index the bids that they can afford, as the keeper of a server's index does. */
export function reprice(snapshot: Snapshot, budgets: Budgets, input: SnapshotInput): Snapshot {
  const ids = budgets.mispriced(Number.POSITIVE_INFINITY);
  const changes = new Map<number, Change | null>();
  for (const campaign of input.campaigns)
    if (ids.includes(campaign.id) || (snapshot.indexes[1]?.positionOf(campaign.id) ?? -1) >= 0)
      changes.set(campaign.id, {
        input: campaign,
        creatives: input.creatives.filter(({ campaignId }) => campaignId === campaign.id),
      });
  if (ids.length === 0) return snapshot;
  const repriced = changeSnapshot(snapshot, changes, (each) => budgets.leftOf(each));
  budgets.attachChanged(repriced, ids, NOW_MS);
  return repriced;
}

/** A market as a server that has just started has it: read, and every bid as what is left allows. */
export function openMarket(market: Market, read = buildSnapshot(market.input)) {
  const budgets = new Budgets();
  budgets.tick(NOW_MS);
  budgets.attach(read, NOW_MS);
  budgets.load(market.budgets, NOW_MS);
  const snapshot = reprice(read, budgets, market.input);
  const zone = snapshot.zones.byId.get(401);
  if (!zone) throw new Error('no zone');
  return { snapshot, budgets, zone };
}

export function randomMarket(seed: number, most = 40): Market {
  const random = seeded(seed);
  const { below, some } = chooser(random);
  const ids = Array.from({ length: below(most + 1) }, (_, index) => index + 1);
  const campaigns = ids.map((id) => randomCampaign(id, random));
  const creatives = ids.flatMap((id) => randomCreatives(id, random));
  return {
    input: { campaigns, creatives, zones: [randomZone(random, ids)] },
    budgets: randomBudgets(campaigns, random),
    person: randomPerson(random),
    exclude: some(
      creatives.map((creative) => creative.id),
      0.1,
    ),
    random: Math.floor(random() * 4_294_967_296),
  };
}

const codeIn = (names: readonly string[], name: string | null) =>
  name === null ? 0 : names.indexOf(name) + 1;
function versionOf(version: string | null): number {
  if (version === null) return -1;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 10_000 + minor;
}

/** A person as the engine sees them. */
export function visitorOf(person: Person) {
  return {
    origin: originOf(countryNumber(person.country), person.region === '' ? 0 : regionNumber(person.region)),
    client: clientClass(
      codeIn(DEVICES, person.device),
      codeIn(OPERATING_SYSTEMS, person.os),
      versionOf(person.osVersion),
      codeIn(BROWSERS, person.browser),
    ),
    language: languageNumber(person.language),
    keywords: person.keywords,
    address: person.address,
  };
}

export const contextOf = (
  zone: DecisionContext['zone'],
  { person, exclude, random }: Pick<Market, 'person' | 'exclude' | 'random'>,
): DecisionContext => ({ zone, ...visitorOf(person), exclude, random, reserveMicros: RESERVE_MICROS });

/** The same market in which one advertiser has nearly all campaigns: enough for a set of their own. */
export function ofOneOwner(market: Market): Market {
  const [owner] = ADVERTISERS;
  const campaigns = market.input.campaigns.map((campaign) =>
    campaign.id % 9 === 0 || owner === undefined ? campaign : { ...campaign, advertiserId: owner },
  );
  return { ...market, input: { ...market.input, campaigns } };
}
