import { INVALID_REASONS, NO_FILL_REASONS } from '@ezdash/contracts';
import { sql } from 'kysely';
import { DEFAULT_RAW_EVENT_DAYS } from '../../../api/src/features/events';
import { sumUpDays, sumUpRequests } from '../../../api/src/features/events/folding.repo';
import type { Db } from '../../../api/src/platform/db';
import type { Market, MarketSize } from '../database/makeMarket';

const MONTHS = 12;

const COUNTRIES = 'US DE GB FR CA AT CH NL ES IT AU SE DK BE PL CZ PT IE NO FI'.split(' ');
const LANGUAGES = 'en de en fr en de de nl es it en sv da nl pl cs pt en no fi'.split(' ');

export interface Year {
  /** First day and the day after the last, YYYY-MM-DD in UTC. */
  from: string;
  to: string;
}

/** Rows of one hour of a campaign: it is shown in so many places, to so many kinds of visitors. */
const ROWS_PER_HOUR = 4;
/** How long a campaign runs; every twentieth runs the whole year. */
const FLIGHT_DAYS = 60;
const ALWAYS_ON = 20;
const LAST_START = 365 - FLIGHT_DAYS;

/** Of the hourly rows, how many have discarded events of their place too. */
const INVALID_SHARE = 0.03;

/** So many days have quarters of an hour, as single events are kept; the others have whole hours. */
const QUARTER_DAYS = DEFAULT_RAW_EVENT_DAYS;
/** An expression for each of the later quarters, as the columns of tables by the hour have them. */
const laterQuarters = (expression: (quarter: number) => string) =>
  sql.raw([1, 2, 3].map(expression).join(', '));
const QUARTERS = laterQuarters((quarter) => `quarter_${quarter}`);
const shownIn = (quarter: number) => `coalesce(sum(impressions) FILTER (WHERE quarter = ${quarter}), 0)`;

const TABLES = ['rollup_hourly', 'rollup_daily', 'invalid_hourly', 'request_hourly', 'request_daily'];

/**
 * A year of hourly rollups: every campaign in every hour of its flight. It runs on some ten zones, mostly in one
 * country, as campaigns do; its impressions were requests, and there were others that stayed empty. The daily sums are
 * made of it by the statements that fold a day, a month at a time, and the rows lie in the order folding gives them.
 */
export async function makeYear(db: Db, { size }: Market, { from, to }: Year): Promise<void> {
  // For the making alone: the questions are asked as the server asks them.
  await sql`SELECT set_config('work_mem', '256MB', false), set_config('maintenance_work_mem', '256MB', false),
    set_config('synchronous_commit', 'off', false)`.execute(db);
  await sql`CREATE TEMP TABLE client (client int, code int, os int, browser int)`.execute(db);
  await sql`INSERT INTO client VALUES (0, 2, 6, 1), (1, 2, 5, 2), (2, 1, 1, 1), (3, 1, 2, 2), (4, 1, 1, 4), (5, 3, 5, 2),
    (6, 1, 1, 3)`.execute(db);
  // Indexes are made faster of all rows than row by row; those of keys stay.
  const indexes = await sql<{ name: string; definition: string }>`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE tablename = ANY(${TABLES}::text[]) AND indexname NOT LIKE '%_pkey'`.execute(db);
  for (const { name } of indexes.rows) await sql`DROP INDEX ${sql.table(name)}`.execute(db);
  for (let month = 0; month < MONTHS; month += 1) {
    const { rows } = await sql<Month>`
      SELECT (${from}::date + make_interval(months => ${month}::int))::date::text AS start,
        least(${from}::date + make_interval(months => ${month + 1}::int), ${to}::date)::date::text AS "end"`.execute(
      db,
    );
    const [span] = rows;
    if (!span) throw new Error('The database does not know its calendar');
    await makeMonth(db, size, { from, to }, span);
    await makeInvalid(db, span);
    await makeRequests(db, span);
    await sumUpDays(db, span.start, span.end);
    await sumUpRequests(db, span.start, span.end);
  }
  for (const { definition } of indexes.rows) await sql.raw(definition).execute(db);
  await sql`UPDATE whole_hours SET until = ${to}::date - ${QUARTER_DAYS}::int`.execute(db);
  await sql`INSERT INTO rollup_day (day, has_requests)
    SELECT generate_series(${from}::date, ${to}::date - 1, interval '1 day')::date, true`.execute(db);
  await sql`VACUUM (ANALYZE) ${sql.join([...TABLES, 'rollup_day'].map((table) => sql.table(table)))}`.execute(
    db,
  );
  await sql`RESET ALL`.execute(db);
}

/** UTC days, YYYY-MM-DD; the last one is excluded. */
interface Month {
  start: string;
  end: string;
}

async function makeMonth(db: Db, size: MarketSize, year: Year, { start, end }: Month): Promise<void> {
  await sql`
    INSERT INTO rollup_hourly (hour, quarter, campaign_id, creative_id, zone_id, country, device, os, browser, language,
      advertiser_id, publisher_id, property_id, impressions, viewables, clicks, conversions, invalid, spend_micros,
      payout_micros)
    SELECT d.hour, quarter, d.campaign_id, (d.campaign_id - 1) * ${size.creativesPerCampaign}::int + 1 + d.creative, z.id,
      (${COUNTRIES}::text[])[d.country], device.code, device.os, device.browser, (${LANGUAGES}::text[])[d.country],
      d.advertiser_id, p.publisher_id, p.id, q.impressions, q.impressions * 6 / 10, q.impressions / 120, 0,
      q.impressions / 40, q.impressions * 2300, q.impressions * 1840
    FROM (
      SELECT hour, c.id AS campaign_id, c.advertiser_id,
        (c.id * 37 + (random() ^ 1.5 * 10)::int * 53) % ${size.zones}::int + 1 AS zone,
        CASE WHEN random() < 0.85 THEN c.id % 20 ELSE (random() ^ 2 * 19)::int END + 1 AS country,
        least(6, (random() ^ 2 * 7)::int) AS client,
        (random() * 1000)::int % ${size.creativesPerCampaign}::int AS creative, (random() * 400)::int AS shown
      FROM generate_series(${start}::timestamptz, ${end}::timestamptz - interval '1 hour', interval '1 hour') hour
      CROSS JOIN campaign c CROSS JOIN generate_series(1, ${ROWS_PER_HOUR}::int) n
      WHERE c.id % ${ALWAYS_ON}::int = 0 OR hour BETWEEN ${year.from}::date + c.id * 97 % ${LAST_START}::int
        AND ${year.from}::date + c.id * 97 % ${LAST_START}::int + ${FLIGHT_DAYS}::int
    ) d
    CROSS JOIN LATERAL (
      SELECT quarter, d.shown / count(*) OVER () AS impressions
      FROM generate_series(0, CASE WHEN d.hour >= ${year.to}::date - ${QUARTER_DAYS}::int THEN 3 ELSE 0 END) quarter
    ) q
    JOIN client device ON device.client = d.client
    JOIN zone z ON z.id = d.zone JOIN property p ON p.id = z.property_id
    ORDER BY d.hour, d.advertiser_id, p.publisher_id`.execute(db);
}

const isOfMonth = ({ start, end }: Month) =>
  sql`hour >= ${start}::timestamptz AND hour < ${end}::timestamptz`;

async function makeInvalid(db: Db, month: Month): Promise<void> {
  const place = sql.raw(
    'hour, campaign_id, creative_id, zone_id, country, device, os, browser, language, advertiser_id, publisher_id, property_id',
  );
  await sql`
    INSERT INTO invalid_hourly (${place}, kind, reason, events, ${QUARTERS})
    SELECT ${place}, 1, ${INVALID_REASONS.bot}, 1 + sum(impressions) / 50,
      ${laterQuarters((quarter) => `floor(${shownIn(quarter)} / 50)`)}
    FROM rollup_hourly
    WHERE ${isOfMonth(month)} GROUP BY ${place} HAVING random() < ${INVALID_SHARE}::float8`.execute(db);
}

/** What was shown was asked for, and in every fourth hour of a place somebody else went away without an ad. */
async function makeRequests(db: Db, month: Month): Promise<void> {
  await sql`
    INSERT INTO request_hourly (hour, zone_id, country, device, publisher_id, property_id, reason, requests, ${QUARTERS})
    SELECT hour, zone_id, country, device, publisher_id, property_id, reason,
      CASE reason WHEN 0 THEN impressions ELSE 1 + impressions / 3 END,
      ${laterQuarters((quarter) => `floor(quarter_${quarter} / CASE reason WHEN 0 THEN 1 ELSE 3 END)`)}
    FROM (
      SELECT hour, zone_id, country, device, publisher_id, property_id, sum(impressions) AS impressions,
        ${laterQuarters((quarter) => `${shownIn(quarter)} AS quarter_${quarter}`)}
      FROM rollup_hourly
      WHERE ${isOfMonth(month)} AND impressions > 0 GROUP BY 1, 2, 3, 4, 5, 6
    ) shown
    CROSS JOIN (VALUES (0), (${NO_FILL_REASONS['below-floor']}::int)) AS answered (reason)
    WHERE reason = 0 OR impressions % 4 = 0
    ORDER BY (hour AT TIME ZONE 'UTC')::date, publisher_id, hour, zone_id`.execute(db);
}
