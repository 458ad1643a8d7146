import { Budgets, RESERVATION_MS } from './budgets';
import { GATE } from './decision';
import { GateStates } from './GateStates';
import { PACING_LEAD_MS, pacingLine } from './gateState';
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
  const position = (id: number) => snapshot.indexes[0]?.positionOf(id) ?? -1;
  return {
    snapshot,
    budgets,
    /** Where the line of campaign 1 stands. */
    lineAt(timeMs: number) {
      const money = budgets.moneyOf(1);
      if (!money?.campaign) throw new Error('no campaign');
      return pacingLine(money, money.campaign, timeMs, budgets.traffic);
    },
    state: (id: number) => budgets.gates[0]?.states[position(id)],
    isLive: (id: number) => budgets.gates[0]?.live.has(position(id)),
  };
}

describe('budgets', () => {
  test('a campaign stops with the decision after which another event might not fit', () => {
    const { budgets, isLive, state } = setUp([{ id: 1, bidMicros: 1_000_000, dailyBudgetMicros: 2_500 }]);
    budgets.reserve(1, 1_000, NOON_MS);
    expect(isLive(1)).toBe(true);
    budgets.reserve(1, 1_000, NOON_MS);
    expect(isLive(1)).toBe(false);
    expect(state(1)).toBe(GATE.BUDGET);
  });

  test('a reservation whose impression never comes is given back after 30 s', () => {
    const { budgets, isLive } = setUp([{ id: 1, bidMicros: 1_000_000, dailyBudgetMicros: 1_500 }]);
    budgets.reserve(1, 1_000, NOON_MS);
    expect(isLive(1)).toBe(false);
    budgets.tick(NOON_MS + RESERVATION_MS - 1);
    expect(isLive(1)).toBe(false);
    budgets.tick(NOON_MS + RESERVATION_MS + 1_000);
    expect(isLive(1)).toBe(true);
  });

  test('reservation, claim and settlement count one event once', () => {
    const { budgets, isLive } = setUp([{ id: 1, bidMicros: 1_000_000, dailyBudgetMicros: 2_000 }]);
    budgets.reserve(1, 1_000, NOON_MS);
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
    budgets.reserve(1, 1_000, NOON_MS);
    expect(isLive(1)).toBe(false);
  });

  test('the total budget holds over days, the daily one begins anew at midnight UTC', () => {
    const { budgets, isLive, state } = setUp(
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
    expect(state(2)).toBe(GATE.BUDGET);
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

  test('even pacing follows the day’s traffic, without a forecast its time; ASAP does not', () => {
    const budget = { bidMicros: 1_000_000, dailyBudgetMicros: 96_000_000 };
    const { budgets, isLive, state, lineAt } = setUp([
      { id: 1, ...budget, pacing: 'even' },
      { id: 2, ...budget, pacing: 'asap' },
    ]);
    const leadMicros = (96_000_000 * PACING_LEAD_MS) / DAY_MS;
    expect(lineAt(NOON_MS)).toBe(48_000_000 + Math.floor(leadMicros));
    for (const id of [1, 2]) budgets.claim(id, lineAt(NOON_MS), NOON_MS, NOON_MS);
    expect([isLive(1), isLive(2)]).toEqual([false, true]);
    expect(state(1)).toBe(GATE.PACED);
    budgets.tick(NOON_MS + 10 * 60_000);
    expect(isLive(1)).toBe(true);
    // Half of the day's traffic comes in its last six hours: at noon a third has come.
    const network = Array.from({ length: 168 }, (_, hour) => (hour % 24 >= 18 ? 3 : 1));
    budgets.traffic.take({ network, countries: new Map() });
    expect(lineAt(NOON_MS)).toBe(32_000_000 + Math.floor((leadMicros * 24) / 36));
  });

  test('what is due follows the line: before a busy evening it is less than the day that has passed', () => {
    const budget = { dailyBudgetMicros: 96_000_000 };
    const { budgets, lineAt } = setUp([
      { id: 1, ...budget, pacing: 'even' },
      { id: 2, ...budget, pacing: 'asap' },
      { id: 3, ...budget, pacing: 'even', activeFromMs: NOON_MS },
      { id: 4, ...budget, pacing: 'even', endsAtMs: NOON_MS },
      { id: 5, ...budget, pacing: 'even', endsAtMs: MIDNIGHT_MS },
    ]);
    const at = (hours: number) => MIDNIGHT_MS + (hours * DAY_MS) / 24;
    expect(budgets.dueShare(1, at(9))).toBeCloseTo(9 / 24, 12);
    // Half of the day's traffic comes in its last six hours.
    const network = Array.from({ length: 168 }, (_, hour) => (hour % 24 >= 18 ? 3 : 1));
    budgets.traffic.take({ network, countries: new Map() });
    expect([0, 9, 18, 21].map((hours) => budgets.dueShare(1, at(hours)))).toEqual([0, 0.25, 0.5, 0.75]);
    expect(lineAt(at(9) - PACING_LEAD_MS)).toBe(24_000_000);
    // Its day begins with its approval.
    expect([9, 12, 18, 21].map((hours) => budgets.dueShare(3, at(hours)))).toEqual([0, 0, 0.25, 0.625]);
    // … and ends with its end; behind it nothing is due.
    expect([6, 12, 18].map((hours) => budgets.dueShare(4, at(hours)))).toEqual([0.5, 1, 1]);
    expect([6, 18].map((hours) => budgets.dueShare(5, at(hours)))).toEqual([0, 0]);
    // Nobody paces the one, nobody knows the other.
    expect([budgets.dueShare(2, at(9)), budgets.dueShare(99, at(9))]).toEqual([null, null]);
  });

  test('a campaign approved at noon paces over what is left of its day', () => {
    const { lineAt } = setUp([
      { id: 1, dailyBudgetMicros: 96_000_000, pacing: 'even', activeFromMs: NOON_MS },
    ]);
    const leadMicros = (96_000_000 * PACING_LEAD_MS) / DAY_MS;
    expect(lineAt(NOON_MS)).toBe(Math.floor(leadMicros * 2));
    expect(lineAt(NOON_MS + DAY_MS / 4)).toBe(48_000_000 + Math.floor(leadMicros * 2));
    expect(lineAt(MIDNIGHT_MS + DAY_MS - 1)).toBe(96_000_000);
    expect(lineAt(MIDNIGHT_MS + DAY_MS)).toBe(Math.floor(leadMicros));
  });

  test.each([
    ['approved anew', { activeFromMs: NOON_MS }],
    ['begun anew', { startsAtMs: NOON_MS }],
  ])('a day on which something was spent goes on when the campaign is %s at noon', (_, begun) => {
    const { budgets, isLive, state, lineAt } = setUp([
      { id: 1, bidMicros: 1_000_000, dailyBudgetMicros: 96_000_000, pacing: 'even', ...begun },
    ]);
    const advertisers = [{ id: 1001, balanceMicros: 1e9 }];
    const sums = (todayMicros: number, spentFromMs: number | null) => ({
      dayStartMs: MIDNIGHT_MS,
      campaigns: [{ id: 1, todayMicros, totalMicros: todayMicros, spentFromMs }],
      advertisers,
    });
    const leadMicros = (96_000_000 * PACING_LEAD_MS) / DAY_MS;
    budgets.load(sums(47_000_000, MIDNIGHT_MS), NOON_MS);
    expect(lineAt(NOON_MS)).toBe(48_000_000 + Math.floor(leadMicros));
    expect(budgets.dueShare(1, NOON_MS)).toBe(0.5);
    expect(isLive(1)).toBe(true);
    budgets.load(sums(49_000_000, MIDNIGHT_MS), NOON_MS);
    expect(state(1)).toBe(GATE.PACED);
    // First approved at six, its day has eighteen hours.
    budgets.load(sums(31_000_000, MIDNIGHT_MS + DAY_MS / 4), NOON_MS);
    expect(budgets.dueShare(1, NOON_MS)).toBeCloseTo(1 / 3, 12);
    expect(isLive(1)).toBe(true);
    // What it spent it has spent since.
    budgets.load(sums(1_000, null), NOON_MS);
    expect(lineAt(NOON_MS)).toBe(Math.floor(leadMicros * 2));
    // The next day is as any.
    budgets.load(sums(31_000_000, MIDNIGHT_MS + DAY_MS / 4), NOON_MS);
    budgets.tick(MIDNIGHT_MS + DAY_MS);
    expect(budgets.dueShare(1, MIDNIGHT_MS + DAY_MS + DAY_MS / 4)).toBe(0.25);
  });

  test('on the last day of a total budget what is left of it is spread over the day', () => {
    const { budgets, isLive } = setUp([
      {
        id: 1,
        bidMicros: 1_000_000,
        dailyBudgetMicros: 96_000_000,
        totalBudgetMicros: 100_000_000,
        pacing: 'even',
      },
    ]);
    const sums = (todayMicros: number) => ({
      dayStartMs: MIDNIGHT_MS,
      campaigns: [{ id: 1, todayMicros, totalMicros: 90_000_000 + todayMicros }],
      advertisers: [{ id: 1001, balanceMicros: 1e9 }],
    });
    budgets.load(sums(4_900_000), NOON_MS);
    expect(isLive(1)).toBe(true);
    budgets.load(sums(5_100_000), NOON_MS);
    expect(isLive(1)).toBe(false);
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
    const isLive = (id: number) => budgets.gates[0]?.live.has(next.indexes[0]?.positionOf(id) ?? -1);
    expect(isLive(1)).toBe(false);
    expect(isLive(2)).toBe(true);
  });

  test('what a click is expected to cost stays set aside behind its impression, until its time is over', () => {
    const { budgets, isLive } = setUp([
      { id: 1, pricing: 'CPC', bidMicros: 500_000, ctrPpm: 10_000, dailyBudgetMicros: 500_000 },
      { id: 2, bidMicros: 1_000_000, dailyBudgetMicros: 1_500 },
    ]);
    for (let shown = 0; shown < 123; shown += 1) budgets.reserve(1, 400_000, NOON_MS);
    expect(isLive(1)).toBe(true);
    for (const [id, priceMicros] of [
      [1, 400_000],
      [2, 1_000],
    ] as const) {
      budgets.reserve(id, priceMicros, NOON_MS);
      expect(isLive(id)).toBe(false);
      budgets.rendered(id, priceMicros, NOON_MS);
    }
    // The impression of the other one has been paid for or not: nothing of it is still to come.
    expect([isLive(1), isLive(2)]).toEqual([false, true]);
    budgets.tick(NOON_MS + RESERVATION_MS + 1_000);
    expect(isLive(1)).toBe(true);
  });

  test('a click bid reserves its expected cost, and the whole price once clicked', () => {
    const { budgets, isLive } = setUp([
      { id: 1, pricing: 'CPC', bidMicros: 500_000, ctrPpm: 10_000, dailyBudgetMicros: 1_000_000 },
    ]);
    for (let shown = 0; shown < 50; shown += 1) budgets.reserve(1, 400_000, NOON_MS);
    expect(isLive(1)).toBe(true);
    budgets.claim(1, 400_000, NOON_MS, NOON_MS);
    expect(isLive(1)).toBe(true);
    budgets.claim(1, 400_000, NOON_MS, NOON_MS);
    expect(isLive(1)).toBe(false);
  });

  test.each(['daily', 'total'] as const)(
    'a %s budget of one single click delivers until the click, or until one is expected',
    (kind) => {
      const budget = kind === 'daily' ? { dailyBudgetMicros: 1_000 } : { totalBudgetMicros: 1_000 };
      const { budgets, isLive } = setUp([
        { id: 1, pricing: 'CPC', bidMicros: 1_000, ctrPpm: 10_000, ...budget },
      ]);
      let shown = 0;
      for (let request = 0; request < 6_000; request += 1) {
        const nowMs = NOON_MS + request * 10;
        budgets.tick(nowMs);
        if (!isLive(1)) continue;
        budgets.reserve(1, 1_000, nowMs);
        shown += 1;
      }
      expect(shown).toBeGreaterThanOrEqual(200);
      expect(shown).toBeLessThanOrEqual(300);
      budgets.tick(NOON_MS + 200_000);
      expect(isLive(1)).toBe(true);
      budgets.claim(1, 1_000, NOON_MS, NOON_MS + 200_000);
      expect(isLive(1)).toBe(false);
    },
  );

  describe('a balance that runs low', () => {
    const bids = [1, 2, 3, 4, 5];
    const low = (balanceMicros: number) =>
      setUp(
        bids.map((bid) => ({ id: bid, bidMicros: bid * 1_000_000 })),
        balanceMicros,
      );

    test('stops those whose next event does not fit any more, and starts them when it does', () => {
      const { budgets, isLive } = low(5_000);
      const live = () => bids.filter(isLive);
      expect(live()).toEqual([1, 2, 3, 4, 5]);
      budgets.reserve(1, 1_000, NOON_MS);
      expect(live()).toEqual([1, 2, 3, 4]);
      budgets.claim(2, 1_500, NOON_MS, NOON_MS);
      expect(live()).toEqual([1, 2]);
      budgets.release(1, 1_000, NOON_MS);
      expect(live()).toEqual([1, 2, 3]);
      budgets.unclaim(2, 1_500, NOON_MS);
      expect(live()).toEqual([1, 2, 3, 4, 5]);
      budgets.loadBalances([{ id: 1001, balanceMicros: 2_999 }], NOON_MS);
      expect(live()).toEqual([1, 2]);
      const advertisers = [{ id: 1001, balanceMicros: 4_000 }];
      budgets.apply({ dayStartMs: MIDNIGHT_MS, campaigns: [], advertisers, settled: [] }, NOON_MS);
      expect(live()).toEqual([1, 2, 3, 4]);
    });

    test('an event costs a look at those it switches, however many there are', () => {
      const many = Array.from({ length: 5_000 }, (_, at) => ({
        id: at + 1,
        bidMicros: (at + 1) * 1_000_000,
      }));
      const { budgets } = setUp(many, 2_500_000);
      const looks = jest.spyOn(GateStates.prototype, 'evaluate');
      budgets.reserve(1, 1_000, NOON_MS);
      looks.mockClear();
      for (let shown = 0; shown < 20; shown += 1) budgets.reserve(1, 1_000, NOON_MS);
      for (let shown = 0; shown < 20; shown += 1) budgets.rendered(1, 1_000, NOON_MS);
      expect(looks.mock.calls.length).toBeLessThanOrEqual(80);
      looks.mockRestore();
    });
  });
});
