import type { CampaignPriority, Pricing } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';
import { deriveState, findGoalHalts, findLifeCounts, type StoredCampaignState } from '../campaigns';
import { balanceOf, dayOf, spendableOf, spendOf } from '../figures';
import { type ShownSpan, type StateMove, spansOf } from './shownSpans';

type CampaignMoney = Parameters<typeof deriveState>[1];

/** What decides, beside its state, whether a campaign is shown. */
interface StandingRow {
  id: number;
  state: StoredCampaignState;
  created_at: Date;
  pricing: Pricing;
  priority: CampaignPriority;
  bid_micros: bigint;
  daily_budget_micros: bigint;
  total_budget_micros: bigint | null;
  impression_limit: number | null;
  click_limit: number | null;
  goal_ids: number[];
  starts_at: Date | null;
  ends_at: Date | null;
}

export interface Standing {
  /** It runs, or would if its daily budget were not spent. */
  runs: boolean;
  /** It has no money or no goal, or nothing is left of its budget or limits: since when is not known. */
  starved: boolean;
  /** When its state and times let it be shown. */
  spans: ShownSpan[];
}

async function findMoves(db: Db, campaignIds: readonly number[], since: Date) {
  const { rows } = await sql<StateMove & { campaign_id: number }>`
    SELECT campaign_id, at, changes->'state'->>'before' AS before, changes->'state'->>'after' AS after
    FROM campaign_change WHERE campaign_id = ANY(${[...campaignIds]}::int[]) AND at >= ${since}
      AND changes->'state' IS NOT NULL ORDER BY campaign_id, id`.execute(db);
  const moves = new Map<number, StateMove[]>();
  for (const { campaign_id: id, ...move } of rows) {
    const before = moves.get(id);
    if (before) before.push(move);
    else moves.set(id, [move]);
  }
  return moves;
}

/** What it does right now, by its state, the clock and the money. */
function derive(row: StandingRow, money: CampaignMoney, now: Date) {
  const total = row.total_budget_micros;
  return deriveState(
    {
      state: row.state,
      stateReason: null,
      pricing: row.pricing,
      bidMicros: toNumber(row.bid_micros),
      dailyBudgetMicros: toNumber(row.daily_budget_micros),
      totalBudgetMicros: total === null ? null : toNumber(total),
      impressionLimit: row.impression_limit,
      clickLimit: row.click_limit,
      priority: row.priority,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
    },
    money,
    now,
  );
}

/** Whether these campaigns of one advertiser are shown now, and when since a moment they could be. */
export async function readStandings(
  db: Db,
  advertiserId: number,
  campaignIds: readonly number[],
  since: Date,
  now: Date,
): Promise<Map<number, Standing>> {
  const { rows } = await sql<StandingRow>`
    SELECT id, state, created_at, pricing, priority, bid_micros, daily_budget_micros, total_budget_micros,
      impression_limit, click_limit, goal_ids, starts_at, ends_at
    FROM campaign WHERE id = ANY(${[...campaignIds]}::int[])`.execute(db);
  const moves = await findMoves(db, campaignIds, since);
  const spends = await spendOf(db, campaignIds, dayOf(now));
  const counts = await findLifeCounts(db, rows);
  const goalHalts = await findGoalHalts(db, rows);
  const balanceMicros = spendableOf(await balanceOf(db, advertiserId));
  const standings = new Map<number, Standing>();
  for (const row of rows) {
    const spent = spends.get(row.id);
    const { impressions = 0, clicks = 0 } = counts.get(row.id) ?? {};
    const money: CampaignMoney = {
      spentTodayMicros: spent?.todayMicros ?? 0,
      spentTotalMicros: spent?.totalMicros ?? 0,
      impressions,
      clicks,
      balanceMicros,
      // That of the account is asked when its rules are.
      halt: goalHalts.get(row.id) ?? null,
    };
    const { state, reason } = derive(row, money, now);
    const runs = state === 'running' || reason === 'daily-budget';
    const byTime = reason === 'starts' || reason === 'ended';
    const life = {
      state: row.state,
      createdAt: row.created_at,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
    };
    standings.set(row.id, {
      runs,
      starved: row.state === 'approved' && !runs && !byTime,
      spans: spansOf(life, moves.get(row.id) ?? []),
    });
  }
  return standings;
}
