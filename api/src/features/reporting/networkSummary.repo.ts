import { sql } from 'kysely';
import type { Db } from '../../platform/db';

/** Where a visitor could not be placed. */
const UNKNOWN_COUNTRY = 'ZZ';

export interface SizeRow {
  width: number;
  height: number;
  requests: bigint;
  filled: bigint;
}
export interface SizeDeliveryRow {
  width: number;
  height: number;
  impressions: bigint;
  spend_micros: bigint;
  /** The creative of this size that was shown most; an image where there is one. */
  format: string;
  sha256: string;
  content_type: string;
  /** Visitors may load its file. */
  is_public: boolean;
}
export interface CountryRow {
  country: string;
  requests: bigint;
  filled: bigint;
  impressions: bigint;
  spend_micros: bigint;
}
export interface EventTotals {
  counted: bigint;
  invalid: bigint;
}
export interface ReceiptRow {
  decision_id: string;
  happened_at: Date;
  width: number;
  height: number;
  country: string;
  device: number;
  property: string;
  bid_micros: bigint;
  price_micros: bigint;
  payout_micros: bigint;
  viewable: boolean;
  transaction_id: bigint | null;
}

/** Ad requests by the zone's size since an hour. */
export async function requestsBySize(db: Db, since: Date): Promise<SizeRow[]> {
  const { rows } = await sql<SizeRow>`
    SELECT z.width, z.height, sum(r.requests)::int8 AS requests,
      coalesce(sum(r.requests) FILTER (WHERE r.reason = 0), 0)::int8 AS filled
    FROM request_hourly r JOIN zone z ON z.id = r.zone_id
    WHERE r.hour >= ${since} GROUP BY z.width, z.height`.execute(db);
  return rows;
}

/** What the sizes brought since an hour, with the creative of each that was shown most. */
export async function deliveryBySize(db: Db, since: Date): Promise<SizeDeliveryRow[]> {
  const { rows } = await sql<SizeDeliveryRow>`
    WITH shown AS (
      SELECT creative_id, sum(impressions) AS impressions, sum(spend_micros) AS spend_micros
      FROM rollup_hourly WHERE hour >= ${since} GROUP BY creative_id HAVING sum(impressions) > 0
    ), sized AS (
      SELECT a.width, a.height, a.format, a.sha256, a.content_type, c.public_since IS NOT NULL AS is_public, s.impressions,
        sum(s.impressions) OVER same AS all_impressions, sum(s.spend_micros) OVER same AS all_spend,
        row_number() OVER (
          PARTITION BY a.width, a.height ORDER BY a.format <> 'image', s.impressions DESC, a.id) AS place
      FROM shown s JOIN creative c ON c.id = s.creative_id JOIN creative_asset a ON a.id = c.asset_id
      WINDOW same AS (PARTITION BY a.width, a.height)
    )
    SELECT width, height, all_impressions::int8 AS impressions, all_spend::int8 AS spend_micros, format, sha256,
      content_type, is_public
    FROM sized WHERE place = 1`.execute(db);
  return rows;
}

/** Countries since an hour, most ad requests first; visitors from nowhere known are left out. */
export async function countriesSince(db: Db, since: Date): Promise<CountryRow[]> {
  const { rows } = await sql<CountryRow>`
    SELECT country, sum(requests)::int8 AS requests, sum(filled)::int8 AS filled,
      sum(impressions)::int8 AS impressions, sum(spend_micros)::int8 AS spend_micros
    FROM (
      SELECT country, requests, CASE WHEN reason = 0 THEN requests ELSE 0 END AS filled, 0::int8 AS impressions,
        0::int8 AS spend_micros
      FROM request_hourly WHERE hour >= ${since}
      UNION ALL
      SELECT country, 0, 0, impressions, spend_micros FROM rollup_hourly WHERE hour >= ${since}
    ) AS hours
    WHERE country <> ${UNKNOWN_COUNTRY}
    GROUP BY country HAVING sum(requests) > 0 ORDER BY sum(requests) DESC, country`.execute(db);
  return rows;
}

/** Events that were counted, and invalid traffic, kept as events or not, since an hour. */
export async function eventTotals(db: Db, since: Date): Promise<EventTotals> {
  const { rows } = await sql<EventTotals>`
    SELECT counted, (kept + (SELECT coalesce(sum(events), 0) FROM invalid_hourly WHERE hour >= ${since}))::int8 AS invalid
    FROM (
      SELECT coalesce(sum(impressions + viewables + clicks + conversions), 0)::int8 AS counted,
        coalesce(sum(invalid), 0) AS kept
      FROM rollup_hourly WHERE hour >= ${since}
    ) AS rolled`.execute(db);
  return rows[0] ?? { counted: 0n, invalid: 0n };
}

/** Properties that may show ads. */
export async function countProperties(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM property WHERE state = 'approved'`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * The latest billed impression with the transaction that paid it. Decision ids are UUIDv7, so their order is that of
 * time and the primary key of the latest partitions finds it.
 */
export async function latestReceipt(db: Db, since: Date): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    WITH latest AS (
      SELECT * FROM ad_event WHERE decided_at >= ${since} AND kind = 1 AND price_micros > 0
      ORDER BY decision_id DESC LIMIT 1
    )
    SELECT e.decision_id, e.happened_at, z.width, z.height, e.country, e.device, p.name AS property, c.bid_micros,
      e.price_micros, e.payout_micros,
      EXISTS (SELECT FROM ad_event v
        WHERE v.decision_id = e.decision_id AND v.kind = 2 AND v.decided_at = e.decided_at) AS viewable,
      (SELECT t.id FROM (
          SELECT posting.transaction_id FROM ledger_account a JOIN ledger_posting posting ON posting.account_id = a.id
          WHERE a.owner_id = e.advertiser_id AND a.kind IN ('advertiser_cash', 'advertiser_bonus')
          ORDER BY posting.id DESC LIMIT 50
        ) AS recent JOIN ledger_transaction t ON t.id = recent.transaction_id
        WHERE t.kind = 'ad_spend' AND t.occurred_at >= e.happened_at
          AND (t.meta ->> 'hour')::timestamptz = date_trunc('hour', e.decided_at)
        ORDER BY t.id LIMIT 1) AS transaction_id
    FROM latest e JOIN zone z ON z.id = e.zone_id JOIN property p ON p.id = e.property_id
    JOIN campaign c ON c.id = e.campaign_id`.execute(db);
  return rows[0];
}
