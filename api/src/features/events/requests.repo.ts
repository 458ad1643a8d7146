import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import { utcDay } from './billing';
import { ADDED_QUARTERS, numbers, QUARTER_COLUMNS, seconds, sumsByQuarter, texts } from './events.repo';
import { holdDays } from './folding.repo';
import { insertRequestCubes, REQUESTS_BY_REASON } from './requestCubes';
import type { RequestFigures } from './rollups';

/** The rows with their publishers, as `added` of a WITH list; those of zones that are gone are dropped by the join. */
const added = (rows: readonly RequestFigures[]) => sql`added AS MATERIALIZED (
    SELECT to_timestamp(asked.at) AS hour, asked.quarter, asked.zone_id, asked.country, asked.device, p.publisher_id, p.id AS property_id,
      asked.reason, asked.requests
    FROM unnest(${seconds(rows, (row) => row.hourMs)}::float8[], ${numbers(rows, (row) => row.quarter)}::int2[],
      ${numbers(rows, (row) => row.zoneId)}::int[],
      ${texts(rows, (row) => row.country)}::char(2)[], ${numbers(rows, (row) => row.device)}::int2[],
      ${numbers(rows, (row) => row.reason)}::int2[], ${numbers(rows, (row) => row.requests)}::int8[])
      AS asked (at, quarter, zone_id, country, device, reason, requests)
    JOIN zone z ON z.id = asked.zone_id JOIN property p ON p.id = z.property_id)`;

/** In the order of the key, in which every node locks rows. */
const insertHours = sql`INSERT INTO request_hourly AS r
      (hour, zone_id, country, device, publisher_id, property_id, reason, requests, ${QUARTER_COLUMNS})
    SELECT hour, zone_id, country, device, publisher_id, property_id, reason, sum(requests), ${sumsByQuarter('requests')}
    FROM added GROUP BY hour, zone_id, country, device, publisher_id, property_id, reason
    ORDER BY hour, zone_id, country, device, reason
    ON CONFLICT (hour, zone_id, country, device, reason)
    DO UPDATE SET requests = r.requests + excluded.requests, ${ADDED_QUARTERS}`;

/** Adds requests to their hours, and to their days where these are folded already. */
export async function addRequests(trx: Db, rows: readonly RequestFigures[]): Promise<void> {
  if (rows.length === 0) return;
  const { requests: folded } = await holdDays(trx, [...new Set(rows.map((row) => utcDay(row.hourMs)))]);
  if (folded.size === 0) {
    await sql`WITH ${added(rows)} ${insertHours}`.execute(trx);
    return;
  }
  await insertRequestCubes(
    sql`${added(rows)}, hours AS (${insertHours}), late AS MATERIALIZED (
      SELECT (hour AT TIME ZONE 'UTC')::date AS day, publisher_id, property_id, zone_id, country, device, reason,
        requests, ${REQUESTS_BY_REASON}
      FROM added WHERE (hour AT TIME ZONE 'UTC')::date = ANY(${[...folded]}::date[]))`,
    sql`late`,
  ).execute(trx);
}
