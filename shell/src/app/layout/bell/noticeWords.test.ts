import type { AlertData, AlertEvent, Notice } from '@ezdash/contracts';
import { alertData } from '@ezdash/contracts';
import { ALERT_EVENTS } from '@ezdash/contracts/constants';
import { createFormat } from '@ezdash/ui';
import i18next, { type TFunction } from 'i18next';
import uiGerman from '../../../../../packages/ui/src/locales/de.json';
import uiEnglish from '../../../../../packages/ui/src/locales/en.json';
import german from '../../../locales/de.json';
import english from '../../../locales/en.json';
import { dayIn, noticeDays } from './noticeDays';
import { noticeWords } from './noticeWords';

const NOW = '2026-11-22T11:52:00Z';
const LATER = '2026-11-23T00:00:00Z';
const campaign = { campaign_id: 'c_1', campaign: 'Trail season' };
const property = { property_id: 'p_1', property: 'Fjord news', domain: 'fjord.test' };

/** One of each event, as the server writes it. */
const SAMPLES: { [Event in AlertEvent]: AlertData[Event] } = {
  campaign_approved: { ...campaign, daily_budget_micros: 120_000_000, starts_at: null, approved_at: NOW },
  campaign_rejected: { ...campaign, reasons: ['landing-page'], message: '' },
  campaign_stopped: { ...campaign, creative: null, what: 'stopped', reason: 'Asks for card numbers' },
  campaign_started: { ...campaign, daily_budget_micros: 120_000_000, started_at: NOW, ends_at: LATER },
  campaign_paused: {
    ...campaign,
    why: 'daily-budget',
    budget_micros: 120_000_000,
    spend_micros: 119_930_000,
    lowest_micros: 100_000,
    stopped_at: NOW,
    resumes_at: LATER,
  },
  funds_low: { balance_micros: 3_000_000, per_day_micros: 5_000_000, days_left: 0.6 },
  landing_broken: {
    ...campaign,
    what: 'broken',
    url: 'https://shop.test/',
    outcome: 'status',
    status: 404,
    failing_since: NOW,
    checked_at: NOW,
  },
  rule_acted: { rule_id: 'ru_1', rule: 'No sales', did: 'changed', campaigns: ['Trail season'], more: 0 },
  funds_out: { balance_micros: 0, campaigns: ['Trail season', 'Winter shells'], more: 2 },
  property_approved: property,
  property_rejected: { ...property, reason: '' },
  property_stopped: { ...property, zone: 'Side', what: 'stopped', reason: 'Hidden frame' },
  verification_lost: { ...property, shows_ads: false, lost_at: NOW },
  earnings_held: { ...property, what: 'held', amount_micros: 12_340_000, reasons: ['young-key'] },
  payout_paid: {
    payout_id: 'po_1',
    amount_micros: 120_000_000,
    method: 'Nordea 3000',
    reference: 'T-17',
    paid_at: NOW,
  },
  payout_failed: {
    payout_id: 'po_1',
    amount_micros: 120_000_000,
    method: 'Nordea 3000',
    why: 'failed',
    reason: 'The account is closed.',
  },
  new_login: { device: 'Firefox 145, Windows', country: 'NO', signed_in_at: NOW },
  token_expiring: { token: 'Nightly', expires_at: LATER },
  support_answered: {
    conversation_id: 'cn_1',
    subject: 'Why did it stop?',
    author: 'Sara',
    excerpt: 'Good eye.',
  },
  support_asked: {
    conversation_id: 'cn_1',
    waiting_since: NOW,
  },
  release_stopped: {
    remote: 'mf-advertiser',
    version: '1.4.0',
    what: 'withdrawn',
    now: '1.3.2',
    why: 'Trouble in 14 of 120 pages',
    happened_at: NOW,
  },
  news_published: { article_id: 'nw_1', title: 'New formats', category: 'product', published_at: NOW },
};
const noticeOf = (event: AlertEvent, data: object = SAMPLES[event]): Notice => ({
  id: 'n_1',
  event,
  data: data as Notice['data'],
  href: null,
  created_at: NOW,
  read: false,
});

async function words(locale: string, notice: Notice) {
  const i18n = i18next.createInstance();
  await i18n.init({
    lng: locale,
    resources: { en: { shell: english, ui: uiEnglish }, de: { shell: german, ui: uiGerman } },
    defaultNS: 'shell',
    interpolation: { escapeValue: false },
  });
  return noticeWords(notice, i18n.t as TFunction<'shell'>, createFormat({ locale, timezone: 'Europe/Oslo' }));
}

test.each(ALERT_EVENTS)('%s has words in both languages, with everything filled in', async (event) => {
  expect(alertData[event].safeParse(SAMPLES[event]).success).toBe(true);
  for (const locale of ['en', 'de']) {
    const { title, line } = await words(locale, noticeOf(event));
    expect(title).toMatch(/\w/);
    expect(line).toMatch(/\w/);
    expect(title + line).not.toMatch(/\{\{|notice\.|undefined|NaN/);
  }
});

test.each([
  ['campaign_approved', {}, 'It may run now, for up to $120.00 a day.'],
  ['campaign_approved', { starts_at: LATER }, 'It starts on 23 Nov, 01:00, for up to $120.00 a day.'],
  ['campaign_started', { ends_at: null }, 'It spends up to $120.00 a day.'],
  [
    'campaign_paused',
    {},
    'It spent $119.93 of its daily budget of $120.00; less than the lowest price of one event ($0.10) is left. It stopped at 12:52 and resumes on 23 Nov, 01:00.',
  ],
  [
    'campaign_paused',
    { resumes_at: null },
    'It spent $119.93 of its daily budget of $120.00; less than the lowest price of one event ($0.10) is left. It stopped at 12:52.',
  ],
  [
    'campaign_paused',
    { why: 'total-budget', resumes_at: null, spend_micros: 120_000_000, lowest_micros: 2_500 },
    'It spent $120.00 of its total budget of $120.00; less than the lowest price of one event ($0.0025) is left.',
  ],
  // Written before bids were lowered to what is left.
  [
    'campaign_paused',
    { lowest_micros: undefined },
    'It stopped at 12:52: its daily budget of $120.00 didn’t pay for another bid. It resumes on 23 Nov, 01:00.',
  ],
  ['campaign_paused', { why: 'ended', budget_micros: null, resumes_at: null }, 'Its last day is over.'],
  ['campaign_rejected', { reasons: [], message: 'Too dark' }, '“Too dark”'],
  ['campaign_rejected', { reasons: ['moon', 'quality'], message: '' }, 'Poor picture or text.'],
  ['funds_low', {}, '$3.00 is left: less than a day at $5.00 a day.'],
  ['landing_broken', {}, 'It answers 404. The campaign runs on.'],
  ['landing_broken', { outcome: 'timed-out', status: null }, 'It does not answer. The campaign runs on.'],
  ['landing_broken', { what: 'recovered', outcome: 'ok', status: 200 }, 'It answers again.'],
  ['rule_acted', {}, 'It changed Trail season.'],
  ['rule_acted', { did: 'found', more: 2 }, 'Its conditions hold for Trail season and 2 more.'],
  ['funds_out', {}, 'Stopped until you add funds: Trail season, Winter shells, and 2 more.'],
  ['funds_out', { campaigns: [], more: 0 }, 'Nothing is delivered until you add funds.'],
  ['property_rejected', { reason: 'Empty' }, '“Empty”'],
  ['campaign_stopped', {}, 'Stopped: “Asks for card numbers”'],
  ['campaign_stopped', { creative: 'Banner', what: 'lifted' }, '“Banner” is no longer stopped.'],
  ['property_stopped', {}, '“Side” was stopped: “Hidden frame”'],
  ['property_stopped', { zone: null, what: 'lifted' }, 'The stop was lifted.'],
  [
    'verification_lost',
    { domain: 'a.example', shows_ads: true },
    'The token was not found on a.example. Ads go on.',
  ],
  [
    'new_login',
    { country: null },
    'Firefox 145, Windows, on 22 Nov, 12:52. Was it not you? Change your password.',
  ],
  ['release_stopped', {}, 'It had trouble in many browsers. Visitors have 1.3.2 again.'],
  ['release_stopped', { what: 'plan_refused', now: null }, 'It was planned, and was not activated.'],
  ['news_published', { category: 'moon' }, ''],
] as const)('%s with %j says: %s', async (event, change, line) => {
  expect((await words('en', noticeOf(event, { ...SAMPLES[event], ...change }))).line).toBe(line);
});

test('days begin at midnight where the person is', () => {
  const at = (created_at: string) => ({ ...noticeOf('funds_low'), created_at });
  const notices = [at('2026-11-21T23:30:00Z'), at('2026-11-21T22:30:00Z'), at('2026-11-20T12:00:00Z')];
  const days = (timezone: string) =>
    noticeDays(notices, timezone).map(({ day, notices: of }) => `${day} ${of.length}`);
  expect(days('Europe/Oslo')).toEqual(['2026-11-22 1', '2026-11-21 1', '2026-11-20 1']);
  expect(days('UTC')).toEqual(['2026-11-21 2', '2026-11-20 1']);
  expect(dayIn('America/Los_Angeles', '2026-11-22T07:59:00Z')).toBe('2026-11-21');
});
