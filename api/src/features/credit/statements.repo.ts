import type { CreditDetail } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';

/** Behind every posting. */
const MOST = 9_223_372_036_854_775_807n;

/** Lines of which a month that is over is not closed. */
export async function findUnclosed(db: Db, lastMonth: string): Promise<number[]> {
  const rows = await db
    .selectFrom('credit_line')
    .select('advertiser_id')
    .where((where) => where.or([where('closed_month', 'is', null), where('closed_month', '<', lastMonth)]))
    .orderBy('advertiser_id')
    .execute();
  return rows.map(({ advertiser_id }) => advertiser_id);
}

export interface ClosedUpTo {
  terms_days: number;
  closed_month: string | null;
  closed_posting_id: bigint;
  closed_owed_micros: bigint;
}

export async function lockClosing(trx: Db, advertiserId: number): Promise<ClosedUpTo | undefined> {
  return trx
    .selectFrom('credit_line')
    .select(['terms_days', 'closed_month', 'closed_posting_id', 'closed_owed_micros'])
    .where('advertiser_id', '=', advertiserId)
    .forUpdate()
    .executeTakeFirst();
}

export interface MonthSums {
  drawn: bigint;
  repaid: bigint;
  last_posting_id: bigint;
}

/**
 * What the credit account gained and lost behind a posting and before the first one after the month's end: a month is a
 * stretch of the postings, so that one which overlaps the end is in exactly one of them. With the account locked.
 */
export async function sumMonth(trx: Db, advertiserId: number, after: bigint, end: Date): Promise<MonthSums> {
  const { rows } = await sql<MonthSums>`
    WITH own AS (
      SELECT p.id, p.amount_micros, t.created_at >= ${end} AS is_later
      FROM ledger_posting p JOIN ledger_transaction t ON t.id = p.transaction_id
      WHERE p.id > ${after} AND p.account_id = (SELECT id FROM ledger_account
        WHERE owner_id = ${advertiserId} AND kind = 'advertiser_credit' AND currency = 'USD')
    ), within AS (
      SELECT * FROM own WHERE id < coalesce((SELECT min(id) FROM own WHERE is_later), ${MOST})
    )
    SELECT coalesce(-sum(amount_micros) FILTER (WHERE amount_micros < 0), 0)::int8 AS drawn,
      coalesce(sum(amount_micros) FILTER (WHERE amount_micros > 0), 0)::int8 AS repaid,
      coalesce(max(id), ${after})::int8 AS last_posting_id
    FROM within`.execute(trx);
  return rows[0] ?? { drawn: 0n, repaid: 0n, last_posting_id: after };
}
export async function closeMonth(
  trx: Db,
  advertiserId: number,
  closed: { month: string; lastPostingId: bigint; owedMicros: bigint },
): Promise<void> {
  await trx
    .updateTable('credit_line')
    .set({
      closed_month: closed.month,
      closed_posting_id: closed.lastPostingId,
      closed_owed_micros: closed.owedMicros,
    })
    .where('advertiser_id', '=', advertiserId)
    .execute();
}

export interface NewStatement {
  advertiserId: number;
  month: string;
  owedMicros: bigint;
  drawnMicros: bigint;
  repaidMicros: bigint;
  lastPostingId: bigint;
  issuedAt: Date;
  dueAt: Date;
}

export async function insertStatement(trx: Db, statement: NewStatement): Promise<number> {
  const { id } = await trx
    .insertInto('credit_statement')
    .values({
      advertiser_id: statement.advertiserId,
      period: statement.month,
      owed_micros: statement.owedMicros,
      drawn_micros: statement.drawnMicros,
      repaid_micros: statement.repaidMicros,
      last_posting_id: statement.lastPostingId,
      issued_at: statement.issuedAt,
      due_at: statement.dueAt,
      reminder: 'issued',
      reminded_at: statement.issuedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export type Reminder = 'issued' | 'soon' | 'due' | 'overdue';

export interface RemindedStatement {
  id: number;
  advertiser_id: number;
  period: string;
  issued_at: Date;
  due_at: Date;
  reminder: Reminder;
}

const REMINDED = ['id', 'advertiser_id', 'period', 'issued_at', 'due_at', 'reminder'] as const;

/** Statements of which somebody may have to be reminded. */
export async function findRemindable(db: Db): Promise<RemindedStatement[]> {
  return db
    .selectFrom('credit_statement')
    .select(REMINDED)
    .where('settled_at', 'is', null)
    .where('reminder', '<>', 'overdue')
    .orderBy('due_at')
    .execute();
}

/** Undefined when it was settled meanwhile. */
export async function lockStatement(trx: Db, id: number): Promise<RemindedStatement | undefined> {
  return trx
    .selectFrom('credit_statement')
    .select(REMINDED)
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function noteReminder(trx: Db, id: number, reminder: Reminder, now: Date): Promise<void> {
  await trx
    .updateTable('credit_statement')
    .set({ reminder, reminded_at: now })
    .where('id', '=', id)
    .execute();
}

export interface Reader {
  email: string;
  locale: string | null;
  timezone: string;
}

export async function findReader(db: Db, userId: number): Promise<Reader | undefined> {
  return db
    .selectFrom('app_user')
    .select(['email', 'locale', 'timezone'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

export interface StatementRow extends Omit<RemindedStatement, 'reminder' | 'advertiser_id'> {
  owed_micros: bigint;
  drawn_micros: bigint;
  repaid_micros: bigint;
  settled_at: Date | null;
}
export type StatementState = CreditDetail['statements'][number]['state'];

/** Newest first. */
export async function findStatements(db: Db, advertiserId: number): Promise<StatementRow[]> {
  return db
    .selectFrom('credit_statement')
    .select([
      'id',
      'period',
      'owed_micros',
      'drawn_micros',
      'repaid_micros',
      'issued_at',
      'due_at',
      'settled_at',
    ])
    .where('advertiser_id', '=', advertiserId)
    .orderBy('period', 'desc')
    .execute();
}
