import type { PublisherFigures } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';
import type { Period } from './period';

interface SumRow {
  requests: bigint;
  filled: bigint;
  impressions: bigint;
  viewables: bigint;
  clicks: bigint;
  earnings_micros: bigint;
}

export const NO_EARNINGS: Readonly<PublisherFigures> = {
  requests: 0,
  filled: 0,
  impressions: 0,
  viewables: 0,
  clicks: 0,
  earnings_micros: 0,
};

function present(row: SumRow): PublisherFigures {
  return {
    requests: toNumber(row.requests),
    filled: toNumber(row.filled),
    impressions: toNumber(row.impressions),
    viewables: toNumber(row.viewables),
    clicks: toNumber(row.clicks),
    earnings_micros: toNumber(row.earnings_micros),
  };
}

/** Sum of several figures. */
export function addEarnings(all: Iterable<PublisherFigures>): PublisherFigures {
  const total = { ...NO_EARNINGS };
  for (const figures of all) {
    total.requests += figures.requests;
    total.filled += figures.filled;
    total.impressions += figures.impressions;
    total.viewables += figures.viewables;
    total.clicks += figures.clicks;
    total.earnings_micros += figures.earnings_micros;
  }
  return total;
}

/** The UTC day as YYYY-MM-DD: dates come as text. */
const DAY = sql`(hour AT TIME ZONE 'UTC')::date`;

/** Requests and what came of them lie in two rollups: both are read by (publisher, hour) and added up by `key`. */
async function publisherBy<Key extends string | number>(
  db: Db,
  publisherId: number,
  period: Pick<Period, 'start' | 'end'>,
  key: RawBuilder<unknown>,
  propertyId: number | null = null,
): Promise<(SumRow & { key: Key })[]> {
  const ofProperty = propertyId === null ? sql`` : sql`AND property_id = ${propertyId}`;
  const { rows } = await sql<SumRow & { key: Key }>`
    SELECT key, sum(requests)::int8 AS requests, sum(filled)::int8 AS filled, sum(impressions)::int8 AS impressions,
      sum(viewables)::int8 AS viewables, sum(clicks)::int8 AS clicks, sum(payout_micros)::int8 AS earnings_micros
    FROM (
      SELECT ${key} AS key, requests, CASE WHEN reason = 0 THEN requests ELSE 0 END AS filled,
        0::int8 AS impressions, 0::int8 AS viewables, 0::int8 AS clicks, 0::int8 AS payout_micros
      FROM request_hourly
      WHERE publisher_id = ${publisherId} AND hour >= ${period.start} AND hour < ${period.end} ${ofProperty}
      UNION ALL
      SELECT ${key}, 0, 0, impressions, viewables, clicks, payout_micros
      FROM rollup_hourly
      WHERE publisher_id = ${publisherId} AND hour >= ${period.start} AND hour < ${period.end} ${ofProperty}
    ) AS hours
    GROUP BY key`.execute(db);
  return rows;
}

/** Whether any zone of the publisher was asked for an ad before a moment. */
export async function requestedBefore(db: Db, publisherId: number, moment: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (
      SELECT FROM request_hourly WHERE publisher_id = ${publisherId} AND hour < ${moment}
    ) AS found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Property id → figures of the period; silent properties are absent. */
export async function figuresByProperty(
  db: Db,
  publisherId: number,
  period: Period,
): Promise<Map<number, PublisherFigures>> {
  const rows = await publisherBy<number>(db, publisherId, period, sql`property_id`);
  return new Map(rows.map((row) => [row.key, present(row)]));
}

/** Zone id → figures of the period, of all properties or of one; silent zones are absent. */
export async function figuresByZone(
  db: Db,
  publisherId: number,
  period: Period,
  propertyId: number | null = null,
): Promise<Map<number, PublisherFigures>> {
  const rows = await publisherBy<number>(db, publisherId, period, sql`zone_id`, propertyId);
  return new Map(rows.map((row) => [row.key, present(row)]));
}

/** UTC day → figures of the publisher; silent days are absent. */
export async function figuresByDay(
  db: Db,
  publisherId: number,
  period: Pick<Period, 'start' | 'end'>,
): Promise<Map<string, PublisherFigures>> {
  const rows = await publisherBy<string>(db, publisherId, period, DAY);
  return new Map(rows.map((row) => [row.key, present(row)]));
}

/** Earnings and impressions of one publisher by country, most earned first. */
export async function earningsByCountry(
  db: Db,
  publisherId: number,
  period: Period,
  limit: number,
): Promise<{ country: string; earnings_micros: number; impressions: number }[]> {
  const rows = await publisherBy<string>(db, publisherId, period, sql`country`);
  return rows
    .map((row) => ({ country: row.key, ...present(row) }))
    .filter((row) => row.impressions > 0 || row.earnings_micros > 0)
    .sort((a, b) => b.earnings_micros - a.earnings_micros || b.impressions - a.impressions)
    .slice(0, limit)
    .map(({ country, earnings_micros, impressions }) => ({ country, earnings_micros, impressions }));
}

/** What `dailyEarnings` calls the zones that were not asked for. */
export const OTHER_ZONES = 0;

/**
 * Earnings of some zones of one property by day of the period: zone id → one amount a day, oldest first. The other zones are
 * added up in the database, under `OTHER_ZONES`: the days of thousands of them would hold the thread that serves ads.
 */
export async function dailyEarnings(
  db: Db,
  publisherId: number,
  propertyId: number,
  period: Period,
  zoneIds: readonly number[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ zone_id: number; day: string; earnings_micros: bigint }>`
    SELECT CASE WHEN zone_id = ANY (${[...zoneIds]}::int[]) THEN zone_id ELSE ${OTHER_ZONES} END AS zone_id, ${DAY} AS day,
      sum(payout_micros)::int8 AS earnings_micros FROM rollup_hourly
    WHERE publisher_id = ${publisherId} AND property_id = ${propertyId}
      AND hour >= ${period.start} AND hour < ${period.end}
    GROUP BY 1, 2`.execute(db);
  const dayIndex = new Map(period.days.map((day, index) => [day, index]));
  const result = new Map<number, number[]>();
  for (const row of rows) {
    const index = dayIndex.get(row.day);
    if (index === undefined) continue;
    const days = result.get(row.zone_id) ?? period.days.map(() => 0);
    days[index] = toNumber(row.earnings_micros);
    result.set(row.zone_id, days);
  }
  return result;
}
