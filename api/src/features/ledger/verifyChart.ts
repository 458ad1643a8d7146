import { type RawBuilder, sql } from 'kysely';
import {
  ACCOUNT_KINDS,
  type AccountKind,
  CHART,
  mayStandAt,
  mayTouch,
  PUTS_RIGHT,
  TRANSACTION_KINDS,
  type TransactionKind,
} from './chart';
import type { Posting } from './posting';
import {
  adSpendPostings,
  bonusPostings,
  bonusReturnPostings,
  chargebackPostings,
  creditDrawPostings,
  creditRepaymentPostings,
  depositPostings,
  holdPostings,
  holdReleasePostings,
  holdReturnPostings,
  incidentCreditPostings,
  invalidTrafficPostings,
  payoutPostings,
  payoutRequestPostings,
  payoutReturnPostings,
  referralPostings,
  referralReleasePostings,
  referralReturnPostings,
  refundPostings,
  releasePostings,
} from './transactions';

/**
 * The chart of accounts as checks of what was posted: `post` refuses all of this, but a row that was written past it
 * sums to zero as well.
 */

const SPEND = {
  advertiserId: 1,
  bonusMicros: 2n,
  cashMicros: 2n,
  payouts: new Map([[2, 2n]]),
  held: new Map([[2, 1n]]),
};

/** What every kind that has postings of its own adds to, and what it takes from. */
const USUAL: Partial<Record<TransactionKind, readonly Posting[]>> = {
  ad_spend: adSpendPostings(SPEND),
  invalid_traffic: invalidTrafficPostings(SPEND),
  hold_release: holdReleasePostings(2, 1n),
  deposit: depositPostings(1, 1n, 1n),
  bonus: bonusPostings(1, 1n),
  bonus_return: bonusReturnPostings(1, 1n),
  incident_credit: incidentCreditPostings(1, 1n),
  credit_draw: creditDrawPostings(1, 1n),
  credit_repayment: creditRepaymentPostings(1, 1n),
  hold: holdPostings(1, 1n),
  hold_return: holdReturnPostings(1, 1n),
  refund: refundPostings(1, 1n),
  chargeback: chargebackPostings(1, 1n),
  release: releasePostings(2, 1n),
  payout_request: payoutRequestPostings(2, 1n),
  payout_return: payoutReturnPostings(2, 1n),
  payout: payoutPostings(2, 1n),
  referral: referralPostings(1, 1n),
  referral_release: [
    ...referralReleasePostings(1, 'advertiser', 1n),
    ...referralReleasePostings(2, 'publisher', 1n),
  ],
  referral_return: referralReturnPostings(1, 1n),
};

/** Whether a transaction of this kind may add to an account of that kind (1) or take from it (-1). */
export function mayMove(transaction: TransactionKind, account: AccountKind, direction: 1 | -1): boolean {
  if (!mayTouch(transaction, account)) return false;
  if (PUTS_RIGHT.has(transaction)) return true;
  return (USUAL[transaction] ?? []).some(
    ({ kind, amountMicros }) => kind === account && amountMicros > 0n === direction > 0,
  );
}

const pairs = TRANSACTION_KINDS.flatMap((transaction) =>
  ACCOUNT_KINDS.map((account) => ({ transaction, account })),
);
const DIRECTIONS = [1, -1] as const;
const MOVES = sql.join(
  pairs.flatMap(({ transaction, account }) =>
    DIRECTIONS.filter((direction) => mayMove(transaction, account, direction)).map(
      (direction) => sql`(${sql.lit(transaction)}, ${sql.lit(account)}, ${sql.lit(direction)})`,
    ),
  ),
);
const OVERDRAWS = sql.join(
  pairs
    .filter(({ transaction, account }) => mayStandAt(account, -1n, transaction))
    .map(({ transaction, account }) => sql`(${sql.lit(transaction)}, ${sql.lit(account)})`),
);
/** Those that some transaction may not leave below nothing: of the others no balance has to be followed. */
const WATCHED: readonly AccountKind[] = ACCOUNT_KINDS.filter((kind) => CHART[kind].overdraw !== 'all');

const OWNERS = sql.join(ACCOUNT_KINDS.map((kind) => sql`(${sql.lit(kind)}, ${sql.lit(CHART[kind].owner)})`));

export const CHART_CHECKS: Readonly<Record<string, RawBuilder<unknown>>> = {
  'transactions post what their kind may': sql`
    SELECT concat_ws(' ', 'transaction', t.id, t.kind, 'on', a.kind, a.owner_id) AS subject, 0::int8 AS expected,
      p.amount_micros AS actual
    FROM ledger_posting p
    JOIN ledger_transaction t ON t.id = p.transaction_id
    JOIN ledger_account a ON a.id = p.account_id
    WHERE (t.kind, a.kind, sign(p.amount_micros)) NOT IN (VALUES ${MOVES})`,
  // In the order of the postings, which is that of the account's lock. What is below nothing already may rise.
  'accounts are overdrawn by what may overdraw them': sql`
    SELECT concat_ws(' ', b.kind, b.owner_id, 'after transaction', t.id, t.kind) AS subject, 0::int8 AS expected,
      b.balance::int8 AS actual
    FROM (
      SELECT p.transaction_id, a.kind, a.owner_id, p.amount_micros,
        sum(p.amount_micros) OVER (PARTITION BY p.account_id ORDER BY p.id) AS balance
      FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id
      WHERE a.kind = ANY(${WATCHED}::text[])
    ) b
    JOIN ledger_transaction t ON t.id = b.transaction_id
    WHERE b.balance < 0 AND b.amount_micros < 0 AND (t.kind, b.kind) NOT IN (VALUES ${OVERDRAWS})`,
  'accounts have the owner of their kind': sql`
    SELECT concat_ws(' ', 'account', a.id, a.kind) AS subject, 1::int8 AS expected, 0::int8 AS actual
    FROM ledger_account a
    LEFT JOIN app_user u ON u.id = a.owner_id
    LEFT JOIN (VALUES ${OWNERS}) c (kind, owner) ON c.kind = a.kind
    WHERE NOT CASE c.owner WHEN 'network' THEN a.owner_id IS NULL WHEN 'anybody' THEN u.id IS NOT NULL
      ELSE coalesce(u.role = c.owner, false) END IS TRUE`,
};
