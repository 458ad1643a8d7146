import { MICROS } from '@ezdash/contracts/constants';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import {
  type Account,
  findAccounts,
  findAdvertiserTotals,
  findTransaction,
  insertPostings,
  insertTransaction,
  lockAccounts,
  makeAccounts,
} from './ledger.repo';
import {
  ACCOUNT_KINDS,
  type AccountKind,
  accountKey,
  assertPostable,
  balancesAfter,
  LedgerError,
  mayStandAt,
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

/** The deposit is more than one may be, or than an account can hold. The message is a sentence for who books it. */
export class DepositLimitError extends LedgerError {}

/** No transfer of the field is near it: more is a slip of the keyboard. */
const MAX_DEPOSIT_MICROS = 100_000_000n * BigInt(MICROS);
/** What the apps' JSON carries exactly. */
const MAX_BALANCE_MICROS = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Posts a transaction once, inside the caller's database transaction: what it belongs to is committed with it or not
 * at all. Throws LedgerError when it does not sum to zero, InsufficientFundsError when it overdraws.
 */
export function post(trx: Trx, transaction: Transaction): Promise<Posted> {
  return postNew(trx, transaction, null);
}

async function postNew(trx: Trx, transaction: Transaction, reversesId: bigint | null): Promise<Posted> {
  assertPostable(transaction);
  const id = await insertTransaction(trx, transaction, reversesId);
  if (id === null) return { id: await postedBefore(trx, transaction), posted: false };
  const accounts = await openAccounts(trx, transaction.postings);
  const rows = transaction.postings.map(({ amountMicros, ...posting }) => {
    const account = accounts.get(accountKey(posting));
    if (!account) throw new LedgerError(`The account ${accountKey(posting)} could not be opened`);
    const balance = account.balanceMicros + amountMicros;
    // What was below nothing already may rise towards it.
    if (amountMicros < 0n && !mayStandAt(account.kind, balance, transaction.kind))
      throw new InsufficientFundsError(
        `${transaction.idempotencyKey}: ${accountKey(posting)} would fall to ${balance}`,
      );
    return { accountId: account.id, amountMicros };
  });
  await insertPostings(trx, id, rows);
  return { id, posted: true };
}

/** The same key with other postings is two transactions by mistake, and one of them would be lost in silence. */
async function postedBefore(trx: Trx, { idempotencyKey, postings }: Transaction): Promise<bigint> {
  const known = await findTransaction(trx, { idempotencyKey });
  if (!known) throw new LedgerError(`${idempotencyKey} was posted and cannot be read`);
  const before = balancesAfter([known]);
  const same =
    before.size === postings.length &&
    postings.every((each) => before.get(accountKey(each)) === each.amountMicros);
  if (!same) throw new LedgerError(`${idempotencyKey} was posted before with other postings`);
  return known.id;
}

async function openAccounts(trx: Trx, postings: readonly Posting[]): Promise<Map<string, Account>> {
  let accounts = await lockAccounts(trx, postings);
  if (accounts.length < postings.length) {
    const known = new Set(accounts.map(accountKey));
    await makeAccounts(
      trx,
      postings.filter((posting) => !known.has(accountKey(posting))),
    );
    accounts = await lockAccounts(trx, postings);
  }
  return new Map(accounts.map((account) => [accountKey(account), account]));
}

/** Undoes a transaction by posting its opposite, once. A reversal can be reversed in its turn. */
export async function reverse(
  trx: Trx,
  id: bigint,
  { occurredAt, reason = '' }: { occurredAt: Date; reason?: string },
): Promise<Posted> {
  const original = await findTransaction(trx, { id });
  if (!original) throw new LedgerError(`There is no transaction ${id} to reverse`);
  const reversal: Transaction = {
    idempotencyKey: `reversal:${id}`,
    kind: 'reversal',
    occurredAt,
    description: reason,
    meta: { reverses: String(id) },
    postings: reversed(original.postings),
  };
  return postNew(trx, reversal, id);
}

export type Balances = Record<AccountKind, bigint>;

/** What an owner's accounts hold; an account that was never posted to holds nothing. */
export async function balances(db: Db, ownerId: number): Promise<Balances> {
  const none = Object.fromEntries(ACCOUNT_KINDS.map((kind) => [kind, 0n])) as Balances;
  for (const { kind, balanceMicros } of await findAccounts(db, ownerId)) none[kind] += balanceMicros;
  return none;
}

/** What the advertiser has spent in all, and when money last came in. */
export function advertiserTotals(
  db: Db,
  ownerId: number,
): Promise<{ spentMicros: bigint; lastDepositAt: Date | null }> {
  return findAdvertiserTotals(db, ownerId);
}

export interface Deposit {
  advertiserId: number;
  amountMicros: bigint;
  /** The bank's or gateway's own reference: the same one counts once. */
  reference: string;
  occurredAt: Date;
  description?: string;
}

/**
 * Money that came in from outside: clearing → the advertiser's cash. Throws DepositLimitError above 100,000,000.00, or
 * when the advertiser would then hold more than a safe integer of micros.
 */
export async function deposit(
  db: Db,
  { advertiserId, amountMicros, reference, occurredAt, description }: Deposit,
): Promise<Posted> {
  if (amountMicros <= 0n) throw new LedgerError('A deposit is more than nothing');
  if (amountMicros > MAX_DEPOSIT_MICROS)
    throw new DepositLimitError('A deposit is at most 100,000,000.00: book a larger transfer in parts.');
  const transaction: Transaction = {
    idempotencyKey: `deposit:${reference}`,
    kind: 'deposit',
    occurredAt,
    description: description ?? `Bank transfer ${reference}`,
    meta: { reference },
    postings: [
      { kind: 'clearing', ownerId: null, amountMicros: -amountMicros },
      { kind: 'advertiser_cash', ownerId: advertiserId, amountMicros },
    ],
  };
  return inTransaction(db, async (trx) => {
    const result = await post(trx, transaction);
    const { advertiser_cash, advertiser_bonus } = await balances(trx, advertiserId);
    if (result.posted && advertiser_cash + advertiser_bonus > MAX_BALANCE_MICROS)
      throw new DepositLimitError('The account would hold more than it can: nothing was booked.');
    return result;
  });
}

export interface Bonus {
  advertiserId: number;
  amountMicros: bigint;
  /** Names the occasion: `signup:1001`. */
  occasion: string;
  occurredAt: Date;
  description: string;
}

/** Money the network gives: promo expense → the advertiser's bonus. */
export function grantBonus(
  db: Db,
  { advertiserId, amountMicros, occasion, occurredAt, description }: Bonus,
): Promise<Posted> {
  const transaction: Transaction = {
    idempotencyKey: `bonus:${occasion}`,
    kind: 'bonus',
    occurredAt,
    description,
    postings: [
      { kind: 'promo_expense', ownerId: null, amountMicros: -amountMicros },
      { kind: 'advertiser_bonus', ownerId: advertiserId, amountMicros },
    ],
  };
  return inTransaction(db, (trx) => post(trx, transaction));
}
