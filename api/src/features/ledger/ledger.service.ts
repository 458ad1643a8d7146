import type { Db, Trx } from '../../platform/db';
import { ACCOUNT_KINDS, type AccountKind, mayStandAt, type TransactionKind } from './chart';
import {
  type Account,
  findAccounts,
  findAdvertiserTotals,
  findTransaction,
  insertPostings,
  insertTransactions,
  lockAccounts,
  lockAccountsOf,
  makeAccounts,
  type NewPosting,
  type NewTransaction,
} from './ledger.repo';
import {
  accountKey,
  assertPostable,
  balancesAfter,
  LedgerError,
  PostedOtherwiseError,
  type Posting,
  reversed,
  type Transaction,
} from './posting';

export interface Posted {
  id: bigint;
  /** False: the key was posted before, and nothing has changed now. */
  posted: boolean;
}

/** The transaction would take more than an account holds. */
export class InsufficientFundsError extends LedgerError {}

/** Ad spend is what events say: it is given back with its events, never alone. */
const OF_EVENTS: ReadonlySet<TransactionKind> = new Set(['ad_spend', 'invalid_traffic']);
const SPENT_FROM: ReadonlySet<AccountKind> = new Set(['advertiser_cash', 'advertiser_bonus']);

/**
 * Posts a transaction once, inside the caller's database transaction: what it belongs to is committed with it or not
 * at all. Throws LedgerError when it does not sum to zero, InsufficientFundsError when it overdraws.
 */
export function post(trx: Trx, transaction: Transaction): Promise<Posted> {
  return postOne(trx, transaction);
}

/** As `post`, many at once and in their order: all of them or none. Their keys must differ. */
export async function postAll(trx: Trx, transactions: readonly NewTransaction[]): Promise<Posted[]> {
  if (transactions.length === 0) return [];
  transactions.forEach(assertPostable);
  if (new Set(transactions.map(({ idempotencyKey }) => idempotencyKey)).size < transactions.length)
    throw new LedgerError('Transactions that are posted together have a key each');
  const byKey = transactions.toSorted((a, b) => (a.idempotencyKey < b.idempotencyKey ? -1 : 1));
  const made = await insertTransactions(trx, byKey);
  const fresh: { transaction: Transaction; id: bigint }[] = [];
  const results: Posted[] = [];
  for (const transaction of transactions) {
    const id = made.get(transaction.idempotencyKey);
    if (id !== undefined) fresh.push({ transaction, id });
    results.push({ id: id ?? (await postedBefore(trx, transaction)), posted: id !== undefined });
  }
  await writePostings(trx, fresh);
  return results;
}

async function postOne(trx: Trx, transaction: NewTransaction): Promise<Posted> {
  const [posted] = await postAll(trx, [transaction]);
  if (!posted) throw new LedgerError(`${transaction.idempotencyKey} was not posted`);
  return posted;
}

async function writePostings(
  trx: Trx,
  entries: readonly { transaction: Transaction; id: bigint }[],
): Promise<void> {
  if (entries.length === 0) return;
  const accounts = await openAccounts(
    trx,
    entries.flatMap(({ transaction }) => transaction.postings),
  );
  const rows: NewPosting[] = [];
  for (const { transaction, id } of entries)
    for (const { amountMicros, ...posting } of transaction.postings) {
      const account = accounts.get(accountKey(posting));
      if (!account) throw new LedgerError(`The account ${accountKey(posting)} could not be opened`);
      account.balanceMicros += amountMicros;
      // What was below nothing already may rise towards it.
      if (amountMicros < 0n && !mayStandAt(account.kind, account.balanceMicros, transaction.kind))
        throw new InsufficientFundsError(
          `${transaction.idempotencyKey}: ${accountKey(posting)} would fall to ${account.balanceMicros}`,
        );
      const ofAdvertiser = SPENT_FROM.has(account.kind);
      rows.push({
        transactionId: id,
        accountId: account.id,
        amountMicros,
        spentMicros: ofAdvertiser && OF_EVENTS.has(transaction.kind) ? -amountMicros : 0n,
        depositedAt: ofAdvertiser && transaction.kind === 'deposit' ? transaction.occurredAt : null,
      });
    }
  await insertPostings(trx, rows);
}

/** The same key with other postings is two transactions by mistake, and one of them would be lost in silence. */
async function postedBefore(trx: Trx, { idempotencyKey, postings }: Transaction): Promise<bigint> {
  const known = await findTransaction(trx, { idempotencyKey });
  if (!known) throw new LedgerError(`${idempotencyKey} was posted and cannot be read`);
  const before = balancesAfter([known]);
  const same =
    before.size === postings.length &&
    postings.every((each) => before.get(accountKey(each)) === each.amountMicros);
  if (!same) throw new PostedOtherwiseError(`${idempotencyKey} was posted before with other postings`);
  return known.id;
}

async function openAccounts(trx: Trx, postings: readonly Posting[]): Promise<Map<string, Account>> {
  const wanted = [...new Map(postings.map((posting) => [accountKey(posting), posting])).values()];
  let accounts = await lockAccounts(trx, wanted);
  if (accounts.length < wanted.length) {
    const known = new Set(accounts.map(accountKey));
    await makeAccounts(
      trx,
      wanted.filter((posting) => !known.has(accountKey(posting))),
    );
    accounts = await lockAccounts(trx, wanted);
  }
  return new Map(accounts.map((account) => [accountKey(account), { ...account }]));
}

/**
 * Undoes a transaction by posting its opposite, once. A reversal can be reversed in its turn. Throws LedgerError for
 * what events caused: that is taken back with its events, as invalid traffic.
 */
export async function reverse(
  trx: Trx,
  id: bigint,
  { occurredAt, reason = '' }: { occurredAt: Date; reason?: string },
): Promise<Posted> {
  const original = await findTransaction(trx, { id });
  if (!original) throw new LedgerError(`There is no transaction ${id} to reverse`);
  if (OF_EVENTS.has(original.kind))
    throw new LedgerError(`The transaction ${id} is of events: they are reversed as invalid traffic`);
  return postOne(trx, {
    idempotencyKey: `reversal:${id}`,
    kind: 'reversal',
    occurredAt,
    description: reason,
    meta: { reverses: String(id) },
    postings: reversed(original.postings),
    reversesId: id,
  });
}

export type Balances = Record<AccountKind, bigint>;

/** What an owner's accounts hold; an account that was never posted to holds nothing. */
export async function balances(db: Db, ownerId: number): Promise<Balances> {
  const none = Object.fromEntries(ACCOUNT_KINDS.map((kind) => [kind, 0n])) as Balances;
  for (const { kind, balanceMicros } of await findAccounts(db, ownerId)) none[kind] += balanceMicros;
  return none;
}

/** The same, locked until the caller's transaction ends: what they hold stays as it is. */
export async function lockedBalances(trx: Trx, ownerId: number): Promise<Balances> {
  await lockAccountsOf(trx, ownerId);
  return balances(trx, ownerId);
}

/** What the advertiser has spent in all, less what came back for invalid traffic, and when money last came in. */
export function advertiserTotals(
  db: Db,
  ownerId: number,
): Promise<{ spentMicros: bigint; lastDepositAt: Date | null }> {
  return findAdvertiserTotals(db, ownerId);
}
