import type { XeroClient } from 'xero-node';
import { Invoice, LineAmountTypes } from 'xero-node';
import { pdfText } from '../pdfText';
import { connectedClient, refusalOf } from './officialClient';
import { startXeroSandbox } from './startXeroSandbox';
import type { XeroSandbox } from './types';

let sandbox: XeroSandbox;
let client: XeroClient;
let tenant: string;
beforeAll(async () => {
  sandbox = await startXeroSandbox({ limits: { minute: 1_000 } });
  client = await connectedClient(sandbox);
  tenant = sandbox.organisations[0]?.id ?? '';
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const deposit = (over: Partial<Invoice> = {}): Invoice => ({
  type: Invoice.TypeEnum.ACCREC,
  contact: { name: 'Acme Ads', emailAddress: 'books@acme.test' },
  lineItems: [
    { description: 'Deposit to the advertising account', quantity: 1, unitAmount: 250.5, accountCode: '200' },
  ],
  reference: 'payment:42',
  status: Invoice.StatusEnum.AUTHORISED,
  date: '2026-11-22',
  dueDate: '2026-12-06',
  lineAmountTypes: LineAmountTypes.NoTax,
  ...over,
});
const create = (invoice: Invoice, key?: string) =>
  client.accountingApi.createInvoices(tenant, { invoices: [invoice] }, undefined, undefined, key);
async function created(over: Partial<Invoice> = {}, key?: string): Promise<Invoice> {
  const [invoice] = (await create(deposit(over), key)).body.invoices ?? [];
  if (!invoice) throw new Error('No invoice came back');
  return invoice;
}
/** Messages of Xero’s refusal. */
const saidOf = (body: unknown) =>
  (body as { Elements: { ValidationErrors: { Message: string }[] }[] }).Elements.flatMap(
    ({ ValidationErrors }) => ValidationErrors.map(({ Message }) => Message),
  );

afterEach(() => {
  expect(sandbox.invalidExchanges()).toEqual([]);
});

describe('invoices', () => {
  it('are made with their contact, and found by reference, number, status and page', async () => {
    const invoice = await created();
    expect(invoice).toMatchObject({
      invoiceNumber: 'INV-0001',
      status: 'AUTHORISED',
      total: 250.5,
      amountDue: 250.5,
      amountPaid: 0,
      currencyCode: 'USD',
      contact: { name: 'Acme Ads' },
    });
    expect(new Date(String(invoice.dueDate)).toISOString()).toBe('2026-12-06T00:00:00.000Z');
    await created({ reference: 'payment:43', contact: { name: 'acme ADS' } });
    const { accountingApi } = client;
    const listed = async (
      ...query: [where?: string, numbers?: string[], statuses?: string[], page?: number]
    ) => {
      const [where, numbers, statuses, page] = query;
      const { body } = await accountingApi.getInvoices(
        tenant,
        undefined,
        where,
        'InvoiceNumber DESC',
        undefined,
        numbers,
        undefined,
        statuses,
        page,
      );
      return body;
    };
    const references = ({ invoices = [] }: { invoices?: Invoice[] }) =>
      invoices.map(({ reference }) => reference);
    expect(references(await listed('Reference=="payment:42" AND Status!="VOIDED"'))).toEqual(['payment:42']);
    expect(references(await listed(undefined, ['inv-0002']))).toEqual(['payment:43']);
    expect(references(await listed(undefined, undefined, ['DRAFT', 'PAID']))).toEqual([]);
    const paged = await listed(undefined, undefined, ['AUTHORISED'], 1);
    expect(references(paged)).toEqual(['payment:43', 'payment:42']);
    expect(paged.pagination).toMatchObject({ page: 1, pageSize: 100, itemCount: 2, pageCount: 1 });
    expect(paged.invoices?.[0]?.lineItems).toHaveLength(1);
    // Without a page they come without their lines.
    expect((await listed()).invoices?.[0]?.lineItems).toEqual([]);
    // The name found the one that there was.
    expect((await accountingApi.getContacts(tenant)).body.contacts).toHaveLength(1);
    const one = await accountingApi.getInvoice(tenant, invoice.invoiceID ?? '');
    expect(one.body.invoices?.[0]).toMatchObject({ reference: 'payment:42' });
  });

  it('have tax on top or within, by their account or their line', async () => {
    const line = { description: 'x', quantity: 3, unitAmount: 33.33, accountCode: '210' };
    const on = await created({ lineItems: [line], lineAmountTypes: LineAmountTypes.Exclusive });
    expect(on).toMatchObject({ subTotal: 99.99, totalTax: 20, total: 119.99 });
    const within = await created({ lineItems: [line], lineAmountTypes: LineAmountTypes.Inclusive });
    expect(within).toMatchObject({ subTotal: 83.32, totalTax: 16.67, total: 99.99 });
    const free = await created({
      lineItems: [{ ...line, taxType: 'NONE' }],
      lineAmountTypes: LineAmountTypes.Exclusive,
    });
    expect(free).toMatchObject({ totalTax: 0, total: 99.99 });
  });

  it('are made once for one Idempotency-Key; another body under it is refused', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => created({}, 'deposit-42')));
    expect(new Set(made.map(({ invoiceID }) => invoiceID)).size).toBe(1);
    expect(sandbox.exchanges.filter(({ isReplay }) => isReplay)).toHaveLength(4);
    const other = await refusalOf(create(deposit({ reference: 'payment:44' }), 'deposit-42'));
    expect(other).toMatchObject({
      status: 400,
      body: { Message: expect.stringContaining('Idempotency-Key') },
    });
    expect(sandbox.state()).toMatchObject({ invoicesByReference: { 'payment:42': 1 }, duplicates: {} });
  });

  it('are made twice when the key is older than six minutes: a key alone is no protection', async () => {
    await created({}, 'deposit-42');
    sandbox.advance(361_000);
    await created({}, 'deposit-42');
    expect(sandbox.state().duplicates).toEqual({ 'payment:42': 2 });
  });

  it('are refused in Xero’s words when something about them is wrong, all or one by one', async () => {
    const wrong = deposit({
      dueDate: undefined,
      contact: {},
      lineItems: [{ description: 'x', quantity: 1, unitAmount: 1, accountCode: '999', taxType: 'MOON' }],
    });
    const { status, body } = await refusalOf(create(wrong));
    expect([status, (body as { Type: string }).Type]).toEqual([400, 'ValidationException']);
    expect(saidOf(body)).toEqual([
      'A Contact must be specified for this type of transaction.',
      'The due date must be specified.',
      "Account code '999' is not a valid code for this document.",
      "The TaxType code 'MOON' does not exist or cannot be used for this type of transaction.",
    ]);
    const number = 'A-1';
    await created({ invoiceNumber: number });
    expect(saidOf((await refusalOf(create(deposit({ invoiceNumber: number })))).body)).toEqual([
      'Invoice # must be unique.',
    ]);
    const both = { invoices: [deposit({ reference: 'good' }), deposit({ reference: 'bad', contact: {} })] };
    await refusalOf(client.accountingApi.createInvoices(tenant, both, true));
    expect(sandbox.state().invoicesByReference.good).toBeUndefined();
    const mixed = await client.accountingApi.createInvoices(tenant, both, false);
    expect(
      mixed.body.invoices?.map(({ hasErrors, statusAttributeString }) => [hasErrors, statusAttributeString]),
    ).toEqual([
      [false, 'OK'],
      [true, 'ERROR'],
    ]);
    expect(sandbox.state().invoicesByReference).toMatchObject({ good: 1 });
  });

  it('are all made or none: a contact that cannot be, or a number twice in one call, keeps back the others', async () => {
    const { accountingApi } = client;
    const archived = await accountingApi.createContacts(tenant, {
      contacts: [{ name: 'Gone', contactNumber: 'g' }],
    });
    const contactID = archived.body.contacts?.[0]?.contactID ?? '';
    await accountingApi.updateContact(tenant, contactID, {
      contacts: [{ contactStatus: 'ARCHIVED' as never }],
    });
    const refused = async (second: Partial<Invoice>) => {
      const invoices = [deposit({ invoiceNumber: 'N-1' }), deposit(second)];
      return saidOf((await refusalOf(accountingApi.createInvoices(tenant, { invoices }))).body);
    };
    expect(await refused({ contact: { contactID } })).toEqual([expect.stringContaining('has been archived')]);
    expect(await refused({ contact: { name: 'Odd', emailAddress: 'odd' } })).toEqual([
      'Email address must be valid.',
    ]);
    expect(await refused({ invoiceNumber: 'N-1' })).toEqual(['Invoice # must be unique.']);
    expect(sandbox.state().organisations[0]).toMatchObject({ invoices: 0, contacts: 1 });
  });

  it('change their state on the ways that Xero has, and voided ones count no more', async () => {
    const draft = await created({ status: Invoice.StatusEnum.DRAFT });
    const id = draft.invoiceID ?? '';
    const to = (status: Invoice.StatusEnum) =>
      client.accountingApi.updateInvoice(tenant, id, { invoices: [{ status }] });
    await to(Invoice.StatusEnum.AUTHORISED);
    expect((await refusalOf(to(Invoice.StatusEnum.DELETED))).status).toBe(400);
    await to(Invoice.StatusEnum.VOIDED);
    expect(sandbox.state().invoicesByReference).toEqual({});
    expect(
      await refusalOf(client.accountingApi.getInvoice(tenant, '8a6c3f5e-0000-4000-8000-000000000000')),
    ).toMatchObject({
      status: 404,
    });
  });

  it('come as a PDF with what stands in them', async () => {
    const contact = { name: 'Żółw & Søn GmbH' };
    const { invoiceID = '' } = await created({ contact, currencyCode: undefined });
    const { body, response } = await client.accountingApi.getInvoiceAsPdf(tenant, invoiceID);
    expect(response.headers['content-type']).toBe('application/pdf');
    const text = await pdfText(new Uint8Array(body));
    for (const part of [
      'INV-0001',
      'Żółw & Søn GmbH',
      'Deposit to the advertising account',
      'payment:42',
      '250.50 USD',
    ])
      expect(text).toContain(part);
  });
});

describe('payments', () => {
  const pay = (invoiceID: string | undefined, amount: number, code = '090', key?: string) =>
    client.accountingApi.createPayments(
      tenant,
      {
        payments: [
          { invoice: { invoiceID }, account: { code }, date: '2026-11-22', amount, reference: 'ch_1' },
        ],
      },
      undefined,
      key,
    );

  it('bring an invoice to paid, part by part, never above what is open', async () => {
    const { invoiceID = '' } = await created();
    const part = await pay(invoiceID, 100);
    expect(part.body.payments?.[0]).toMatchObject({
      amount: 100,
      invoice: { amountDue: 150.5, status: 'AUTHORISED' },
    });
    const { body } = await refusalOf(pay(invoiceID, 150.51));
    expect(saidOf(body)).toEqual(['Payment amount exceeds the amount outstanding on this document']);
    await pay(invoiceID, 150.5, '090', 'pay-1');
    await pay(invoiceID, 150.5, '090', 'pay-1');
    const [paid] = (await client.accountingApi.getInvoice(tenant, invoiceID)).body.invoices ?? [];
    expect(paid).toMatchObject({ status: 'PAID', amountDue: 0, amountPaid: 250.5 });
    expect(paid?.payments).toHaveLength(2);
    expect(saidOf((await refusalOf(pay(invoiceID, 1))).body)).toEqual([
      'Payments can only be made against Authorised documents',
      'Payment amount exceeds the amount outstanding on this document',
    ]);
  });

  it('need an account that takes them, and open the invoice again when they are deleted', async () => {
    const { invoiceID = '' } = await created();
    expect(saidOf((await refusalOf(pay(invoiceID, 1, '200'))).body)[0]).toContain('Payments must be enabled');
    const [payment] = (await pay(invoiceID, 250.5)).body.payments ?? [];
    await client.accountingApi.deletePayment(tenant, payment?.paymentID ?? '', { status: 'DELETED' });
    const [open] = (await client.accountingApi.getInvoice(tenant, invoiceID)).body.invoices ?? [];
    expect(open).toMatchObject({ status: 'AUTHORISED', amountDue: 250.5 });
    const { body } = await client.accountingApi.getPayments(tenant, undefined, 'Status=="DELETED"');
    expect(body.payments).toHaveLength(1);
  });
});

describe('contacts, accounts and the organisation', () => {
  it('keeps names of contacts unique, updates, searches and archives', async () => {
    const { accountingApi } = client;
    const made = await accountingApi.createContacts(tenant, {
      contacts: [{ name: 'Acme Ads', contactNumber: 'adv-1' }],
    });
    const [{ contactID = '' } = {}] = made.body.contacts ?? [];
    const twice = await refusalOf(accountingApi.createContacts(tenant, { contacts: [{ name: 'ACME ads' }] }));
    expect(saidOf(twice.body)[0]).toContain('already assigned to another contact');
    const mail = await refusalOf(
      accountingApi.createContacts(tenant, { contacts: [{ name: 'New', emailAddress: 'nobody' }] }),
    );
    expect(saidOf(mail.body)).toEqual(['Email address must be valid.']);
    // By its number: the name is a new one.
    await accountingApi.updateOrCreateContacts(tenant, {
      contacts: [{ name: 'Acme Global', contactNumber: 'adv-1' }],
    });
    const found = async (term: string, where?: string) =>
      (
        await accountingApi.getContacts(
          tenant,
          undefined,
          where,
          undefined,
          undefined,
          undefined,
          undefined,
          undefined,
          term,
        )
      ).body.contacts?.map((each) => each.contactID);
    expect(await found('global')).toEqual([contactID]);
    expect(await found('global', 'ContactNumber=="adv-2"')).toEqual([]);
    await accountingApi.updateContact(tenant, contactID, {
      contacts: [{ contactStatus: 'ARCHIVED' as never }],
    });
    expect(await found('global')).toEqual([]);
    expect((await accountingApi.getContact(tenant, contactID)).body.contacts).toHaveLength(1);
  });

  it('lists what was asked for by its ids, changed since a moment, in whole or in brief', async () => {
    const { accountingApi } = client;
    const first = await created({ reference: 'a', contact: { name: 'First' } });
    sandbox.advance(10_000);
    const since = new Date(Date.parse(String(first.updatedDateUTC)) + 5_000);
    const second = await created({ reference: 'b', contact: { name: 'Second' } });
    const contactID = second.contact?.contactID ?? '';
    const byId = await accountingApi.getContacts(tenant, undefined, undefined, undefined, [contactID]);
    expect(byId.body.contacts?.map(({ name }) => name)).toEqual(['Second']);
    const newer = await accountingApi.getInvoices(tenant, since);
    expect(newer.body.invoices?.map(({ reference }) => reference)).toEqual(['b']);
    const none = undefined;
    const brief = async (summaryOnly: boolean) => {
      const { body } = await accountingApi.getInvoices(
        tenant,
        none,
        none,
        'Reference',
        [first.invoiceID ?? ''],
        none,
        [first.contact?.contactID ?? ''],
        none,
        1,
        none,
        none,
        none,
        summaryOnly,
      );
      return body.invoices?.map(({ lineItems }) => lineItems?.length);
    };
    expect([await brief(false), await brief(true)]).toEqual([[1], [0]]);
  });

  it('tells who it is and which accounts it has', async () => {
    const [organisation] = (await client.accountingApi.getOrganisations(tenant)).body.organisations ?? [];
    expect(organisation).toMatchObject({
      name: 'Demo Company (Global)',
      baseCurrency: 'USD',
      organisationID: tenant,
    });
    const { body } = await client.accountingApi.getAccounts(tenant, undefined, 'Type=="BANK"', 'Code DESC');
    expect(body.accounts?.map(({ code }) => code)).toEqual(['091', '090']);
    const wrong = await refusalOf(client.accountingApi.getAccounts(tenant, undefined, 'Type="BANK"'));
    expect(wrong).toMatchObject({ status: 400, body: { Type: 'QueryParseException', ErrorNumber: 16 } });
  });
});
