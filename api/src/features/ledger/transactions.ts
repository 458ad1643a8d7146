/** The postings of every kind of transaction, as pure functions. Each sums to zero and posts nothing of nothing. */
import type { AccountKind } from './chart';
import { LedgerError, type Posting, reversed } from './posting';

const BASIS_POINTS = 10_000n;

const posting = (kind: AccountKind, ownerId: number | null, amountMicros: bigint): Posting => ({
  kind,
  ownerId,
  amountMicros,
});
const withoutNothing = (postings: readonly Posting[]) =>
  postings.filter(({ amountMicros }) => amountMicros !== 0n);

function assertMoreThanNothing(amountMicros: bigint, what: string): void {
  if (amountMicros <= 0n) throw new LedgerError(`${what} is more than nothing`);
}

/** The publisher's part of a price, rounded down: never more than the share, and never more than the price. */
export function publisherShare(priceMicros: bigint, shareBps: number): bigint {
  if (priceMicros < 0n) throw new LedgerError('A price is not below nothing');
  if (!Number.isInteger(shareBps) || shareBps < 0 || shareBps > Number(BASIS_POINTS))
    throw new LedgerError('A share is a whole number of basis points from 0 to 10000');
  return (priceMicros * BigInt(shareBps)) / BASIS_POINTS;
}

/** What events cost one advertiser: its bonus and cash part, and who received how much of it. */
export interface Spend {
  advertiserId: number;
  bonusMicros: bigint;
  cashMicros: bigint;
  /** By publisher; together never more than what was spent. */
  payouts: ReadonlyMap<number, bigint>;
}

/** The advertiser's bonus and cash pay; the publishers' pending earnings receive their part, the network the rest. */
export function adSpendPostings({ advertiserId, bonusMicros, cashMicros, payouts }: Spend): Posting[] {
  const parts = [bonusMicros, cashMicros, ...payouts.values()];
  if (parts.some((micros) => micros < 0n)) throw new LedgerError('Ad spend has no part below nothing');
  const publishers = [...payouts].sort(([a], [b]) => a - b);
  const paidOut = publishers.reduce((sum, [, micros]) => sum + micros, 0n);
  const revenue = bonusMicros + cashMicros - paidOut;
  if (revenue < 0n) throw new LedgerError('Publishers cannot receive more than was spent');
  return withoutNothing([
    posting('advertiser_bonus', advertiserId, -bonusMicros),
    posting('advertiser_cash', advertiserId, -cashMicros),
    ...publishers.map(([publisherId, micros]) => posting('publisher_pending', publisherId, micros)),
    posting('network_revenue', null, revenue),
  ]);
}

/** Gives back what events cost that turned out to be invalid: bonus to bonus, cash to cash, out of the same pockets. */
export function invalidTrafficPostings(spend: Spend): Posting[] {
  return reversed(adSpendPostings(spend));
}

/** Money came in from outside. */
export function depositPostings(advertiserId: number, amountMicros: bigint): Posting[] {
  assertMoreThanNothing(amountMicros, 'A deposit');
  return [posting('clearing', null, -amountMicros), posting('advertiser_cash', advertiserId, amountMicros)];
}

/** Money the network gives to be spent. */
export function bonusPostings(advertiserId: number, amountMicros: bigint): Posting[] {
  assertMoreThanNothing(amountMicros, 'A bonus');
  return [
    posting('promo_expense', null, -amountMicros),
    posting('advertiser_bonus', advertiserId, amountMicros),
  ];
}

/** Earnings that were validated can be paid out from now on. */
export function releasePostings(publisherId: number, amountMicros: bigint): Posting[] {
  assertMoreThanNothing(amountMicros, 'A release');
  return [
    posting('publisher_pending', publisherId, -amountMicros),
    posting('publisher_payable', publisherId, amountMicros),
  ];
}

/** Money left the network for a publisher. */
export function payoutPostings(publisherId: number, amountMicros: bigint): Posting[] {
  assertMoreThanNothing(amountMicros, 'A payout');
  return [posting('publisher_payable', publisherId, -amountMicros), posting('clearing', null, amountMicros)];
}

/** Cash that was not spent went back to where it came from. A bonus is never refunded. */
export function refundPostings(advertiserId: number, amountMicros: bigint): Posting[] {
  assertMoreThanNothing(amountMicros, 'A refund');
  return [posting('advertiser_cash', advertiserId, -amountMicros), posting('clearing', null, amountMicros)];
}

/** Moves an amount from one account to another to put a mistake right. */
export function correctionPostings(
  from: Pick<Posting, 'kind' | 'ownerId'>,
  to: Pick<Posting, 'kind' | 'ownerId'>,
  amountMicros: bigint,
): Posting[] {
  assertMoreThanNothing(amountMicros, 'A correction');
  return [posting(from.kind, from.ownerId, -amountMicros), posting(to.kind, to.ownerId, amountMicros)];
}
