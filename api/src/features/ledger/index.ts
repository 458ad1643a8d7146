/** The double-entry ledger: append-only, bigint micros, every transaction sums to zero. */
export {
  availableEarnings,
  type Bonus,
  type Booking,
  chargeBack,
  creditIncident,
  type Debt,
  type Deposit,
  DepositLimitError,
  deposit,
  grantBonus,
  holdCash,
  holdDebt,
  payOut,
  refund,
  releaseEarnings,
  repayFromCash,
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
export { headroomOf, lockReferralAccounts } from './ledger.repo';
export {
  advertiserTotals,
  type Balances,
  balances,
  InsufficientFundsError,
  lockedBalances,
  type Posted,
  post,
  postAll,
  reverse,
} from './ledger.service';
export { type MoneyAction, noteMoneyAction } from './moneyAudit';
export { LedgerError, PostedOtherwiseError, type Posting, type Transaction } from './posting';
export {
  adSpendPostings,
  correctionPostings,
  creditDrawPostings,
  holdReleasePostings,
  invalidTrafficPostings,
  publisherShare,
  referralPostings,
  referralReleasePostings,
  referralReturnPostings,
  type Spend,
} from './transactions';
export { type Difference, type Verification, verify } from './verify';
