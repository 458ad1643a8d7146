import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import type { AssetImage } from '../creatives';
import type { Period } from '../figures';

/** A creative that ran, with its sums. */
export interface RanRow {
  creative_id: number;
  impressions: bigint;
  viewables: bigint;
  clicks: bigint;
  earnings_micros: bigint;
  last_shown_at: Date;
  advertiser_id: number;
  company_name: string | null;
  category: string | null;
  landing_url: string | null;
}

export interface Where {
  propertyId: number | null;
  zoneId: number | null;
}

/** What ran on a publisher's properties, or on one, or in one zone; what was found to be invalid later is taken off. */
export async function findRan(db: Db, publisherId: number, period: Period, where: Where): Promise<RanRow[]> {
  const { rows } = await sql<RanRow>`
    WITH ran AS (
      SELECT creative_id, sum(impressions)::int8 AS impressions, sum(viewables)::int8 AS viewables,
        sum(clicks)::int8 AS clicks, sum(payout_micros)::int8 AS earnings_micros,
        max(hour) FILTER (WHERE impressions > 0) AS last_shown_at
      FROM rollup_hourly
      WHERE publisher_id = ${publisherId} AND hour >= ${period.start} AND hour < ${period.end}
        AND ${where.propertyId === null ? sql`true` : sql`property_id = ${where.propertyId}`}
        AND ${where.zoneId === null ? sql`true` : sql`zone_id = ${where.zoneId}`}
      GROUP BY creative_id HAVING sum(impressions) > 0)
    SELECT ran.*, c.advertiser_id, u.company_name, c.category, c.approved_landing_url AS landing_url
    FROM ran JOIN creative cr ON cr.id = ran.creative_id JOIN campaign c ON c.id = cr.campaign_id
      JOIN app_user u ON u.id = c.advertiser_id`.execute(db);
  return rows;
}

export interface SeenRow extends AssetImage {
  creative_id: number;
  alt: string;
}

/** What creatives show. */
export async function findSeen(db: Db, creativeIds: readonly number[]): Promise<SeenRow[]> {
  const { rows } = await sql<SeenRow>`
    SELECT cr.id AS creative_id, cr.alt, a.id, a.format, a.sha256, a.content_type, a.byte_count, a.width, a.height, a.parts
    FROM creative cr JOIN creative_asset a ON a.id = cr.asset_id WHERE cr.id = ANY (${creativeIds})`.execute(
    db,
  );
  return rows;
}

/** Whether a zone is one of a publisher's. */
export async function isOwnZone(db: Db, publisherId: number, zoneId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM zone z JOIN property p ON p.id = z.property_id
    WHERE z.id = ${zoneId} AND p.publisher_id = ${publisherId}`.execute(db);
  return rows.length > 0;
}
