import { affordableMicros, lowestEventMicros, PRICINGS, type Pricing } from '@ezdash/contracts';
import { shortageOf } from '../../campaigns/campaignState';
import { type AppliedBatch, Budgets } from './budgets';
import { decide } from './decide';
import { GATE } from './decision';
import { buildSnapshot } from './index/buildSnapshot';
import { snapshotInput, zoneInput } from './testFixtures';
import { chooser, contextOf, DAY_START_MS, NOW_MS, randomPerson, reprice, seeded } from './testMarket';

const DOLLAR = 1_000_000;
const RICH = 1e12;
const LIMITS = ['daily', 'total', 'balance'] as const;
type Limit = (typeof LIMITS)[number];
const CASES = PRICINGS.flatMap((pricing) => LIMITS.map((limit) => [pricing, limit] as const));
const OWNER = 1001;

test('a lowered bid fits what is left, is more than half of it, and never less than the lowest', () => {
  const random = seeded(1);
  const { below, one } = chooser(random);
  for (let round = 0; round < 20_000; round += 1) {
    const whole = 1 + below(one([100, 20_000, 20_000_000, 0xffff_ffff]));
    const lowest = Math.min(whole, one([10_000, 100_000]));
    const left = below(whole * 2) - 10;
    const unit = affordableMicros(whole, lowest, left);
    if (left >= whole || left < lowest) expect(unit).toBe(whole);
    else {
      expect(unit).toBeLessThanOrEqual(left);
      expect(unit > Math.floor(left / 2) - 1 || unit === lowest).toBe(true);
      expect(unit).toBeGreaterThanOrEqual(lowest);
    }
  }
});

test.each([
  ['CPM', 'auction', 60_000, 10_000],
  ['CPM', 'auction', 6_000, 6_000],
  ['CPC', 'auction', 6 * DOLLAR, 10_000],
  ['CPA', 'auction', 6 * DOLLAR, 100_000],
  ['CPA', 'guaranteed', 6 * DOLLAR, 6 * DOLLAR],
  ['CPM', 'house', 0, 0],
] as const)('%s, %s, of %i an event: lowered to %i at least', (pricing, priority, unit, lowest) =>
  expect(lowestEventMicros(pricing, priority, unit)).toBe(lowest),
);

/** A campaign with one budget of some events, and a rival that leaves the price far below its bid, or takes the place. */
function open(pricing: Pricing, limit: Limit, seed: number) {
  const random = seeded(seed);
  const { below, chance } = chooser(random);
  const unit = pricing === 'CPM' ? 20_000 + below(100_000) : DOLLAR + below(8 * DOLLAR);
  const budget = unit + below(3 * unit);
  // Of a CPC's and a CPA's fixture five in a thousand impressions lead to what it pays for.
  const ecpm = unit * (pricing === 'CPM' ? 1_000 : 5);
  const input = snapshotInput(
    [
      {
        id: 1,
        advertiserId: OWNER,
        pricing,
        bidMicros: pricing === 'CPM' ? unit * 1_000 : unit,
        dailyBudgetMicros: limit === 'daily' ? budget : RICH,
        totalBudgetMicros: limit === 'total' ? budget : null,
      },
      { id: 2, advertiserId: 1002, bidMicros: below(ecpm / 4), dailyBudgetMicros: RICH },
    ],
    { zones: [zoneInput({ id: 401, floorMicros: chance(0.3) ? below(ecpm / 4) : 0 })] },
  );
  const budgets = new Budgets();
  let snapshot = buildSnapshot(input);
  budgets.tick(NOW_MS);
  const balance = limit === 'balance' ? budget : RICH;
  budgets.attach(snapshot, NOW_MS, {
    dayStartMs: DAY_START_MS,
    campaigns: [],
    advertisers: [
      { id: OWNER, balanceMicros: balance },
      { id: 1002, balanceMicros: RICH },
    ],
  });
  const person = randomPerson(random);
  const settle = (spent: number, settled: AppliedBatch['settled']) =>
    budgets.apply(
      {
        dayStartMs: DAY_START_MS,
        campaigns: [{ id: 1, todayMicros: spent, totalMicros: spent }],
        advertisers: [{ id: OWNER, balanceMicros: balance - spent }],
        settled,
      },
      NOW_MS,
    );
  return {
    budgets,
    budget,
    random,
    settle,
    entry: () => budgets.moneyOf(1)?.campaign,
    state: () => {
      const { gate = 0, position = 0 } = budgets.moneyOf(1) ?? {};
      return budgets.gates[gate]?.states[position];
    },
    reprice: () => {
      snapshot = reprice(snapshot, budgets, input);
    },
    /** What campaign 1 pays for the next place, or null when it does not get it. */
    next: () => {
      const zone = snapshot.zones.byId.get(401);
      if (!zone) throw new Error('no zone');
      const context = contextOf(zone, { person, exclude: [], random: Math.floor(random() * 2 ** 32) });
      const [winner] = decide(snapshot, budgets, context).candidates;
      return winner?.campaign.id === 1 ? winner.priceMicros : null;
    },
    floor: input.zones[0]?.floorMicros ?? 0,
    rival: Math.floor((input.campaigns[1]?.bidMicros ?? 0) / 1_000) * 1_000,
  };
}

test.each(CASES)(
  '%s with a limit that is %s: spent to the end, as far as others and the floor let it, and never beyond',
  (pricing, limit) => {
    let ended = 0;
    for (let seed = 1; seed <= 60; seed += 1) {
      const market = open(pricing, limit, seed);
      const { budgets, budget, random } = market;
      let spent = 0;
      let waiting: number[] = [];
      let journaled: AppliedBatch['settled'][number][] = [];
      for (let step = 0; step < 400; step += 1) {
        const price = random() < 0.6 ? market.next() : null;
        if (price !== null) {
          budgets.reserve(1, price, NOW_MS);
          waiting.push(price);
        } else if (waiting.length > 0) {
          // Its impression comes; of every other one what it pays for, too, as far as the wall at the bill lets it.
          const [first = 0, ...rest] = waiting;
          waiting = rest;
          budgets.rendered(1, first, NOW_MS);
          const due = journaled.reduce((sum, { claimMicros }) => sum + claimMicros, 0);
          const fits = spent + due + first <= budget;
          // What pays for each impression is never refused: the first wall has seen to that.
          if (pricing === 'CPM') expect([seed, step, fits]).toEqual([seed, step, true]);
          if (fits && (pricing === 'CPM' || random() < 0.5)) {
            budgets.claim(1, first, NOW_MS, NOW_MS);
            journaled.push({ campaignId: 1, decidedAtMs: NOW_MS, claimMicros: first });
          }
        }
        if (random() < 0.2) {
          spent += journaled.reduce((sum, { claimMicros }) => sum + claimMicros, 0);
          market.settle(spent, journaled);
          journaled = [];
        }
        if (random() < 0.3) market.reprice();
        expect(spent).toBeLessThanOrEqual(budget);
      }
      // What is on its way expires, and everything is billed.
      spent += journaled.reduce((sum, { claimMicros }) => sum + claimMicros, 0);
      market.settle(spent, journaled);
      budgets.tick(NOW_MS + 60_000);
      market.reprice();
      const entry = market.entry();
      if (!entry) throw new Error('no campaign');
      const left = budget - spent;
      if (left < entry.lowestMicros) {
        ended += 1;
        expect([seed, market.state(), entry.unitMicros]).toEqual([seed, GATE.BUDGET, entry.wholeMicros]);
      } else {
        expect([seed, market.state()]).toEqual([seed, GATE.LIVE]);
        // With something left it is others, the floor or chance that keep it from spending more.
        const isOut = entry.ecpmMicros <= market.rival || entry.ecpmMicros < market.floor;
        expect([seed, isOut || market.next() !== null]).toEqual([seed, true]);
      }
    }
    // The markets would prove little if no budget were spent to its end.
    expect(ended).toBeGreaterThan(0);
  },
);

test.each<[string, Limit, number]>([
  ['the next day', 'daily', NOW_MS + 86_400_000],
  ['money that comes', 'balance', NOW_MS],
])('a lowered bid is raised again by %s', (_what, limit, nowMs) => {
  const market = open('CPC', limit, 7);
  const { budgets, budget } = market;
  const whole = market.entry()?.wholeMicros ?? 0;
  market.settle(budget - Math.floor(whole / 3), []);
  market.reprice();
  expect(market.entry()?.unitMicros).toBe(Math.floor(whole / 2 / 2));
  budgets.tick(nowMs);
  if (nowMs === NOW_MS) budgets.loadBalances([{ id: OWNER, balanceMicros: RICH }], NOW_MS);
  market.reprice();
  expect(market.entry()?.unitMicros).toBe(whole);
  expect(market.state()).toBe(GATE.LIVE);
});

test('what an index of another reading says is put right, and nobody whose bid suits is named again', () => {
  const market = open('CPC', 'daily', 3);
  const { budgets, budget } = market;
  expect(budgets.mispriced(10)).toEqual([]);
  market.settle(budget - 100_000, []);
  expect(budgets.mispriced(10)).toEqual([1]);
  market.reprice();
  expect(budgets.mispriced(10)).toEqual([]);
  market.settle(budget - 9_999, []);
  expect(budgets.mispriced(10)).toEqual([1]);
  market.reprice();
  expect(budgets.mispriced(10)).toEqual([]);
  expect(market.state()).toBe(GATE.BUDGET);
});

test('what a campaign’s page says of its money is what the ad server does, to the micro', () => {
  const random = seeded(5);
  const { below, one, chance } = chooser(random);
  const met = { stopped: 0, lowered: 0, whole: 0 };
  for (let round = 0; round < 4_000; round += 1) {
    const pricing = one(PRICINGS);
    const priority = chance(0.8) ? 'auction' : 'guaranteed';
    const bidMicros = 100_000 + below(one([1_000_000, 90_000_000]));
    const event = pricing === 'CPM' ? bidMicros / 1_000 : bidMicros;
    // About one event, or the lowest, is left of each limit, or plenty.
    const rest = () =>
      chance(0.5) ? RICH : Math.max(0, Math.floor(one([event, 10_000, 100_000])) + below(5) - 2);
    const spent = below(9_000_000);
    const daily = spent + rest();
    const total = chance(0.5) ? null : spent + rest();
    const balanceMicros = rest();
    const input = snapshotInput([
      {
        id: 1,
        advertiserId: OWNER,
        pricing,
        priority,
        bidMicros,
        dailyBudgetMicros: daily,
        totalBudgetMicros: total,
      },
    ]);
    const budgets = new Budgets();
    budgets.tick(NOW_MS);
    const snapshot = buildSnapshot(input);
    budgets.attach(snapshot, NOW_MS, {
      dayStartMs: DAY_START_MS,
      campaigns: [{ id: 1, todayMicros: spent, totalMicros: spent }],
      advertisers: [{ id: OWNER, balanceMicros }],
    });
    reprice(snapshot, budgets, input);
    const { gate = 0, position = 0, campaign } = budgets.moneyOf(1) ?? {};
    const said = shortageOf(
      { pricing, priority, bidMicros, dailyBudgetMicros: daily, totalBudgetMicros: total },
      { balanceMicros, spentTodayMicros: spent, spentTotalMicros: spent },
    );
    const isStopped = budgets.gates[gate]?.states[position] === GATE.BUDGET;
    expect([round, said?.bid_micros === null]).toEqual([round, isStopped]);
    met[said === null ? 'whole' : isStopped ? 'stopped' : 'lowered'] += 1;
    if (said !== null && !isStopped) expect([round, said.bid_micros]).toEqual([round, campaign?.bidMicros]);
    if (said === null) expect([round, campaign?.unitMicros]).toEqual([round, campaign?.wholeMicros]);
  }
  expect(Math.min(met.stopped, met.lowered, met.whole)).toBeGreaterThan(100);
});
