import { z } from 'zod';
import { day, micros } from './common';
import { METRIC_GROUPS } from './metricRules';

/** What every answer about figures has; `reportFigures` has more. */
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
   * One for each group, in their order: YYYY-MM-DD in the timezone; the start of an hour there, in UTC, as
   * 2026-11-21T10:00:00Z;
   * public ids; a category; ISO codes; a device, operating system or browser by its name; a sub id as it was written, or
   * `OTHER_SUB_IDS`; a reason of invalid traffic, `COUNTED_REASON` or `KEPT_REASON`. What is not known is empty.
   */
  keys: z.array(z.string()),
  /** Names of campaigns, creatives, properties, zones and advertisers; null for other groups. */
  names: z.array(z.string().nullable()),
});
export type MetricRow = z.infer<typeof metricRow>;

/**
 * In a time zone that is a half or quarter hour off: figures of hours before this moment are known by whole hours of UTC
 * alone, each on the day of its first moment. Null: none of the days asked for, or compared with, are.
 */
const wholeHoursUntil = z.iso.datetime().nullable().optional();

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

/** The figures of `GET /api/metrics`. */
export const reportFigures = metricFigures.extend({
  /**
   * Auctions that the campaigns took part in and those that they won: estimates of sampled decisions. Null for
   * publishers, where more than date, hour and campaign is asked for, and of a period that began before the sums of
   * decisions do.
   */
  auctions: z.number().int().nullable(),
  wins: z.number().int().nullable(),
  /**
   * Ad requests for which somebody bid and nobody reached the zone's floor. Null for advertisers, and wherever requests
   * are.
   */
  below_floor: z.number().int().nullable().optional(),
  /** What the counted conversions were worth, as they were reported; null for publishers, and for an account that never had one. */
  revenue_micros: micros.nullable(),
});
export type ReportFigures = z.infer<typeof reportFigures>;

export const reportRow = metricRow.extend({
  ...reportFigures.shape,
  /** Of the same keys in the period compared with, days moved along; null when nothing was there, or nothing is compared. */
  previous: reportFigures.nullable(),
});
export type ReportRow = z.infer<typeof reportRow>;

/**
 * GET /api/metrics. In the place of `from` and `to` there may be a `period`; `compare` adds another period to every row;
 * `cursor` goes on behind the rows of an answer. GET /api/metrics/export answers the same question as CSV, all rows of it.
 */
export const metricsReport = metrics.extend({
  rows: z.array(reportRow),
  totals: reportFigures,
  /** The period compared with and the sum of all its rows; null when nothing is compared. */
  compared: z.object({ from: day, to: day, totals: reportFigures }).nullable(),
  whole_hours_until: wholeHoursUntil,
  /** For the rows behind these; null when there are none. */
  next_cursor: z.string().nullable(),
});
export type MetricsReport = z.infer<typeof metricsReport>;

/** One reason why ad requests were not answered with an ad. */
export const noFillRow = z.object({
  /** A name of `NO_FILL_REASONS`; one that is younger than this list is told as `other`. */
  reason: z.string(),
  requests: z.number().int(),
  /** A zone that had most of these requests; null when there is none any more. */
  zone: z
    .object({ id: z.string(), name: z.string(), property_id: z.string(), requests: z.number().int() })
    .nullable(),
});
export type NoFillRow = z.infer<typeof noFillRow>;

/**
 * GET /api/publisher/no-fill and /api/v1/no-fill, of the same days, timezone and filters as GET /api/metrics: by property,
 * zone, category, country and device, which is what is known of an ad request. …/export answers it as CSV.
 */
export const noFillReport = z.object({
  from: day,
  to: day,
  timezone: z.string(),
  whole_hours_until: wholeHoursUntil,
  /** Of them `filled` were answered with an ad; the rest is in the rows, each under one reason. */
  requests: z.number().int(),
  filled: z.number().int(),
  /** The most frequent reason first. */
  rows: z.array(noFillRow),
  /** The same of the days compared with; null when nothing is compared. */
  compared: z
    .object({
      from: day,
      to: day,
      requests: z.number().int(),
      filled: z.number().int(),
      rows: z.array(z.object({ reason: z.string(), requests: z.number().int() })),
    })
    .nullable(),
});
export type NoFillReport = z.infer<typeof noFillReport>;
