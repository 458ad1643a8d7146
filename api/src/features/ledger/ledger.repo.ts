import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import type { AccountKind, Posting, Transaction } from './posting';

const CURRENCY = 'USD';

export interface Account {
  id: number;
  kind: AccountKind;
  ownerId: number | null;
  balanceMicros: bigint;
}

/** The new transaction's id; null when its key was posted before. Waits for a concurrent one with the same key. */
export async function insertTransaction(
  trx: Db,
  transaction: Transaction,
  reversesId: bigint | null,
): Promise<bigint | null> {
  const row = await trx
    .insertInto('ledger_transaction')
    .values({
      idempotency_key: transaction.idempotencyKey,
      kind: transaction.kind,
      occurred_at: transaction.occurredAt,
      description: transaction.description ?? '',
      meta: transaction.meta ?? {},
      reverses_id: reversesId,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Locks the accounts in id order, which every writer keeps to, so that two of them never wait for each other. */
export async function lockAccounts(trx: Db, wanted: readonly Posting[]): Promise<Account[]> {
  const { rows } = await sql<Account>`
    SELECT a.id, a.kind, a.owner_id AS "ownerId", a.balance_micros AS "balanceMicros"
    FROM ledger_account a
    JOIN unnest(${wanted.map(({ kind }) => kind)}::text[], ${wanted.map(({ ownerId }) => ownerId)}::int[]) AS w (kind, owner_id)
      ON a.kind = w.kind AND a.owner_id IS NOT DISTINCT FROM w.owner_id
    WHERE a.currency = ${CURRENCY}
    ORDER BY a.id FOR UPDATE OF a`.execute(trx);
  return rows;
}

export async function makeAccounts(trx: Db, missing: readonly Posting[]): Promise<void> {
  await trx
    .insertInto('ledger_account')
    .values(missing.map(({ kind, ownerId }) => ({ kind, owner_id: ownerId, currency: CURRENCY })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Writes the postings and moves the balances of the locked accounts in one statement. */
export async function insertPostings(
  trx: Db,
  transactionId: bigint,
  rows: readonly { accountId: number; amountMicros: bigint }[],
): Promise<void> {
  await sql`
    WITH posted AS (
      INSERT INTO ledger_posting (transaction_id, account_id, amount_micros)
      SELECT ${transactionId}, * FROM unnest(${rows.map(({ accountId }) => accountId)}::int[], ${rows.map(({ amountMicros }) => amountMicros)}::int8[])
      RETURNING account_id, amount_micros
    )
    UPDATE ledger_account a SET balance_micros = a.balance_micros + posted.amount_micros
    FROM posted WHERE a.id = posted.account_id`.execute(trx);
}

export interface StoredTransaction {
  id: bigint;
  kind: Transaction['kind'];
  description: string;
  postings: Posting[];
}

export async function findTransaction(
  db: Db,
  by: { id: bigint } | { idempotencyKey: string },
): Promise<StoredTransaction | null> {
  const transaction = await db
    .selectFrom('ledger_transaction')
    .select(['id', 'kind', 'description'])
    .where((where) =>
      'id' in by ? where('id', '=', by.id) : where('idempotency_key', '=', by.idempotencyKey),
    )
    .executeTakeFirst();
  if (!transaction) return null;
  const postings = await db
    .selectFrom('ledger_posting as p')
    .innerJoin('ledger_account as a', 'a.id', 'p.account_id')
    .select(['a.kind', 'a.owner_id as ownerId', 'p.amount_micros as amountMicros'])
    .where('p.transaction_id', '=', transaction.id)
    .orderBy('p.id')
    .execute();
  return { ...transaction, postings };
}

export async function findAccounts(db: Db, ownerId: number): Promise<Account[]> {
  return db
    .selectFrom('ledger_account')
    .select(['id', 'kind', 'owner_id as ownerId', 'balance_micros as balanceMicros'])
    .where('owner_id', '=', ownerId)
    .where('currency', '=', CURRENCY)
    .execute();
}

/** What the advertiser's money went to and when it last came in. */
export async function findAdvertiserTotals(
  db: Db,
  ownerId: number,
): Promise<{ spentMicros: bigint; lastDepositAt: Date | null }> {
  const { rows } = await sql<{ spentMicros: bigint; lastDepositAt: Date | null }>`
    SELECT coalesce(-sum(p.amount_micros) FILTER (WHERE t.kind = 'ad_spend'), 0)::int8 AS "spentMicros",
      max(t.occurred_at) FILTER (WHERE t.kind = 'deposit') AS "lastDepositAt"
    FROM ledger_account a
    JOIN ledger_posting p ON p.account_id = a.id
    JOIN ledger_transaction t ON t.id = p.transaction_id
    WHERE a.owner_id = ${ownerId} AND a.kind IN ('advertiser_cash', 'advertiser_bonus')`.execute(db);
  return rows[0] ?? { spentMicros: 0n, lastDepositAt: null };
}
