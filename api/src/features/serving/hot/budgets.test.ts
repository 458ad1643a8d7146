import { Budgets, pacingLine, RESERVATION_MS } from './budgets';
import { GATE } from './decide';
import { buildSnapshot } from './index/buildSnapshot';
import type { CampaignInput } from './snapshotInput';
import { snapshotInput } from './testFixtures';

const DAY_MS = 86_400_000;
const MIDNIGHT_MS = 20_000 * DAY_MS;
const NOON_MS = MIDNIGHT_MS + DAY_MS / 2;

function setUp(campaigns: (Partial<CampaignInput> & { id: number })[], balanceMicros = 1e9, nowMs = NOON_MS) {
  const snapshot = buildSnapshot(snapshotInput(campaigns));
  const budgets = new Budgets();
  budgets.tick(nowMs);
  budgets.attach(snapshot, nowMs);
  budgets.load({ dayStartMs: MIDNIGHT_MS, campaigns: [], advertisers: [{ id: 1001, balanceMicros }] }, nowMs);
  const position = (id: number) => snapshot.campaigns.findIndex((campaign) => campaign.id === id);
  return { snapshot, budgets, position, isLive: (id: number) => budgets.live.has(position(id)) };
}

describe('budgets', () => {
  test('a campaign stops with the decision after which another event might not fit', () => {
    const { budgets, isLive, position } = setUp([{ id: 1, bidMicros: 1_000_000, dailyBudgetMicros: 2_500 }]);
    budgets.reserve(position(1), 1_000, NOON_MS);
    expect(isLive(1)).toBe(true);
    budgets.reserve(position(1), 1_000, NOON_MS);
    expect(isLive(1)).toBe(false);
    expect(budgets.states[position(1)]).toBe(GATE.BUDGET);
  });

  test('a reservation whose impression never comes is given back after 30 s', () => {
    const { budgets, isLive, position } = setUp([{ id: 1, bidMicros: 1_000_000, dailyBudgetMicros: 1_500 }]);
    budgets.reserve(position(1), 1_000, NOON_MS);
    expect(isLive(1)).toBe(false);
    budgets.tick(NOON_MS + RESERVATION_MS - 1);
    expect(isLive(1)).toBe(false);
    budgets.tick(NOON_MS + RESERVATION_MS + 1_000);
    expect(isLive(1)).toBe(true);
  });

  test('reservation, claim and settlement count one event once', () => {
    const { budgets, isLive, position } = setUp([{ id: 1, bidMicros: 1_000_000, dailyBudgetMicros: 2_000 }]);
    budgets.reserve(position(1), 1_000, NOON_MS);
    budgets.release(1, 1_000, NOON_MS);
    budgets.claim(1, 1_000, NOON_MS, NOON_MS);
    expect(isLive(1)).toBe(true);
    budgets.apply(
      {
        dayStartMs: MIDNIGHT_MS,
        campaigns: [{ id: 1, todayMicros: 1_000, totalMicros: 1_000 }],
        advertisers: [{ id: 1001, balanceMicros: 1e9 }],
        settled: [{ campaignId: 1, decidedAtMs: NOON_MS, claimMicros: 1_000 }],
      },
      NOON_MS,
    );
    expect(isLive(1)).toBe(true);
    budgets.reserve(position(1), 1_000, NOON_MS);
    expect(isLive(1)).toBe(false);
  });

  test('the total budget holds over days, the daily one begins anew at midnight UTC', () => {
    const { budgets, isLive, position } = setUp(
      [
        { id: 1, bidMicros: 1_000_000, dailyBudgetMicros: 1_500 },
        { id: 2, bidMicros: 1_000_000, dailyBudgetMicros: 5_000, totalBudgetMicros: 1_500 },
      ],
      1e9,
    );
    for (const id of [1, 2]) budgets.claim(id, 1_000, NOON_MS, NOON_MS);
    expect([isLive(1), isLive(2)]).toEqual([false, false]);
    budgets.tick(MIDNIGHT_MS + DAY_MS);
    expect([isLive(1), isLive(2)]).toEqual([true, false]);
    expect(budgets.states[position(2)]).toBe(GATE.BUDGET);
  });

  test('an event of yesterday does not eat today', () => {
    const { budgets, isLive } = setUp([{ id: 1, bidMicros: 1_000_000, dailyBudgetMicros: 1_500 }]);
    budgets.claim(1, 1_000, MIDNIGHT_MS - 1, NOON_MS);
    expect(isLive(1)).toBe(true);
  });

  test('an advertiser’s balance stops all of its campaigns, and a deposit starts them', () => {
    const { budgets, isLive } = setUp(
      [
        { id: 1, bidMicros: 1_000_000 },
        { id: 2, bidMicros: 3_000_000 },
      ],
      4_000,
    );
    budgets.claim(1, 1_500, NOON_MS, NOON_MS);
    expect([isLive(1), isLive(2)]).toEqual([true, false]);
    budgets.claim(1, 2_000, NOON_MS, NOON_MS);
    expect([isLive(1), isLive(2)]).toEqual([false, false]);
    budgets.loadBalances([{ id: 1001, balanceMicros: 1e9 }], NOON_MS);
    expect([isLive(1), isLive(2)]).toEqual([true, true]);
  });

  test('even pacing follows the elapsed share of the day, ASAP does not', () => {
    const budget = { bidMicros: 1_000_000, dailyBudgetMicros: 96_000_000 };
    const { budgets, isLive, position, snapshot } = setUp([
      { id: 1, ...budget, pacing: 'even' },
      { id: 2, ...budget, pacing: 'asap' },
    ]);
    const campaign = snapshot.campaigns[position(1)];
    if (!campaign) throw new Error('no campaign');
    // Half of the day and a lead of a quarter of an hour.
    expect(pacingLine(campaign, NOON_MS)).toBe(49_000_000);
    for (const id of [1, 2]) budgets.claim(id, 49_000_000, NOON_MS, NOON_MS);
    expect([isLive(1), isLive(2)]).toEqual([false, true]);
    expect(budgets.states[position(1)]).toBe(GATE.PACED);
    budgets.tick(NOON_MS + 10 * 60_000);
    expect(isLive(1)).toBe(true);
  });

  test('a campaign approved at noon paces over what is left of its day', () => {
    const { snapshot } = setUp([
      { id: 1, dailyBudgetMicros: 96_000_000, pacing: 'even', activeFromMs: NOON_MS },
    ]);
    const [campaign] = snapshot.campaigns;
    if (!campaign) throw new Error('no campaign');
    expect(pacingLine(campaign, NOON_MS)).toBe(1_000_000);
    expect(pacingLine(campaign, NOON_MS + DAY_MS / 4)).toBe(49_000_000);
    expect(pacingLine(campaign, MIDNIGHT_MS + DAY_MS - 1)).toBe(96_000_000);
    expect(pacingLine(campaign, MIDNIGHT_MS + DAY_MS)).toBe(1_000_000);
  });

  test('what is known of a campaign’s money survives a new index', () => {
    const { budgets } = setUp([{ id: 1, bidMicros: 1_000_000, dailyBudgetMicros: 1_500 }]);
    budgets.claim(1, 1_000, NOON_MS, NOON_MS);
    const next = buildSnapshot(
      snapshotInput([
        { id: 2, bidMicros: 9_000_000 },
        { id: 1, bidMicros: 1_000_000, dailyBudgetMicros: 1_500 },
      ]),
    );
    budgets.attach(next, NOON_MS);
    expect(budgets.live.has(next.campaigns.findIndex((campaign) => campaign.id === 1))).toBe(false);
    expect(budgets.live.has(next.campaigns.findIndex((campaign) => campaign.id === 2))).toBe(true);
  });

  test('a click bid reserves its expected cost, and the whole price once clicked', () => {
    const { budgets, isLive, position } = setUp([
      { id: 1, pricing: 'CPC', bidMicros: 500_000, ctrPpm: 10_000, dailyBudgetMicros: 1_000_000 },
    ]);
    for (let shown = 0; shown < 50; shown += 1) budgets.reserve(position(1), 400_000, NOON_MS);
    expect(isLive(1)).toBe(true);
    budgets.claim(1, 400_000, NOON_MS, NOON_MS);
    expect(isLive(1)).toBe(false);
  });
});
