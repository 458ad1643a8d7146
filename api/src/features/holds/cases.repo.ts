import type { HoldReason } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';

export interface CaseRow {
  id: number;
  publisher_id: number;
  publisher_email: string;
  property_id: number;
  property: string;
  domain: string;
  source: number;
  state: string;
  reasons: string[];
  figures: unknown;
  opened_at: Date;
  decided_at: Date | null;
  decided_by: string | null;
  why: string | null;
  decided_micros: bigint;
}

const CASES = sql`
  SELECT c.id, c.publisher_id, u.email AS publisher_email, c.property_id, p.name AS property, p.domain, c.source, c.state,
    c.reasons, c.figures, c.opened_at, c.decided_at, admin.email AS decided_by, c.why,
    c.decided_micros
  FROM hold_case c JOIN app_user u ON u.id = c.publisher_id JOIN property p ON p.id = c.property_id
  LEFT JOIN app_user admin ON admin.id = c.decided_by`;

/** Newest first. */
export async function findCases(
  db: Db,
  { isOpen, beforeId }: { isOpen: boolean | null; beforeId: number | null },
  limit: number,
): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`${CASES}
    WHERE (${isOpen}::bool IS NULL OR (c.state = 'open') = ${isOpen}) AND (${beforeId}::int IS NULL OR c.id < ${beforeId})
    ORDER BY c.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function findCase(db: Db, id: number): Promise<CaseRow | undefined> {
  const { rows } = await sql<CaseRow>`${CASES} WHERE c.id = ${id}`.execute(db);
  return rows[0];
}

/** Whether it was open; it stays so until the transaction ends. */
export async function lockOpenCase(trx: Trx, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM hold_case WHERE id = ${id} AND state = 'open' FOR UPDATE`.execute(
    trx,
  );
  return rows.length > 0;
}

export interface NewCase {
  publisher_id: number;
  property_id: number;
  source: number;
  reasons: HoldReason[];
  figures: Record<string, unknown>;
  opened_at: Date;
}

/** Null when another server opened it at the same moment. */
export async function insertCase(trx: Trx, row: NewCase): Promise<number | null> {
  const made = await trx
    .insertInto('hold_case')
    .values({ ...row, figures: JSON.stringify(row.figures) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
}

export async function updateCase(
  trx: Trx,
  id: number,
  { reasons, figures }: Pick<NewCase, 'reasons' | 'figures'>,
): Promise<void> {
  await trx
    .updateTable('hold_case')
    .set({ reasons, figures: JSON.stringify(figures) })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

export interface CaseDecision {
  state: 'released' | 'taken_back';
  decidedAt: Date;
  /** Null: its reasons have ended. */
  decidedBy: number | null;
  why: string | null;
  amountMicros: bigint;
  reversalId?: number | null;
}

export async function decideCase(trx: Trx, id: number, decision: CaseDecision): Promise<void> {
  await trx
    .updateTable('hold_case')
    .set({
      state: decision.state,
      decided_at: decision.decidedAt,
      decided_by: decision.decidedBy,
      why: decision.why,
      decided_micros: decision.amountMicros,
      reversal_id: decision.reversalId ?? null,
    })
    .where('id', '=', id)
    .execute();
}

/** When the traffic of a case began: its holds' first day, or of the clicks whose conversions are on hold. */
export async function findFirstDay(db: Db, caseId: number): Promise<Date | null> {
  const { rows } = await sql<{ day: Date | null }>`
    SELECT (least(min(h.day)::timestamp AT TIME ZONE 'UTC', date_trunc('day', (SELECT min(c.decided_at) FROM conversion c
      JOIN earnings_hold ch ON ch.id = c.hold_id WHERE ch.case_id = ${caseId}), 'UTC'))) AS day
    FROM earnings_hold h WHERE h.case_id = ${caseId}`.execute(db);
  return rows[0]?.day ?? null;
}
