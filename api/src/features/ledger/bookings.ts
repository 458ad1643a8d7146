/** Money that comes in, is given, becomes payable or leaves: one function an occasion, each posts once a reference. */
import { MICROS } from '@ezdash/contracts/constants';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import type { AccountKind, TransactionKind } from './chart';
import { lockAccounts, lockAccountsOf } from './ledger.repo';
import { balances, InsufficientFundsError, type Posted, post } from './ledger.service';
import { LedgerError, type Posting } from './posting';
import {
  bonusPostings,
  bonusReturnPostings,
  chargebackPostings,
  creditRepaymentPostings,
  depositPostings,
  holdPostings,
  holdReturnPostings,
  incidentCreditPostings,
  payoutPostings,
  payoutRequestPostings,
  payoutReturnPostings,
  refundPostings,
  releasePostings,
} from './transactions';

/** The deposit is more than one may be, or than an account can hold. The message is a sentence for who books it. */
export class DepositLimitError extends LedgerError {}

/** No transfer of the field is near it: more is a slip of the keyboard. */
const MAX_DEPOSIT_MICROS = 100_000_000n * BigInt(MICROS);
/** What the apps' JSON carries exactly. */
const MAX_BALANCE_MICROS = BigInt(Number.MAX_SAFE_INTEGER);

export interface Deposit {
  advertiserId: number;
  amountMicros: bigint;
  /** What the payer paid on top of it for the way to pay; nothing unless given. */
  feeMicros?: bigint;
  /** Names the deposit: the same one counts once. */
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
  { advertiserId, amountMicros, feeMicros = 0n, reference, occurredAt, description }: Deposit,
): Promise<Posted> {
  const postings = depositPostings(advertiserId, amountMicros, feeMicros);
  if (amountMicros > MAX_DEPOSIT_MICROS)
    throw new DepositLimitError('A deposit is at most 100,000,000.00: book a larger transfer in parts.');
  return inTransaction(db, async (trx) => {
    await lockAccountsOf(trx, advertiserId);
    const result = await post(trx, {
      idempotencyKey: `deposit:${reference}`,
      kind: 'deposit',
      occurredAt,
      description: description ?? `Bank transfer ${reference}`,
      meta: { reference },
      postings,
    });
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
  return inTransaction(db, async (trx) => {
    await lockAccountsOf(trx, advertiserId);
    return post(trx, {
      idempotencyKey: `bonus:${occasion}`,
      kind: 'bonus',
      occurredAt,
      description,
      postings: bonusPostings(advertiserId, amountMicros),
    });
  });
}

/** One movement of one owner's money. */
export interface Booking {
  /** The advertiser or publisher. */
  ownerId: number;
  /** More than nothing. */
  amountMicros: bigint;
  /** Names the occasion: the same one counts once a kind. */
  reference: string;
  occurredAt: Date;
  description?: string;
}

type Book = (db: Db, booking: Booking) => Promise<Posted>;

/**
 * A booking of this kind: in the caller's transaction, or in one of its own. All that the owner has is locked at once, so
 * that a transaction may book several times.
 */
const booked =
  (kind: TransactionKind, postings: (ownerId: number, amountMicros: bigint) => Posting[]): Book =>
  (db, { ownerId, amountMicros, reference, occurredAt, description = '' }) =>
    inTransaction(db, async (trx) => {
      await lockAccountsOf(trx, ownerId);
      return post(trx, {
        idempotencyKey: `${kind}:${reference}`,
        kind,
        occurredAt,
        description,
        meta: { reference },
        postings: postings(ownerId, amountMicros),
      });
    });

/** Bonus for an incident; the reference names who gives it and what for. */
export const creditIncident = booked('incident_credit', incidentCreditPostings);

/** What is left of a bonus is taken back. Throws InsufficientFundsError for more than there is. */
export const returnBonus = booked('bonus_return', bonusReturnPostings);

/** What an advertiser has in cash, and owes of a credit line. */
export interface Debt {
  cashMicros: bigint;
  /** Never below nothing. */
  owedMicros: bigint;
}

/** Locks both until the transaction ends: nothing is drawn or paid back meanwhile. */
export async function holdDebt(trx: Trx, advertiserId: number): Promise<Debt> {
  const accounts = await lockAccounts(trx, [
    { kind: 'advertiser_cash', ownerId: advertiserId, amountMicros: 0n },
    { kind: 'advertiser_credit', ownerId: advertiserId, amountMicros: 0n },
  ]);
  const of = (kind: AccountKind) => accounts.find((account) => account.kind === kind)?.balanceMicros ?? 0n;
  const credit = of('advertiser_credit');
  return { cashMicros: of('advertiser_cash'), owedMicros: credit < 0n ? -credit : 0n };
}

/**
 * Cash pays back what is owed, as far as it goes; answers how much that was. For transactions that hold the advertiser's
 * accounts already, or nothing yet: no other account is locked.
 */
export async function repayFromCash(
  trx: Trx,
  { ownerId, reference, occurredAt, description = '' }: Omit<Booking, 'amountMicros'>,
): Promise<bigint> {
  const { cashMicros, owedMicros } = await holdDebt(trx, ownerId);
  if (cashMicros <= 0n || owedMicros === 0n) return 0n;
  const coversAll = cashMicros >= owedMicros;
  const amountMicros = coversAll ? owedMicros : cashMicros;
  const { posted } = await post(trx, {
    idempotencyKey: `credit_repayment:${reference}`,
    kind: 'credit_repayment',
    occurredAt,
    description,
    meta: { reference, advertiser: ownerId },
    postings: creditRepaymentPostings(ownerId, amountMicros),
  });
  return posted ? amountMicros : 0n;
}

/** Sets cash aside that is to go back to its payer. Throws InsufficientFundsError for more than there is in cash. */
export const holdCash = booked('hold', holdPostings);

/** What was set aside did not go. */
export const returnHold = booked('hold_return', holdReturnPostings);

/** What was set aside has gone back to its payer. Throws InsufficientFundsError for more than was set aside. */
export const refund = booked('refund', refundPostings);

/** A bank or a gateway took money back by itself. Cash may fall below nothing. */
export const chargeBack = booked('chargeback', chargebackPostings);

/** Validated earnings become payable. Throws InsufficientFundsError for more than is pending. */
export const releaseEarnings = booked('release', releasePostings);

/**
 * What a publisher can be paid: what is payable, less a debt that invalid traffic left in what is pending. Never below
 * nothing.
 */
export function availableEarnings({
  publisher_pending,
  publisher_payable,
}: {
  publisher_pending: bigint;
  publisher_payable: bigint;
}): bigint {
  const available = publisher_payable + (publisher_pending < 0n ? publisher_pending : 0n);
  return available > 0n ? available : 0n;
}

/**
 * Earnings set out for a publisher. Throws InsufficientFundsError for more than is payable once a debt from invalid
 * traffic is taken off.
 */
export const requestPayout: Book = (db, booking) =>
  inTransaction(db, async (trx) => {
    const { ownerId, reference } = booking;
    // What is pending with the others, so that no debt comes about between the look and the payout.
    await lockAccountsOf(trx, ownerId);
    const result = await booked('payout_request', payoutRequestPostings)(trx, booking);
    const { publisher_pending, publisher_payable } = await balances(trx, ownerId);
    if (result.posted && publisher_pending < 0n && publisher_payable + publisher_pending < 0n)
      throw new InsufficientFundsError(
        `payout_request:${reference}: the publisher owes ${-publisher_pending} for invalid traffic`,
      );
    return result;
  });

/** A payout that was refused or failed: payable again. */
export const returnPayout = booked('payout_return', payoutReturnPostings);

/** Money on its way has left the network. Throws InsufficientFundsError for more than was on its way. */
export const payOut = booked('payout', payoutPostings);
