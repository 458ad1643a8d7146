/**
 * The chart of accounts. What an owner's account shows is what the network owes the owner; the network's own show
 * what is left over. Every transaction sums to zero, so all accounts together always do.
 */
export const ACCOUNT_KINDS = [
  'advertiser_cash',
  'advertiser_bonus',
  'advertiser_hold',
  'advertiser_credit',
  'publisher_hold',
  'publisher_pending',
  'publisher_payable',
  'publisher_payout',
  'network_revenue',
  'payment_fee',
  'promo_expense',
  'tax',
  'clearing',
  'referral',
] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

export const TRANSACTION_KINDS = [
  'ad_spend',
  'invalid_traffic',
  'hold_release',
  'deposit',
  'bonus',
  'bonus_return',
  'incident_credit',
  'credit_draw',
  'credit_repayment',
  'hold',
  'hold_return',
  'refund',
  'chargeback',
  'release',
  'payout_request',
  'payout_return',
  'payout',
  'referral',
  'referral_release',
  'referral_return',
  'correction',
  'reversal',
  'opening',
] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

export interface AccountRule {
  /** Who owns accounts of this kind: one each, `network` the only one. */
  owner: 'advertiser' | 'publisher' | 'anybody' | 'network';
  /** Where the balance stands in the ordinary course. */
  sign: 'positive' | 'negative' | 'either';
  /** Which transactions may leave it below nothing. */
  overdraw: 'all' | readonly TransactionKind[];
  /** The only transactions that touch it, beside `PUTS_RIGHT`. */
  posted: readonly TransactionKind[];
}

/** What puts something right may touch every account. */
export const PUTS_RIGHT: ReadonlySet<TransactionKind> = new Set(['correction', 'reversal', 'opening']);

const MISTAKES: readonly TransactionKind[] = ['correction', 'reversal'];

/** Every kind of account and its rules. `docs/ledger.md` says the same in words, and a test holds them together. */
export const CHART: Readonly<Record<AccountKind, AccountRule>> = {
  advertiser_cash: {
    owner: 'advertiser',
    sign: 'positive',
    // The bank takes back what was spent already: what is missing is owed.
    overdraw: [...MISTAKES, 'chargeback'],
    posted: [
      'ad_spend',
      'invalid_traffic',
      'deposit',
      'credit_draw',
      'credit_repayment',
      'hold',
      'hold_return',
      'chargeback',
      'referral_release',
    ],
  },
  advertiser_bonus: {
    owner: 'advertiser',
    sign: 'positive',
    overdraw: MISTAKES,
    posted: ['ad_spend', 'invalid_traffic', 'bonus', 'bonus_return', 'incident_credit'],
  },
  advertiser_hold: {
    owner: 'advertiser',
    sign: 'positive',
    overdraw: MISTAKES,
    posted: ['hold', 'hold_return', 'refund'],
  },
  advertiser_credit: {
    owner: 'advertiser',
    sign: 'negative',
    overdraw: 'all',
    posted: ['credit_draw', 'credit_repayment'],
  },
  // A closed account has given up what invalid traffic may still be found in.
  publisher_hold: {
    owner: 'publisher',
    sign: 'positive',
    overdraw: [...MISTAKES, 'invalid_traffic'],
    posted: ['ad_spend', 'invalid_traffic', 'hold_release'],
  },
  // Invalid traffic that is found after its earnings were released leaves a debt here.
  publisher_pending: {
    owner: 'publisher',
    sign: 'positive',
    overdraw: [...MISTAKES, 'invalid_traffic'],
    posted: ['ad_spend', 'invalid_traffic', 'hold_release', 'release'],
  },
  publisher_payable: {
    owner: 'publisher',
    sign: 'positive',
    overdraw: MISTAKES,
    posted: ['release', 'payout_request', 'payout_return', 'referral_release'],
  },
  publisher_payout: {
    owner: 'publisher',
    sign: 'positive',
    overdraw: MISTAKES,
    posted: ['payout_request', 'payout_return', 'payout'],
  },
  network_revenue: {
    owner: 'network',
    sign: 'positive',
    overdraw: 'all',
    posted: ['ad_spend', 'invalid_traffic', 'referral', 'referral_return'],
  },
  payment_fee: { owner: 'network', sign: 'positive', overdraw: 'all', posted: ['deposit'] },
  promo_expense: {
    owner: 'network',
    sign: 'negative',
    overdraw: 'all',
    posted: ['bonus', 'bonus_return', 'incident_credit'],
  },
  tax: { owner: 'network', sign: 'positive', overdraw: 'all', posted: [] },
  clearing: {
    owner: 'network',
    sign: 'either',
    overdraw: 'all',
    posted: ['deposit', 'refund', 'chargeback', 'payout'],
  },
  referral: {
    owner: 'anybody',
    sign: 'positive',
    overdraw: MISTAKES,
    posted: ['referral', 'referral_release', 'referral_return'],
  },
};

/** Whether a transaction of this kind may touch accounts of that one. */
export const mayTouch = (transaction: TransactionKind, account: AccountKind): boolean =>
  PUTS_RIGHT.has(transaction) || CHART[account].posted.includes(transaction);

/** Whether an account of this kind may stand at this balance after a transaction of that kind. */
export function mayStandAt(
  account: AccountKind,
  balanceMicros: bigint,
  transaction: TransactionKind,
): boolean {
  const { overdraw } = CHART[account];
  return balanceMicros >= 0n || overdraw === 'all' || overdraw.includes(transaction);
}
