import type { LandingOutcome } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import { LOOKS_TO_TELL } from './toldLandings.repo';

/** A row of `landing_check`. */
export interface LandingRow {
  campaign_id: number;
  url: string;
  outcome: LandingOutcome;
  status: number | null;
  final_url: string | null;
  hops: number;
  took_ms: number;
  checked_at: Date;
  failures: number;
  failing_since: Date | null;
  next_at: Date;
}

export interface LandingCampaign {
  id: number;
  landing_url: string;
}

/** The owner's campaign, for whoever asks about its page. */
export async function findOwn(
  db: Db,
  advertiserId: number,
  id: number,
): Promise<LandingCampaign | undefined> {
  const { rows } = await sql<LandingCampaign>`
    SELECT id, landing_url FROM campaign WHERE id = ${id} AND advertiser_id = ${advertiserId}`.execute(db);
  return rows[0];
}

/** What was found of the address that the campaign has; of one it had before nothing is known. */
export async function findCheck(
  db: Db,
  { id, landing_url }: LandingCampaign,
): Promise<LandingRow | undefined> {
  const { rows } = await sql<LandingRow>`
    SELECT * FROM landing_check WHERE campaign_id = ${id} AND url = ${landing_url}`.execute(db);
  return rows[0];
}

/**
 * Keeps what a look found, as long as the campaign still has that address. Of two looks the later one stays. Whether the
 * owner was told of a failure holds for one address: with another one they have acted already.
 */
export async function keepCheck(db: Db, row: LandingRow): Promise<void> {
  await sql`
    INSERT INTO landing_check (campaign_id, url, outcome, status, final_url, hops, took_ms, checked_at, failures,
      failing_since, next_at)
    SELECT id, ${row.url}, ${row.outcome}, ${row.status}, ${row.final_url}, ${row.hops}, ${row.took_ms},
      ${row.checked_at}, ${row.failures}, ${row.failing_since}::timestamptz, ${row.next_at}
    FROM campaign WHERE id = ${row.campaign_id} AND landing_url = ${row.url}
    ON CONFLICT (campaign_id) DO UPDATE SET url = excluded.url, outcome = excluded.outcome, status = excluded.status,
      final_url = excluded.final_url, hops = excluded.hops, took_ms = excluded.took_ms,
      checked_at = excluded.checked_at, failures = excluded.failures, failing_since = excluded.failing_since,
      told_at = CASE WHEN landing_check.url = excluded.url THEN landing_check.told_at END,
      next_at = excluded.next_at
    WHERE landing_check.checked_at <= excluded.checked_at`.execute(db);
}

/** Whose pages are looked at unasked: of those that run people get to see them, of those in review a reviewer. */
const LOOKED_AT = sql.raw("state IN ('approved', 'in_review')");

/** Campaigns whose page was not looked at for long enough, or never under the address they have: in review first. */
export async function findDue(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ id: number; isAwaited: boolean }[]> {
  const { rows } = await sql<{ id: number; isAwaited: boolean }>`
    SELECT c.id, c.state = 'in_review' AS "isAwaited" FROM campaign c JOIN app_user u ON u.id = c.advertiser_id
      LEFT JOIN landing_check l ON l.campaign_id = c.id AND l.url = c.landing_url
    WHERE c.${LOOKED_AT} AND u.status = 'active' AND u.deletes_at IS NULL
      AND (c.ends_at IS NULL OR c.ends_at > ${now}) AND (l.next_at IS NULL OR l.next_at <= ${now})
    ORDER BY c.state = 'in_review' DESC, l.next_at NULLS FIRST, c.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** A campaign for the rounds; undefined when it is neither in review nor runs since it was found. */
export async function findLookedAt(db: Db, id: number): Promise<LandingCampaign | undefined> {
  const { rows } = await sql<LandingCampaign>`
    SELECT id, landing_url FROM campaign WHERE id = ${id} AND ${LOOKED_AT}`.execute(db);
  return rows[0];
}

/** What was found of these campaigns' pages, under the addresses that they have. */
export async function findLandings(db: Db, campaignIds: readonly number[]): Promise<LandingRow[]> {
  const { rows } = await sql<LandingRow>`
    SELECT l.* FROM landing_check l JOIN campaign c ON c.id = l.campaign_id AND c.landing_url = l.url
    WHERE l.campaign_id = ANY(${[...campaignIds]}::int[])`.execute(db);
  return rows;
}

export interface BrokenLanding {
  campaign_id: number;
  outcome: LandingOutcome;
  status: number | null;
  failing_since: Date;
}

/** Running campaigns of an advertiser, or some of them, whose page was not found by two looks one after the other. */
export async function findBroken(
  db: Db,
  advertiserId: number,
  among?: readonly number[],
): Promise<BrokenLanding[]> {
  const isAsked = among === undefined ? sql`true` : sql`c.id = ANY(${[...among]}::int[])`;
  const { rows } = await sql<BrokenLanding>`
    SELECT l.campaign_id, l.outcome, l.status, l.failing_since
    FROM landing_check l JOIN campaign c ON c.id = l.campaign_id AND c.landing_url = l.url
    WHERE c.advertiser_id = ${advertiserId} AND c.state = 'approved' AND l.failures >= ${LOOKS_TO_TELL}
      AND ${isAsked}
    ORDER BY l.failing_since, l.campaign_id`.execute(db);
  return rows;
}
