import { sql } from 'kysely';
import { type Db, toNumber } from '../../../platform/db';

export interface NamedCampaign {
  id: number;
  name: string;
  reviewed_at: Date | null;
  submitted_at: Date | null;
  /** Campaigns in review that were sent in before it; 0 unless it is in review. */
  ahead: number;
  /** Counted, over its life. */
  impressions: number;
  /** Counted, on this UTC day. */
  impressions_today: number;
  /** Over its life. */
  spent_micros: number;
  /** When a goal that it pays for was changed last. */
  goals_changed_at: Date | null;
  /** When the deletion of its account was asked for. */
  leaving_since: Date | null;
}

const MOST_NAMES = 2_000;

/** Campaigns that a customer may speak of: all but archived ones, the newest first. */
export async function findCampaignNames(
  db: Db,
  advertiserId: number,
  today: string,
): Promise<NamedCampaign[]> {
  const { rows } = await sql<NamedCampaign>`
    SELECT c.id, c.name, c.reviewed_at, c.submitted_at, CASE WHEN c.state = 'in_review' THEN (SELECT count(*)::int
        FROM campaign o WHERE o.state = 'in_review' AND o.submitted_at < c.submitted_at) ELSE 0 END AS ahead,
      s.impressions, s.impressions_today, s.spent_micros,
      (SELECT max(g.updated_at) FROM conversion_goal g WHERE g.id = ANY(c.goal_ids)) AS goals_changed_at,
      u.deletion_requested_at AS leaving_since
    FROM campaign c JOIN app_user u ON u.id = c.advertiser_id
      CROSS JOIN LATERAL (SELECT coalesce(sum(d.impressions), 0)::float8 AS impressions,
        coalesce(sum(d.impressions) FILTER (WHERE d.day = ${today}), 0)::float8 AS impressions_today,
        coalesce(sum(d.spend_micros), 0)::float8 AS spent_micros FROM campaign_spend d WHERE d.campaign_id = c.id) s
    WHERE c.advertiser_id = ${advertiserId} AND c.state <> 'archived'
    ORDER BY c.id DESC LIMIT ${MOST_NAMES}`.execute(db);
  return rows;
}

export interface SpendOf {
  campaignId: number;
  advertiserId: number;
}

/** The last hour since a moment in which a campaign spent something. */
export async function lastSpendHour(
  db: Db,
  { campaignId, advertiserId }: SpendOf,
  since: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ hour: Date | null }>`
    SELECT max(hour) AS hour FROM rollup_hourly
    WHERE advertiser_id = ${advertiserId} AND campaign_id = ${campaignId} AND hour >= ${since} AND spend_micros > 0`.execute(
    db,
  );
  return rows[0]?.hour ?? null;
}

/** When the last event of such an hour that cost something happened: one look at all events of the hour. */
export async function lastSpendWithin(db: Db, campaignId: number, hour: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT max(happened_at) AS at FROM ad_event
    WHERE campaign_id = ${campaignId} AND invalid_reason = 0 AND price_micros > 0
      AND decided_at >= ${hour} AND decided_at < ${hour}::timestamptz + interval '1 hour'`.execute(db);
  return rows[0]?.at ?? null;
}

export interface FateCount {
  campaign_id: number;
  fate: number;
  /** Of fates of price: the step of contracts' PRICE_GAP_PERCENTS, from 1; else 0. */
  gap: number;
  decisions: number;
  /** Of those behind others' bids, to whom it lost: a bit for each advertiser or for several. */
  rivals: number;
}

/** How campaigns fared since a moment, in whole hours, by fate: estimates of sampled decisions. */
export async function countFates(db: Db, campaignIds: readonly number[], since: Date): Promise<FateCount[]> {
  const { rows } = await sql<Omit<FateCount, 'decisions'> & { decisions: bigint }>`
    SELECT campaign_id, fate, gap, sum(decisions)::int8 AS decisions, bit_or(rivals) AS rivals
    FROM campaign_fate_hourly
    WHERE campaign_id = ANY(${[...campaignIds]}::int[]) AND hour >= date_trunc('hour', ${since}::timestamptz)
    GROUP BY campaign_id, fate, gap`.execute(db);
  return rows.map((row) => ({ ...row, decisions: toNumber(row.decisions) }));
}

export interface PublishedRow {
  id: number;
  name: string;
  domain: string;
  state: 'pending' | 'verified' | 'approved' | 'rejected' | 'stopped';
  state_reason: string | null;
  created_at: Date;
  updated_at: Date;
}

/** A publisher's properties that are in use. */
export async function findProperties(db: Db, publisherId: number): Promise<PublishedRow[]> {
  const { rows } = await sql<PublishedRow>`
    SELECT id, name, domain, state, state_reason, created_at, updated_at FROM property
    WHERE publisher_id = ${publisherId} AND state <> 'archived' ORDER BY id LIMIT ${MOST_NAMES}`.execute(db);
  return rows;
}

export interface PlacedZone {
  id: number;
  property_id: number;
  name: string;
  state: 'active' | 'paused' | 'stopped';
  state_reason: string | null;
  updated_at: Date;
  floor_micros: bigint;
  last_request_at: Date | null;
  created_at: Date;
}

export async function findZones(db: Db, publisherId: number): Promise<PlacedZone[]> {
  const { rows } = await sql<PlacedZone>`
    SELECT z.id, z.property_id, z.name, z.state, z.state_reason, z.updated_at, z.floor_micros, z.last_request_at, z.created_at
    FROM zone z JOIN property p ON p.id = z.property_id
    WHERE p.publisher_id = ${publisherId} AND p.state <> 'archived' AND z.state <> 'archived'
    ORDER BY z.id LIMIT ${MOST_NAMES}`.execute(db);
  return rows;
}

export interface RequestCount {
  zone_id: number;
  /** A code of contracts' NO_FILL_REASONS. */
  reason: number;
  requests: number;
}

/** Ad requests of a publisher's zones since a moment, by what became of them. */
export async function countRequests(db: Db, publisherId: number, since: Date): Promise<RequestCount[]> {
  const { rows } = await sql<{ zone_id: number; reason: number; requests: bigint }>`
    SELECT zone_id, reason, sum(requests)::int8 AS requests FROM request_hourly
    WHERE publisher_id = ${publisherId} AND hour >= date_trunc('hour', ${since}::timestamptz)
    GROUP BY zone_id, reason`.execute(db);
  return rows.map((row) => ({ ...row, requests: toNumber(row.requests) }));
}

export interface Standing {
  status: string;
  status_reason: string | null;
}

export function findStanding(db: Db, userId: number): Promise<Standing | undefined> {
  return db
    .selectFrom('app_user')
    .select(['status', 'status_reason'])
    .where('id', '=', userId)
    .executeTakeFirst();
}
