import { sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';
import { FEWEST_REPORTS } from './isSilent';

interface CampaignFactRow {
  id: number;
  reviewedAt: Date | null;
  changedAt: Date;
  ruleStoppedAt: Date | null;
  creativeRejectedAt: Date | null;
  creativeStoppedAt: Date | null;
}

export async function findCampaignFacts(
  db: Db,
  advertiserId: number,
  ids: readonly number[],
): Promise<CampaignFactRow[]> {
  const asked = [...ids];
  const { rows } = await sql<CampaignFactRow>`
    SELECT c.id, c.reviewed_at AS "reviewedAt", greatest(c.reviewed_at, c.starts_at, c.updated_at) AS "changedAt",
      h.paused_at AS "ruleStoppedAt", r.rejected_at AS "creativeRejectedAt",
      r.stopped_at AS "creativeStoppedAt"
    FROM campaign c
      LEFT JOIN auto_rule_hold h ON h.campaign_id = c.id AND h.resumed_at IS NULL
      LEFT JOIN (SELECT k.campaign_id,
          min(coalesce(k.reviewed_at, k.updated_at)) FILTER (WHERE k.state = 'rejected') AS rejected_at,
          min(k.updated_at) FILTER (WHERE k.state = 'stopped') AS stopped_at
        FROM creative k WHERE k.campaign_id = ANY(${asked}::int[]) AND k.state IN ('rejected', 'stopped') GROUP BY 1) r ON r.campaign_id = c.id
    WHERE c.advertiser_id = ${advertiserId} AND c.id = ANY(${asked}::int[]) AND c.state <> 'archived'`.execute(
    db,
  );
  return rows;
}

/** Since when the money is out, as the alerts have it; null while it is not. */
export async function findFundsOutSince(db: Db, advertiserId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('alert_funds')
    .select('since')
    .where('user_id', '=', advertiserId)
    .where('level', '=', 'out')
    .executeTakeFirst();
  return row?.since ?? null;
}

export interface GoalReports {
  id: number;
  name: string;
  reports: number;
  firstAt: Date;
  lastAt: Date;
}

/** The newest reports of each goal in use tell what is usual; more of them are not looked at. */
const REPORTS_LOOKED_AT = 200;

/** Of goals with enough reports since then to say what is usual. */
export async function findGoalReports(db: Db, advertiserId: number, since: Date): Promise<GoalReports[]> {
  const { rows } = await sql<GoalReports>`
    SELECT g.id, g.name, r.reports, r.first_at AS "firstAt", r.last_at AS "lastAt"
    FROM conversion_goal g CROSS JOIN LATERAL (
      SELECT count(*)::int4 AS reports, min(n.received_at) AS first_at, max(n.received_at) AS last_at
      FROM (SELECT received_at, verdict FROM conversion WHERE goal_id = g.id
        ORDER BY id DESC LIMIT ${REPORTS_LOOKED_AT}) n
      WHERE n.received_at >= ${since} AND n.verdict <> 'test') r
    WHERE g.advertiser_id = ${advertiserId} AND g.state = 'active' AND r.reports >= ${FEWEST_REPORTS}
    ORDER BY g.id`.execute(db);
  return rows;
}

/** Clicks of the account while a goal reported, and since it stopped; by whole hours. */
export async function countClicks(
  db: Db,
  advertiserId: number,
  { firstAt, lastAt }: Pick<GoalReports, 'firstAt' | 'lastAt'>,
): Promise<{ clicksBefore: number; clicksSince: number }> {
  const { rows } = await sql<{ before: bigint; since: bigint }>`
    SELECT coalesce(sum(clicks) FILTER (WHERE hour <= ${lastAt}), 0)::int8 AS before,
      coalesce(sum(clicks) FILTER (WHERE hour > ${lastAt}), 0)::int8 AS since
    FROM rollup_hourly WHERE advertiser_id = ${advertiserId} AND hour >= date_trunc('hour', ${firstAt}::timestamptz)`.execute(
    db,
  );
  return { clicksBefore: toNumber(rows[0]?.before ?? 0n), clicksSince: toNumber(rows[0]?.since ?? 0n) };
}

export interface FailingPostback {
  id: number;
  name: string;
  /** Calls that failed for good and wait to be sent again. */
  dead: number;
  /** What the conversions of those were worth. */
  valueMicros: number;
  since: Date | null;
}

/** From so many failures in a row on an address rests. */
const RESTS_AFTER = 5;

/** Outgoing postbacks that are on and whose address rests, or that have dead letters. */
export async function findFailingPostbacks(db: Db, advertiserId: number): Promise<FailingPostback[]> {
  const { rows } = await sql<Omit<FailingPostback, 'valueMicros'> & { value_micros: bigint }>`
    SELECT o.id, o.name, d.dead, d.value_micros, coalesce(d.since, w.since) AS since
    FROM outgoing_postback o
      CROSS JOIN LATERAL (SELECT count(*)::int4 AS dead, min(k.created_at) AS since,
          coalesce(sum(v.value_micros), 0)::int8 AS value_micros
        FROM postback_call k LEFT JOIN conversion v ON v.id = k.conversion_id
        WHERE k.outgoing_id = o.id AND k.state = 'dead') d
      LEFT JOIN LATERAL (SELECT min(k.since) AS since FROM postback_call k
        WHERE o.failures >= ${RESTS_AFTER} AND k.outgoing_id = o.id AND k.state = 'waiting' AND k.attempts > 0) w ON true
    WHERE o.advertiser_id = ${advertiserId} AND o.state = 'active' AND (o.failures >= ${RESTS_AFTER} OR d.dead > 0)
    ORDER BY o.id`.execute(db);
  return rows.map(({ value_micros, ...row }) => ({ ...row, valueMicros: toNumber(value_micros) }));
}

export interface RuleActs {
  id: number;
  name: string;
  campaigns: number;
  at: Date;
  /** By how much it changed daily budgets, up and down. */
  movedMicros: number;
}

/** What rules changed since then; campaigns that one has paused are told of by themselves. */
export async function findRuleActs(db: Db, advertiserId: number, since: Date): Promise<RuleActs[]> {
  const { rows } = await sql<Omit<RuleActs, 'movedMicros'> & { moved_micros: bigint }>`
    SELECT r.id, r.name, count(DISTINCT a.campaign_id)::int4 AS campaigns, max(a.happened_at) AS at,
      coalesce(sum(abs(a.after_micros - a.before_micros))
        FILTER (WHERE a.action ->> 'kind' = 'change-budget'), 0)::int8 AS moved_micros
    FROM auto_rule r JOIN auto_rule_act a ON a.rule_id = r.id
    WHERE r.advertiser_id = ${advertiserId} AND r.state <> 'archived' AND a.outcome = 'acted'
      AND a.happened_at >= ${since} AND NOT EXISTS (SELECT FROM auto_rule_hold h
        WHERE h.campaign_id = a.campaign_id AND h.rule_id = r.id AND h.resumed_at IS NULL)
    GROUP BY r.id ORDER BY at DESC`.execute(db);
  return rows.map(({ moved_micros, ...row }) => ({ ...row, movedMicros: toNumber(moved_micros) }));
}
