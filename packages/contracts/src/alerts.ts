import { z } from 'zod';
import { micros, timestamp } from './common';
import { ALERT_CHANNELS, ALERT_EVENTS } from './constants';
import { LANDING_OUTCOMES } from './landingRules';
import { REJECTION_REASONS } from './review';

export const alertEvent = z.enum(ALERT_EVENTS);
export type AlertEvent = z.infer<typeof alertEvent>;
export const alertChannel = z.enum(ALERT_CHANNELS);
export type AlertChannel = z.infer<typeof alertChannel>;

/** Told only to who has asked for it; every other alert is told until its reader says otherwise. */
const OFF_BY_DEFAULT: Readonly<Record<AlertChannel, readonly AlertEvent[]>> = {
  app: [],
  mail: ['news_published'],
  webhook: [],
};
export const isAlertOnByDefault = (event: AlertEvent, channel: AlertChannel): boolean =>
  !OFF_BY_DEFAULT[channel].includes(event);

const campaign = { campaign_id: z.string(), campaign: z.string() };
const property = { property_id: z.string(), property: z.string(), domain: z.string() };
const payout = { payout_id: z.string(), amount_micros: micros, method: z.string() };

/**
 * What each event says, in notices and in calls to webhooks: `notice.data`. Amounts in micros, times as timestamps.
 * Only add: old notices and other people's programs read it.
 */
export const alertData = {
  campaign_approved: z.object({
    ...campaign,
    daily_budget_micros: micros,
    /** Null, or past: it may run from now on. */
    starts_at: timestamp.nullable(),
    approved_at: timestamp,
  }),
  campaign_rejected: z.object({
    ...campaign,
    reasons: z.array(z.enum(REJECTION_REASONS)),
    /** The reviewer's own words; may be empty. */
    message: z.string(),
  }),
  /** An operator stopped the campaign, or one of its creatives, and later lifts that. */
  campaign_stopped: z.object({
    ...campaign,
    /** Null: the whole campaign. */
    creative: z.string().nullable(),
    what: z.enum(['stopped', 'lifted']),
    reason: z.string(),
  }),
  campaign_started: z.object({
    ...campaign,
    daily_budget_micros: micros,
    started_at: timestamp,
    ends_at: timestamp.nullable(),
  }),
  campaign_paused: z.object({
    ...campaign,
    why: z.enum(['daily-budget', 'total-budget', 'ended']),
    /** The budget that stopped it; null when it is the time that is over. */
    budget_micros: micros.nullable(),
    /** What was spent of it. Alerts of before a bid was lowered to what is left have neither this nor the next. */
    spend_micros: micros.nullable().optional(),
    /** The least that is bid for one event; less than that is left of the budget. */
    lowest_micros: micros.nullable().optional(),
    stopped_at: timestamp,
    /** When it goes on by itself; null: it does not. */
    resumes_at: timestamp.nullable(),
  }),
  /**
   * A campaign's landing page was not found by two looks one after the other (`broken`), and, once that was told, that
   * it answers again (`recovered`). `url`: the address as the campaign has it; `status`: of the page's answer.
   */
  landing_broken: z.object({
    ...campaign,
    what: z.enum(['broken', 'recovered']),
    url: z.string(),
    outcome: z.enum(LANDING_OUTCOMES),
    status: z.int().nullable(),
    /** When the first look failed; null when nobody knows it any more. */
    failing_since: timestamp.nullable(),
    checked_at: timestamp,
  }),
  /** One evaluation of an automatic rule. `did`: changed something, or found what it only tells of. */
  rule_acted: z.object({
    rule_id: z.string(),
    rule: z.string(),
    did: z.enum(['changed', 'found']),
    /** The first few by name, and how many more there are. */
    campaigns: z.array(z.string()),
    more: z.int(),
  }),
  funds_low: z.object({ balance_micros: micros, per_day_micros: micros, days_left: z.number() }),
  /** The first few campaigns by name, and how many more there are. */
  funds_out: z.object({ balance_micros: micros, campaigns: z.array(z.string()), more: z.int() }),
  property_approved: z.object(property),
  property_rejected: z.object({ ...property, reason: z.string() }),
  /** The same of a property, or of one of its zones. */
  property_stopped: z.object({
    ...property,
    /** Null: the whole property. */
    zone: z.string().nullable(),
    what: z.enum(['stopped', 'lifted']),
    reason: z.string(),
  }),
  /** The token of a verified property was not found any more. `shows_ads`: it shows them all the same. */
  verification_lost: z.object({ ...property, shows_ads: z.boolean(), lost_at: timestamp }),
  /** Server-side earnings are looked at (`held`), or an operator, or time, has decided. `reasons`: HOLD_REASONS. */
  earnings_held: z.object({
    ...property,
    what: z.enum(['held', 'released', 'taken_back']),
    amount_micros: micros,
    reasons: z.array(z.string()),
  }),
  /** `method` as `Test bank Germany 3000`; `reference`: the bank's. */
  payout_paid: z.object({ ...payout, reference: z.string().nullable(), paid_at: timestamp }),
  /** Refused by the network or failed at the bank: payable again. */
  payout_failed: z.object({ ...payout, why: z.enum(['refused', 'failed']), reason: z.string() }),
  /** `device` as `Firefox 145, Windows`; `country` as its two-letter code. */
  new_login: z.object({ device: z.string(), country: z.string().nullable(), signed_in_at: timestamp }),
  token_expiring: z.object({ token: z.string(), expires_at: timestamp }),
  /** `author`: the operator's first name; `excerpt`: how the answer begins. */
  support_answered: z.object({
    conversation_id: z.string(),
    subject: z.string(),
    author: z.string(),
    excerpt: z.string(),
  }),
  /** To operators: a customer is waiting. Who and for what is in the conversation, behind the console's door and its audit. */
  support_asked: z.object({ conversation_id: z.string(), waiting_since: timestamp }),
  /**
   * To operators: the network took a release back by itself (`withdrawn`), ended its canary, or did not activate it as
   * planned. `now`: what visitors get; `why`: in English, as in the history.
   */
  release_stopped: z.object({
    remote: z.string(),
    version: z.string(),
    what: z.enum(['withdrawn', 'canary_ended', 'plan_refused']),
    now: z.string().nullable(),
    why: z.string(),
    happened_at: timestamp,
  }),
  news_published: z.object({
    article_id: z.string(),
    title: z.string(),
    category: z.string(),
    published_at: timestamp,
  }),
} as const satisfies Record<AlertEvent, z.ZodType>;
export type AlertData = { [Event in AlertEvent]: z.infer<(typeof alertData)[Event]> };

/** One row of the page: what happened, and by which ways it is told. */
export const alertSetting = z.object({
  event: alertEvent,
  channels: z.record(alertChannel, z.boolean()),
});
export type AlertSetting = z.infer<typeof alertSetting>;

/** GET /api/settings/alerts: the events of the account's role, in the order of the page; also the answer of PUT. */
export const alertSettings = z.object({
  /** Where mails go. */
  email: z.string(),
  alerts: z.array(alertSetting),
});
export type AlertSettings = z.infer<typeof alertSettings>;

/**
 * PUT /api/settings/alerts: the channels named of the events named are changed, all others stay. 422 for an event of
 * another role; to turn off `new_login` by mail takes a recent proof (403 REAUTH_REQUIRED).
 */
export const alertSettingsUpdate = z.object({
  alerts: z
    .array(z.object({ event: alertEvent, channels: z.partialRecord(alertChannel, z.boolean()) }))
    .min(1, { error: 'Name at least one alert' })
    .max(ALERT_EVENTS.length)
    .refine((alerts) => new Set(alerts.map(({ event }) => event)).size === alerts.length, {
      error: 'Name each alert only once',
    }),
});
export type AlertSettingsUpdate = z.infer<typeof alertSettingsUpdate>;
