/** The double-entry ledger: append-only, bigint micros, every transaction sums to zero. */
export {
  advertiserTotals,
  type Balances,
  type Bonus,
  balances,
  type Deposit,
  DepositLimitError,
  deposit,
  grantBonus,
  InsufficientFundsError,
  type Posted,
  post,
  reverse,
} from './ledger.service';
export {
  ACCOUNT_KINDS,
  type AccountKind,
  LedgerError,
  type Posting,
  type Transaction,
  type TransactionKind,
} from './posting';
export { type Difference, type Verification, verify } from './verify';
