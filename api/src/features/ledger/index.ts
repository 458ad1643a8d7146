/** The double-entry ledger: append-only, bigint micros, every transaction sums to zero. */
export {
  availableEarnings,
  type Bonus,
  type Deposit,
  DepositLimitError,
  deposit,
  grantBonus,
  type Payout,
  payOut,
  type Refund,
  type Release,
  refund,
  releaseEarnings,
} from './bookings';
export {
  ACCOUNT_KINDS,
  type AccountKind,
  type AccountRule,
  CHART,
  TRANSACTION_KINDS,
  type TransactionKind,
} from './chart';
export {
  advertiserTotals,
  type Balances,
  balances,
  InsufficientFundsError,
  type Posted,
  post,
  postAll,
  reverse,
} from './ledger.service';
export { type MoneyAction, noteMoneyAction } from './moneyAudit';
export { LedgerError, type Posting, type Transaction } from './posting';
export {
  adSpendPostings,
  correctionPostings,
  invalidTrafficPostings,
  publisherShare,
  type Spend,
} from './transactions';
export { type Difference, type Verification, verify } from './verify';
