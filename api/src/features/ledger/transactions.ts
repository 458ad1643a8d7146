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
  /** By publisher; together with `held` never more than what was spent. */
  payouts: ReadonlyMap<number, bigint>;
  /** By publisher: the part that waits until the traffic is looked at. */
  held?: ReadonlyMap<number, bigint>;
}

const NOTHING_HELD: ReadonlyMap<number, bigint> = new Map();
const byPublisher = (kind: AccountKind, parts: ReadonlyMap<number, bigint>): Posting[] =>
  [...parts].sort(([a], [b]) => a - b).map(([publisherId, micros]) => posting(kind, publisherId, micros));

/**
 * The advertiser's bonus and cash pay; the publishers' pending earnings, or those on hold, receive their part, the network
 * the rest.
 */
export function adSpendPostings({
  advertiserId,
  bonusMicros,
  cashMicros,
  payouts,
  held = NOTHING_HELD,
}: Spend): Posting[] {
  const parts = [bonusMicros, cashMicros, ...payouts.values(), ...held.values()];
  if (parts.some((micros) => micros < 0n)) throw new LedgerError('Ad spend has no part below nothing');
  const earned = [...byPublisher('publisher_pending', payouts), ...byPublisher('publisher_hold', held)];
  const paidOut = earned.reduce((sum, { amountMicros }) => sum + amountMicros, 0n);
  const revenue = bonusMicros + cashMicros - paidOut;
  if (revenue < 0n) throw new LedgerError('Publishers cannot receive more than was spent');
  return withoutNothing([
    posting('advertiser_bonus', advertiserId, -bonusMicros),
    posting('advertiser_cash', advertiserId, -cashMicros),
    ...earned,
    posting('network_revenue', null, revenue),
  ]);
}

/** Gives back what events cost that turned out to be invalid: bonus to bonus, cash to cash, out of the same pockets. */
export function invalidTrafficPostings(spend: Spend): Posting[] {
  return reversed(adSpendPostings(spend));
}

/** Earnings that were on hold are as good as any other's from now on. */
export const holdReleasePostings = (publisherId: number, amountMicros: bigint): Posting[] =>
  move('A hold', ['publisher_hold', publisherId], ['publisher_pending', publisherId], amountMicros);

/** Money came in from outside; the fee on top of it is the network's. */
export function depositPostings(advertiserId: number, amountMicros: bigint, feeMicros = 0n): Posting[] {
  assertMoreThanNothing(amountMicros, 'A deposit');
  if (feeMicros < 0n) throw new LedgerError('A fee is not below nothing');
  return withoutNothing([
    posting('clearing', null, -amountMicros - feeMicros),
    posting('advertiser_cash', advertiserId, amountMicros),
    posting('payment_fee', null, feeMicros),
  ]);
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

/** From one account of an owner to another, or to one of the network's. */
const move = (
  what: string,
  from: readonly [AccountKind, number | null],
  to: readonly [AccountKind, number | null],
  amountMicros: bigint,
): Posting[] => {
  assertMoreThanNothing(amountMicros, what);
  return [posting(...from, -amountMicros), posting(...to, amountMicros)];
};

/** A bonus that was not spent is taken back, since what it was given for was. */
export const bonusReturnPostings = (advertiserId: number, amountMicros: bigint): Posting[] =>
  move('A returned bonus', ['advertiser_bonus', advertiserId], ['promo_expense', null], amountMicros);

/** The network gives for what went wrong on its side; spent before cash and never refunded, as a bonus. */
export const incidentCreditPostings = (advertiserId: number, amountMicros: bigint): Posting[] =>
  move('A credit', ['promo_expense', null], ['advertiser_bonus', advertiserId], amountMicros);

/** The network lends to be spent: the advertiser owes it from now on. */
export const creditDrawPostings = (advertiserId: number, amountMicros: bigint): Posting[] =>
  move('A draw', ['advertiser_credit', advertiserId], ['advertiser_cash', advertiserId], amountMicros);

/** What was lent is paid back. */
export const creditRepaymentPostings = (advertiserId: number, amountMicros: bigint): Posting[] =>
  move('A repayment', ['advertiser_cash', advertiserId], ['advertiser_credit', advertiserId], amountMicros);

/** Cash that is to go back to where it came from is set aside until it has gone. */
export const holdPostings = (advertiserId: number, amountMicros: bigint): Posting[] =>
  move('A hold', ['advertiser_cash', advertiserId], ['advertiser_hold', advertiserId], amountMicros);

/** What was set aside did not go: it can be spent again. */
export const holdReturnPostings = (advertiserId: number, amountMicros: bigint): Posting[] =>
  move('A hold', ['advertiser_hold', advertiserId], ['advertiser_cash', advertiserId], amountMicros);

/** What was set aside has gone back to where it came from. A bonus is never refunded. */
export const refundPostings = (advertiserId: number, amountMicros: bigint): Posting[] =>
  move('A refund', ['advertiser_hold', advertiserId], ['clearing', null], amountMicros);

/** The payer's bank, or the gateway by itself, has taken money back. What was spent of it is owed. */
export const chargebackPostings = (advertiserId: number, amountMicros: bigint): Posting[] =>
  move('A chargeback', ['advertiser_cash', advertiserId], ['clearing', null], amountMicros);

/** Earnings that are to be paid out are on their way from now on. */
export const payoutRequestPostings = (publisherId: number, amountMicros: bigint): Posting[] =>
  move('A payout', ['publisher_payable', publisherId], ['publisher_payout', publisherId], amountMicros);

/** The payout was refused or has failed: its amount is payable again. */
export const payoutReturnPostings = (publisherId: number, amountMicros: bigint): Posting[] =>
  move('A payout', ['publisher_payout', publisherId], ['publisher_payable', publisherId], amountMicros);

/** Money that was on its way has left the network for a publisher. */
export const payoutPostings = (publisherId: number, amountMicros: bigint): Posting[] =>
  move('A payout', ['publisher_payout', publisherId], ['clearing', null], amountMicros);

/** The network gives of its own revenue to who brought somebody; on hold, it cannot be spent or paid out. */
export const referralPostings = (ownerId: number, amountMicros: bigint): Posting[] =>
  move('A referral', ['network_revenue', null], ['referral', ownerId], amountMicros);

/** What was on hold is its owner's from now on: cash of an advertiser, payable to a publisher. */
export const referralReleasePostings = (
  ownerId: number,
  role: 'advertiser' | 'publisher',
  amountMicros: bigint,
): Posting[] => {
  const to = role === 'advertiser' ? 'advertiser_cash' : 'publisher_payable';
  return move('A released referral', ['referral', ownerId], [to, ownerId], amountMicros);
};

/** What it was a share of was taken back, or who was brought does not count: what is on hold is the network's again. */
export const referralReturnPostings = (ownerId: number, amountMicros: bigint): Posting[] =>
  move('A returned referral', ['referral', ownerId], ['network_revenue', null], amountMicros);

/** Moves an amount from one account to another to put a mistake right. */
export function correctionPostings(
  from: Pick<Posting, 'kind' | 'ownerId'>,
  to: Pick<Posting, 'kind' | 'ownerId'>,
  amountMicros: bigint,
): Posting[] {
  assertMoreThanNothing(amountMicros, 'A correction');
  return [posting(from.kind, from.ownerId, -amountMicros), posting(to.kind, to.ownerId, amountMicros)];
}
