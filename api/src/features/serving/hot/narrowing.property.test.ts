import { NO_FILL_REASONS } from '@ezdash/contracts';
import { Budgets } from './budgets';
import { decide } from './decide';
import type { Decision } from './decision';
import { ANYBODY } from './index/among';
import { buildSnapshot } from './index/buildSnapshot';
import type { Among, Narrowing } from './index/entries';
import { narrowZone } from './narrowing';
import type { CampaignInput, SnapshotInput } from './snapshotInput';
import { contextOf, type Market, NOW_MS, randomMarket } from './testMarket';

const MARKETS = 500;

function decideFor(
  market: Market,
  input: SnapshotInput,
  narrow?: Omit<Narrowing, 'base'> & { floor: number },
) {
  const snapshot = buildSnapshot(input);
  const budgets = new Budgets();
  budgets.tick(NOW_MS);
  budgets.attach(snapshot, NOW_MS, market.budgets);
  const [zone] = snapshot.zones.byId.values();
  if (!zone) throw new Error('no zone');
  const asked = narrow ? narrowZone(zone, narrow.floor, narrow) : zone;
  // Whoever asked for the zone before does not change what the narrowed one gets, nor the other way round.
  if (narrow) decide(snapshot, budgets, contextOf(zone, market));
  return decide(snapshot, budgets, contextOf(asked, market));
}

const told = ({ candidates }: Decision) =>
  candidates.map(({ campaign, priceMicros, payoutMicros }) => ({
    id: campaign.id,
    priceMicros,
    payoutMicros,
  }));

/** Some campaigns and the creatives that a request does not take, told by their numbers alone. */
const amongOf = (seed: number): Among => ({
  unmeasured: seed % 5 === 0,
  uncapped: seed % 2 === 0,
  payPerImpression: seed % 3 === 0,
  categories: seed % 4 === 0 ? ['food'] : null,
});
const takesCampaign = (seed: number, id: number) => (id * 7 + seed) % 3 !== 0;

function isAmong(
  seed: number,
  { id, cap, pricing, priority, category, measuredOnly }: CampaignInput,
): boolean {
  const { unmeasured, uncapped, payPerImpression, categories } = amongOf(seed);
  if (unmeasured && measuredOnly) return false;
  if (uncapped && cap !== null) return false;
  if (payPerImpression && (pricing !== 'CPM' || priority === 'house')) return false;
  return takesCampaign(seed, id) && (categories === null || category === 'food');
}

describe('a narrowed zone', () => {
  test('gets what the zone would get if nobody else were there and its floor were higher', () => {
    let filled = 0;
    for (let seed = 1; seed <= MARKETS; seed += 1) {
      const market = randomMarket(seed, 20);
      const { input } = market;
      for (const campaign of input.campaigns) campaign.measuredOnly = campaign.id % 4 === 0;
      const floor = (seed % 5) * 500_000;
      const narrowed = decideFor(market, input, {
        floor,
        among: amongOf(seed),
        accepts: (campaign) => takesCampaign(seed, campaign.id),
      });
      const alone = decideFor(market, {
        campaigns: input.campaigns.filter((campaign) => isAmong(seed, campaign)),
        creatives: input.creatives,
        zones: input.zones.map((zone) => ({ ...zone, floorMicros: Math.max(zone.floorMicros, floor) })),
      });
      if (alone.candidates.length > 0) filled += 1;
      expect({ seed, told: told(narrowed) }).toEqual({ seed, told: told(alone) });
    }
    expect(filled).toBeGreaterThan(MARKETS / 8);
  });

  test('that nobody may be shown in says so', () => {
    let blocked = 0;
    for (let seed = 1; seed <= 150; seed += 1) {
      const market = randomMarket(seed, 20);
      const before = decideFor(market, market.input);
      const after = decideFor(market, market.input, { floor: 0, among: ANYBODY, accepts: () => false });
      expect(after.candidates).toEqual([]);
      if (before.reason === 0) {
        blocked += after.reason === NO_FILL_REASONS.blocked ? 1 : 0;
        expect(after.reason).not.toBe(NO_FILL_REASONS['duplicate-creative']);
      }
    }
    expect(blocked).toBeGreaterThan(5);
  });

  test.each<[string, Partial<Among>, 'unsupported' | 'blocked', Partial<CampaignInput>]>([
    ['measure', { unmeasured: true }, 'unsupported', { measuredOnly: true }],
    ['count', { uncapped: true }, 'unsupported', { cap: { count: 1, seconds: 60 } }],
    ['be paid otherwise', { payPerImpression: true }, 'unsupported', { pricing: 'CPC' }],
    ['be shown another category', { categories: ['food'] }, 'blocked', { category: 'games' }],
  ])('for whom cannot %s says so', (_what, among, reason, all) => {
    let told = 0;
    for (let seed = 1; seed <= 150; seed += 1) {
      const market = randomMarket(seed, 20);
      for (const campaign of market.input.campaigns) Object.assign(campaign, all);
      const before = decideFor(market, market.input);
      const after = decideFor(market, market.input, {
        floor: 0,
        among: { ...ANYBODY, ...among },
        accepts: () => true,
      });
      if (before.reason !== 0) continue;
      told += 1;
      expect(after.reason).toBe(NO_FILL_REASONS[reason]);
    }
    expect(told).toBeGreaterThan(20);
  });
});
