import { eventMicros } from '@ezdash/contracts';
import { type CampaignMoney, deriveState, type StateSubject } from './campaignState';

const now = new Date('2026-11-21T12:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const base: StateSubject = {
  state: 'approved',
  stateReason: null,
  pricing: 'CPM',
  bidMicros: 2_000_001,
  dailyBudgetMicros: 10_000_000,
  totalBudgetMicros: null,
  impressionLimit: null,
  clickLimit: null,
  priority: 'auction',
  startsAt: null,
  endsAt: null,
};
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
  [
    'balance below one click',
    { pricing: 'CPC', bidMicros: 300_000 },
    { balanceMicros: 299_999 },
    'unfunded',
    'no-funds',
  ],
  [
    'a click does not fit the day',
    { pricing: 'CPC', bidMicros: 300_000 },
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

test('one event costs a thousandth of a CPM, rounded up, or the whole CPC', () => {
  expect(eventMicros('CPM', 2_000_001)).toBe(2_001);
  expect(eventMicros('CPM', 2_000_000)).toBe(2_000);
  expect(eventMicros('CPC', 310_000)).toBe(310_000);
});
