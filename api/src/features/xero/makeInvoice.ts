import { createHash } from 'node:crypto';
import { publicId } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import type { Books } from './books';
import type { CallOptions } from './caller';
import { isConnected, readConnection } from './connection.repo';
import { draftOf, type InvoiceDraft, type InvoicedPayment } from './invoiceDraft';
import {
  claim,
  findContactId,
  findInvoiceRow,
  type InvoiceRow,
  keepContact,
  newKey,
  note,
  release,
} from './invoices.repo';
import { XeroFailure, XeroNotConnected } from './XeroFailure';

export interface MakeInvoiceDeps {
  db: Db;
  clock: Clock;
  books: Books;
  /** The payment, whom it is of, and the number of the invoice that we issued for it, if we did. */
  readPayment(
    paymentId: number,
  ): Promise<(InvoicedPayment & { ownNumber: string | null; customer: Customer }) | null>;
  /** So long one worker has an invoice: longer than all its calls together may take. */
  claimMs: number;
}
export interface Customer {
  name: string;
  email: string;
}

export interface WorkOptions {
  patienceMs: number;
  signal?: AbortSignal;
  /** A person asks: what failed in an organisation that is connected no more is made in the one that is. */
  isByHand?: boolean;
}
/** `busy`: somebody else works on it. */
export type Outcome = InvoiceRow | 'busy' | 'missing';

const LONGEST_NAME = 255;
/** One behind the other, in time that grows with the length alone. */
function saysInTurn(message: string, first: RegExp, then: RegExp): boolean {
  const at = message.search(first);
  return at >= 0 && then.test(message.slice(at));
}
const isAboutTheNumber = (message: string): boolean => saysInTurn(message, /invoice/i, /unique/i);
const isAboutTheName = (message: string): boolean =>
  saysInTurn(message, /contact name/i, /already|unique/i) ||
  /already assigned to another contact/i.test(message);

/** One key for one customer: the same whoever asks, and however often. */
const contactKey = (number: string, tenantId: string, name: string): string =>
  `contact-${createHash('sha256').update(`${tenantId} ${number} ${name}`).digest('hex').slice(0, 48)}`;

/**
 * Makes the invoice of a payment and records the payment on it. Whatever dies whenever: what is sent is written down
 * before, and from then on the invoice is looked for in Xero before it is sent again; its number is unique there too, and
 * the Idempotency-Key answers a repeated call within minutes.
 */
export function createMakeInvoice({ db, clock, books, readPayment, claimMs }: MakeInvoiceDeps) {
  async function makeContact(
    options: CallOptions,
    number: string,
    { name, email }: Customer,
  ): Promise<string> {
    const { tenantId } = options;
    const called = name.trim().slice(0, LONGEST_NAME) || number;
    try {
      return await books.makeContact(
        options,
        { number, name: called, email },
        contactKey(number, tenantId, called),
      );
    } catch (error) {
      if (!(error instanceof XeroFailure && error.kind === 'refused' && isAboutTheName(error.message)))
        throw error;
      // Names are unique in Xero, and two companies may share one.
      const own = `${called.slice(0, LONGEST_NAME - number.length - 3)} (${number})`;
      return books.makeContact(options, { number, name: own, email }, contactKey(number, tenantId, own));
    }
  }

  async function contactOf(options: CallOptions, userId: number, customer: Customer): Promise<string> {
    const { tenantId } = options;
    const known = await findContactId(db, userId, tenantId);
    if (known) return known;
    const number = publicId('user', userId);
    const contactId =
      (await books.findContact(options, number)) ?? (await makeContact(options, number, customer));
    await keepContact(db, { userId, tenantId, contactId });
    return contactId;
  }

  /** Sends it; what a call before has left there counts as its answer. */
  async function send(options: CallOptions, row: InvoiceRow, draft: InvoiceDraft, contactId: string) {
    try {
      return await books.createInvoice(options, draft, contactId, row.idempotency_key);
    } catch (error) {
      if (!(error instanceof XeroFailure && error.kind === 'refused' && isAboutTheNumber(error.message)))
        throw error;
      const there = await books.findInvoice(options, draft);
      if (!there) throw error;
      return there;
    }
  }

  async function created(
    row: InvoiceRow,
    draft: InvoiceDraft,
    options: CallOptions,
    { userId, customer }: { userId: number; customer: Customer },
  ): Promise<InvoiceRow> {
    const there = row.begun_at === null ? null : await books.findInvoice(options, draft);
    const contactId = there ? null : await contactOf(options, userId, customer);
    const begun = await note(db, row, { tenant_id: options.tenantId, begun_at: row.begun_at ?? clock.now() });
    const invoice = there ?? (await send(options, begun, draft, contactId ?? ''));
    return note(db, row, {
      state: 'created',
      invoice_id: invoice.id,
      invoice_number: invoice.number,
      invoice_status: invoice.status,
      created_at: clock.now(),
      trouble: null,
      ...(invoice.isPaid && { paid_at: clock.now() }),
    });
  }

  async function paid(
    row: InvoiceRow,
    draft: InvoiceDraft,
    options: CallOptions,
    transactionId: string | null,
  ): Promise<InvoiceRow> {
    const invoiceId = row.invoice_id;
    if (invoiceId === null) throw new Error('An invoice without an id cannot be paid');
    if (row.payment_begun_at !== null) {
      const { status, isPaid } = await books.readInvoice(options, invoiceId);
      if (isPaid) return note(db, row, { paid_at: clock.now(), invoice_status: status, trouble: null });
      if (status !== 'AUTHORISED')
        return note(db, row, {
          invoice_status: status,
          trouble: `It is ${status} in Xero and takes no payment`,
        });
    }
    await note(db, row, { payment_begun_at: row.payment_begun_at ?? clock.now() });
    await books.recordPayment(
      options,
      { invoiceId, amount: draft.total, date: draft.date, reference: transactionId ?? draft.reference },
      `${row.idempotency_key}-paid`,
    );
    return note(db, row, { paid_at: clock.now(), invoice_status: 'PAID', trouble: null });
  }

  /** Where it belongs: begun once, it stays with its organisation. */
  async function tenantOf(row: InvoiceRow, isByHand: boolean): Promise<string> {
    const connection = await readConnection(db);
    if (!isConnected(connection) || connection.tenantId === null)
      throw new XeroNotConnected('There is no connection to Xero');
    const own = row.tenant_id;
    if (own === null || own === connection.tenantId) return connection.tenantId;
    if (connection.tenants.some(({ id }) => id === own)) return own;
    if (isByHand && row.state === 'failed') return connection.tenantId;
    throw new XeroFailure(
      'refused',
      'It was begun in an organisation that is connected no more: look there first',
    );
  }

  async function work(row: InvoiceRow, options: WorkOptions): Promise<InvoiceRow | 'missing'> {
    if (row.state === 'created' && row.paid_at !== null) return row;
    const payment = await readPayment(row.payment_id);
    if (!payment) return 'missing';
    const { patienceMs, signal, isByHand = false } = options;
    const call = { tenantId: await tenantOf(row, isByHand), patienceMs, ...(signal && { signal }) };
    const draft = draftOf(payment, payment.ownNumber);
    const there = row.state === 'created' ? row : await created(row, draft, call, payment);
    return there.paid_at === null ? paid(there, draft, call, payment.externalTransactionId) : there;
  }

  /**
   * What Xero said last stays with the invoice until it worked. Refused, nothing was made: the next try gets a key of its
   * own, as Xero would repeat its refusal to the old one for some minutes, whatever has been put right meanwhile.
   */
  async function noteTrouble(row: InvoiceRow, { kind, message }: XeroFailure): Promise<void> {
    const isRefused = kind === 'refused';
    const { state } = (await findInvoiceRow(db, row.payment_id)) ?? row;
    // An invoice whose payment was only not heard of goes on waiting for it: with trouble, nobody would look for it again.
    await note(db, row, {
      trouble: isRefused || state !== 'created' ? message : null,
      ...(isRefused && { idempotency_key: newKey(row.payment_id) }),
      ...(isRefused && state === 'wanted' && { state: 'failed' }),
    });
  }

  /**
   * One try, unless somebody else is at it. Throws XeroFailure (`refused`: it has failed until a person asks again) and
   * XeroNotConnected.
   */
  return async function makeInvoice(paymentId: number, options: WorkOptions): Promise<Outcome> {
    const row = await claim(db, paymentId, claimMs);
    if (!row) return 'busy';
    const late = AbortSignal.timeout(claimMs);
    const signal = options.signal ? AbortSignal.any([options.signal, late]) : late;
    try {
      return await work(row, { ...options, signal });
    } catch (error) {
      if (error instanceof XeroFailure && error.kind !== 'limited') await noteTrouble(row, error);
      throw error;
    } finally {
      await release(db, row);
    }
  };
}
export type MakeInvoice = ReturnType<typeof createMakeInvoice>;
