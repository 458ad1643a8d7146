import type { BundleClick } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';

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
  /** Of the creatives that are judged and not rejected by themselves. */
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

export interface Waiting {
  /** The oldest ones, in the order they came. */
  ids: number[];
  /** In all. */
  campaigns: number;
  creatives: number;
}

/** Campaigns in review, and how much there is to look at in all. */
export async function findWaiting(db: Db, most: number): Promise<Waiting> {
  const { rows } = await sql<{ id: number; campaigns: number; creatives: number }>`
    SELECT id, count(*) OVER ()::int AS campaigns, (
      SELECT count(*)::int FROM creative k JOIN campaign w ON w.id = k.campaign_id
      WHERE w.state = 'in_review' AND k.state <> 'archived') AS creatives
    FROM campaign WHERE state = 'in_review' ORDER BY submitted_at, id LIMIT ${most}`.execute(db);
  const { campaigns = 0, creatives = 0 } = rows[0] ?? {};
  return { ids: rows.map(({ id }) => id), campaigns, creatives };
}

/**
 * Decides a campaign that is in review; its creatives follow with `judgeCreatives`. Of two who decide at once the second
 * finds it decided: false. `submittedAt`, when given, is what the reviewer looked at.
 */
export async function decide(
  trx: Trx,
  campaignId: number,
  { state, campaignReason }: Verdict,
  submittedAt: Date | null,
  now: Date,
): Promise<boolean> {
  const sameText = submittedAt ? sql`AND date_trunc('milliseconds', submitted_at) = ${submittedAt}` : sql``;
  const { rows } = await sql<{ id: number }>`
    UPDATE campaign SET state = ${state}, state_reason = ${campaignReason}, reviewed_at = ${now}, updated_at = ${now}
    WHERE id = ${campaignId} AND state = 'in_review' ${sameText} RETURNING id`.execute(trx);
  return rows.length > 0;
}

/** What the verdict on a campaign is about: one that was rejected by itself before is not asked for again. */
const JUDGED = sql.raw("state IN ('in_review', 'approved')");

/** The campaign's creatives, held until the transaction ends, and whether its verdict is about them. */
export async function lockCreatives(
  trx: Trx,
  campaignId: number,
): Promise<{ id: number; judged: boolean }[]> {
  const { rows } = await sql<{ id: number; judged: boolean }>`
    SELECT id, ${JUDGED} AS judged FROM creative
    WHERE campaign_id = ${campaignId} AND state <> 'archived' ORDER BY id FOR UPDATE`.execute(trx);
  return rows;
}

/** Decides the creatives of a campaign; those that are rejected by themselves may have been so before. */
export async function judgeCreatives(
  trx: Trx,
  campaignId: number,
  { creativeState, creativeReason, reviewerId, rejected }: Verdict,
  now: Date,
): Promise<void> {
  const decided = sql`reviewed_by = ${reviewerId}, reviewed_at = ${now}, updated_at = ${now}`;
  await sql`
    UPDATE creative SET state = ${creativeState}, state_reason = ${creativeReason}, review_note = NULL, ${decided}
    WHERE campaign_id = ${campaignId} AND ${JUDGED}`.execute(trx);
  for (const { id, reason, note } of rejected)
    await sql`
      UPDATE creative SET state = 'rejected', state_reason = ${reason}, review_note = ${note}, ${decided}
      WHERE id = ${id} AND campaign_id = ${campaignId} AND state <> 'archived'`.execute(trx);
}

/** HTML5 creatives that the verdict is about and whose click nobody has seen work. */
export async function findUnclicked(
  trx: Trx,
  campaignId: number,
): Promise<{ id: number; name: string; asset_id: number }[]> {
  const { rows } = await sql<{ id: number; name: string; asset_id: number }>`
    SELECT k.id, k.name, a.id AS asset_id FROM creative k JOIN creative_asset a ON a.id = k.asset_id
    WHERE k.campaign_id = ${campaignId} AND k.${JUDGED} AND a.format = 'html5' AND NOT a.parts ? 'click'
    ORDER BY k.id`.execute(trx);
  return rows;
}

/** Keeps that a reviewer saw the clicks of these bundles work. */
export async function keepClicks(trx: Trx, assetIds: readonly number[], click: BundleClick): Promise<void> {
  await sql`
    UPDATE creative_asset SET parts = parts || jsonb_build_object('click', ${JSON.stringify(click)}::jsonb)
    WHERE id = ANY(${[...assetIds]}::int[])`.execute(trx);
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
