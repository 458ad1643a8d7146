import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import type { RuleDefinition, RuleRow } from './ruleRow';

/** An owner's rules, newest first; archived ones left out. */
export async function findRules(db: Db, advertiserId: number): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    SELECT * FROM auto_rule WHERE advertiser_id = ${advertiserId} AND state <> 'archived'
    ORDER BY id DESC`.execute(db);
  return rows;
}

export async function findRule(db: Db, advertiserId: number, id: number): Promise<RuleRow | null> {
  const { rows } = await sql<RuleRow>`
    SELECT * FROM auto_rule WHERE advertiser_id = ${advertiserId} AND id = ${id}
      AND state <> 'archived'`.execute(db);
  return rows[0] ?? null;
}

/** The same, held until the transaction ends. */
export async function lockRule(trx: Db, advertiserId: number, id: number): Promise<RuleRow | null> {
  const { rows } = await sql<RuleRow>`
    SELECT * FROM auto_rule WHERE advertiser_id = ${advertiserId} AND id = ${id}
      AND state <> 'archived' FOR UPDATE`.execute(trx);
  return rows[0] ?? null;
}

/** Holds the owner's account row, so that two calls at once cannot pass the most together; answers how many there are. */
export async function countForMaking(trx: Db, advertiserId: number): Promise<number> {
  await sql`SELECT FROM app_user WHERE id = ${advertiserId} FOR NO KEY UPDATE`.execute(trx);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int4 AS count FROM auto_rule
    WHERE advertiser_id = ${advertiserId} AND state <> 'archived'`.execute(trx);
  return rows[0]?.count ?? 0;
}

export async function insertRule(
  trx: Db,
  advertiserId: number,
  name: string,
  definition: RuleDefinition,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO auto_rule (advertiser_id, name, definition, created_at, updated_at)
    VALUES (${advertiserId}, ${name}, ${JSON.stringify(definition)}::jsonb, ${now}, ${now}) RETURNING id`.execute(
    trx,
  );
  const [row] = rows;
  if (!row) throw new Error('The rule was not stored');
  return row.id;
}

/** Another rule is to be tried anew: it becomes a draft and loses its dry run. */
export async function changeRule(
  trx: Db,
  id: number,
  name: string,
  definition: RuleDefinition,
  now: Date,
): Promise<void> {
  await sql`
    UPDATE auto_rule SET name = ${name}, definition = ${JSON.stringify(definition)}::jsonb, state = 'draft',
      dry_run_at = NULL, dry_run_acts = NULL, updated_at = ${now} WHERE id = ${id}`.execute(trx);
}

export async function renameRule(trx: Db, id: number, name: string, now: Date): Promise<void> {
  await sql`UPDATE auto_rule SET name = ${name}, updated_at = ${now} WHERE id = ${id}`.execute(trx);
}

export async function setState(
  trx: Db,
  id: number,
  state: 'active' | 'off' | 'archived',
  now: Date,
): Promise<void> {
  await sql`UPDATE auto_rule SET state = ${state}, updated_at = ${now} WHERE id = ${id}`.execute(trx);
}

/** Notes a dry run of the rule as it is; of one that was changed meanwhile nothing is noted. */
export async function noteDryRun(db: Db, rule: RuleRow, acts: number, now: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE auto_rule SET dry_run_at = ${now}, dry_run_acts = ${acts}
    WHERE id = ${rule.id} AND updated_at = ${rule.updated_at} AND state <> 'archived'`.execute(db);
  return numAffectedRows > 0n;
}

/** Which of these are campaigns of the advertiser. */
export async function ownCampaigns(
  db: Db,
  advertiserId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM campaign WHERE advertiser_id = ${advertiserId} AND id = ANY(${[...ids]}::int[])`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

export interface RuleActivity {
  lastRunAt: Date | null;
  acts: number;
}

/** When rules were evaluated last, and how often they acted since. */
export async function readActivity(
  db: Db,
  ruleIds: readonly number[],
  since: Date,
): Promise<Map<number, RuleActivity>> {
  if (ruleIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; last_run_at: Date | null; acts: number }>`
    SELECT r.id,
      (SELECT ran_at FROM auto_rule_run WHERE rule_id = r.id ORDER BY period DESC LIMIT 1) AS last_run_at,
      (SELECT count(*)::int4 FROM auto_rule_act a
        WHERE a.rule_id = r.id AND a.happened_at >= ${since} AND a.outcome <> 'refused') AS acts
    FROM unnest(${[...ruleIds]}::int[]) r (id)`.execute(db);
  return new Map(rows.map(({ id, last_run_at, acts }) => [id, { lastRunAt: last_run_at, acts }]));
}

/**
 * Active rules behind one (in the order of their ids) that the last hour or UTC day was not evaluated for yet, of
 * accounts that may change campaigns.
 */
export async function findDue(
  db: Db,
  { hour, day }: { hour: Date; day: Date },
  behind: number,
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT r.id FROM auto_rule r JOIN app_user u ON u.id = r.advertiser_id
    WHERE r.id > ${behind} AND r.state = 'active' AND u.status = 'active' AND u.deletes_at IS NULL AND NOT EXISTS (
      SELECT FROM auto_rule_run n WHERE n.rule_id = r.id
        AND n.period = CASE r.definition->>'every' WHEN 'day' THEN ${day}::timestamptz ELSE ${hour}::timestamptz END)
    ORDER BY r.id LIMIT ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The rule, held, if it is still active and nobody else is at it. */
export async function takeDue(trx: Db, id: number): Promise<RuleRow | null> {
  const { rows } = await sql<RuleRow>`
    SELECT * FROM auto_rule WHERE id = ${id} AND state = 'active' FOR UPDATE SKIP LOCKED`.execute(trx);
  return rows[0] ?? null;
}
