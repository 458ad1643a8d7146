import { randomUUID } from 'node:crypto';
import { sum } from './amounts';
import { type Account, type Books, type Invoice, type Payment, paymentsOf } from './books';
import { type Context, envelope, type Handler, itemsOf } from './context';
import { msDate, readDay } from './dates';
import { messages, NotFound, validationRefusal, XeroRefusal } from './errors';
import { presentInvoice } from './invoices';
import { list } from './listing';

interface PaymentInput {
  Invoice?: { InvoiceID?: string; InvoiceNumber?: string };
  InvoiceNumber?: string;
  Account?: { AccountID?: string; Code?: string };
  Code?: string;
  Date?: string;
  Amount?: number;
  Reference?: string;
}

const DAY_MS = 86_400_000;
const NO_ID = '00000000-0000-0000-0000-000000000000';

function present(books: Books, payment: Payment): Record<string, unknown> {
  const { id, invoice, account, amount, dateMs, reference, status, updatedMs } = payment;
  const { Invoice, ...rest } = {
    PaymentID: id,
    Date: msDate(dateMs),
    Amount: amount,
    BankAmount: amount,
    CurrencyRate: 1,
    Reference: reference,
    Status: status,
    PaymentType: invoice.type === 'ACCREC' ? 'ACCRECPAYMENT' : 'ACCPAYPAYMENT',
    IsReconciled: false,
    HasAccount: true,
    HasValidationErrors: false,
    UpdatedDateUTC: msDate(updatedMs),
    Account: { AccountID: account.AccountID, Code: account.Code },
    Invoice: presentInvoice(books, invoice, false),
  };
  // Its own payments would come round in a circle.
  return { ...rest, Invoice: { ...Invoice, Payments: [] } };
}

const openAmount = (books: Books, invoice: Invoice) =>
  sum([invoice.total, ...paymentsOf(books, invoice).map(({ amount }) => -amount)]);

type Planned = { input: PaymentInput; errors: string[]; invoice?: Invoice; account?: Account };

function plan(books: Books, input: PaymentInput): Planned {
  const { Invoice: named, Account: where, Amount } = input;
  const number = named?.InvoiceNumber ?? input.InvoiceNumber;
  const invoice =
    named?.InvoiceID !== undefined
      ? books.invoices.get(named.InvoiceID.toLowerCase())
      : [...books.invoices.values()].find((each) => number !== undefined && each.number === number);
  const code = where?.Code ?? input.Code;
  const account = books.accounts.find(({ AccountID, Code }) =>
    where?.AccountID === undefined ? Code === code : AccountID === where.AccountID.toLowerCase(),
  );
  const errors: string[] = [];
  if (!invoice) errors.push('Invoice could not be found');
  else if (invoice.status !== 'AUTHORISED')
    errors.push('Payments can only be made against Authorised documents');
  if (!account) errors.push('Account could not be found');
  else if (!account.EnablePaymentsToAccount)
    errors.push('Account type is not valid for this payment. Payments must be enabled to the account');
  if (Amount === undefined || Amount <= 0) errors.push('Payment amount must be greater than zero');
  else if (invoice && Amount > openAmount(books, invoice))
    errors.push('Payment amount exceeds the amount outstanding on this document');
  if (input.Date !== undefined && readDay(input.Date) === null) errors.push('The date is not a date.');
  return { input, errors, ...(invoice && { invoice }), ...(account && { account }) };
}

function carryOut({ books, clock, tell }: Context, { input, invoice, account }: Planned): Payment {
  if (!invoice || !account) throw new Error('A payment without its invoice or account');
  const now = clock.nowMs();
  const dateMs = (input.Date === undefined ? null : readDay(input.Date)) ?? Math.floor(now / DAY_MS) * DAY_MS;
  const payment: Payment = {
    id: randomUUID(),
    invoice,
    account,
    amount: input.Amount ?? 0,
    dateMs,
    reference: input.Reference ?? '',
    status: 'AUTHORISED',
    updatedMs: now,
  };
  books.payments.set(payment.id, payment);
  if (openAmount(books, invoice) === 0) {
    invoice.status = 'PAID';
    invoice.fullyPaidMs = dateMs;
  }
  invoice.updatedMs = now;
  tell({ invoiceId: invoice.id, type: 'UPDATE' });
  return payment;
}

function write(context: Context, inputs: readonly PaymentInput[]) {
  const { books, clock, query } = context;
  if (inputs.length === 0)
    throw new XeroRefusal(
      'NoDataProcessedException',
      'No data has been processed for this endpoint. It expects Payments.',
    );
  const isMixed = query.get('summarizeErrors') === 'false';
  const results: Record<string, unknown>[] = [];
  const done: Payment[] = [];
  for (const input of inputs) {
    // One after the other: the second of one call may be what is too much for the invoice.
    const planned = plan(books, input);
    if (planned.errors.length === 0) {
      const payment = carryOut(context, planned);
      done.push(payment);
      results.push(present(books, payment));
      continue;
    }
    if (!isMixed) {
      for (const payment of done) undo(context, payment);
      for (const { id } of done) books.payments.delete(id);
      throw validationRefusal([{ ...input, PaymentID: NO_ID, ValidationErrors: messages(planned.errors) }]);
    }
    results.push({
      PaymentID: NO_ID,
      HasValidationErrors: true,
      StatusAttributeString: 'ERROR',
      ValidationErrors: messages(planned.errors),
      UpdatedDateUTC: msDate(clock.nowMs()),
    });
  }
  return { status: 200, body: envelope(clock, { Payments: results }) };
}

function undo({ clock, tell }: Context, payment: Payment): void {
  const { invoice } = payment;
  payment.status = 'DELETED';
  payment.updatedMs = clock.nowMs();
  invoice.status = 'AUTHORISED';
  invoice.fullyPaidMs = null;
  invoice.updatedMs = clock.nowMs();
  tell({ invoiceId: invoice.id, type: 'UPDATE' });
}

function oneOf({ books, path }: Context): Payment {
  const payment = books.payments.get((path.PaymentID ?? '').toLowerCase());
  if (!payment) throw new NotFound();
  return payment;
}

export const paymentHandlers: Readonly<Record<string, Handler>> = {
  createPayments: (context) => write(context, itemsOf(context.body, 'Payments')),
  createPayment: (context) => write(context, [context.body as PaymentInput]),
  getPayments: ({ books, clock, query, ifModifiedSince }) => {
    const rows = [...books.payments.values()].map((payment) => present(books, payment));
    const listed = list(rows, { query, ifModifiedSince, searched: [] });
    const { pagination } = listed;
    return {
      status: 200,
      body: envelope(clock, { ...(pagination && { pagination }), Payments: listed.rows }),
    };
  },
  getPayment: (context) => ({
    status: 200,
    body: envelope(context.clock, { Payments: [present(context.books, oneOf(context))] }),
  }),
  /** Its body is `{ Status: "DELETED" }`; Xero knows no other change. */
  deletePayment: (context) => {
    const payment = oneOf(context);
    const { Status } = context.body as { Status?: string };
    if (Status !== 'DELETED' || payment.status === 'DELETED')
      throw validationRefusal([
        { PaymentID: payment.id, ValidationErrors: messages(['The payment cannot be changed.']) },
      ]);
    undo(context, payment);
    return { status: 200, body: envelope(context.clock, { Payments: [present(context.books, payment)] }) };
  },
};
