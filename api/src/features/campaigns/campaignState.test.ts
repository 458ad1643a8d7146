import { eventMicros } from '@ezdash/contracts';
import { type CampaignMoney, deriveState, type StateSubject, shortageOf } from './campaignState';

const now = new Date('2026-11-21T12:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const base: StateSubject = {
  state: 'approved',
  stateReason: null,
  pricing: 'CPM',
  bidMicros: 2_001_999,
  dailyBudgetMicros: 10_000_000,
  totalBudgetMicros: null,
  impressionLimit: null,
  clickLimit: null,
  priority: 'auction',
  startsAt: null,
  endsAt: null,
};
const CLICKS: Partial<StateSubject> = { pricing: 'CPC', bidMicros: 300_000 };
const rich: CampaignMoney = {
  spentTodayMicros: 0,
  spentTotalMicros: 0,
  impressions: 0,
  clicks: 0,
  balanceMicros: 100_000_000,
  halt: null,
};

type Case = [
  title: string,
  Partial<StateSubject>,
  Partial<CampaignMoney>,
  state: string,
  reason: string | null,
];
const cases: Case[] = [
  ['a draft', { state: 'draft' }, {}, 'draft', null],
  ['a draft without money stays a draft', { state: 'draft' }, { balanceMicros: 0 }, 'draft', null],
  ['waits for review', { state: 'in_review' }, {}, 'inReview', null],
  [
    'stopped with the words of the operator, whatever clock and money say',
    { state: 'stopped', stateReason: 'Asks for card numbers', endsAt: hours(-1) },
    { balanceMicros: 0 },
    'stopped',
    'Asks for card numbers',
  ],
  [
    'rejected with the words of the reviewer',
    { state: 'rejected', stateReason: 'Show the price' },
    {},
    'rejected',
    'Show the price',
  ],
  ['paused by its owner', { state: 'paused' }, {}, 'pausedByUser', null],
  ['paused, and out of money too', { state: 'paused' }, { balanceMicros: 0 }, 'pausedByUser', null],
  ['paused, and its end has passed', { state: 'paused', endsAt: hours(-1) }, {}, 'completed', 'ended'],
  ['paused, and ends later', { state: 'paused', endsAt: hours(1) }, {}, 'pausedByUser', null],
  ['paused before its start', { state: 'paused', startsAt: hours(1) }, {}, 'pausedByUser', null],
  ['archived', { state: 'archived', stateReason: 'old words' }, {}, 'archived', null],
  ['runs', {}, {}, 'running', null],
  [
    'of an account that is not active',
    {},
    { halt: 'account-inactive' },
    'pausedBySystem',
    'account-inactive',
  ],
  ['without a goal that it could pay for', {}, { halt: 'no-goal' }, 'pausedBySystem', 'no-goal'],
  ['of an account that leaves', {}, { halt: 'account-leaving' }, 'pausedBySystem', 'account-leaving'],
  [
    'of an account that leaves, before its start',
    { startsAt: hours(1) },
    { halt: 'account-leaving' },
    'pausedBySystem',
    'account-leaving',
  ],
  ['paused by its owner, who leaves', { state: 'paused' }, { halt: 'account-leaving' }, 'pausedByUser', null],
  [
    'over, of an account that is not active',
    { endsAt: hours(-1) },
    { halt: 'account-inactive' },
    'completed',
    'ended',
  ],
  ['one impression short of its limit', { impressionLimit: 10 }, { impressions: 9 }, 'running', null],
  ['clicked as often as it may be', { clickLimit: 10 }, { clicks: 10 }, 'completed', 'click-limit'],
  ['clicked once less', { clickLimit: 10 }, { clicks: 9 }, 'running', null],
  ['at its limit', { impressionLimit: 10 }, { impressions: 10 }, 'completed', 'impression-limit'],
  ['guaranteed, without money', { priority: 'guaranteed' }, { balanceMicros: 0 }, 'unfunded', 'no-funds'],
  ['of the house, without money', { priority: 'house' }, { balanceMicros: 0 }, 'running', null],
  ['of the house, and over', { priority: 'house', endsAt: hours(-1) }, {}, 'completed', 'ended'],
  ['runs from its very start', { startsAt: now }, {}, 'running', null],
  ['starts later', { startsAt: hours(1) }, {}, 'scheduled', 'starts'],
  ['starts later, whatever the balance', { startsAt: hours(1) }, { balanceMicros: 0 }, 'scheduled', 'starts'],
  ['ends exactly now', { endsAt: now }, {}, 'completed', 'ended'],
  ['ends later', { endsAt: hours(1) }, {}, 'running', null],
  ['ended before the money did', { endsAt: hours(-1) }, { balanceMicros: 0 }, 'completed', 'ended'],
  [
    'whole total spent',
    { totalBudgetMicros: 50_000_000 },
    { spentTotalMicros: 50_000_000 },
    'completed',
    'total-spent',
  ],
  [
    'total too small for one more',
    { totalBudgetMicros: 50_000_000 },
    { spentTotalMicros: 49_998_000 },
    'budgetReached',
    'total-budget',
  ],
  [
    'total good for exactly one more',
    { totalBudgetMicros: 50_000_000 },
    { spentTotalMicros: 49_997_999 },
    'running',
    null,
  ],
  ['day too small for one more', {}, { spentTodayMicros: 9_998_000 }, 'budgetReached', 'daily-budget'],
  ['day good for exactly one more', {}, { spentTodayMicros: 9_997_999 }, 'running', null],
  [
    'day overdrawn after the budget was lowered',
    {},
    { spentTodayMicros: 12_000_000 },
    'budgetReached',
    'daily-budget',
  ],
  ['balance below one impression', {}, { balanceMicros: 2_000 }, 'unfunded', 'no-funds'],
  ['balance of exactly one impression', {}, { balanceMicros: 2_001 }, 'running', null],
  ['less than one click left goes on at a lowered bid', CLICKS, { balanceMicros: 299_999 }, 'running', null],
  ['less of the day too', { ...CLICKS, pricing: 'CPA' }, { spentTodayMicros: 9_900_000 }, 'running', null],
  [
    'of the total too',
    { ...CLICKS, totalBudgetMicros: 50_000_000 },
    { spentTotalMicros: 49_990_000 },
    'running',
    null,
  ],
  ['balance below the lowest bid', CLICKS, { balanceMicros: 9_999 }, 'unfunded', 'no-funds'],
  [
    'day below the lowest bid',
    { ...CLICKS, pricing: 'CPA' },
    { spentTodayMicros: 9_900_001 },
    'budgetReached',
    'daily-budget',
  ],
  [
    'day below a cent at a dear CPM',
    { bidMicros: 60_000_000 },
    { spentTodayMicros: 9_990_001 },
    'budgetReached',
    'daily-budget',
  ],
  [
    'guaranteed, which keeps its bid',
    { ...CLICKS, priority: 'guaranteed' },
    { spentTodayMicros: 9_700_001 },
    'budgetReached',
    'daily-budget',
  ],
  [
    'no money outranks a spent day',
    {},
    { spentTodayMicros: 10_000_000, balanceMicros: 0 },
    'unfunded',
    'no-funds',
  ],
];

test.each(cases)('%s', (_title, campaign, money, state, reason) => {
  expect(deriveState({ ...base, ...campaign }, { ...rich, ...money }, now)).toEqual({ state, reason });
});

test('one event costs a thousandth of a CPM, cut to whole micros, or the whole CPC', () => {
  expect(eventMicros('CPM', 2_000_999)).toBe(2_000);
  expect(eventMicros('CPM', 2_000_000)).toBe(2_000);
  expect(eventMicros('CPC', 310_000)).toBe(310_000);
});

const day = { of: 'daily-budget', budget_micros: 10_000_000 };
const clicks = { lowest_micros: 10_000 };
test.each<[string, Partial<StateSubject>, Partial<CampaignMoney>, object | null]>([
  ['plenty', CLICKS, { spentTodayMicros: 9_700_000 }, null],
  [
    'less of the day than one click',
    CLICKS,
    { spentTodayMicros: 9_800_000 },
    { ...day, ...clicks, spend_micros: 9_800_000, left_micros: 200_000, bid_micros: 150_000 },
  ],
  [
    'nothing of the day',
    CLICKS,
    { spentTodayMicros: 10_500_000 },
    { ...day, ...clicks, spend_micros: 10_500_000, left_micros: 0, bid_micros: null },
  ],
  [
    'the least of all',
    { ...CLICKS, totalBudgetMicros: 20_000_000 },
    { spentTodayMicros: 9_900_000, spentTotalMicros: 19_950_000, balanceMicros: 90_000 },
    {
      of: 'total-budget',
      budget_micros: 20_000_000,
      spend_micros: 19_950_000,
      left_micros: 50_000,
      bid_micros: 37_500,
      ...clicks,
    },
  ],
  [
    'what stops it, though less of another is left',
    CLICKS,
    { spentTodayMicros: 10_000_000, balanceMicros: 5_000 },
    {
      of: 'balance',
      budget_micros: null,
      spend_micros: null,
      left_micros: 5_000,
      bid_micros: null,
      ...clicks,
    },
  ],
  [
    'of CPM the bid for a thousand',
    { bidMicros: 60_000_000 },
    { balanceMicros: 30_000 },
    {
      of: 'balance',
      budget_micros: null,
      spend_micros: null,
      left_micros: 30_000,
      lowest_micros: 10_000,
      bid_micros: 30_000_000,
    },
  ],
  ['a house ad needs no money', { priority: 'house' }, { balanceMicros: 0 }, null],
])('short of: %s', (_title, campaign, money, expected) => {
  expect(shortageOf({ ...base, ...campaign }, { ...rich, ...money })).toEqual(expected);
});
