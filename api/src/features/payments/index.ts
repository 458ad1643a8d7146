/** Deposits, refunds and chargebacks: their states, what gateways say of them, automatic top-ups. */
export {
  createPaymentsFeature,
  type PaymentsFeature,
  type PaymentsFeatureDeps,
} from './createPaymentsFeature';
export { bankLedgerReference, findBankBooking, lockBankReference } from './operator/bankReferences';
export type { PaymentFacts, PaymentHook, PaymentLine } from './PaymentHooks';
export type { OpenedMethod, PaymentsDeps, StoppedTopUp } from './parts';
export { findPayment } from './payments.repo';
export { presentPayments } from './present';
export {
  documentsOf,
  type GivenBack,
  givenBackOf,
  listForStatement,
  type PaymentRow,
  type PaymentWithOwner,
  recentPayments,
  type StatementOptions,
} from './readers';
export { autoTopUpOf } from './topUp/topUp.repo';
