import type { RuleAction, RuleFigure, RuleOutcome } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';

export interface RunRow {
  id: bigint;
  period: Date;
  ran_at: Date;
  subjects: number;
  matched: number;
  held: number;
}

export interface ActRow {
  id: bigint;
  run_id: bigint;
  happened_at: Date;
  campaign_id: number;
  creative_id: number | null;
  zone_id: number | null;
  outcome: RuleOutcome;
  action: RuleAction;
  figures: RuleFigure[];
  before_micros: bigint | null;
  after_micros: bigint | null;
  message: string | null;
}

/** Evaluations of a rule with what they did, newest first. `before` is a period. */
export async function readRuns(
  db: Db,
  ruleId: number,
  { before, matchedOnly, most }: { before: Date | null; matchedOnly: boolean; most: number },
): Promise<{ runs: RunRow[]; acts: ActRow[] }> {
  const { rows: runs } = await sql<RunRow>`
    SELECT id, period, ran_at, subjects, matched, held FROM auto_rule_run
    WHERE rule_id = ${ruleId} AND (${before}::timestamptz IS NULL OR period < ${before}::timestamptz)
      AND (NOT ${matchedOnly}::boolean OR matched > 0)
    ORDER BY period DESC LIMIT ${most}`.execute(db);
  if (runs.length === 0) return { runs, acts: [] };
  const { rows: acts } = await sql<ActRow>`
    SELECT id, run_id, happened_at, campaign_id, creative_id, zone_id, outcome, action, figures, before_micros,
      after_micros, message
    FROM auto_rule_act WHERE run_id = ANY(${runs.map(({ id }) => id)}::bigint[]) ORDER BY id`.execute(db);
  return { runs, acts };
}
