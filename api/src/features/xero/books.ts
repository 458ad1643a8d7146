import { CurrencyCode, Invoice, LineAmountTypes } from 'xero-node';
import { z } from 'zod';
import type { Caller, CallOptions } from './caller';
import type { InvoiceDraft } from './invoiceDraft';
import { XeroFailure } from './XeroFailure';

/** What we read of an invoice: Xero's answers are checked before they are believed. */
const invoice = z.object({
  invoiceID: z.uuid(),
  invoiceNumber: z.string().nullish(),
  reference: z.string().nullish(),
  status: z.string(),
  amountDue: z.number().nullish(),
});
export interface XeroInvoice {
  id: string;
  number: string | null;
  reference: string | null;
  status: string;
  /** Nothing is owed on it any more. */
  isPaid: boolean;
}

export interface PaymentOnInvoice {
  invoiceId: string;
  amount: number;
  date: string;
  reference: string;
}

function read(value: unknown): XeroInvoice {
  const { data } = invoice.safeParse(value);
  if (!data) throw new XeroFailure('unclear', 'Xero sent an invoice that cannot be read');
  const { invoiceID, invoiceNumber, reference, status, amountDue } = data;
  return {
    id: invoiceID,
    number: invoiceNumber ?? null,
    reference: reference ?? null,
    status,
    isPaid: status === 'PAID' || amountDue === 0,
  };
}

/** A text in a `where` of Xero: double quotes end it. */
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '')}"`;
const DECIMALS = 4;
const isCounted = ({ status }: XeroInvoice): boolean => status !== 'VOIDED' && status !== 'DELETED';
/** As Xero writes them everywhere in the client: by name. */
const currencyOf = (code: string): CurrencyCode => CurrencyCode[code as keyof typeof CurrencyCode];

export interface BookCodes {
  accountCode: string;
  paymentAccountCode: string;
  taxType: string;
}

/** The calls that we make to the accounting, each once: when to make them again is not theirs to know. */
export function createBooks(caller: Caller, { accountCode, paymentAccountCode, taxType }: BookCodes) {
  const isTaxed = taxType !== 'NONE';

  function bodyOf(draft: InvoiceDraft, contactId: string): Invoice {
    return {
      type: Invoice.TypeEnum.ACCREC,
      status: Invoice.StatusEnum.AUTHORISED,
      contact: { contactID: contactId },
      invoiceNumber: draft.number,
      reference: draft.reference,
      date: draft.date,
      dueDate: draft.date,
      currencyCode: currencyOf(draft.currency),
      // What was charged is the total, whatever the tax.
      lineAmountTypes: isTaxed ? LineAmountTypes.Inclusive : LineAmountTypes.NoTax,
      lineItems: draft.lines.map(({ description, amount }) => ({
        description,
        quantity: 1,
        unitAmount: amount,
        accountCode,
        taxType,
      })),
    };
  }

  return {
    /** The contact with our number of the customer. */
    findContact: (options: CallOptions, contactNumber: string): Promise<string | null> =>
      caller.call(options, async ({ accountingApi }, tenantId) => {
        const where = `ContactNumber==${quoted(contactNumber)}`;
        const { body } = await accountingApi.getContacts(tenantId, undefined, where);
        return body.contacts?.find((each) => each.contactNumber === contactNumber)?.contactID ?? null;
      }),

    makeContact: (
      options: CallOptions,
      contact: { number: string; name: string; email: string },
      key: string,
    ): Promise<string> =>
      caller.call(options, async ({ accountingApi }, tenantId) => {
        const { number, name, email } = contact;
        const contacts = [{ contactNumber: number, name, emailAddress: email }];
        const { body } = await accountingApi.createContacts(tenantId, { contacts }, true, key);
        const id = body.contacts?.[0]?.contactID;
        if (!id) throw new XeroFailure('unclear', 'Xero sent no contact');
        return id;
      }),

    /** The invoice of a payment: one that counts before one that was voided. */
    findInvoice: (options: CallOptions, { reference, number }: InvoiceDraft): Promise<XeroInvoice | null> =>
      caller.call(options, async ({ accountingApi }, tenantId) => {
        const where = `Reference==${quoted(reference)} OR InvoiceNumber==${quoted(number)}`;
        const { body } = await accountingApi.getInvoices(tenantId, undefined, where);
        const found = (body.invoices ?? []).map(read).filter((each) => each.reference === reference);
        return found.find(isCounted) ?? found[0] ?? null;
      }),

    createInvoice: (
      options: CallOptions,
      draft: InvoiceDraft,
      contactId: string,
      key: string,
    ): Promise<XeroInvoice> =>
      caller.call(options, async ({ accountingApi }, tenantId) => {
        const invoices = { invoices: [bodyOf(draft, contactId)] };
        const { body } = await accountingApi.createInvoices(tenantId, invoices, true, DECIMALS, key);
        return read(body.invoices?.[0]);
      }),

    recordPayment: (options: CallOptions, payment: PaymentOnInvoice, key: string): Promise<void> =>
      caller.call(options, async ({ accountingApi }, tenantId) => {
        const { invoiceId, amount, date, reference } = payment;
        await accountingApi.createPayment(
          tenantId,
          {
            invoice: { invoiceID: invoiceId },
            account: { code: paymentAccountCode },
            date,
            amount,
            reference,
          },
          key,
        );
      }),

    readInvoice: (options: CallOptions, invoiceId: string): Promise<XeroInvoice> =>
      caller.call(options, async ({ accountingApi }, tenantId) => {
        const { body } = await accountingApi.getInvoice(tenantId, invoiceId);
        return read(body.invoices?.[0]);
      }),

    pdf: (options: CallOptions, invoiceId: string): Promise<Buffer> =>
      caller.call(options, async ({ accountingApi }, tenantId) => {
        const { body } = await accountingApi.getInvoiceAsPdf(tenantId, invoiceId);
        const bytes = Buffer.from(body);
        if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-')
          throw new XeroFailure('unclear', 'Xero sent something else than a PDF');
        return bytes;
      }),
  };
}
export type Books = ReturnType<typeof createBooks>;
