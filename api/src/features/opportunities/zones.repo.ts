import { sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';
import type { ZoneFigures } from './LookedAt';

/** Whole hours, the end not included. */
export interface Span {
  start: Date;
  end: Date;
}

/** A campaign from the hour on in which what is known of it counts. */
export interface Asked {
  id: number;
  since: Date;
}

export const askedSql = (asked: readonly Asked[]) =>
  sql`unnest(${asked.map(({ id }) => id)}::int[], ${asked.map(({ since }) => since)}::timestamptz[]) AS a (id, since)`;

/** What a campaign brought since its own hour, and each of its zones in the whole span. Amounts are micros. */
export interface Delivered {
  impressions: number;
  clicks: number;
  spendMicros: number;
  zones: ZoneFigures[];
  /** The first hour in which any of them brought something. */
  zoneSince: Date;
}

interface ZoneRow {
  id: number;
  zone_id: number;
  property_id: number;
  name: string;
  domain: string;
  is_live: boolean;
  impressions: bigint;
  clicks: bigint;
  conversions: bigint;
  spend_micros: bigint;
  recent_impressions: bigint;
  recent_clicks: bigint;
  recent_micros: bigint;
  other_impressions: bigint;
  other_clicks: bigint;
  other_conversions: bigint;
  first_hour: Date;
}

/** By zone, each beside what the campaign's others brought since its first hour; and in all since each campaign's own hour. */
export async function readZones(
  db: Db,
  advertiserId: number,
  asked: readonly Asked[],
  { start, end }: Span,
): Promise<Map<number, Delivered>> {
  const { rows } = await sql<ZoneRow>`
    WITH met AS MATERIALIZED (
      SELECT a.id, r.hour, r.zone_id, r.property_id, r.hour >= a.since AS is_recent, sum(r.impressions) AS impressions,
        sum(r.clicks) AS clicks, sum(r.conversions) AS conversions, sum(r.spend_micros) AS spend_micros
      FROM rollup_hourly r JOIN ${askedSql(asked)} ON a.id = r.campaign_id
      WHERE r.advertiser_id = ${advertiserId} AND r.hour >= ${start} AND r.hour < ${end}
      GROUP BY 1, 2, 3, 4, 5),
    since AS (
      SELECT id, hour, sum(sum(impressions)) OVER later AS impressions, sum(sum(clicks)) OVER later AS clicks,
        sum(sum(conversions)) OVER later AS conversions
      FROM met GROUP BY id, hour WINDOW later AS (PARTITION BY id ORDER BY hour DESC))
    SELECT d.*, (s.impressions - d.impressions)::int8 AS other_impressions, (s.clicks - d.clicks)::int8 AS other_clicks,
      (s.conversions - d.conversions)::int8 AS other_conversions, z.name, p.domain,
      z.state = 'active' AND p.state = 'approved' AS is_live
    FROM (
      SELECT id, zone_id, property_id, sum(impressions)::int8 AS impressions, sum(clicks)::int8 AS clicks,
        sum(conversions)::int8 AS conversions, sum(spend_micros)::int8 AS spend_micros,
        coalesce(sum(impressions) FILTER (WHERE is_recent), 0)::int8 AS recent_impressions,
        coalesce(sum(clicks) FILTER (WHERE is_recent), 0)::int8 AS recent_clicks,
        coalesce(sum(spend_micros) FILTER (WHERE is_recent), 0)::int8 AS recent_micros, min(hour) AS first_hour
      FROM met GROUP BY 1, 2, 3) d
    JOIN since s ON s.id = d.id AND s.hour = d.first_hour
    JOIN zone z ON z.id = d.zone_id JOIN property p ON p.id = d.property_id`.execute(db);
  const found = new Map<number, Delivered>();
  for (const row of rows) {
    const { id, first_hour } = row;
    const known = found.get(id) ?? {
      impressions: 0,
      clicks: 0,
      spendMicros: 0,
      zones: [],
      zoneSince: first_hour,
    };
    known.impressions += toNumber(row.recent_impressions);
    known.clicks += toNumber(row.recent_clicks);
    known.spendMicros += toNumber(row.recent_micros);
    if (first_hour < known.zoneSince) known.zoneSince = first_hour;
    known.zones.push({
      zoneId: row.zone_id,
      propertyId: row.property_id,
      name: row.name,
      domain: row.domain,
      impressions: toNumber(row.impressions),
      clicks: toNumber(row.clicks),
      conversions: toNumber(row.conversions),
      spendMicros: toNumber(row.spend_micros),
      others: {
        impressions: toNumber(row.other_impressions),
        clicks: toNumber(row.other_clicks),
        conversions: toNumber(row.other_conversions),
      },
      isLive: row.is_live,
    });
    found.set(id, known);
  }
  return found;
}
