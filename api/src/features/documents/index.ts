import type { DocumentLink, TransferAccount } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/db';
import type { Mount } from '../../platform/http';
import { type Work, workHere } from '../../platform/work';
import type { PaymentHook } from '../payments';
import { documentRoutes } from './documents.routes';
import { createDocumentsService, type DocumentsService } from './documents.service';
import { type Company, issueDocument } from './issue';
import { createDocumentHook } from './paymentHook';
import {
  type CreditStatementFacts,
  creditStatementOf,
  type PayoutFacts,
  payoutStatementOf,
} from './statements';

export interface DocumentsDeps {
  db: Db;
  clock: Clock;
  company: Company;
  /** Where bank transfers go; null: none are taken. */
  bankAccount: TransferAccount | null;
  /** Where documents are drawn. */
  work?: Pick<Work, 'run'>;
}

export interface DocumentsFeature {
  service: DocumentsService;
  /** The last of the payments' hooks. */
  hook: PaymentHook;
  /** In the transaction that issues the statement; asked again, the same document. Goes last in it. */
  issueCreditStatement(trx: Trx, statement: CreditStatementFacts): Promise<DocumentLink>;
  /** In the transaction that notes the payout as paid; asked again, the same document. Goes last in it. */
  issuePayoutStatement(trx: Trx, payout: PayoutFacts, paidAt: Date): Promise<DocumentLink>;
  mounts: Mount[];
}

/** Invoices, proformas, credit notes and statements: numbered without gaps, frozen, as PDF. */
export function createDocumentsFeature({
  db,
  clock,
  company,
  bankAccount,
  work = workHere,
}: DocumentsDeps): DocumentsFeature {
  const service = createDocumentsService(db, work);
  return {
    service,
    hook: createDocumentHook({ company, bankAccount, clock }),
    issueCreditStatement: (trx, statement) => issueDocument(trx, company, creditStatementOf(statement)),
    issuePayoutStatement: (trx, payout, paidAt) =>
      issueDocument(trx, company, payoutStatementOf(payout, paidAt)),
    mounts: [{ path: '/api/documents', router: documentRoutes(service), operatorReads: true }],
  };
}

export { documentsBySubject } from './documents.repo';
export {
  type CreditStatementFacts,
  creditStatementSubject,
  type PayoutFacts,
  payoutSubject,
} from './statements';
