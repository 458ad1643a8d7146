import type { DocumentLink, TransferAccount } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import type { PaymentHook, PaymentLine } from '../payments';
import { findBySubject, findPaymentTerms } from './documents.repo';
import { type Company, issueDocument } from './issue';
import { creditNoteOf, invoiceOf, proformaOf } from './paymentDocuments';

/** A transfer is waited for so long where its payment does not say. */
const TRANSFER_MS = 30 * 86_400_000;

export interface PaymentHookDeps {
  company: Company;
  /** Where bank transfers go; null: none are taken. */
  bankAccount: TransferAccount | null;
  clock: Clock;
}

const issued = ({ number, kind, id }: DocumentLink): PaymentLine => ({
  kind: 'document-issued',
  detail: { number, document: kind, id },
});

/**
 * Papers of payments: a proforma for a transfer that is awaited, an invoice for money that came in, a credit note for
 * what went back. Goes last among the hooks: it holds the numbers' counter until the transaction ends.
 */
export function createDocumentHook({ company, bankAccount, clock }: PaymentHookDeps): PaymentHook {
  return {
    awaited: async (trx, payment) => {
      if (bankAccount === null || payment.reference === null) return [];
      const at = clock.now();
      const { expires_at } = await findPaymentTerms(trx, payment.id);
      const due = expires_at ?? new Date(payment.createdAt.getTime() + TRANSFER_MS);
      return [issued(await issueDocument(trx, company, proformaOf(payment, bankAccount, { at, due })))];
    },
    completed: async (trx, payment, at) => {
      if (payment.type !== 'deposit') return [];
      const { bonus_micros } = await findPaymentTerms(trx, payment.id);
      return [issued(await issueDocument(trx, company, invoiceOf(payment, bonus_micros, at)))];
    },
    givenBack: async (trx, payment, deposit, at) => {
      const invoice = await findBySubject(trx, 'invoice', `payment:${deposit.id}`);
      const wish = creditNoteOf(payment, deposit, invoice?.number ?? null, at);
      return [issued(await issueDocument(trx, company, wish))];
    },
  };
}
