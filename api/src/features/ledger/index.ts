/** The double-entry ledger: append-only, bigint micros, every transaction sums to zero. */
export {
  availableEarnings,
  type Bonus,
  type Booking,
  chargeBack,
  type Deposit,
  DepositLimitError,
  deposit,
  drawCredit,
  grantBonus,
  holdCash,
  payOut,
  refund,
  releaseEarnings,
  repayCredit,
  requestPayout,
  returnBonus,
  returnHold,
  returnPayout,
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
