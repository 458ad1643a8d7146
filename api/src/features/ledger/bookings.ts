/** Money that comes in, is given, becomes payable or leaves: one function an occasion, each posts once a reference. */
import { MICROS } from '@ezdash/contracts/constants';
import { type Db, inTransaction } from '../../platform/db';
import { lockAccounts } from './ledger.repo';
import { balances, InsufficientFundsError, type Posted, post, postAlone } from './ledger.service';
import { LedgerError } from './posting';
import {
  bonusPostings,
  depositPostings,
  payoutPostings,
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
  const postings = depositPostings(advertiserId, amountMicros);
  if (amountMicros > MAX_DEPOSIT_MICROS)
    throw new DepositLimitError('A deposit is at most 100,000,000.00: book a larger transfer in parts.');
  return inTransaction(db, async (trx) => {
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
  return postAlone(db, {
    idempotencyKey: `bonus:${occasion}`,
    kind: 'bonus',
    occurredAt,
    description,
    postings: bonusPostings(advertiserId, amountMicros),
  });
}

interface Booking {
  amountMicros: bigint;
  /** Names the occasion: the same one counts once. */
  reference: string;
  occurredAt: Date;
  description?: string;
}
const asBooking = (kind: 'release' | 'payout' | 'refund', booking: Booking) => ({
  idempotencyKey: `${kind}:${booking.reference}`,
  kind,
  occurredAt: booking.occurredAt,
  description: booking.description ?? '',
  meta: { reference: booking.reference },
});

export type Release = Booking & { publisherId: number };

/** Validated earnings become payable. Throws InsufficientFundsError for more than is pending. */
export function releaseEarnings(db: Db, release: Release): Promise<Posted> {
  const { publisherId, amountMicros } = release;
  return postAlone(db, {
    ...asBooking('release', release),
    postings: releasePostings(publisherId, amountMicros),
  });
}

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

export type Payout = Booking & { publisherId: number };

/**
 * Money leaves the network for a publisher. Throws InsufficientFundsError for more than is payable once a debt from
 * invalid traffic is taken off.
 */
export function payOut(db: Db, payout: Payout): Promise<Posted> {
  const { publisherId, amountMicros } = payout;
  const postings = payoutPostings(publisherId, amountMicros);
  return inTransaction(db, async (trx) => {
    // What is pending with the others, so that no debt comes about between the look and the payout.
    await lockAccounts(trx, [
      ...postings,
      { kind: 'publisher_pending', ownerId: publisherId, amountMicros: 0n },
    ]);
    const result = await post(trx, { ...asBooking('payout', payout), postings });
    const { publisher_pending, publisher_payable } = await balances(trx, publisherId);
    if (result.posted && publisher_pending < 0n && publisher_payable + publisher_pending < 0n)
      throw new InsufficientFundsError(
        `payout:${payout.reference}: the publisher owes ${-publisher_pending} for invalid traffic`,
      );
    return result;
  });
}

export type Refund = Booking & { advertiserId: number };

/** Unspent cash goes back to where it came from. Throws InsufficientFundsError for more than there is in cash. */
export function refund(db: Db, money: Refund): Promise<Posted> {
  const { advertiserId, amountMicros } = money;
  return postAlone(db, {
    ...asBooking('refund', money),
    postings: refundPostings(advertiserId, amountMicros),
  });
}
