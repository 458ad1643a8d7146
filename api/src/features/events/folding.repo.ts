import { type RawBuilder, sql } from 'kysely';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import { utcDay } from './billing';
import { DAILY_CUBES, DAILY_DIMENSIONS, type DailyCube, hasSubs, insertCubes } from './dailyCubes';
import { insertRequestCubes, REQUESTS_BY_REASON } from './requestCubes';

const DAY_MS = 86_400_000;

const lockKey = (day: ReturnType<typeof sql>) => sql`hashtextextended('rollup_day:' || ${day}::date, 0)`;

/** Which of the days (YYYY-MM-DD) have their sums in `rollup_daily`, and which in `request_daily` too. */
export interface FoldedDays {
  figures: ReadonlySet<string>;
  requests: ReadonlySet<string>;
}
/** Of a day that is folded, whether its requests are; null while it is not. */
type DayState = { hasRequests: boolean } | null;

/** What a transaction holds, which stays so as long as it is held. */
const held = new WeakMap<Db, Map<string, DayState>>();

/**
 * Whoever adds figures to hours holds their UTC days until the commit, so that no day is folded between the hourly
 * rows and the daily ones. Answers those of the days (YYYY-MM-DD) that are folded.
 */
export async function holdDays(trx: Db, days: readonly string[]): Promise<FoldedDays> {
  const known = held.get(trx) ?? new Map<string, DayState>();
  const unheld = days.filter((day) => !known.has(day)).sort();
  if (unheld.length > 0) {
    await sql`SELECT pg_advisory_xact_lock_shared(${lockKey(sql`day`)}) FROM unnest(${unheld}::text[]) day`.execute(
      trx,
    );
    // A statement of its own: it sees what was committed while the lock was waited for.
    const { rows } = await sql<{ day: string; has_requests: boolean }>`
      SELECT day::text AS day, has_requests FROM rollup_day WHERE day = ANY(${unheld}::date[])`.execute(trx);
    const folded = new Map(rows.map((row) => [row.day, { hasRequests: row.has_requests }]));
    for (const day of unheld) known.set(day, folded.get(day) ?? null);
    if (trx.isTransaction) held.set(trx, known);
  }
  return {
    figures: new Set(days.filter((day) => known.get(day))),
    requests: new Set(days.filter((day) => known.get(day)?.hasRequests)),
  };
}

/** UTC days (YYYY-MM-DD) before `firstOpenDay` that have hourly rows and are not wholly folded yet, oldest first. */
export async function findOpenDays(db: Db, firstOpenDay: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    WITH first AS (
      -- Days are folded in their order, so only the very first time all hours have to be looked at.
      SELECT coalesce((SELECT min(day) FROM rollup_day),
        (SELECT min((hour AT TIME ZONE 'UTC')::date) FROM rollup_hourly)) AS day
    )
    SELECT d::date::text AS day
    FROM first CROSS JOIN generate_series(first.day::timestamp, ${firstOpenDay}::date - interval '1 day', interval '1 day') d
    WHERE NOT EXISTS (SELECT FROM rollup_day r WHERE r.day = d::date AND r.has_requests AND r.has_subs)
    ORDER BY 1 LIMIT ${most}`.execute(db);
  return rows.map(({ day }) => day);
}

const KEY = sql.raw(
  'hour, campaign_id, creative_id, zone_id, country, device, os, browser, language, sub_id, advertiser_id, publisher_id, property_id',
);
type Quarter = RawBuilder<unknown>;
const EACH_QUARTER: Quarter = sql`quarter`;
const WHOLE_HOUR: Quarter = sql`0::int2`;
/** The hours from the first moment of a UTC day to that of another, which is excluded. */
const hoursOf = (from: string, to: string) => sql`hour >= ${`${from} 00:00:00+00`}::timestamptz
  AND hour < ${`${to} 00:00:00+00`}::timestamptz`;
const dayAfter = (day: string) => utcDay(Date.parse(day) + DAY_MS);

/**
 * Makes one row of the many that batches have added to a quarter of an hour and place. Rows that come meanwhile stay as they are.
 * In one statement: no reader ever sees an hour twice, or not at all. An hour's rows lie side by side, for the reports
 * that read some hours of every day.
 */
async function mergeHours(trx: Trx, day: string, quarter: Quarter): Promise<void> {
  await sql`WITH gone AS (DELETE FROM rollup_hourly WHERE ${hoursOf(day, dayAfter(day))} RETURNING *)
    INSERT INTO rollup_hourly (quarter, ${KEY}, impressions, viewables, clicks, conversions, invalid, spend_micros, payout_micros)
    SELECT ${quarter}, ${KEY}, sum(impressions), sum(viewables), sum(clicks), sum(conversions), sum(invalid), sum(spend_micros),
      sum(payout_micros)
    FROM gone GROUP BY 1, ${KEY}
    HAVING bool_or(impressions <> 0 OR viewables <> 0 OR clicks <> 0 OR conversions <> 0 OR invalid <> 0
      OR spend_micros <> 0 OR payout_micros <> 0)
    ORDER BY hour, advertiser_id, publisher_id`.execute(trx);
}

const DIMENSIONS = sql.raw(`publisher_id, ${DAILY_DIMENSIONS.join(', ')}`);
const DAY = sql`(hour AT TIME ZONE 'UTC')::date`;

/** Sums up whole UTC days, the last one excluded, into cubes of `rollup_daily`; they must not be there yet. */
export async function sumUpDays(
  trx: Db,
  from: string,
  to: string,
  cubes: readonly DailyCube[] = DAILY_CUBES,
): Promise<void> {
  const facts = sql`facts AS MATERIALIZED (
    SELECT ${DAY} AS day, ${DIMENSIONS}, impressions, viewables, clicks, conversions, invalid, spend_micros, payout_micros
    FROM rollup_hourly WHERE ${hoursOf(from, to)}
    UNION ALL
    SELECT ${DAY}, ${DIMENSIONS}, 0, 0, 0, 0, events, 0, 0 FROM invalid_by_sub WHERE ${hoursOf(from, to)})`;
  await insertCubes(facts, sql`facts`, cubes).execute(trx);
}

/** One row of the many that batches have added to a quarter of an hour, place and sub id. */
async function mergeDiscarded(trx: Trx, day: string, quarter: Quarter): Promise<void> {
  await sql`WITH gone AS (DELETE FROM invalid_sub_hourly WHERE ${hoursOf(day, dayAfter(day))} RETURNING *)
    INSERT INTO invalid_sub_hourly (quarter, ${KEY}, events)
    SELECT ${quarter}, ${KEY}, sum(events) FROM gone GROUP BY 1, ${KEY}`.execute(trx);
}

/** Puts a publisher's requests of a day side by side, for the reports that read some hours of every day. */
async function sortRequests(trx: Trx, day: string): Promise<void> {
  const columns = sql.raw(
    'hour, zone_id, country, device, publisher_id, property_id, reason, requests, quarter_1, quarter_2, quarter_3',
  );
  await sql`WITH gone AS (DELETE FROM request_hourly WHERE ${hoursOf(day, dayAfter(day))} RETURNING ${columns})
    INSERT INTO request_hourly (${columns}) SELECT ${columns} FROM gone ORDER BY publisher_id, hour, zone_id`.execute(
    trx,
  );
}

/** Sums up the ad requests of whole UTC days, the last one excluded, into `request_daily`; they must not be there yet. */
export async function sumUpRequests(trx: Db, from: string, to: string): Promise<void> {
  const facts = sql`facts AS MATERIALIZED (
    SELECT ${DAY} AS day, publisher_id, property_id, zone_id, country, device, reason, requests, ${REQUESTS_BY_REASON}
    FROM request_hourly WHERE ${hoursOf(from, to)})`;
  await insertRequestCubes(facts, sql`facts`).execute(trx);
}

async function foldFigures(trx: Trx, day: string): Promise<void> {
  const { numAffectedRows } =
    await sql`INSERT INTO rollup_day (day, has_subs) VALUES (${day}::date, true) ON CONFLICT DO NOTHING`.execute(
      trx,
    );
  if (numAffectedRows !== 1n) return;
  await mergeHours(trx, day, EACH_QUARTER);
  await mergeDiscarded(trx, day, EACH_QUARTER);
  await sql`DELETE FROM rollup_daily WHERE day = ${day}::date`.execute(trx);
  await sumUpDays(trx, day, dayAfter(day));
}

const SUB_CUBES = DAILY_CUBES.filter(hasSubs);

/** Apart from the other figures: days that were folded before sub ids were kept, or by a node that does not keep them. */
async function foldSubs(trx: Trx, day: string): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE rollup_day SET has_subs = true WHERE day = ${day}::date AND NOT has_subs`.execute(trx);
  if (numAffectedRows !== 1n) return;
  const cubes = SUB_CUBES.map(({ id }) => id);
  await sql`DELETE FROM rollup_daily WHERE day = ${day}::date AND cube = ANY(${cubes}::int2[])`.execute(trx);
  await sumUpDays(trx, day, dayAfter(day), SUB_CUBES);
}

/** Apart from the figures: days that were folded before requests were, or by a node that does not, get them alone. */
async function foldRequests(trx: Trx, day: string): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE rollup_day SET has_requests = true WHERE day = ${day}::date AND NOT has_requests`.execute(trx);
  if (numAffectedRows !== 1n) return;
  await sortRequests(trx, day);
  await sql`DELETE FROM request_daily WHERE day = ${day}::date`.execute(trx);
  await sumUpRequests(trx, day, dayAfter(day));
}

/** Folds a UTC day that is over into the daily sums, once; whatever comes for it later is added to both. */
export async function foldDay(db: Db, day: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${lockKey(sql`${day}`)})`.execute(trx);
    await foldFigures(trx, day);
    await foldSubs(trx, day);
    await foldRequests(trx, day);
  });
}

/**
 * Makes whole hours of the quarters of a UTC day that has no single events any more: up to four rows become one. All
 * before its end are read as whole hours from then on.
 */
export async function mergeQuarters(db: Db, day: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${lockKey(sql`${day}`)})`.execute(trx);
    await mergeHours(trx, day, WHOLE_HOUR);
    await mergeDiscarded(trx, day, WHOLE_HOUR);
    await sql`UPDATE whole_hours SET until = greatest(until, ${dayAfter(day)}::timestamp AT TIME ZONE 'UTC')`.execute(
      trx,
    );
  });
}
