import type { StepDeps } from './parts';
import type { PaymentMails } from './paymentMails';

/** What steps of payments are taken with. */
export type StepParts = StepDeps & { mails: PaymentMails };
