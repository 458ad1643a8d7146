import { z } from 'zod';
import { day, micros } from './common';

/** What figures can be told apart by; at most four of them together. */
export const METRIC_GROUPS = [
  'date',
  'hour',
  'campaign',
  'creative',
  'property',
  'zone',
  'category',
  'country',
  'device',
  'os',
  'browser',
  'language',
] as const;
export type MetricGroup = (typeof METRIC_GROUPS)[number];
export const METRIC_GROUPS_MOST = 4;

/** Whose ads were shown is for advertisers to know: publishers group by neither of these. */
export const ADVERTISER_METRIC_GROUPS: readonly MetricGroup[] = ['campaign', 'creative'];

/** What rows can be sorted by, beside `key`: the groups themselves, in their order. */
export const METRIC_FIGURES = [
  'requests',
  'filled',
  'impressions',
  'viewables',
  'clicks',
  'conversions',
  'invalid',
  'spend_micros',
  'earnings_micros',
] as const;
export type MetricFigure = (typeof METRIC_FIGURES)[number];

export const metricFigures = z.object({
  /** Ad requests of the publisher's zones and those that were filled. Null for advertisers, and where the rows are told apart or narrowed by something that is not known of a request. */
  requests: z.number().int().nullable(),
  filled: z.number().int().nullable(),
  impressions: z.number().int(),
  viewables: z.number().int(),
  clicks: z.number().int(),
  conversions: z.number().int(),
  /** Invalid traffic: kept and not counted, or removed before it became an event. */
  invalid: z.number().int(),
  /** What the advertiser paid; null for publishers. */
  spend_micros: micros.nullable(),
  /** What the publisher earned; null for advertisers. */
  earnings_micros: micros.nullable(),
});
export type MetricFigures = z.infer<typeof metricFigures>;

export const metricRow = metricFigures.extend({
  /**
   * One for each group, in their order: YYYY-MM-DD in the timezone; the hour's start in UTC as 2026-11-21T10:00:00Z;
   * public ids; a category; ISO codes; a device, operating system or browser by its name. What is not known is empty.
   */
  keys: z.array(z.string()),
  /** Names of campaigns, creatives, properties and zones; null for other groups. */
  names: z.array(z.string().nullable()),
});
export type MetricRow = z.infer<typeof metricRow>;

/**
 * GET /api/metrics?from=&to=&timezone=&group=campaign,country&country=DE,AT&sort=&order=&limit=&offset=
 * Every group but date and hour is a filter too, with several values between commas.
 */
export const metrics = z.object({
  from: day,
  to: day,
  timezone: z.string(),
  groups: z.array(z.enum(METRIC_GROUPS)),
  rows: z.array(metricRow),
  /** How many rows there are in all. */
  row_count: z.number().int(),
  /** The sum of all rows, shown or not. */
  totals: metricFigures,
});
export type Metrics = z.infer<typeof metrics>;
