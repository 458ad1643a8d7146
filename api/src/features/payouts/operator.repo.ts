import { type Selectable, sql } from 'kysely';
import type { Db, PayoutBatchTable, Trx } from '../../platform/db';
import type { PayoutRow } from './payouts.repo';

/** A payout with what an operator looks at beside it. */
export interface ReviewRow extends PayoutRow {
  email: string;
  company: string;
  country: string;
  held: boolean;
  /** Neither suspended nor waiting for an approval, and not deleted. */
  account_active: boolean;
  pending_micros: bigint;
  payable_micros: bigint;
  default_method: string | null;
  default_since: Date | null;
  method_there: boolean;
  paid_before: boolean;
}

const REVIEW = sql`
  SELECT o.*, u.email, coalesce(u.company_name, '') AS company, coalesce(u.country, '') AS country,
    u.payout_held AS held, u.status = 'active' AND u.deleted_at IS NULL AS account_active,
    coalesce(pending.balance_micros, 0)::int8 AS pending_micros,
    coalesce(payable.balance_micros, 0)::int8 AS payable_micros,
    d.id AS default_method, d.default_since, m.id IS NOT NULL AS method_there,
    EXISTS (SELECT FROM payout p WHERE p.publisher_id = o.publisher_id AND p.state = 'paid') AS paid_before
  FROM payout o
  JOIN app_user u ON u.id = o.publisher_id
  LEFT JOIN ledger_account pending ON pending.owner_id = u.id AND pending.kind = 'publisher_pending'
    AND pending.currency = 'USD'
  LEFT JOIN ledger_account payable ON payable.owner_id = u.id AND payable.kind = 'publisher_payable'
    AND payable.currency = 'USD'
  LEFT JOIN payment_method d ON d.user_id = u.id AND d.is_default AND d.removed_at IS NULL
  LEFT JOIN payment_method m ON m.id = o.method_id AND m.user_id = u.id AND m.removed_at IS NULL`;

/** Those of a state, or all of them, newest first. */
export async function findForReview(
  db: Db,
  state: string | null,
  before: number | null,
  limit: number,
): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`${REVIEW}
    WHERE ${state === null ? sql`true` : sql`o.state = ${state}`}
      AND ${before === null ? sql`true` : sql`o.id < ${before}`}
    ORDER BY o.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function findReviewed(db: Db, ids: readonly number[]): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`${REVIEW} WHERE o.id = ANY (${[...ids]}) ORDER BY o.id`.execute(db);
  return rows;
}

export async function countByState(db: Db): Promise<{ state: string; count: number }[]> {
  const { rows } = await sql<{ state: string; count: number }>`
    SELECT state, count(*)::int AS count FROM payout GROUP BY state ORDER BY state`.execute(db);
  return rows;
}

export async function findTotals(db: Db): Promise<{ payableMicros: bigint; onTheWayMicros: bigint }> {
  const { rows } = await sql<{ payableMicros: bigint; onTheWayMicros: bigint }>`
    SELECT coalesce(sum(balance_micros) FILTER (WHERE kind = 'publisher_payable'), 0)::int8 AS "payableMicros",
      coalesce(sum(balance_micros) FILTER (WHERE kind = 'publisher_payout'), 0)::int8 AS "onTheWayMicros"
    FROM ledger_account WHERE kind IN ('publisher_payable', 'publisher_payout') AND currency = 'USD'`.execute(
    db,
  );
  return rows[0] ?? { payableMicros: 0n, onTheWayMicros: 0n };
}

export type BatchRow = Selectable<PayoutBatchTable>;

export interface CountedBatch extends Pick<BatchRow, 'id' | 'created_at'> {
  count: number;
  amount_micros: bigint;
  sent: number;
  paid: number;
  failed: number;
}

const MOST_BATCHES = 100;

/** Newest first; or the one of that id. */
export async function findBatches(db: Db, id: number | null = null): Promise<CountedBatch[]> {
  const { rows } = await sql<CountedBatch>`
    SELECT b.id, b.created_at, count(o.id)::int AS count, coalesce(sum(o.amount_micros), 0)::int8 AS amount_micros,
      count(o.id) FILTER (WHERE o.state = 'sent')::int AS sent,
      count(o.id) FILTER (WHERE o.state = 'paid')::int AS paid,
      count(o.id) FILTER (WHERE o.state = 'failed')::int AS failed
    FROM payout_batch b LEFT JOIN payout o ON o.batch_id = b.id
    ${id === null ? sql`` : sql`WHERE b.id = ${id}`}
    GROUP BY b.id ORDER BY b.id DESC LIMIT ${MOST_BATCHES}`.execute(db);
  return rows;
}

/** The batch of this key: a new one, or undefined when there is one. Waits for another one that makes it. */
export function insertBatch(trx: Trx, key: string, adminId: number, at: Date): Promise<BatchRow | undefined> {
  return trx
    .insertInto('payout_batch')
    .values({ client_key: key, created_by: adminId, created_at: at })
    .onConflict((conflict) => conflict.column('client_key').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function findBatchByKey(db: Db, key: string): Promise<BatchRow> {
  return db.selectFrom('payout_batch').selectAll().where('client_key', '=', key).executeTakeFirstOrThrow();
}

/** Their rows, in the order of their ids, which nobody else changes until the transaction ends. */
export function lockPayouts(trx: Trx, ids: readonly number[]): Promise<PayoutRow[]> {
  return trx
    .selectFrom('payout')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
}

export function findOfBatch(db: Db, batchId: number): Promise<number[]> {
  return db
    .selectFrom('payout')
    .select('id')
    .where('batch_id', '=', batchId)
    .execute()
    .then((rows) => rows.map(({ id }) => id));
}

/**
 * A payout of another batch that the bank paid with this reference. Until the transaction ends nobody else enters the same
 * one: two operators who copy one line of the bank's statement do not both settle with it.
 */
export async function findPaidElsewhere(
  trx: Trx,
  bankReference: string,
  batchId: number | null,
): Promise<number | undefined> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`payout reference ${bankReference}`}, 0))`.execute(
    trx,
  );
  const other = await trx
    .selectFrom('payout')
    .select('id')
    .where('bank_reference', '=', bankReference)
    .where('batch_id', 'is distinct from', batchId)
    .limit(1)
    .executeTakeFirst();
  return other?.id;
}

export async function setTerms(trx: Trx, userId: number, termsDays: number, held: boolean): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({ payout_terms_days: termsDays, payout_held: held })
    .where('id', '=', userId)
    .execute();
}
