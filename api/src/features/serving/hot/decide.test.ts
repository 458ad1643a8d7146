import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NO_FILL_REASONS } from '@ezdash/contracts';
import { Budgets } from './budgets';
import { type DecisionContext, decide } from './decide';
import { buildSnapshot } from './index/buildSnapshot';
import { countryNumber } from './index/country';
import type { CampaignInput, ZoneInput } from './snapshotInput';
import { snapshotInput, zoneInput } from './testFixtures';

interface Scenario {
  name: string;
  zone?: Partial<ZoneInput>;
  country?: string;
  device?: number;
  exclude?: number[];
  random?: number;
  campaigns: (Partial<CampaignInput> & { id: number })[];
  expect: {
    reason?: keyof typeof NO_FILL_REASONS;
    campaigns?: number[];
    pricesMicros?: number[];
    payoutsMicros?: number[];
  };
}

/** The scenarios' advertiser without money. */
const BROKE = 1009;
const NOW_MS = 1_800_000_000_000;
const scenarios = JSON.parse(readFileSync(join(__dirname, 'decide.scenarios.json'), 'utf8')) as Scenario[];

function run(scenario: Scenario) {
  // An advertiser each, unless the scenario says otherwise: nobody bids against themselves.
  const campaigns = scenario.campaigns.map((campaign) => ({ advertiserId: 2000 + campaign.id, ...campaign }));
  const input = snapshotInput(campaigns, { zones: [zoneInput({ id: 401, ...scenario.zone })] });
  const snapshot = buildSnapshot(input);
  const budgets = new Budgets();
  budgets.tick(NOW_MS);
  budgets.attach(snapshot, NOW_MS);
  const funded = campaigns.map(({ advertiserId }) => advertiserId).filter((id) => id !== BROKE);
  const advertisers = [...new Set(funded)].map((id) => ({ id, balanceMicros: 1e12 }));
  budgets.load({ dayStartMs: 0, campaigns: [], advertisers }, NOW_MS);
  const zone = snapshot.zonesById.get(401);
  if (!zone) throw new Error('no zone');
  const context: DecisionContext = {
    zone,
    country: countryNumber(scenario.country ?? 'DE'),
    device: scenario.device ?? 1,
    exclude: scenario.exclude ?? [],
    random: scenario.random ?? 0,
    reserveMicros: 50_000,
  };
  return decide(snapshot, budgets, context);
}

describe('decide', () => {
  test.each(scenarios)('$name', (scenario) => {
    const decision = run(scenario);
    const { reason = 'filled', campaigns = [], pricesMicros, payoutsMicros } = scenario.expect;
    expect(decision.reason).toBe(NO_FILL_REASONS[reason]);
    expect(decision.candidates.map((candidate) => candidate.campaign.id)).toEqual(campaigns);
    if (pricesMicros)
      expect(decision.candidates.map((candidate) => candidate.priceMicros)).toEqual(pricesMicros);
    if (payoutsMicros)
      expect(decision.candidates.map((candidate) => candidate.payoutMicros)).toEqual(payoutsMicros);
  });

  test('a campaign with several creatives of a size shows them in turn', () => {
    const base = snapshotInput([{ id: 1 }]);
    const [first] = base.creatives;
    if (!first) throw new Error('no creative');
    const snapshot = buildSnapshot({ ...base, creatives: [first, { ...first, id: 1_002 }] });
    const budgets = new Budgets();
    budgets.tick(NOW_MS);
    budgets.attach(snapshot, NOW_MS);
    budgets.load({ dayStartMs: 0, campaigns: [], advertisers: [{ id: 1001, balanceMicros: 1e12 }] }, NOW_MS);
    const zone = snapshot.zonesById.get(401);
    if (!zone) throw new Error('no zone');
    const shown = [0, 1, 2, 3].map(
      (random) =>
        decide(snapshot, budgets, { zone, country: 0, device: 1, exclude: [], random, reserveMicros: 0 })
          .candidates[0]?.creative.id,
    );
    expect(shown).toEqual([1_001, 1_002, 1_001, 1_002]);
  });
});
