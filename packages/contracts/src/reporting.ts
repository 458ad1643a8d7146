import { z } from 'zod';
import { campaignState, deliveryFigures, pricing } from './campaigns';
import { day, micros, timestamp } from './common';
import { publisherFigures } from './publishing';

export const deliveryDay = deliveryFigures.extend({ day });
export const publisherDay = publisherFigures.extend({ day });

/** Something that waits for the person, worst first; `code` is a text key with `params`. */
export const callOut = z.object({
  code: z.enum([
    'campaign-stopped',
    'campaign-rejected',
    'unfunded',
    'low-balance',
    'budget-reached',
    'rule-stopped',
    'landing-broken',
    'creative-stopped',
    'creative-rejected',
    'tracking-silent',
    'postback-failing',
    'no-delivery',
    'rule-acted',
    'no-campaign',
    'no-property',
    'no-tag-seen',
    'property-stopped',
    'zone-stopped',
    'property-rejected',
    'property-unverified',
  ]),
  tone: z.enum(['bad', 'warn', 'info']),
  subject: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Path in the app that solves it. */
  href: z.string(),
  /** Names it for `callOutKey`; without one it cannot be put away. */
  key: z.string().optional(),
  /** Since when it is so; null when nobody knows. */
  since: timestamp.nullable().optional(),
  /** What a day of it costs, or keeps from being spent. */
  at_stake_micros: micros.optional(),
});
export type CallOut = z.infer<typeof callOut>;

/**
 * POST /api/advertiser/call-outs/dismiss: puts a call-out away for a day → `callOutDismissed`.
 * POST /api/advertiser/call-outs/restore: shows it again → 204.
 */
export const callOutKey = z.object({
  key: z
    .string()
    .max(120)
    .regex(/^[a-z-]+:[\w:-]+$/),
});
export type CallOutKey = z.infer<typeof callOutKey>;
export const callOutDismissed = z.object({ until: timestamp });
export type CallOutDismissed = z.infer<typeof callOutDismissed>;

/** Who looks after an account whose type has managed campaigns (VIP3). */
export const accountManager = z.object({
  name: z.string(),
  /** Of the person's own settings; null when they chose none. */
  language: z.string().nullable(),
  /** IANA name. */
  timezone: z.string(),
});
export type AccountManager = z.infer<typeof accountManager>;

/** GET /api/advertiser/dashboard?from=&to=; `previous` covers as many days just before. */
export const advertiserDashboard = z.object({
  from: day,
  to: day,
  now: timestamp,
  /** Events up to here are in the figures. */
  final_until: timestamp,
  balance_micros: micros,
  bonus_micros: micros,
  /** At the pace of the last seven days; null when nothing was spent, and before a day of spend unless it is few. */
  days_left: z.number().nullable(),
  totals: deliveryFigures,
  previous: deliveryFigures,
  /** Whether `previous` can be compared with: the account was at work from its first day on. */
  comparable: z.boolean(),
  days: z.array(deliveryDay),
  previous_days: z.array(deliveryDay),
  today: deliveryFigures,
  pacing: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      state: campaignState,
      state_reason: z.string().nullable(),
      pricing,
      image: z.string().nullable(),
      width: z.number().nullable(),
      height: z.number().nullable(),
      spend_micros: micros,
      budget_micros: micros,
      /** As `today.due` of the campaign. */
      due: z.number(),
    }),
  ),
  countries: z.array(z.object({ country: z.string(), spend_micros: micros, impressions: z.number().int() })),
  /** By what is at stake, most first; without those that were put away. */
  call_outs: z.array(callOut),
  /** Of accounts with managed campaigns (VIP3): null while nobody is named. Left out for others. */
  manager: accountManager.nullable().optional(),
});
export type AdvertiserDashboard = z.infer<typeof advertiserDashboard>;

/** GET /api/publisher/dashboard?from=&to= */
export const publisherDashboard = z.object({
  from: day,
  to: day,
  now: timestamp,
  final_until: timestamp,
  pending_micros: micros,
  /** Reported by servers, and not confirmed yet. */
  on_hold_micros: micros.optional(),
  payable_micros: micros,
  today: publisherFigures,
  month_to_date_micros: micros,
  totals: publisherFigures,
  previous: publisherFigures,
  /** Whether `previous` can be compared with: the account was at work from its first day on. */
  comparable: z.boolean(),
  days: z.array(publisherDay),
  previous_days: z.array(publisherDay),
  zones: z.array(
    z.object({
      id: z.string(),
      property_id: z.string(),
      name: z.string(),
      property: z.string(),
      width: z.number().int(),
      height: z.number().int(),
      figures: publisherFigures,
    }),
  ),
  countries: z.array(
    z.object({ country: z.string(), earnings_micros: micros, impressions: z.number().int() }),
  ),
  call_outs: z.array(callOut),
});
export type PublisherDashboard = z.infer<typeof publisherDashboard>;

/** GET /api/network/summary: what the welcome page tells everyone, from the last 24 hours. */
export const networkSummary = z.object({
  requests: z.number().int(),
  fill_rate: z.number(),
  invalid_rate: z.number(),
  property_count: z.number().int(),
  country_count: z.number().int(),
  sizes: z.array(
    z.object({
      width: z.number().int(),
      height: z.number().int(),
      requests: z.number().int(),
      ecpm_micros: micros,
      sample: z.string().nullable(),
    }),
  ),
  countries: z.array(
    z.object({ country: z.string(), requests: z.number().int(), fill_rate: z.number(), ecpm_micros: micros }),
  ),
  /** The latest billed impression, as its receipt; null before the first one. */
  receipt: z
    .object({
      happened_at: timestamp,
      transaction: z.string(),
      width: z.number().int(),
      height: z.number().int(),
      country: z.string(),
      device: z.string(),
      property: z.string(),
      bid_micros: micros,
      price_micros: micros,
      payout_micros: micros,
      viewable: z.boolean(),
    })
    .nullable(),
});
export type NetworkSummary = z.infer<typeof networkSummary>;
