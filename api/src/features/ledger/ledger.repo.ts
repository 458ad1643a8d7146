import { sql } from 'kysely';
import { arrayText, type Db, type Trx } from '../../platform/db';
import { ACCOUNT_KINDS, type AccountKind } from './chart';
import type { Posting, Transaction } from './posting';

const CURRENCY = 'USD';

export interface Account {
  id: number;
  kind: AccountKind;
  ownerId: number | null;
  balanceMicros: bigint;
}

export interface NewTransaction extends Transaction {
  /** The transaction it is the reversal of. */
  reversesId?: bigint;
}

/**
 * The new transactions' ids by key; a key that was posted before is missing. Waits for concurrent ones with the same
 * keys, which every writer inserts in key order.
 */
export async function insertTransactions(
  trx: Db,
  transactions: readonly NewTransaction[],
): Promise<Map<string, bigint>> {
  const column = <Value>(value: (transaction: NewTransaction) => Value) => transactions.map(value);
  const { rows } = await sql<{ id: bigint; key: string }>`
    INSERT INTO ledger_transaction (idempotency_key, kind, occurred_at, description, meta, reverses_id)
    SELECT key, kind, occurred_at, description, meta::jsonb, reverses_id
    FROM unnest(${column(({ idempotencyKey }) => idempotencyKey)}::text[], ${column(({ kind }) => kind)}::text[],
      ${column(({ occurredAt }) => occurredAt)}::timestamptz[],
      ${column(({ description }) => description ?? '')}::text[],
      ${column(({ meta }) => JSON.stringify(meta ?? {}))}::text[],
      ${column(({ reversesId }) => reversesId ?? null)}::int8[])
      WITH ORDINALITY AS new (key, kind, occurred_at, description, meta, reverses_id, rank)
    ORDER BY rank
    ON CONFLICT (idempotency_key) DO NOTHING RETURNING id, idempotency_key AS key`.execute(trx);
  return new Map(rows.map(({ id, key }) => [key, id]));
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

/**
 * Locks all that an owner has, with the network's accounts on the other side of what comes in and goes out: for whoever
 * books several times in one transaction. In id order like everybody; one lock after the other would not be.
 */
export async function lockAccountsOf(trx: Db, ownerId: number): Promise<void> {
  await sql`SELECT FROM ledger_account
    WHERE currency = ${CURRENCY} AND (owner_id = ${ownerId}
      OR (owner_id IS NULL AND kind IN ('clearing', 'payment_fee', 'promo_expense')))
    ORDER BY id FOR UPDATE`.execute(trx);
}

/** The same of who earns by referrals, with the network's revenue that it comes out of. */
export async function lockReferralAccounts(trx: Trx, ownerId: number): Promise<void> {
  await sql`SELECT FROM ledger_account
    WHERE currency = ${CURRENCY} AND (owner_id = ${ownerId} OR (owner_id IS NULL AND kind = 'network_revenue'))
    ORDER BY id FOR UPDATE`.execute(trx);
}

const rank = ({ kind }: Posting) => ACCOUNT_KINDS.indexOf(kind);

/** In one order for everybody: two that make the same accounts would wait for each other. */
export async function makeAccounts(trx: Db, missing: readonly Posting[]): Promise<void> {
  const inOrder = missing.toSorted((a, b) => rank(a) - rank(b) || (a.ownerId ?? 0) - (b.ownerId ?? 0));
  await trx
    .insertInto('ledger_account')
    .values(inOrder.map(({ kind, ownerId }) => ({ kind, owner_id: ownerId, currency: CURRENCY })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface NewPosting {
  transactionId: bigint;
  accountId: number;
  amountMicros: bigint;
  /** What it adds to the account's `spent_micros`. */
  spentMicros: bigint;
  /** Of a deposit; null otherwise. */
  depositedAt: Date | null;
}

/** Writes the postings and moves the balances of the locked accounts, and what is kept beside them, in one statement. */
export async function insertPostings(trx: Db, rows: readonly NewPosting[]): Promise<void> {
  const column = (value: (row: NewPosting) => number | bigint | string | null) => arrayText(rows.map(value));
  await sql`
    WITH new AS (
      SELECT * FROM unnest(${column(({ transactionId }) => transactionId)}::int8[],
        ${column(({ accountId }) => accountId)}::int[], ${column(({ amountMicros }) => amountMicros)}::int8[],
        ${column(({ spentMicros }) => spentMicros)}::int8[],
        ${column(({ depositedAt }) => depositedAt?.toISOString() ?? null)}::timestamptz[])
        WITH ORDINALITY AS posting (transaction_id, account_id, amount_micros, spent_micros, deposited_at, rank)
    ), posted AS (
      INSERT INTO ledger_posting (transaction_id, account_id, amount_micros)
      SELECT transaction_id, account_id, amount_micros FROM new ORDER BY rank
    )
    UPDATE ledger_account a SET balance_micros = a.balance_micros + moved.amount_micros,
      spent_micros = a.spent_micros + moved.spent_micros,
      last_deposit_at = greatest(a.last_deposit_at, moved.deposited_at)
    FROM (SELECT account_id, sum(amount_micros)::int8 AS amount_micros, sum(spent_micros)::int8 AS spent_micros,
        max(deposited_at) AS deposited_at
      FROM new GROUP BY account_id) moved
    WHERE a.id = moved.account_id`.execute(trx);
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

/** What the advertiser's money went to and when it last came in, as it is kept with the balances. */
export async function findAdvertiserTotals(
  db: Db,
  ownerId: number,
): Promise<{ spentMicros: bigint; lastDepositAt: Date | null }> {
  const { rows } = await sql<{ spentMicros: bigint; lastDepositAt: Date | null }>`
    SELECT coalesce(sum(spent_micros), 0)::int8 AS "spentMicros", max(last_deposit_at) AS "lastDepositAt"
    FROM ledger_account
    WHERE owner_id = ${ownerId} AND kind IN ('advertiser_cash', 'advertiser_bonus')`.execute(db);
  return rows[0] ?? { spentMicros: 0n, lastDepositAt: null };
}

/** What an advertiser may still draw of a credit line; nothing without one that is open. */
export async function headroomOf(db: Db, advertiserId: number): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    SELECT headroom_micros AS micros FROM advertiser_headroom WHERE advertiser_id = ${advertiserId}`.execute(
    db,
  );
  return rows[0]?.micros ?? 0n;
}
