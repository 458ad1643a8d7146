import { randomUUID } from 'node:crypto';
import type { SandboxClock } from '../sandboxClock';
import { sum } from './amounts';
import { type Books, type Contact, type Invoice, paymentsOf } from './books';
import { contactFor, invoiceContactErrors } from './contacts';
import { type Context, envelope, type Handler, itemsOf } from './context';
import { dayText, msDate, readDay } from './dates';
import { messages, NotFound, validationRefusal, XeroRefusal } from './errors';
import { invoicePdf } from './invoicePdf';
import { changeErrors, creationErrors, type InvoiceInput, linesOf, totalsOf } from './invoiceRules';
import { idList, list } from './listing';

const NO_ID = '00000000-0000-0000-0000-000000000000';
const DAY_MS = 86_400_000;

/** Without its lines, as Xero lists them when no page is asked for. */
export function presentInvoice(books: Books, invoice: Invoice, isWhole: boolean): Record<string, unknown> {
  const payments = paymentsOf(books, invoice);
  const paid = sum(payments.map(({ amount }) => amount));
  const isOpen = invoice.status !== 'VOIDED' && invoice.status !== 'DELETED';
  return {
    Type: invoice.type,
    InvoiceID: invoice.id,
    InvoiceNumber: invoice.number,
    Reference: invoice.reference,
    Payments: payments.map(({ id, amount, dateMs, reference }) => ({
      PaymentID: id,
      Date: msDate(dateMs),
      Amount: amount,
      Reference: reference,
      HasAccount: false,
      HasValidationErrors: false,
    })),
    CreditNotes: [],
    Prepayments: [],
    Overpayments: [],
    AmountDue: isOpen ? sum([invoice.total, -paid]) : 0,
    AmountPaid: paid,
    AmountCredited: 0,
    SentToContact: invoice.isSentToContact,
    IsDiscounted: false,
    HasAttachments: false,
    HasErrors: false,
    Contact: isWhole ? invoice.contact : { ContactID: invoice.contact.ContactID, Name: invoice.contact.Name },
    DateString: `${dayText(invoice.dateMs)}T00:00:00`,
    Date: msDate(invoice.dateMs),
    ...(invoice.dueMs !== null && {
      DueDateString: `${dayText(invoice.dueMs)}T00:00:00`,
      DueDate: msDate(invoice.dueMs),
    }),
    ...(invoice.brandingThemeId !== null && { BrandingThemeID: invoice.brandingThemeId }),
    ...(invoice.url !== null && { Url: invoice.url }),
    ...(invoice.fullyPaidMs !== null && { FullyPaidOnDate: msDate(invoice.fullyPaidMs) }),
    Status: invoice.status,
    LineAmountTypes: invoice.lineAmountTypes,
    LineItems: isWhole ? invoice.lines : [],
    SubTotal: invoice.subTotal,
    TotalTax: invoice.totalTax,
    Total: invoice.total,
    UpdatedDateUTC: msDate(invoice.updatedMs),
    CurrencyCode: invoice.currency,
    CurrencyRate: 1,
  };
}

const placesOf = (query: URLSearchParams) => (query.get('unitdp') === '4' ? 4 : 2);

function create(context: Context, input: InvoiceInput, contact: Contact): Invoice {
  const { books, clock, query } = context;
  const now = clock.nowMs();
  const types = input.LineAmountTypes ?? 'Exclusive';
  const lines = linesOf(books, input.LineItems ?? [], types, placesOf(query));
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const type = input.Type === 'ACCPAY' ? 'ACCPAY' : 'ACCREC';
  const invoice: Invoice = {
    id: randomUUID(),
    type,
    number: input.InvoiceNumber ?? (type === 'ACCREC' ? books.nextNumber() : ''),
    reference: input.Reference ?? '',
    contact,
    status: input.Status ?? 'DRAFT',
    currency: input.CurrencyCode ?? books.organisation.baseCurrency,
    lineAmountTypes: types,
    lines,
    dateMs: input.Date === undefined ? today : (readDay(input.Date) ?? today),
    dueMs: input.DueDate === undefined ? null : readDay(input.DueDate),
    ...totalsOf(lines, types),
    url: input.Url ?? null,
    brandingThemeId: input.BrandingThemeID ?? null,
    isSentToContact: input.SentToContact ?? false,
    fullyPaidMs: null,
    updatedMs: now,
  };
  books.invoices.set(invoice.id, invoice);
  contact[type === 'ACCREC' ? 'IsCustomer' : 'IsSupplier'] = true;
  context.tell({ invoiceId: invoice.id, type: 'CREATE' });
  return invoice;
}

function change(context: Context, invoice: Invoice, input: InvoiceInput, contact: Contact): Invoice {
  const { books, clock, query } = context;
  const { Date: date, DueDate: due, LineItems } = input;
  invoice.contact = contact;
  invoice.lineAmountTypes = input.LineAmountTypes ?? invoice.lineAmountTypes;
  if (LineItems) {
    invoice.lines = linesOf(books, LineItems, invoice.lineAmountTypes, placesOf(query));
    Object.assign(invoice, totalsOf(invoice.lines, invoice.lineAmountTypes));
  }
  if (date !== undefined) invoice.dateMs = readDay(date) ?? invoice.dateMs;
  if (due !== undefined) invoice.dueMs = readDay(due);
  invoice.reference = input.Reference ?? invoice.reference;
  invoice.number = input.InvoiceNumber ?? invoice.number;
  invoice.url = input.Url ?? invoice.url;
  invoice.isSentToContact = input.SentToContact ?? invoice.isSentToContact;
  invoice.status = input.Status ?? invoice.status;
  invoice.updatedMs = clock.nowMs();
  context.tell({ invoiceId: invoice.id, type: 'UPDATE' });
  return invoice;
}

/** What it is about to be: nothing is kept until the whole call is known to be good. */
interface Plan {
  input: InvoiceInput;
  existing: Invoice | undefined;
  errors: string[];
}

function findExisting(books: Books, { InvoiceID, InvoiceNumber, Type }: InvoiceInput): Invoice | undefined {
  if (InvoiceID !== undefined) return books.invoices.get(InvoiceID.toLowerCase());
  if (InvoiceNumber === undefined || Type === 'ACCPAY') return undefined;
  return [...books.invoices.values()].find(
    ({ type, number, status }) => type === 'ACCREC' && number === InvoiceNumber && status !== 'DELETED',
  );
}

function plan(books: Books, input: InvoiceInput, mayUpdate: boolean): Plan {
  const existing = mayUpdate ? findExisting(books, input) : undefined;
  if (!existing && input.InvoiceID !== undefined)
    return { input, existing, errors: ['The invoice could not be found'] };
  const errors = existing
    ? changeErrors(books, existing, input, paymentsOf(books, existing).length > 0)
    : creationErrors(books, input);
  // Whose it is goes unsaid in most changes; of a new one it is told above that it must be said.
  if (errors.length === 0 && input.Contact) errors.push(...invoiceContactErrors(books, input.Contact));
  return { input, existing, errors };
}

/** Two new ones of the same call cannot have the same number either. */
function planAll(books: Books, inputs: readonly InvoiceInput[], mayUpdate: boolean): Plan[] {
  const numbers = new Set<string>();
  return inputs.map((input) => {
    const planned = plan(books, input, mayUpdate);
    const { Type, InvoiceNumber } = input;
    if (Type !== 'ACCREC' || InvoiceNumber === undefined) return planned;
    if (!planned.existing && numbers.has(InvoiceNumber)) planned.errors.push('Invoice # must be unique.');
    numbers.add(InvoiceNumber);
    return planned;
  });
}

function carryOut(context: Context, { input, existing }: Plan): Invoice {
  const { books, clock } = context;
  const contact =
    existing && !input.Contact ? existing.contact : contactFor(books, clock, input.Contact ?? {});
  return existing ? change(context, existing, input, contact) : create(context, input, contact);
}

function failed(
  clock: SandboxClock,
  { Type, Reference = '', InvoiceNumber }: InvoiceInput,
  errors: string[],
) {
  return {
    ...(Type !== undefined && { Type }),
    InvoiceID: NO_ID,
    ...(InvoiceNumber !== undefined && { InvoiceNumber }),
    Reference,
    HasErrors: true,
    StatusAttributeString: 'ERROR',
    ValidationErrors: messages(errors),
    UpdatedDateUTC: msDate(clock.nowMs()),
  };
}

function write(context: Context, inputs: readonly InvoiceInput[], mayUpdate: boolean) {
  const { books, clock, query } = context;
  if (inputs.length === 0)
    throw new XeroRefusal(
      'NoDataProcessedException',
      'No data has been processed for this endpoint. It expects Invoices.',
    );
  const isMixed = query.get('summarizeErrors') === 'false';
  const plans = planAll(books, inputs, mayUpdate);
  if (!isMixed && plans.some(({ errors }) => errors.length > 0))
    throw validationRefusal(
      plans.map(({ input, errors }) => ({
        ...input,
        InvoiceID: input.InvoiceID ?? NO_ID,
        ValidationErrors: messages(errors),
      })),
    );
  const Invoices = plans.map((each) => {
    if (each.errors.length > 0) return failed(clock, each.input, each.errors);
    const invoice = presentInvoice(books, carryOut(context, each), true);
    return { ...invoice, ...(isMixed && { StatusAttributeString: 'OK' }) };
  });
  return { status: 200, body: envelope(clock, { Invoices }) };
}

function oneOf({ books, path }: Context): Invoice {
  const wanted = path.InvoiceID ?? '';
  // Xero takes the number in its place, though its description says otherwise; the description wins here.
  const invoice = books.invoices.get(wanted.toLowerCase());
  if (!invoice) throw new NotFound();
  return invoice;
}

export const invoiceHandlers: Readonly<Record<string, Handler>> = {
  createInvoices: (context) => write(context, itemsOf(context.body, 'Invoices'), false),
  updateOrCreateInvoices: (context) => write(context, itemsOf(context.body, 'Invoices'), true),
  updateInvoice: (context) => {
    const { id } = oneOf(context);
    const [input = {}] = itemsOf(context.body, 'Invoices');
    return write(context, [{ ...input, InvoiceID: id }], true);
  },
  getInvoices: ({ books, clock, query, ifModifiedSince }) => {
    const [ids, numbers, contacts] = ['IDs', 'InvoiceNumbers', 'ContactIDs'].map((name) =>
      idList(query, name),
    );
    const statuses = idList(query, 'Statuses');
    const isWhole = query.has('page') && query.get('summaryOnly') !== 'true';
    const isAmong = (wanted: string[] | null | undefined, value: string) =>
      !wanted || wanted.includes(value.toLowerCase());
    const all = [...books.invoices.values()].filter(
      ({ id, number, contact, status }) =>
        isAmong(ids, id) &&
        isAmong(numbers, number) &&
        isAmong(contacts, contact.ContactID) &&
        isAmong(statuses, status),
    );
    const rows = all.map((invoice) => presentInvoice(books, invoice, isWhole));
    const searched = ['InvoiceNumber', 'Reference'];
    const listed = list(rows, { query, ifModifiedSince, searched });
    const { pagination } = listed;
    return {
      status: 200,
      body: envelope(clock, { ...(pagination && { pagination }), Invoices: listed.rows }),
    };
  },
  getInvoice: (context) => ({
    status: 200,
    body: envelope(context.clock, { Invoices: [presentInvoice(context.books, oneOf(context), true)] }),
  }),
  getInvoiceAsPdf: async (context) => ({
    status: 200,
    headers: { 'Content-Type': 'application/pdf' },
    body: await invoicePdf(context.books, oneOf(context)),
  }),
};
