import type { CampaignState } from '@ezdash/contracts';
import { type CampaignNow, campaignNews, type RememberedCampaign } from './campaignNews';

const DAY_MS = 86_400_000;
const now = new Date('2026-11-21T12:00:00Z');
const current = (state: CampaignState, reason: string | null = null): CampaignNow => ({
  state,
  reason,
  dailyBudgetMicros: 5_000_000,
  totalBudgetMicros: 90_000_000,
  spentTotalMicros: 0,
});
const before = (state: CampaignState, given: Partial<RememberedCampaign> = {}): RememberedCampaign => ({
  state,
  started: true,
  stopTold: null,
  stopToldAt: null,
  ...given,
});
const newsOf = (remembered: RememberedCampaign | null, then: CampaignNow, isFirst = false) =>
  campaignNews(remembered, then, isFirst, now).news;

test.each([
  ['inReview', false, true],
  ['scheduled', false, true],
  // Approved before there was money for it: it begins when that comes.
  ['unfunded', false, true],
  ['unfunded', true, false],
  ['pausedByUser', true, false],
  ['budgetReached', true, false],
] as const)('from %s (started: %s) to running is told: %s', (state, started, isTold) => {
  const news = newsOf(before(state, { started }), current('running'));
  expect(news).toEqual(isTold ? { event: 'campaign_started' } : null);
});

test('a campaign that is seen for the first time begins, unless its advertiser is, too', () => {
  expect(newsOf(null, current('running'))).toEqual({ event: 'campaign_started' });
  expect(newsOf(null, current('running'), true)).toBeNull();
  expect(campaignNews(null, current('running'), true, now).remembered.started).toBe(true);
});

test.each([
  ['running', 'budgetReached', 'daily-budget', { why: 'daily-budget', budgetMicros: 5_000_000 }],
  ['running', 'budgetReached', 'total-budget', { why: 'total-budget', budgetMicros: 90_000_000 }],
  ['running', 'completed', 'total-spent', { why: 'total-budget', budgetMicros: 90_000_000 }],
  ['running', 'completed', 'ended', { why: 'ended', budgetMicros: null }],
  ['budgetReached', 'completed', 'ended', { why: 'ended', budgetMicros: null }],
  // The funds have an alert of their own; the owner knows of what they did.
  ['running', 'unfunded', 'no-funds', null],
  ['running', 'pausedByUser', null, null],
  ['pausedByUser', 'completed', 'ended', null],
  ['unfunded', 'budgetReached', 'daily-budget', null],
] as const)('from %s to %s by %s: %j', (from, to, reason, news) => {
  expect(newsOf(before(from), current(to, reason))).toEqual(news && { event: 'campaign_paused', ...news });
});

test('the same budget is told once a week, another one at once', () => {
  const told = (daysAgo: number, stopTold = 'daily-budget:5000000') =>
    before('running', { stopTold, stopToldAt: new Date(now.getTime() - daysAgo * DAY_MS) });
  const stopped = current('budgetReached', 'daily-budget');
  expect(newsOf(told(6.9), stopped)).toBeNull();
  expect(newsOf(told(7), stopped)).not.toBeNull();
  expect(newsOf(told(1, 'daily-budget:4000000'), stopped)).not.toBeNull();
  const { remembered } = campaignNews(before('running'), stopped, false, now);
  expect(remembered).toMatchObject({ stopTold: 'daily-budget:5000000', stopToldAt: now });
});
