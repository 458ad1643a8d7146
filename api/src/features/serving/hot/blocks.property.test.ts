import { Budgets } from './budgets';
import { decide } from './decide';
import type { Decision } from './decision';
import { buildSnapshot, type Change, changeSnapshot } from './index/buildSnapshot';
import type { SnapshotZone } from './index/entries';
import type { Snapshot } from './index/Snapshot';
import { finish } from './index/steps';
import { Zones } from './index/Zones';
import { narrowZone } from './narrowing';
import type { Blocks, CampaignInput, SnapshotInput, ZoneInput } from './snapshotInput';
import {
  ADVERTISERS,
  chooser,
  contextOf,
  HOSTS,
  NOW_MS,
  type Random,
  randomBudgets,
  randomCampaign,
  randomCreatives,
  randomMarket,
  randomPerson,
  seeded,
} from './testMarket';

/** What a publisher blocks and asks at least, in markets that change under way, judged by the input alone. */

const MARKETS = Number(process.env.EZDASH_SEQUENCES ?? 120);
const CHANGES = 10;
const VISITORS = 6;
const CAMPAIGNS = 30;
const SIZES = [
  { width: 300, height: 250 },
  { width: 728, height: 90 },
] as const;
const ZONES = [401, 402, 403, 404];
const DOMAINS = ['shop.example', 'tea.shop.example', 'games.example', 'bigshop.example'];

function randomBlocks(random: Random, creatives: readonly number[]): Blocks | null {
  const { some, chance } = chooser(random);
  if (chance(0.2)) return null;
  return {
    advertisers: chance(0.4) ? some(ADVERTISERS, 0.4) : [],
    creatives: chance(0.5) ? some(creatives, 0.3) : [],
    categories: chance(0.2) ? some(['food', 'games', 'travel'], 0.5) : [],
    domains: chance(0.4) ? some(DOMAINS, 0.3) : [],
  };
}

function randomZones(random: Random, { zones, creatives }: SnapshotInput): ZoneInput[] {
  const { below, chance, one } = chooser(random);
  const [example] = zones;
  if (!example) throw new Error('The market has no zone');
  const ids = creatives.map(({ id }) => id);
  return ZONES.map((id) => ({
    ...example,
    ...one(SIZES),
    id,
    floorMicros: chance(0.5) ? 0 : below(3_000_000),
    blocks: randomBlocks(random, ids),
    // Of a property that nobody has approved yet.
    ...(chance(0.2) && { refusal: 'property-not-approved' as const, houseOnly: true }),
  }));
}

/** As a person would read the landing page's address. */
const hostOf = ({ landingUrl }: CampaignInput) =>
  /^https?:\/\/([^/:]+)/i.exec(landingUrl)?.[1]?.toLowerCase().replace(/\.$/, '') ?? '';

/** What is wrong with showing a campaign's creative in a zone; null when nothing is. */
function wrongWith(zone: ZoneInput, campaign: CampaignInput, creativeId: number): string | null {
  const blocks = zone.blocks ?? { advertisers: [], creatives: [], categories: [], domains: [] };
  if (blocks.advertisers.includes(campaign.advertiserId)) return 'its advertiser is blocked';
  if (blocks.creatives.includes(creativeId)) return 'the creative is blocked';
  const { category } = campaign;
  if (blocks.categories.length > 0 && (category === null || blocks.categories.includes(category)))
    return 'its category is blocked';
  const host = `.${hostOf(campaign)}`;
  if (blocks.domains.some((domain) => host.endsWith(`.${domain}`))) return 'its domain is blocked';
  return null;
}

/** What an impression at the price brings the network for sure or on average, times a thousand and 1,024,000. */
function priceEcpm(campaign: CampaignInput, priceMicros: number): bigint {
  const price = BigInt(priceMicros) * 1_024_000n;
  if (campaign.pricing === 'CPM') return price * 1_000n;
  return BigInt(priceMicros) * BigInt(Math.max(1, Math.round(campaign.ctrPpm * 1_024))) * 1_000n;
}

/** Only house ads, which pay nothing, are shown whatever the floor. */
function belowFloor(
  floorMicros: number,
  campaign: CampaignInput,
  decision: Decision,
  place: number,
): boolean {
  if (campaign.priority === 'house') return false;
  const candidate = decision.candidates[place];
  const isBid = (candidate?.campaign.ecpmMicros ?? 0) >= floorMicros;
  const isPaid = priceEcpm(campaign, candidate?.priceMicros ?? 0) >= BigInt(floorMicros) * 1_024_000n;
  return !isBid || !isPaid;
}

interface Tally {
  /** Candidates of each class that were judged. */
  shown: { guaranteed: number; auction: number; house: number };
  /** Decisions that would have shown something blocked, had it not been. */
  kept: Map<string, number>;
  /** Candidates in zones that show house ads alone. */
  houseOnly: number;
  /** Answers to an exchange, which asks for more than the zone does. */
  narrowed: number;
  /** Zones left empty by what is blocked. */
  emptied: number;
}

function judge(input: SnapshotInput, zone: ZoneInput, floorMicros: number, decision: Decision, tally: Tally) {
  const problems = decision.candidates.flatMap(({ campaign, creative }, place) => {
    const owner = input.campaigns.find(({ id }) => id === campaign.id);
    const own = input.creatives.find(({ id }) => id === creative.id);
    if (!owner || own?.campaignId !== owner.id) return [`${campaign.id} is not in the market`];
    tally.shown[owner.priority] += 1;
    const wrong = wrongWith(zone, owner, creative.id);
    if (zone.houseOnly) tally.houseOnly += 1;
    if (zone.houseOnly && owner.priority !== 'house') return [`${campaign.id} is no house ad`];
    return [
      ...(wrong === null ? [] : [`${campaign.id}/${creative.id}: ${wrong}`]),
      ...(belowFloor(floorMicros, owner, decision, place) ? [`${campaign.id} is under the floor`] : []),
    ];
  });
  return problems.join();
}

/** Notes what would be shown there without any blocks. */
function noteKept(input: SnapshotInput, zone: ZoneInput, free: Decision, tally: Tally): void {
  for (const { campaign, creative } of free.candidates) {
    const owner = input.campaigns.find(({ id }) => id === campaign.id);
    const wrong = owner && wrongWith(zone, owner, creative.id);
    if (wrong) tally.kept.set(wrong, (tally.kept.get(wrong) ?? 0) + 1);
  }
}

function zoneOf(snapshot: Snapshot, id: number): SnapshotZone {
  const zone = snapshot.zones.byId.get(id);
  if (!zone) throw new Error('no zone');
  return zone;
}

/** Campaigns that change, and one of the zones. */
function change(input: SnapshotInput, random: Random) {
  const { below, chance } = chooser(random);
  const ids = chance(0.5) ? [1 + below(CAMPAIGNS)] : [];
  const campaigns = ids.map((id) => randomCampaign(id, random));
  const creatives = ids.flatMap((id) => randomCreatives(id, random));
  const next = {
    campaigns: [...input.campaigns.filter(({ id }) => !ids.includes(id)), ...campaigns],
    creatives: [...input.creatives.filter(({ campaignId }) => !ids.includes(campaignId)), ...creatives],
    zones: input.zones,
  };
  const redrawn = randomZones(random, next);
  const changed = ZONES[below(ZONES.length)];
  next.zones = input.zones.map((zone) => redrawn.find(({ id }) => id === changed && id === zone.id) ?? zone);
  return { ids, next };
}

function play(seed: number, tally: Tally): void {
  const random = seeded(seed * 104_729);
  const { below } = chooser(random);
  let { input } = randomMarket(seed, CAMPAIGNS);
  input = { ...input, zones: randomZones(random, input) };
  let snapshot = buildSnapshot(input);
  const budgets = new Budgets();
  budgets.tick(NOW_MS);
  budgets.attach(snapshot, NOW_MS);
  budgets.load(randomBudgets(input.campaigns, random), NOW_MS);
  const changes = new Map<number, Change | null>();
  for (let step = 0; step < CHANGES; step += 1) {
    for (let visitor = 0; visitor < VISITORS; visitor += 1) {
      const zone = input.zones[below(ZONES.length)];
      if (!zone) throw new Error('no zone');
      const market = { person: randomPerson(random), exclude: [], random: Math.floor(random() * 2 ** 32) };
      const found = zoneOf(snapshot, zone.id);
      const ask = (place: SnapshotZone) => decide(snapshot, budgets, contextOf(place, market));
      const asked = below(3_000_000);
      const among = { unmeasured: true, uncapped: true, payPerImpression: true, categories: null };
      const narrow = narrowZone(found, asked, { among, accepts: () => true });
      const [whole, narrowed] = [ask(found), ask(narrow)];
      const least = Math.max(asked, zone.floorMicros);
      const problem =
        judge(input, zone, zone.floorMicros, whole, tally) || judge(input, zone, least, narrowed, tally);
      if (problem) throw new Error(`Market ${seed}, step ${step}, zone ${zone.id}: ${problem}`);
      tally.narrowed += narrowed.candidates.length;
      if (zone.blocks === null) continue;
      const zones = finish(Zones.steps([{ ...zone, id: zone.id + 100, blocks: null }]));
      const open = { ...snapshot, zones };
      const free = decide(open, budgets, contextOf(zoneOf(open, zone.id + 100), market));
      noteKept(input, zone, free, tally);
      if (free.candidates.length > 0 && whole.candidates.length === 0) tally.emptied += 1;
    }
    const { ids, next } = change(input, random);
    input = next;
    for (const id of ids) {
      const campaign = input.campaigns.find((each) => each.id === id);
      const creatives = input.creatives.filter(({ campaignId }) => campaignId === id);
      changes.set(id, campaign ? { input: campaign, creatives } : null);
    }
    snapshot = changeSnapshot(snapshot, changes);
    budgets.attachChanged(snapshot, ids, NOW_MS);
    budgets.load(randomBudgets(input.campaigns, random), NOW_MS);
    // As the engine takes over what a publisher changed (`changeZones`): the campaigns stay as they are.
    const zoneIds = input.zones.map(({ id }) => id);
    for (const index of snapshot.indexes) index.forgetPlaces(zoneIds);
    finish(snapshot.zones.change(zoneIds, input.zones));
  }
}

test(`nothing blocked and nothing under the floor is ever in an answer, over ${MARKETS} markets whose blocks change`, () => {
  const tally: Tally = {
    shown: { guaranteed: 0, auction: 0, house: 0 },
    kept: new Map(),
    houseOnly: 0,
    narrowed: 0,
    emptied: 0,
  };
  for (let seed = 1; seed <= MARKETS; seed += 1) play(seed, tally);
  // Or the test says little: all classes were shown, and each kind of block has kept something out.
  const { guaranteed, auction, house } = tally.shown;
  expect(Math.min(guaranteed, auction, house)).toBeGreaterThan(100);
  expect(tally.kept.size).toBe(4);
  for (const count of tally.kept.values()) expect(count).toBeGreaterThan(30);
  expect(Math.min(tally.narrowed, tally.houseOnly)).toBeGreaterThan(100);
  expect(tally.emptied).toBeGreaterThan(30);
});

test('the hosts of the markets are told apart as people would', () => {
  const blocked = (domain: string) =>
    HOSTS.filter((host) => `.${host.toLowerCase().replace(/[.]?(:\d+)?$/, '')}`.endsWith(`.${domain}`));
  expect(blocked('shop.example')).toEqual(['www.shop.example', 'tea.shop.example']);
  expect(blocked('games.example')).toEqual(['Games.Example:8443', 'games.example.']);
});
