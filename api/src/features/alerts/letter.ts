import {
  ALERT_ROLES,
  type AlertChannel,
  type AlertData,
  type AlertEvent,
  isAlertOnByDefault,
  NEWS_CATEGORIES,
  type NewsCategory,
  type Role,
} from '@ezdash/contracts';
import type { MailRequest, TemplateData, TemplateName } from '../mail';
import type { QuietHours } from './clockTimes';

/** The mail of `new_login` is sent where the signing in happens, which asks `wants` first. */
export type MailedEvent = Exclude<AlertEvent, 'new_login'>;

/** What is to be told to whom. */
export type Alert = {
  [Event in AlertEvent]: {
    userId: number;
    event: Event;
    data: AlertData[Event];
    /** Names this one occurrence of the event: it is told once, however often it is asked for. At most 100 characters. */
    occurrence: string;
  };
}[AlertEvent];

/** What was told, as it is stored. */
export interface ToldAlert {
  id: number;
  event: AlertEvent;
  data: unknown;
}

/** What an operator decided or answered, and who signed in, reaches the owner whatever state the account is in. */
const TOLD_ALWAYS: ReadonlySet<AlertEvent> = new Set([
  'campaign_approved',
  'campaign_rejected',
  'campaign_stopped',
  'property_approved',
  'property_rejected',
  'property_stopped',
  'payout_paid',
  'payout_failed',
  'new_login',
  'support_answered',
]);

/** Who would be told, and what they want. */
export interface Reader {
  id: number;
  email: string;
  locale: string | null;
  timezone: string;
  status: string;
  role: Role;
  /** `event channel` of what was turned off, and of what is on although it is off by default. */
  off: readonly string[];
  on: readonly string[];
  hasWebhook: boolean;
  /** Mails of alerts come together once a day. */
  digest: boolean;
  quiet: QuietHours | null;
}

export const mayBeTold = ({ role, status }: Reader, event: AlertEvent): boolean =>
  ALERT_ROLES[event].includes(role) && (status === 'active' || TOLD_ALWAYS.has(event));

export function wantsAlert(
  { on, off }: Pick<Reader, 'on' | 'off'>,
  event: AlertEvent,
  channel: AlertChannel,
) {
  const key = `${event} ${channel}`;
  return isAlertOnByDefault(event, channel) ? !off.includes(key) : on.includes(key);
}

/** Whether quiet hours and digests do not concern it: people must know at once who signs in. */
export const isUrgent = (event: AlertEvent): boolean => event === 'new_login';

type Content = { [Name in TemplateName]: { template: Name; data: TemplateData[Name] } }[TemplateName];

const isNewsCategory = (text: string): text is NewsCategory =>
  (NEWS_CATEGORIES as readonly string[]).includes(text);
const customerRole = ({ role }: Reader) => (role === 'publisher' ? 'publisher' : 'advertiser');

/** Which mail says what, filled with the figures of the event. */
const CONTENTS: { [Event in MailedEvent]: (data: AlertData[Event], reader: Reader) => Content } = {
  campaign_approved: (data, { timezone }) => ({
    template: 'campaign-approved',
    data: {
      campaignId: data.campaign_id,
      campaign: data.campaign,
      dailyBudgetMicros: data.daily_budget_micros,
      startsAt: data.starts_at,
      approvedAt: data.approved_at,
      timeZone: timezone,
    },
  }),
  campaign_rejected: ({ campaign_id, ...data }) => ({
    template: 'campaign-rejected',
    data: { campaignId: campaign_id, ...data },
  }),
  campaign_stopped: ({ campaign_id, ...data }) => ({
    template: 'campaign-stopped',
    data: { campaignId: campaign_id, ...data },
  }),
  campaign_started: (data, { timezone }) => ({
    template: 'campaign-started',
    data: {
      campaignId: data.campaign_id,
      campaign: data.campaign,
      dailyBudgetMicros: data.daily_budget_micros,
      startedAt: data.started_at,
      endsAt: data.ends_at,
      timeZone: timezone,
    },
  }),
  campaign_paused: (data, { timezone }) => ({
    template: 'campaign-paused',
    data: {
      campaignId: data.campaign_id,
      campaign: data.campaign,
      why: data.why,
      budgetMicros: data.budget_micros,
      spendMicros: data.spend_micros,
      lowestMicros: data.lowest_micros,
      stoppedAt: data.stopped_at,
      resumesAt: data.resumes_at,
      timeZone: timezone,
    },
  }),
  landing_broken: ({ campaign_id, failing_since, checked_at, ...data }, { timezone }) => ({
    template: 'landing-broken',
    data: {
      ...data,
      campaignId: campaign_id,
      failingSince: failing_since,
      checkedAt: checked_at,
      timeZone: timezone,
    },
  }),
  rule_acted: ({ rule_id, ...data }) => ({
    template: 'rule-acted',
    data: { ruleId: rule_id, ...data },
  }),
  funds_low: (data) => ({
    template: 'funds-low',
    data: {
      balanceMicros: data.balance_micros,
      perDayMicros: data.per_day_micros,
      daysLeft: data.days_left,
    },
  }),
  funds_out: ({ balance_micros, campaigns, more }) => ({
    template: 'funds-out',
    data: { balanceMicros: balance_micros, campaigns, more },
  }),
  property_approved: ({ property_id, property, domain }) => ({
    template: 'property-approved',
    data: { propertyId: property_id, property, domain },
  }),
  property_rejected: ({ property_id, property, domain, reason }) => ({
    template: 'property-rejected',
    data: { propertyId: property_id, property, domain, reason },
  }),
  property_stopped: ({ property_id, ...data }) => ({
    template: 'property-stopped',
    data: { propertyId: property_id, ...data },
  }),
  verification_lost: ({ property_id, property, domain, shows_ads, lost_at }, { timezone }) => ({
    template: 'verification-lost',
    data: {
      propertyId: property_id,
      property,
      domain,
      showsAds: shows_ads,
      lostAt: lost_at,
      timeZone: timezone,
    },
  }),
  earnings_held: ({ property_id, property, domain, what, amount_micros }) => ({
    template: 'earnings-held',
    data: { propertyId: property_id, property, domain, what, amountMicros: amount_micros },
  }),
  payout_paid: ({ payout_id, amount_micros, method, reference, paid_at }, { timezone }) => ({
    template: 'payout-paid',
    data: {
      payoutId: payout_id,
      amountMicros: amount_micros,
      method,
      reference,
      paidAt: paid_at,
      timeZone: timezone,
    },
  }),
  payout_failed: ({ payout_id, amount_micros, ...data }, { timezone }) => ({
    template: 'payout-failed',
    data: { payoutId: payout_id, amountMicros: amount_micros, ...data, timeZone: timezone },
  }),
  token_expiring: ({ token, expires_at }, { timezone }) => ({
    template: 'api-token-expiring',
    data: { tokenName: token, expiresAt: expires_at, timeZone: timezone },
  }),
  support_answered: ({ conversation_id, subject, author, excerpt }) => ({
    template: 'support-answered',
    data: { conversationId: conversation_id, subject, author, excerpt },
  }),
  support_asked: ({ conversation_id, waiting_since }, { timezone }) => ({
    template: 'support-asked',
    data: { conversationId: conversation_id, waitingSince: waiting_since, timeZone: timezone },
  }),
  release_stopped: ({ happened_at, ...data }, { timezone }) => ({
    template: 'release-stopped',
    data: { ...data, happenedAt: happened_at, timeZone: timezone },
  }),
  news_published: (data, reader) => ({
    template: 'news-published',
    data: {
      articleId: data.article_id,
      title: data.title,
      category: isNewsCategory(data.category) ? data.category : 'product',
      publishedAt: data.published_at,
      role: customerRole(reader),
      timeZone: reader.timezone,
    },
  }),
};

/** The alert as its mail; one for one notice, ever. */
export function letterOf(
  { id, event, data }: ToldAlert & { event: MailedEvent },
  reader: Reader,
): MailRequest<TemplateName> {
  // Each entry takes the data of its own event, which the union of all of them cannot say.
  const contentOf = CONTENTS[event] as (data: unknown, reader: Reader) => Content;
  return {
    to: reader.email,
    ...contentOf(data, reader),
    locale: reader.locale,
    idempotencyKey: `alert:${id}`,
  };
}

/** Where the app shows what an alert is about. */
export function hrefOf(alert: Alert, { role }: Pick<Reader, 'role'>): string | null {
  switch (alert.event) {
    case 'campaign_approved':
    case 'campaign_rejected':
    case 'campaign_stopped':
    case 'campaign_started':
    case 'campaign_paused':
      return `/advertiser/campaigns/${alert.data.campaign_id}`;
    case 'landing_broken':
      return `/advertiser/campaigns/${alert.data.campaign_id}?tab=creatives`;
    case 'rule_acted':
      return `/advertiser/rules?rule=${alert.data.rule_id}`;
    case 'funds_low':
    case 'funds_out':
      return '/advertiser/funds';
    case 'property_approved':
    case 'property_rejected':
    case 'property_stopped':
      return `/publisher/properties/${alert.data.property_id}`;
    case 'verification_lost':
      return `/publisher/properties/${alert.data.property_id}?tab=verification`;
    case 'earnings_held':
    case 'payout_paid':
    case 'payout_failed':
      return '/publisher/earnings';
    case 'new_login':
      return '/settings/password';
    case 'token_expiring':
      return '/settings/api';
    case 'support_answered':
      return `/help?conversation=${alert.data.conversation_id}`;
    case 'support_asked':
      return `/admin/conversations/${alert.data.conversation_id}`;
    case 'release_stopped':
      return '/admin/remotes';
    case 'news_published':
      return `/${role}/news/${alert.data.article_id}`;
  }
}
