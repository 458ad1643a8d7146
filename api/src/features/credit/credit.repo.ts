import type { CreditLine } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import type { OpenStatement } from './ageing';

export type LineState = CreditLine['state'];

export interface LineRow {
  advertiser_id: number;
  limit_micros: bigint;
  terms_days: number;
  state: LineState;
  note: string;
  agreed_at: Date;
}

const LINE = ['advertiser_id', 'limit_micros', 'terms_days', 'state', 'note', 'agreed_at'] as const;

export async function findLine(db: Db, advertiserId: number): Promise<LineRow | undefined> {
  return db
    .selectFrom('credit_line')
    .select(LINE)
    .where('advertiser_id', '=', advertiserId)
    .executeTakeFirst();
}

/** Holds the line; behind the advertiser's accounts, like the ingestion. */
export async function lockLine(trx: Db, advertiserId: number): Promise<LineRow | undefined> {
  return trx
    .selectFrom('credit_line')
    .select(LINE)
    .where('advertiser_id', '=', advertiserId)
    .forUpdate()
    .executeTakeFirst();
}

export async function setState(trx: Db, advertiserId: number, state: LineState, now: Date): Promise<void> {
  await trx
    .updateTable('credit_line')
    .set({ state, updated_at: now })
    .where('advertiser_id', '=', advertiserId)
    .execute();
}

/** Stops a line that lends, or would lend again by itself once it was paid; answers whether there was one. */
export async function pauseLine(trx: Db, advertiserId: number, note: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('credit_line')
    .set({ state: 'paused', note, updated_at: now })
    .where('advertiser_id', '=', advertiserId)
    .where('state', 'in', ['open', 'overdue'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface Customer {
  id: number;
  email: string;
  company: string;
  account_type: string;
  /** Whether the account's type has a credit line. */
  has_credit: boolean;
}

const customer = sql`SELECT u.id, u.email, u.company_name AS company, coalesce(t.name, 'Regular') AS account_type,
    coalesce((t.features ->> 'credit_line')::boolean, false) AS has_credit
  FROM app_user u LEFT JOIN account_type t ON t.id = u.account_type_id`;

/** An advertiser with its type; nobody else has a line. */
export async function findCustomer(db: Db, id: number): Promise<Customer | undefined> {
  const { rows } = await sql<Customer>`${customer} WHERE u.id = ${id} AND u.role = 'advertiser'`.execute(db);
  return rows[0];
}

export type ListedLine = LineRow & Omit<Customer, 'id'> & { owed_micros: bigint };

/** Who has a line, with what is owed of it: who owes most first. `advertiserId`: this one alone. */
export async function listLines(db: Db, advertiserId?: number): Promise<ListedLine[]> {
  const { rows } = await sql<ListedLine>`
    SELECT l.advertiser_id, l.limit_micros, l.terms_days, l.state, l.note, l.agreed_at, c.email, c.company, c.account_type,
      c.has_credit, greatest(0, -coalesce(a.balance_micros, 0))::int8 AS owed_micros
    FROM credit_line l JOIN (${customer}) c ON c.id = l.advertiser_id
    LEFT JOIN ledger_account a ON a.owner_id = l.advertiser_id AND a.kind = 'advertiser_credit' AND a.currency = 'USD'
    WHERE ${advertiserId === undefined ? sql`true` : sql`l.advertiser_id = ${advertiserId}`}
    ORDER BY owed_micros DESC, l.advertiser_id`.execute(db);
  return rows;
}

export async function saveLine(
  trx: Db,
  line: Omit<LineRow, 'agreed_at'> & { agreed_at?: Date },
  now: Date,
): Promise<void> {
  const { limit_micros, terms_days, state, note } = line;
  await trx
    .insertInto('credit_line')
    .values({ ...line, agreed_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .column('advertiser_id')
        .doUpdateSet({ limit_micros, terms_days, state, note, updated_at: now }),
    )
    .execute();
}

export interface OpenRow extends OpenStatement {
  advertiserId: number;
}

/**
 * Statements that are not settled, oldest first: what was repaid behind their last posting counts for the oldest.
 * Repayments are asked for by an index of their own: of draws there is one with every batch of events.
 */
export async function findOpenStatements(db: Db, advertiserIds: readonly number[]): Promise<OpenRow[]> {
  const { rows } = await sql<OpenRow>`
    SELECT s.id, s.advertiser_id AS "advertiserId", s.due_at AS "dueAt",
      greatest(0, s.owed_micros - coalesce(back.micros, 0))::int8 AS "remainingMicros"
    FROM credit_statement s
    CROSS JOIN LATERAL (
      SELECT sum(p.amount_micros) AS micros
      FROM ledger_transaction t JOIN ledger_posting p ON p.transaction_id = t.id JOIN ledger_account a ON a.id = p.account_id
      WHERE t.kind = 'credit_repayment' AND t.meta ->> 'advertiser' = s.advertiser_id::text
        AND p.id > s.last_posting_id AND a.kind = 'advertiser_credit' AND a.owner_id = s.advertiser_id) back
    WHERE s.settled_at IS NULL AND s.advertiser_id = ANY(${[...advertiserIds]}::int[])
    ORDER BY s.due_at, s.id`.execute(db);
  return rows;
}

export async function settleStatements(trx: Db, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('credit_statement')
    .set({ settled_at: now })
    .where('id', 'in', ids)
    .where('settled_at', 'is', null)
    .execute();
}

/** Who owes and has cash: it came back somewhere. */
export async function findRepayable(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT owed.owner_id AS id FROM ledger_account owed
    JOIN ledger_account cash ON cash.owner_id = owed.owner_id AND cash.kind = 'advertiser_cash' AND cash.currency = 'USD'
    WHERE owed.kind = 'advertiser_credit' AND owed.currency = 'USD' AND owed.balance_micros < 0 AND cash.balance_micros > 0
    ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The last posting on the advertiser's cash: what comes next is another occasion. */
export async function lastCashPosting(trx: Db, advertiserId: number): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT p.id FROM ledger_posting p
    WHERE p.account_id = (SELECT id FROM ledger_account
      WHERE owner_id = ${advertiserId} AND kind = 'advertiser_cash' AND currency = 'USD')
    ORDER BY p.id DESC LIMIT 1`.execute(trx);
  return rows[0]?.id ?? 0n;
}

export interface LineStanding {
  advertiserId: number;
  state: LineState;
  owedMicros: bigint;
}

/** Lines that something may have to be done about: with statements that are not settled, or stopped. */
export async function findWatched(db: Db): Promise<LineStanding[]> {
  const { rows } = await sql<LineStanding>`
    SELECT l.advertiser_id AS "advertiserId", l.state, greatest(0, -coalesce(a.balance_micros, 0))::int8 AS "owedMicros"
    FROM credit_line l
    LEFT JOIN ledger_account a ON a.owner_id = l.advertiser_id AND a.kind = 'advertiser_credit' AND a.currency = 'USD'
    WHERE l.state = 'overdue'
      OR EXISTS (SELECT FROM credit_statement s WHERE s.advertiser_id = l.advertiser_id AND s.settled_at IS NULL)
    ORDER BY l.advertiser_id`.execute(db);
  return rows;
}
