import type { CampaignPriority, CampaignState, Pricing } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';
import type { StoredCampaignState } from '../campaigns';
import type { Spending } from '../reporting';
import type { RememberedCampaign } from './campaignNews';
import type { FundsLevel, RememberedFunds } from './fundsLevel';

/** Any number that no other advisory lock of ours has. */
const LOCK_KEY = 735_208_216;

/** Whether this transaction alone compares and remembers; false: another process does. */
export async function takeTurn(db: Db): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_xact_lock(${LOCK_KEY}) AS taken`.execute(db);
  return rows[0]?.taken ?? false;
}

/** The next active advertisers by number, as many as have so many campaigns; one at least, if there is one. */
export async function findActive(
  db: Db,
  after: number,
  most: { advertisers: number; campaigns: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM (
      SELECT next.id, sum(own.campaigns) OVER (ORDER BY next.id) - own.campaigns AS before
      FROM (
        SELECT id FROM app_user WHERE role = 'advertiser' AND status = 'active' AND deletes_at IS NULL AND id > ${after}
        ORDER BY id LIMIT ${most.advertisers}) next
      CROSS JOIN LATERAL (
        SELECT count(*) AS campaigns FROM campaign
        WHERE advertiser_id = next.id AND state <> 'archived') own) counted
    WHERE before < ${most.campaigns} ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Who is not active is not compared, and begins anew when that changes. */
export async function forgetInactive(db: Db): Promise<void> {
  await sql`
    DELETE FROM alert_campaign USING app_user u
    WHERE u.id = alert_campaign.advertiser_id AND (u.status <> 'active' OR u.deletes_at IS NOT NULL)`.execute(
    db,
  );
  await sql`
    DELETE FROM alert_funds USING app_user u
    WHERE u.id = alert_funds.user_id AND (u.status <> 'active' OR u.deletes_at IS NOT NULL)`.execute(db);
}

/** Campaigns of whose approval their owners were told since. */
export async function findJustApproved(
  db: Db,
  advertiserIds: readonly number[],
  since: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ campaign_id: string }>`
    SELECT data ->> 'campaign_id' AS campaign_id FROM notice
    WHERE user_id = ANY(${[...advertiserIds]}::int[]) AND event = 'campaign_approved'
      AND created_at > ${since}`.execute(db);
  return new Set(rows.map(({ campaign_id }) => campaign_id));
}

export interface WatchedRow {
  id: number;
  advertiser_id: number;
  name: string;
  state: StoredCampaignState;
  state_reason: string | null;
  pricing: Pricing;
  bid_micros: bigint;
  daily_budget_micros: bigint;
  total_budget_micros: bigint | null;
  impression_limit: number | null;
  click_limit: number | null;
  priority: CampaignPriority;
  goal_ids: number[];
  starts_at: Date | null;
  ends_at: Date | null;
}

/** Campaigns that may have changed since the last look: not archived, nor over for days. */
export async function findWatched(
  db: Db,
  advertiserIds: readonly number[],
  endedAfter: Date,
): Promise<WatchedRow[]> {
  const { rows } = await sql<WatchedRow>`
    SELECT id, advertiser_id, name, state, state_reason, pricing, bid_micros, daily_budget_micros,
      total_budget_micros, impression_limit, click_limit, priority, goal_ids, starts_at, ends_at
    FROM campaign WHERE advertiser_id = ANY(${[...advertiserIds]}::int[]) AND state <> 'archived'
      AND (ends_at IS NULL OR ends_at > ${endedAfter}) ORDER BY id`.execute(db);
  return rows;
}

/** What each advertiser spent from `since` on; silent ones are absent. */
export async function findSpending(
  db: Db,
  advertiserIds: readonly number[],
  since: Date,
): Promise<Map<number, Spending>> {
  const { rows } = await sql<{ advertiser_id: number; spend_micros: bigint; first_hour: Date | null }>`
    SELECT advertiser_id, sum(spend_micros)::int8 AS spend_micros,
      min(hour) FILTER (WHERE spend_micros > 0) AS first_hour
    FROM rollup_hourly WHERE advertiser_id = ANY(${[...advertiserIds]}::int[]) AND hour >= ${since}
    GROUP BY advertiser_id`.execute(db);
  return new Map(
    rows.map((row) => [
      row.advertiser_id,
      { spendMicros: toNumber(row.spend_micros), firstHour: row.first_hour },
    ]),
  );
}

export async function rememberedFunds(
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, RememberedFunds>> {
  const rows = await db
    .selectFrom('alert_funds')
    .select(['user_id', 'level', 'balance_micros'])
    .where('user_id', 'in', [...userIds])
    .execute();
  return new Map(
    rows.map((row) => [
      row.user_id,
      { level: row.level as FundsLevel, balanceMicros: toNumber(row.balance_micros) },
    ]),
  );
}

export async function rememberFunds(
  db: Db,
  changed: readonly (RememberedFunds & { userId: number })[],
  now: Date,
): Promise<void> {
  if (changed.length === 0) return;
  await db
    .insertInto('alert_funds')
    .values(
      changed.map(({ userId, level, balanceMicros }) => ({
        user_id: userId,
        level,
        balance_micros: BigInt(balanceMicros),
        since: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(({ ref }) => ({
        level: ref('excluded.level'),
        balance_micros: ref('excluded.balance_micros'),
        since: ref('excluded.since'),
      })),
    )
    .execute();
}

export async function rememberedCampaigns(
  db: Db,
  advertiserIds: readonly number[],
): Promise<Map<number, RememberedCampaign>> {
  const rows = await db
    .selectFrom('alert_campaign')
    .select(['campaign_id', 'state', 'started', 'stop_told', 'stop_told_at'])
    .where('advertiser_id', 'in', [...advertiserIds])
    .execute();
  return new Map(
    rows.map((row) => [
      row.campaign_id,
      {
        state: row.state as CampaignState,
        started: row.started,
        stopTold: row.stop_told,
        stopToldAt: row.stop_told_at,
      },
    ]),
  );
}

export type ChangedCampaign = RememberedCampaign & { campaignId: number; advertiserId: number };
/** Six values a row: far below the 65 535 of a statement. */
const ROWS_AT_A_TIME = 5_000;

export async function rememberCampaigns(db: Db, changed: readonly ChangedCampaign[]): Promise<void> {
  for (let from = 0; from < changed.length; from += ROWS_AT_A_TIME)
    await db
      .insertInto('alert_campaign')
      .values(
        changed.slice(from, from + ROWS_AT_A_TIME).map((each) => ({
          campaign_id: each.campaignId,
          advertiser_id: each.advertiserId,
          state: each.state,
          started: each.started,
          stop_told: each.stopTold,
          stop_told_at: each.stopToldAt,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('campaign_id').doUpdateSet(({ ref }) => ({
          state: ref('excluded.state'),
          started: ref('excluded.started'),
          stop_told: ref('excluded.stop_told'),
          stop_told_at: ref('excluded.stop_told_at'),
        })),
      )
      .execute();
}
