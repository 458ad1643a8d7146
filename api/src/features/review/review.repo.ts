import { sql } from 'kysely';
import type { Db } from '../../platform/db';

export interface AdvertiserRow {
  id: number;
  name: string;
  email: string;
  account_type: string;
  /** Creatives a reviewer has approved, of all that one has decided. */
  approved: number;
  decided: number;
}

/** Who the advertisers are and what became of their creatives so far. */
export async function findAdvertisers(db: Db, ids: readonly number[]): Promise<AdvertiserRow[]> {
  const { rows } = await sql<AdvertiserRow>`
    SELECT u.id, coalesce(u.company_name, u.username) AS name, u.email, t.name AS account_type,
      coalesce(record.approved, 0) AS approved, coalesce(record.decided, 0) AS decided
    FROM app_user u JOIN account_type t ON t.id = u.account_type_id
    LEFT JOIN (
      SELECT c.advertiser_id, count(*) FILTER (WHERE k.state = 'approved')::int AS approved, count(*)::int AS decided
      FROM creative k JOIN campaign c ON c.id = k.campaign_id
      WHERE c.advertiser_id = ANY(${[...ids]}::int[]) AND k.reviewed_at IS NOT NULL
        AND k.state IN ('approved', 'rejected')
      GROUP BY c.advertiser_id
    ) AS record ON record.advertiser_id = u.id
    WHERE u.id = ANY(${[...ids]}::int[])`.execute(db);
  return rows;
}

/** Campaigns one reviewer has decided since then. */
export async function decidedSince(db: Db, reviewerId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT campaign_id)::int AS count FROM creative
    WHERE reviewed_by = ${reviewerId} AND reviewed_at >= ${since}`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface Verdict {
  reviewerId: number;
  state: 'approved' | 'rejected';
  /** What the advertiser reads at the campaign, and at each creative. Null when approved. */
  campaignReason: string | null;
  creativeReason: string | null;
  /** Of the creatives that are not rejected by themselves. */
  creativeState: 'approved' | 'rejected';
  rejected: readonly RejectedCreative[];
}

/** A creative that is rejected by itself. */
export interface RejectedCreative {
  id: number;
  reason: string;
  /** The reviewer's own words on it. */
  note: string | null;
}

/** Rows of the campaign's creatives that are there to be judged. */
export async function findJudged(db: Db, campaignId: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM creative WHERE campaign_id = ${campaignId} AND state <> 'archived'`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Decides a campaign that is in review, and with it its creatives. Of two who decide at once the second finds it
 * decided: false. `submittedAt`, when given, is what the reviewer looked at.
 */
export async function decide(
  db: Db,
  campaignId: number,
  verdict: Verdict,
  submittedAt: Date | null,
  now: Date,
): Promise<boolean> {
  const sameText = submittedAt ? sql`AND date_trunc('milliseconds', submitted_at) = ${submittedAt}` : sql``;
  const { rows } = await sql<{ id: number }>`
    UPDATE campaign SET state = ${verdict.state}, state_reason = ${verdict.campaignReason}, reviewed_at = ${now},
      updated_at = ${now}
    WHERE id = ${campaignId} AND state = 'in_review' ${sameText} RETURNING id`.execute(db);
  if (rows.length === 0) return false;
  await sql`
    UPDATE creative SET state = ${verdict.creativeState}, state_reason = ${verdict.creativeReason}, review_note = NULL,
      reviewed_by = ${verdict.reviewerId}, reviewed_at = ${now}, updated_at = ${now}
    WHERE campaign_id = ${campaignId} AND state <> 'archived'`.execute(db);
  for (const { id, reason, note } of verdict.rejected)
    await sql`
      UPDATE creative SET state = 'rejected', state_reason = ${reason}, review_note = ${note}
      WHERE id = ${id} AND campaign_id = ${campaignId} AND state <> 'archived'`.execute(db);
  return true;
}

export interface DecidedRow {
  state: string;
  reviewed_at: Date | null;
  /** Who decided last, if anyone has. */
  reviewer: string | null;
}

/** What has become of a campaign, for the one who came too late. */
export async function findDecided(db: Db, campaignId: number): Promise<DecidedRow | undefined> {
  const { rows } = await sql<DecidedRow>`
    SELECT c.state, c.reviewed_at, (
      SELECT coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.username)
      FROM creative k JOIN app_user u ON u.id = k.reviewed_by
      WHERE k.campaign_id = c.id ORDER BY k.reviewed_at DESC LIMIT 1) AS reviewer
    FROM campaign c WHERE c.id = ${campaignId}`.execute(db);
  return rows[0];
}
