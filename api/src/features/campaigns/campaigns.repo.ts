import type { CampaignInput, CampaignPriority, Pricing, Targeting } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';
import type { AssetImage } from '../creatives';
import type { AccountHalt, StoredCampaignState } from './campaignState';
import { sparseTargeting } from './sparseTargeting';

/** A row of `campaign`. */
export interface CampaignRow {
  id: number;
  advertiser_id: number;
  name: string;
  pricing: Pricing;
  bid_micros: bigint;
  daily_budget_micros: bigint;
  total_budget_micros: bigint | null;
  pacing: 'even' | 'asap';
  landing_url: string;
  starts_at: Date | null;
  ends_at: Date | null;
  /** Without the dimensions that narrow nothing; `completeTargeting` adds them. */
  targeting: Partial<Targeting>;
  priority: CampaignPriority;
  bidding: 'max' | 'fixed';
  impression_limit: number | null;
  click_limit: number | null;
  measured_only: boolean;
  category: CampaignInput['category'];
  goal_ids: number[];
  cap_impressions: number | null;
  cap_window_seconds: number | null;
  state: StoredCampaignState;
  state_reason: string | null;
  submitted_at: Date | null;
  reviewed_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export type StoredCreativeState = 'in_review' | 'approved' | 'rejected' | 'archived' | 'stopped';

/** A creative with what it shows. */
export interface CreativeRow extends Omit<AssetImage, 'id'> {
  id: number;
  campaign_id: number;
  name: string;
  alt: string;
  state: StoredCreativeState;
  state_reason: string | null;
  review_note: string | null;
  share: number | null;
  asset_id: number;
}

/** The fields an advertiser sets. */
export type CampaignFields = Omit<CampaignInput, 'creatives' | 'submit'>;
/** The same as it is stored: goals by the numbers of their rows. */
export type StoredFields = Omit<CampaignFields, 'goal_ids'> & { goal_ids: readonly number[] };

/** Which campaigns to read. */
export type CampaignSelector =
  | { advertiserId: number; ids?: readonly number[] }
  | { ids: readonly number[] }
  | { state: StoredCampaignState };

function condition(selector: CampaignSelector): RawBuilder<unknown> {
  if ('state' in selector) return sql`state = ${selector.state}`;
  if (!('advertiserId' in selector)) return sql`id = ANY(${[...selector.ids]}::int[])`;
  const own = sql`advertiser_id = ${selector.advertiserId}`;
  return selector.ids ? sql`${own} AND id = ANY(${[...selector.ids]}::int[])` : own;
}

/** Newest first; those in review in the order they came. */
export async function findCampaigns(db: Db, selector: CampaignSelector): Promise<CampaignRow[]> {
  const order = 'state' in selector ? sql`submitted_at, id` : sql`id DESC`;
  const { rows } = await sql<CampaignRow>`
    SELECT * FROM campaign WHERE ${condition(selector)} ORDER BY ${order}`.execute(db);
  return rows;
}

/** Accounts of which nothing is shown now, and why. */
export async function findHalts(db: Db, accountIds: readonly number[]): Promise<Map<number, AccountHalt>> {
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'status'])
    .where('id', 'in', [...accountIds])
    .where((where) => where.or([where('status', '<>', 'active'), where('deletes_at', 'is not', null)]))
    .execute();
  return new Map(
    rows.map(({ id, status }) => [id, status === 'active' ? 'account-leaving' : 'account-inactive']),
  );
}

/**
 * The same, locked in id order until the transaction ends: against other changes, but not against rows that point at a
 * campaign. Spend and events that come in meanwhile must never wait for what somebody does with a list.
 */
export async function lockCampaigns(db: Db, selector: CampaignSelector): Promise<CampaignRow[]> {
  const { rows } = await sql<CampaignRow>`
    SELECT * FROM campaign WHERE ${condition(selector)} ORDER BY id FOR NO KEY UPDATE`.execute(db);
  return rows;
}

/** Creatives of the campaigns, archived ones left out, in the order they were added. */
export async function findCreatives(db: Db, campaignIds: readonly number[]): Promise<CreativeRow[]> {
  const { rows } = await sql<CreativeRow>`
    SELECT c.id, c.campaign_id, c.name, c.alt, c.state, c.state_reason, c.review_note, c.share, a.id AS asset_id, a.sha256, a.content_type,
      a.byte_count, a.width, a.height, a.format, a.parts
    FROM creative c JOIN creative_asset a ON a.id = c.asset_id
    WHERE c.campaign_id = ANY(${[...campaignIds]}::int[]) AND c.state <> 'archived' ORDER BY c.id`.execute(
    db,
  );
  return rows;
}

/** What a limit counts, over a campaign's life. */
export interface LifeCounts {
  impressions: number;
  clicks: number;
}

/** Counted impressions and clicks over their lives, of those of the campaigns that have a limit of either. */
export async function findLifeCounts(
  db: Db,
  campaigns: readonly Pick<CampaignRow, 'id' | 'impression_limit' | 'click_limit'>[],
): Promise<Map<number, LifeCounts>> {
  const limited = campaigns
    .filter((row) => row.impression_limit !== null || row.click_limit !== null)
    .map((row) => row.id);
  if (limited.length === 0) return new Map();
  const { rows } = await sql<{ campaign_id: number; impressions: bigint; clicks: bigint }>`
    SELECT campaign_id, sum(impressions)::int8 AS impressions, sum(clicks)::int8 AS clicks FROM rollup_hourly
    WHERE campaign_id = ANY(${limited}::int[]) GROUP BY campaign_id`.execute(db);
  return new Map(
    rows.map(({ campaign_id, impressions, clicks }) => [
      campaign_id,
      { impressions: toNumber(impressions), clicks: toNumber(clicks) },
    ]),
  );
}

export interface OwnedAsset extends Pick<AssetImage, 'format' | 'parts' | 'width' | 'height'> {
  /** The network stopped its file, whoever owns it. */
  stopped: boolean;
}

/** Of these assets, those that belong to the owner; a picture is part of another one and no creative. */
export async function ownedAssets(
  db: Db,
  ownerId: number,
  assetIds: readonly number[],
): Promise<Map<number, OwnedAsset>> {
  const { rows } = await sql<OwnedAsset & { id: number }>`
    SELECT id, format, parts, width, height,
      sha256 IN (SELECT sha256 FROM open_stop WHERE kind = 'creative') AS stopped FROM creative_asset
    WHERE owner_id = ${ownerId} AND id = ANY(${[...assetIds]}::int[]) AND format <> 'picture'`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

const jsonOf = (targeting: Targeting) => JSON.stringify(sparseTargeting(targeting));

export interface NewCampaign {
  fields: StoredFields;
  state: 'draft' | 'in_review';
}

/** → their ids, in the same order. */
export async function insertCampaigns(
  db: Db,
  advertiserId: number,
  campaigns: readonly NewCampaign[],
  now: Date,
): Promise<number[]> {
  const rows = campaigns.map(({ fields: { frequency_cap: cap, ...fields }, state }) => ({
    ...fields,
    targeting: sparseTargeting(fields.targeting),
    measured_only: fields.measured_only ?? false,
    ...{ cap_impressions: cap?.count, cap_window_seconds: cap?.seconds },
    ...{ state, submitted_at: state === 'in_review' ? now : null },
  }));
  const { rows: made } = await sql<{ id: number }>`
    INSERT INTO campaign (advertiser_id, name, pricing, bid_micros, daily_budget_micros, total_budget_micros, pacing,
      landing_url, starts_at, ends_at, targeting, bidding, impression_limit, click_limit, measured_only, category, goal_ids,
      cap_impressions, cap_window_seconds, state, submitted_at, created_at, updated_at)
    SELECT ${advertiserId}, name, pricing, bid_micros, daily_budget_micros, total_budget_micros, pacing,
      landing_url, starts_at, ends_at, targeting, bidding, impression_limit, click_limit, measured_only, category, goal_ids,
      cap_impressions, cap_window_seconds, state, submitted_at, ${now}, ${now}
    FROM jsonb_populate_recordset(NULL::campaign, ${JSON.stringify(rows)}::jsonb)
    RETURNING id`.execute(db);
  return made.map(({ id }) => id);
}

export async function updateCampaign(db: Db, id: number, fields: StoredFields, now: Date): Promise<void> {
  const cap = fields.frequency_cap;
  await sql`
    UPDATE campaign SET name = ${fields.name}, pricing = ${fields.pricing}, bid_micros = ${fields.bid_micros},
      daily_budget_micros = ${fields.daily_budget_micros}, total_budget_micros = ${fields.total_budget_micros},
      pacing = ${fields.pacing}, landing_url = ${fields.landing_url}, starts_at = ${fields.starts_at},
      ends_at = ${fields.ends_at}, targeting = ${jsonOf(fields.targeting)}::jsonb, bidding = ${fields.bidding},
      impression_limit = ${fields.impression_limit}, click_limit = ${fields.click_limit ?? null},
      measured_only = ${fields.measured_only ?? false},
      category = ${fields.category},
      goal_ids = ${[...fields.goal_ids]}::int[],
      cap_impressions = ${cap?.count ?? null}, cap_window_seconds = ${cap?.seconds ?? null}, updated_at = ${now}
    WHERE id = ${id}`.execute(db);
}

/** An operator's word on what comes first: answers what did before; undefined when there is no such campaign. */
export async function setPriority(
  db: Db,
  id: number,
  priority: CampaignPriority,
  now: Date,
): Promise<CampaignPriority | undefined> {
  const { rows } = await sql<{ from: CampaignPriority }>`
    UPDATE campaign c SET priority = ${priority}, updated_at = ${now}
    FROM (SELECT id, priority FROM campaign WHERE id = ${id} FOR NO KEY UPDATE) before
    WHERE c.id = before.id RETURNING before.priority AS "from"`.execute(db);
  return rows[0]?.from;
}

/** Moves a campaign; going to review starts its waiting time anew and forgets the last reason. */
export async function setCampaignState(
  db: Db,
  id: number,
  state: StoredCampaignState,
  now: Date,
): Promise<void> {
  const submitted = state === 'in_review' ? sql`, submitted_at = ${now}, state_reason = NULL` : sql``;
  await sql`UPDATE campaign SET state = ${state}, updated_at = ${now} ${submitted} WHERE id = ${id}`.execute(
    db,
  );
}

/** Sends what a campaign shows (all of it, or the rejected part) to be looked at again. */
export async function reopenCreatives(
  db: Db,
  campaignId: number,
  which: 'all' | 'rejected',
  now: Date,
): Promise<void> {
  const from = which === 'all' ? ['approved', 'rejected'] : ['rejected'];
  await sql`
    UPDATE creative SET state = 'in_review', state_reason = NULL, review_note = NULL, updated_at = ${now}
    WHERE campaign_id = ${campaignId} AND state = ANY(${from})`.execute(db);
}

export interface NewCreative {
  assetId: number;
  name: string;
  alt: string;
  /** In percent of its size; null: what was learnt decides. */
  share: number | null;
}

export async function insertCreatives(
  db: Db,
  campaignId: number,
  creatives: readonly NewCreative[],
  now: Date,
): Promise<void> {
  for (const creative of creatives)
    await sql`
      INSERT INTO creative (campaign_id, asset_id, name, alt, share, created_at, updated_at)
      VALUES (${campaignId}, ${creative.assetId}, ${creative.name}, ${creative.alt}, ${creative.share}, ${now}, ${now})`.execute(
      db,
    );
}

/** How often a creative is shown among those of its size is its owner's to say: nobody looks at it again. */
export async function shareCreative(db: Db, id: number, share: number | null, now: Date): Promise<void> {
  await sql`UPDATE creative SET share = ${share}, updated_at = ${now} WHERE id = ${id}`.execute(db);
}

/** Gives a creative other words. Those of one that was decided were looked at: the new ones are, too. */
export async function describeCreative(
  db: Db,
  id: number,
  name: string,
  alt: string,
  now: Date,
): Promise<void> {
  await sql`
    UPDATE creative SET name = ${name}, alt = ${alt}, updated_at = ${now},
      state_reason = CASE WHEN state IN ('rejected', 'stopped') THEN NULL ELSE state_reason END,
      review_note = CASE WHEN state IN ('rejected', 'stopped') THEN NULL ELSE review_note END,
      state = CASE WHEN state IN ('approved', 'rejected', 'stopped') THEN 'in_review' ELSE state END
    WHERE id = ${id}`.execute(db);
}

export async function archiveCreatives(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await sql`
    UPDATE creative SET state = 'archived', updated_at = ${now} WHERE id = ANY(${[...ids]}::int[])`.execute(
    db,
  );
}
