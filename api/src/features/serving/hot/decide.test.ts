import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NO_FILL_REASONS } from '@ezdash/contracts';
import { Budgets } from './budgets';
import { clientClass } from './clientClass';
import { decide } from './decide';
import type { DecisionContext } from './decision';
import { buildSnapshot } from './index/buildSnapshot';
import { countryNumber } from './index/country';
import { languageNumber } from './language';
import { CreativeDraw } from './learning/CreativeDraw';
import type { CampaignInput, ZoneInput } from './snapshotInput';
import { DESKTOP, snapshotInput, zoneInput } from './testFixtures';

interface Scenario {
  name: string;
  zone?: Partial<ZoneInput>;
  country?: string;
  device?: number;
  language?: string;
  keywords?: string[];
  address?: string;
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
  const zone = snapshot.zones.byId.get(401);
  if (!zone) throw new Error('no zone');
  const context: DecisionContext = {
    zone,
    origin: countryNumber(scenario.country ?? 'DE'),
    client: clientClass(scenario.device ?? 1, DESKTOP.os, DESKTOP.osVersion, DESKTOP.browser),
    language: languageNumber(scenario.language ?? 'de'),
    keywords: scenario.keywords ?? [],
    address: scenario.address ?? '',
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

  test('the second price behind thousands of campaigns of the winner’s is exact, and nothing is drawn for those', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => ({
      id: at + 1,
      advertiserId: 2001,
      bidMicros: 9_000_000 - at,
    }));
    const draws = jest.spyOn(CreativeDraw.prototype, 'draw');
    const campaigns = [...many, { id: 9_001, advertiserId: 2002, bidMicros: 3_000_000 }];
    const { candidates } = run({ name: '', campaigns, expect: {} });
    expect(draws.mock.calls.length).toBeLessThan(10);
    draws.mockRestore();
    const alone = run({
      name: '',
      campaigns: [{ id: 1, bidMicros: 9_000_000 }, ...campaigns.slice(-1)],
      expect: {},
    });
    const priceMicros = alone.candidates[0]?.priceMicros;
    expect(candidates[0]).toMatchObject({ campaign: { id: 1 }, priceMicros });
    expect(priceMicros).toBeGreaterThanOrEqual(3_000);
  });

  test('of two guaranteed campaigns the one that is behind its line is drawn far more often', () => {
    const noonMs = Date.UTC(2027, 0, 14, 12);
    const guaranteed = { priority: 'guaranteed', dailyBudgetMicros: 100_000_000 } as const;
    const snapshot = buildSnapshot(
      snapshotInput([
        { id: 1, ...guaranteed },
        { id: 2, ...guaranteed },
      ]),
    );
    const budgets = new Budgets();
    budgets.tick(noonMs);
    // Half of the day is over: one has spent nothing, the other nearly its half.
    const campaigns = [
      { id: 1, todayMicros: 0, totalMicros: 0 },
      { id: 2, todayMicros: 41_000_000, totalMicros: 41_000_000 },
    ];
    const advertisers = [{ id: 1001, balanceMicros: 1e12 }];
    const dayStartMs = Date.UTC(2027, 0, 14);
    budgets.attach(snapshot, noonMs, { dayStartMs, campaigns, advertisers });
    const zone = snapshot.zones.byId.get(401);
    if (!zone) throw new Error('no zone');
    const visitor = { origin: 0, client: DESKTOP, language: 0, keywords: [], address: '' };
    const wins = [0, 0, 0];
    for (let draw = 0; draw < 2_000; draw += 1) {
      const random = Math.imul(draw, 0x9e3779b1) >>> 0;
      const { candidates } = decide(snapshot, budgets, {
        zone,
        ...visitor,
        exclude: [],
        random,
        reserveMicros: 0,
      });
      wins[candidates[0]?.campaign.id ?? 0] = (wins[candidates[0]?.campaign.id ?? 0] ?? 0) + 1;
    }
    // Behind by 51 and by 10 hundredths of the day's budget, the least urgency included.
    expect((wins[1] ?? 0) / 2_000).toBeGreaterThan(0.51 / 0.61 - 0.04);
    expect((wins[1] ?? 0) / 2_000).toBeLessThan(0.51 / 0.61 + 0.04);
  });
});
