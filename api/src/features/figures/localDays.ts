import { type RawBuilder, sql } from 'kysely';

/** Days (YYYY-MM-DD) in a timezone, both included. */
export interface LocalDays {
  from: string;
  to: string;
  timezone: string;
}

/**
 * The first moment of a day. Where clocks are put back soon after midnight, as in Havana, it comes twice and the database
 * takes the second; where it is skipped, as in Santiago, the database takes the moment of the change.
 */
export function midnight(day: RawBuilder<unknown>, timezone: string): RawBuilder<unknown> {
  const moment = sql`(${day})::timestamp AT TIME ZONE ${timezone}::text`;
  const before = sql`(${moment} - interval '24 hours')`;
  // What midnight would be had the clocks not been changed since the day before.
  const unchanged = sql`((${day})::timestamp - (${before} AT TIME ZONE ${timezone}::text - ${before} AT TIME ZONE 'UTC'))
    AT TIME ZONE 'UTC'`;
  return sql`CASE WHEN ${localDay(timezone, unchanged)} = ${day} THEN least(${unchanged}, ${moment}) ELSE ${moment} END`;
}

/** The first moment of these days, and the one behind them. */
export const boundsOf = ({ from, to, timezone }: LocalDays) => ({
  start: midnight(sql`${from}::date`, timezone),
  end: midnight(sql`(${to}::date + 1)`, timezone),
});

export const localDay = (timezone: string, moment: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`((${moment}) AT TIME ZONE ${timezone}::text)::date`;

/** When the quarter of an hour of a row began; of figures that are known by whole hours alone, the hour. */
export const QUARTER_START = sql`CASE WHEN hour >= (SELECT until FROM whole_hours)
  THEN hour + quarter * interval '15 minutes' ELSE hour END`;

/** Whether clocks of the timezone are ever off the full hours of UTC around these days. */
export const isOffHours = ({ from, to, timezone }: LocalDays): RawBuilder<unknown> =>
  timezone === 'UTC'
    ? sql`false`
    : sql`EXISTS (
  SELECT FROM generate_series(${from}::timestamp - interval '1 day', ${to}::timestamp + interval '2 days', interval '1 day') utc
  WHERE extract(minute FROM (utc AT TIME ZONE 'UTC' AT TIME ZONE ${timezone}::text) - utc) <> 0)`;
