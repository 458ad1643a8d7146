import { NO_FILL_REASONS } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';
import { makeForecast, type SeenTraffic, type TrafficForecast } from './hot/pacing/forecast';

const HOUR_MS = 3_600_000;
const WEEK_MS = 604_800_000;
/** Weeks a forecast looks back, and how much each counts of the one after it. */
const WEEKS = 4;
const WEEK_WEIGHT = 0.6;
/** Hours are summed up again this long after their end: a node may have been late. */
const LATE_HOURS = 3;
const KEPT_DAYS = 60;

const NOBODY = [NO_FILL_REASONS.bot, NO_FILL_REASONS.prefetch, NO_FILL_REASONS['unknown-zone']];

/** Sums up the hours that are over since the last time; any number of nodes may do so at once. */
export async function keepTraffic(db: Db, nowMs: number): Promise<void> {
  const hour = new Date(Math.floor(nowMs / HOUR_MS) * HOUR_MS);
  const oldest = new Date(hour.getTime() - WEEKS * WEEK_MS);
  await sql`
    INSERT INTO traffic_hourly AS t (hour, country, requests)
    SELECT hour, country, sum(requests) FROM request_hourly
    WHERE hour < ${hour} AND reason <> ALL(${NOBODY}::int2[]) AND hour >= greatest(${oldest}, coalesce(
      (SELECT max(hour) FROM traffic_hourly WHERE hour < ${hour}) - ${`${LATE_HOURS} hours`}::interval, ${oldest}))
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (hour, country) DO UPDATE SET requests = excluded.requests
      WHERE t.requests <> excluded.requests`.execute(db);
  await sql`DELETE FROM traffic_hourly WHERE hour < ${new Date(nowMs - KEPT_DAYS * 24 * HOUR_MS)}`.execute(
    db,
  );
}

/** What the coming hours are taken for, by what was seen in the last weeks. */
export async function readForecast(db: Db, nowMs: number): Promise<TrafficForecast> {
  const until = new Date(Math.floor(nowMs / HOUR_MS) * HOUR_MS);
  const from = new Date(until.getTime() - WEEKS * WEEK_MS);
  const { rows } = await sql<{ country: string; hour_of_week: number; requests: number }>`
    SELECT country, ((extract(epoch FROM hour)::int8 / 3600 + 72) % 168)::int4 AS hour_of_week,
      sum(requests * power(${WEEK_WEIGHT}::float8, floor(extract(epoch FROM ${until} - hour - interval '1 hour') / 604800)))::float8 AS requests
    FROM traffic_hourly WHERE hour >= ${from} AND hour < ${until} GROUP BY 1, 2`.execute(db);
  const first = await sql<{ epoch: bigint | null }>`
    SELECT extract(epoch FROM min(hour))::int8 AS epoch FROM traffic_hourly
    WHERE hour >= ${from} AND hour < ${until}`.execute(db);
  const epoch = first.rows[0]?.epoch;
  if (epoch === null || epoch === undefined) return makeForecast([], []);
  const seen = rows.map(
    (row): SeenTraffic => ({
      country: row.country,
      hourOfWeek: row.hour_of_week,
      requests: row.requests,
    }),
  );
  return makeForecast(seen, weightsOfWeeks(toNumber(epoch) * 1_000, until.getTime()));
}

/** How many weeks were seen of each hour of the week, the older ones counting less. */
function weightsOfWeeks(fromMs: number, untilMs: number): number[] {
  const weeks = new Array<number>(168).fill(0);
  for (let hourMs = fromMs; hourMs < untilMs; hourMs += HOUR_MS) {
    const ago = Math.floor((untilMs - hourMs - HOUR_MS) / WEEK_MS);
    const hour = (hourMs / HOUR_MS + 72) % 168;
    weeks[hour] = (weeks[hour] ?? 0) + WEEK_WEIGHT ** ago;
  }
  return weeks;
}
