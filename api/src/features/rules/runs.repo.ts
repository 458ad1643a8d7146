import type { RuleAction, RuleFigure, RuleOutcome } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';
import { keyOf, type Subject } from './ruleRow';

/** Notes that a rule's period is being evaluated; null when it was before. */
export async function beginRun(trx: Db, ruleId: number, period: Date, now: Date): Promise<bigint | null> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO auto_rule_run (rule_id, period, ran_at, subjects, matched, held)
    VALUES (${ruleId}, ${period}, ${now}, 0, 0, 0) ON CONFLICT (rule_id, period) DO NOTHING RETURNING id`.execute(
    trx,
  );
  return rows[0]?.id ?? null;
}

export async function endRun(
  trx: Db,
  runId: bigint,
  { subjects, matched, held }: { subjects: number; matched: number; held: number },
): Promise<void> {
  await sql`
    UPDATE auto_rule_run SET subjects = ${subjects}, matched = ${matched}, held = ${held}
    WHERE id = ${runId}`.execute(trx);
}

export interface NewAct {
  runId: bigint;
  ruleId: number;
  at: Date;
  campaignId: number;
  creativeId: number | null;
  zoneId: number | null;
  outcome: RuleOutcome;
  action: RuleAction;
  figures: readonly RuleFigure[];
  beforeMicros: number | null;
  afterMicros: number | null;
  message: string | null;
}

export async function insertAct(trx: Db, act: NewAct): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO auto_rule_act (run_id, rule_id, happened_at, campaign_id, creative_id, zone_id, outcome, action, figures,
      before_micros, after_micros, message)
    VALUES (${act.runId}, ${act.ruleId}, ${act.at}, ${act.campaignId}, ${act.creativeId}, ${act.zoneId}, ${act.outcome},
      ${JSON.stringify(act.action)}::jsonb, ${JSON.stringify(act.figures)}::jsonb, ${act.beforeMicros},
      ${act.afterMicros}, ${act.message}) RETURNING id`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('The act was not stored');
  return row.id;
}

/**
 * What the rule did something to, or tried to, in evaluations of later periods than this one. By periods, not by the
 * clock: evaluations begin some seconds earlier or later in their minutes.
 */
export async function actedAfter(trx: Db, ruleId: number, period: Date): Promise<Set<string>> {
  const { rows } = await sql<{ campaign_id: number; thing_id: number }>`
    SELECT DISTINCT a.campaign_id, coalesce(a.creative_id, a.zone_id, 0) AS thing_id
    FROM auto_rule_run r JOIN auto_rule_act a ON a.run_id = r.id
    WHERE r.rule_id = ${ruleId} AND r.period > ${period}`.execute(trx);
  return new Set(
    rows.map(({ campaign_id, thing_id }) =>
      keyOf({ campaignId: campaign_id, thingId: thing_id } satisfies Subject),
    ),
  );
}

/** What the rule did in evaluations of periods from this one on; what was refused is not counted. */
export async function countActs(trx: Db, ruleId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT count(*) AS count FROM auto_rule_run r JOIN auto_rule_act a ON a.run_id = r.id
    WHERE r.rule_id = ${ruleId} AND r.period >= ${since} AND a.outcome <> 'refused'`.execute(trx);
  return toNumber(rows[0]?.count ?? 0n);
}

/** Campaigns that the rule had paused and that were resumed since. */
export async function resumedSince(trx: Db, ruleId: number, since: Date): Promise<Map<number, Date>> {
  const { rows } = await sql<{ campaign_id: number; resumed_at: Date }>`
    SELECT campaign_id, resumed_at FROM auto_rule_hold
    WHERE rule_id = ${ruleId} AND resumed_at > ${since}`.execute(trx);
  return new Map(rows.map(({ campaign_id, resumed_at }) => [campaign_id, resumed_at]));
}

/** Notes that the pause of a campaign is the rule's; the campaign says so until somebody resumes it. */
export async function holdCampaign(trx: Db, campaignId: number, ruleId: number, now: Date): Promise<void> {
  await sql`UPDATE campaign SET state_reason = 'rule' WHERE id = ${campaignId} AND state = 'paused'`.execute(
    trx,
  );
  await sql`
    INSERT INTO auto_rule_hold (campaign_id, rule_id, paused_at) VALUES (${campaignId}, ${ruleId}, ${now})
    ON CONFLICT (campaign_id) DO UPDATE SET rule_id = excluded.rule_id, paused_at = excluded.paused_at,
      resumed_at = NULL`.execute(trx);
}

/** The rule that paused a campaign which is paused still. */
export async function findHold(
  db: Db,
  campaignId: number,
): Promise<{ rule_id: number; name: string; paused_at: Date } | null> {
  const { rows } = await sql<{ rule_id: number; name: string; paused_at: Date }>`
    SELECT h.rule_id, r.name, h.paused_at FROM auto_rule_hold h JOIN auto_rule r ON r.id = h.rule_id
    JOIN campaign c ON c.id = h.campaign_id
    WHERE h.campaign_id = ${campaignId} AND h.resumed_at IS NULL AND c.state = 'paused'`.execute(db);
  return rows[0] ?? null;
}

/** Drops evaluations before a moment with what they did, some at a time. */
export async function forgetRuns(db: Db, before: Date, most: number): Promise<void> {
  await sql`DELETE FROM auto_rule_run WHERE id = ANY(ARRAY(
    SELECT id FROM auto_rule_run WHERE ran_at < ${before} LIMIT ${most}))`.execute(db);
}
