import { type ErrorBody, publicId, type XeroInvoiceAnswer, type XeroStatus } from '@ezdash/contracts';
import { sql } from 'kysely';
import { makeAdvertiser } from '../../testing';
import type { FaultKind } from '../../testing/xeroSandbox';
import { makePayment, openServer, openXero, type XeroWorld } from './testXero';

jest.setTimeout(120_000);

/** Silence is noticed soon; the limits of calls are another test's. */
const OPTIONS = {
  timeouts: { callMs: 1_000 },
  limits: { window: 100_000, leaseMs: 1_200 },
  sandbox: { limits: { minute: 100_000 } },
};
const MICROS = 1_000_000n;
const MINUTE_MS = 60_000;

let world: XeroWorld;
beforeEach(async () => {
  world = await openXero(OPTIONS);
  await world.connect();
});
afterEach(async () => {
  expect(world.sandbox.invalidExchanges()).toEqual([]);
  expect(world.sandbox.state().duplicates).toEqual({});
  await world.close();
});

const idOf = (paymentId: number) => publicId('payment', paymentId);
const rowOf = (paymentId: number) =>
  world.test.db.selectFrom('xero_invoice').selectAll().where('payment_id', '=', paymentId).executeTakeFirst();
const books = () => world.sandbox.state().organisations[0];
const byHand = async (paymentId: number) =>
  (await world.debugger()).post<XeroInvoiceAnswer & ErrorBody>(`/debug-tool/xero/invoice/${idOf(paymentId)}`);
/** What is to go on by itself in a minute goes on now. */
const hurry = () =>
  sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'xero.invoice'`.execute(world.test.db);
/** The body of the latest such call that reached the local Xero. */
const sent = (operation: string): unknown =>
  world.sandbox.exchanges.filter((each) => each.operation === operation).at(-1)?.requestBody;

describe('a completed deposit', () => {
  it('gets an invoice with its payment by itself', async () => {
    const user = await makeAdvertiser(world.test.db, { cashMicros: 0n, company_name: 'Acme & Sons' });
    const paymentId = await world.deposit({ user, amountMicros: 250n * MICROS, feeMicros: 7_250_000n });
    await world.settled();
    expect(sent('createContacts')).toEqual({
      Contacts: [
        expect.objectContaining({
          ContactNumber: publicId('user', user.id),
          Name: 'Acme & Sons',
          EmailAddress: user.email,
        }),
      ],
    });
    expect(sent('createInvoices')).toEqual({
      Invoices: [
        expect.objectContaining({
          Type: 'ACCREC',
          Status: 'AUTHORISED',
          Reference: idOf(paymentId),
          InvoiceNumber: idOf(paymentId),
          Date: '2026-11-16',
          CurrencyCode: 'USD',
          LineAmountTypes: 'NoTax',
          LineItems: [
            expect.objectContaining({ UnitAmount: 250, AccountCode: '200', TaxType: 'NONE' }),
            expect.objectContaining({ Description: 'Payment fee, Sandbox', UnitAmount: 7.25 }),
          ],
        }),
      ],
    });
    expect(sent('createPayment')).toMatchObject({ Amount: 257.25, Account: { Code: '090' } });
    expect(await rowOf(paymentId)).toMatchObject({
      state: 'created',
      invoice_number: idOf(paymentId),
      invoice_status: 'PAID',
      trouble: null,
    });
    const { body } = await (await world.debugger()).get<XeroStatus>('/debug-tool/xero/status');
    expect(body).toMatchObject({ waiting: 0, failed: 0 });
    expect(body.recent_payments[0]).toMatchObject({
      id: idOf(paymentId),
      type: 'deposit',
      type_color: 'ok',
      status: 'completed',
      status_color: 'ok',
      currency: 'USD',
      amount: '250.00',
      credit: '250.00',
      gateway: 'Sandbox',
      account_email: user.email,
      created_ago: 'just now',
      has_invoice: true,
    });
    // The same customer is no second contact.
    await world.deposit({ user });
    await world.settled();
    expect(books()).toMatchObject({ contacts: 1, invoices: 2, payments: 2 });
  });

  it('has the number of our own invoice when there is one', async () => {
    const paymentId = await world.deposit({ hooked: false });
    const { user_id } = await world.test.db
      .selectFrom('payment')
      .select('user_id')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow();
    await world.test.db
      .insertInto('document')
      .values({
        user_id,
        kind: 'invoice',
        number: 'INV-2026-00042',
        subject: `payment:${paymentId}`,
        payment_id: paymentId,
        total_micros: 250n * MICROS,
        content: '{}',
        issued_at: world.clock.now(),
      })
      .execute();
    expect((await byHand(paymentId)).body.invoice_number).toBe('INV-2026-00042');
  });

  it('shares a company’s name with another customer', async () => {
    for (const amountMicros of [100n * MICROS, 200n * MICROS]) {
      const user = await makeAdvertiser(world.test.db, { cashMicros: 0n, company_name: 'Twins' });
      await world.deposit({ user, amountMicros });
    }
    await world.settled();
    expect(books()).toMatchObject({ contacts: 2, invoices: 2, payments: 2 });
  });

  it('gets none by itself when that is off, or nothing was ever connected', async () => {
    const client = await world.operator();
    await client.put('/api/operator/xero', { auto_create: false });
    expect(await rowOf(await world.deposit())).toBeUndefined();
    await client.put('/api/operator/xero', { auto_create: true });
    await client.post('/api/operator/xero/disconnect');
    expect(await rowOf(await world.deposit())).toBeUndefined();
  });
});

describe('by hand', () => {
  it('is made once, however often it is asked for', async () => {
    const paymentId = await world.deposit({ hooked: false });
    const client = await world.debugger();
    const path = `/debug-tool/xero/invoice/${idOf(paymentId)}`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.post<XeroInvoiceAnswer>(path)));
    expect(answers.every(({ status }) => status === 201 || status === 200)).toBe(true);
    expect(new Set(answers.map(({ body }) => body.invoice_id)).size).toBe(1);
    expect((await client.post(path)).status).toBe(200);
    expect(books()).toMatchObject({ invoices: 1, payments: 1 });
    const operator = await world.operator();
    expect((await operator.post(`/api/operator/xero/invoices/${idOf(paymentId)}`)).status).toBe(200);
  });

  it('is for completed deposits alone', async () => {
    const done = await world.deposit({ hooked: false });
    const pending = await world.deposit({ state: 'pending' });
    const refund = await world.deposit({ type: 'refund', parentId: done });
    for (const paymentId of [pending, refund])
      expect(await byHand(paymentId)).toMatchObject({ status: 409, body: { code: 'INVOICE_NOT_POSSIBLE' } });
    expect((await byHand(99_999)).status).toBe(404);
    expect(await world.test.db.selectFrom('xero_invoice').select('state').execute()).toEqual([]);
  });

  it('asks for a recent proof', async () => {
    const paymentId = await world.deposit({ hooked: false });
    const client = await world.debugger();
    world.clock.advance(6 * MINUTE_MS);
    const { status, body } = await client.post<ErrorBody>(`/debug-tool/xero/invoice/${idOf(paymentId)}`);
    expect([status, body.code]).toEqual([403, 'REAUTH_REQUIRED']);
  });

  it('says when Xero is not connected', async () => {
    const paymentId = await world.deposit({ hooked: false });
    await (await world.operator()).post('/api/operator/xero/disconnect');
    expect(await byHand(paymentId)).toMatchObject({ status: 409, body: { code: 'XERO_NOT_CONNECTED' } });
  });

  it('goes on by itself when Xero does not answer', async () => {
    const paymentId = await world.deposit({ hooked: false });
    world.sandbox.fault({ kind: 'hangAfter', on: 'createInvoices' });
    expect(await byHand(paymentId)).toMatchObject({ status: 502, body: { code: 'XERO_FAILED' } });
    expect(await rowOf(paymentId)).toMatchObject({ state: 'wanted', trouble: 'Xero was not heard' });
    expect(await world.jobs.send('xero.invoice', { payment_id: paymentId })).toBeNull();
    await hurry();
    await world.settled();
    expect(await rowOf(paymentId)).toMatchObject({ state: 'created', invoice_status: 'PAID' });
  });
});

describe('the file', () => {
  it('comes from Xero, named as the specification says', async () => {
    const paymentId = await world.deposit();
    await world.settled();
    const row = await rowOf(paymentId);
    const client = await world.debugger();
    for (const id of [idOf(paymentId), row?.invoice_id ?? '']) {
      const { status, headers, text } = await client.get(`/debug-tool/xero/invoice/${id}/pdf`);
      expect([status, text.slice(0, 5)]).toEqual([200, '%PDF-']);
      expect(headers.get('Content-Type')).toMatch(/^application\/pdf\b/);
      expect(headers.get('Content-Disposition')).toBe(`attachment; filename="invoice-${id}.pdf"`);
    }
    const none = await world.deposit({ hooked: false });
    for (const id of [idOf(none), 'nothing', '00000000-0000-4000-8000-000000000000'])
      expect((await client.get(`/debug-tool/xero/invoice/${id}/pdf`)).status).toBe(404);
  });
});

const UNCLEAR: FaultKind[] = ['hangAfter', 'resetBefore', 'resetAfter', 'status', 'expiredAccessToken'];
const OPERATIONS = ['getContacts', 'createContacts', 'createInvoices', 'createPayment'];
const TROUBLES = UNCLEAR.flatMap((kind) => OPERATIONS.map((on) => [kind, on] as const));

describe('what goes wrong', () => {
  it('on the way leaves one invoice and one payment on it', async () => {
    let count = 0;
    for (const [kind, on] of TROUBLES) {
      world.sandbox.fault({ kind, on });
      const paymentId = await world.deposit();
      await world.settled();
      count += 1;
      expect({ kind, on, ...(await rowOf(paymentId)) }).toMatchObject({
        kind,
        on,
        state: 'created',
        invoice_status: 'PAID',
        trouble: null,
      });
      expect(books()).toMatchObject({ contacts: count, invoices: count, payments: count });
    }
    expect(await world.jobs.deadLetters('xero.invoice')).toEqual([]);
  });

  it.each(['concurrent', 'minute', 'day', 'appminute'] as const)(
    'a limit (%s) is waited for',
    async (problem) => {
      world.sandbox.fault({ kind: 'rateLimit', on: 'createInvoices', problem, retryAfterSeconds: 1 });
      const paymentId = await world.deposit();
      await world.settled();
      expect(await rowOf(paymentId)).toMatchObject({ state: 'created', trouble: null });
      const calls = world.sandbox.exchanges.filter(({ operation }) => operation === 'createInvoices');
      expect(calls.map(({ status }) => status)).toEqual([429, 200]);
      const [refused, taken] = calls.map(({ at }) => Date.parse(at));
      expect((taken ?? 0) - (refused ?? 0)).toBeGreaterThanOrEqual(1_000);
    },
  );

  it('a server that dies between Xero’s answer and its own note makes no second one', async () => {
    // A sequence counts although its transaction is undone.
    await sql`CREATE SEQUENCE notes`.execute(world.test.owner);
    await sql`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN IF nextval('notes') <= 2 THEN RAISE EXCEPTION 'died'; END IF; RETURN NEW; END $$`.execute(
      world.test.owner,
    );
    await sql`CREATE TRIGGER die BEFORE UPDATE ON xero_invoice FOR EACH ROW
      WHEN (OLD.state <> 'created' AND NEW.state = 'created') EXECUTE FUNCTION die()`.execute(
      world.test.owner,
    );
    const paymentId = await world.deposit();
    await world.settled();
    expect(await rowOf(paymentId)).toMatchObject({ state: 'created', invoice_status: 'PAID' });
    expect(books()).toMatchObject({ contacts: 1, invoices: 1, payments: 1 });
    const operations = world.sandbox.exchanges.map(({ operation }) => operation);
    expect(operations.filter((each) => each === 'createInvoices')).toHaveLength(1);
  });

  it('an invoice that nobody here remembers is found by its number', async () => {
    const paymentId = await world.deposit();
    await world.settled();
    const before = await rowOf(paymentId);
    // As after a restored backup.
    await world.test.owner.deleteFrom('xero_invoice').execute();
    const { status, body } = await byHand(paymentId);
    expect([status, body.invoice_id]).toEqual([201, before?.invoice_id]);
    expect(books()).toMatchObject({ invoices: 1, payments: 1 });
  });

  it('what was begun in an organisation that is gone waits for a person', async () => {
    const [first, second] = world.sandbox.organisations;
    world.sandbox.fault({ kind: 'hangBefore', on: 'createInvoices' });
    const paymentId = await world.deposit({ hooked: false });
    expect((await byHand(paymentId)).status).toBe(502);
    await (await world.operator()).post('/api/operator/xero/disconnect');
    await world.connect(second?.id);
    await hurry();
    await world.settled();
    expect(await rowOf(paymentId)).toMatchObject({ state: 'failed', tenant_id: first?.id });
    expect((await byHand(paymentId)).status).toBe(201);
    expect(await rowOf(paymentId)).toMatchObject({ state: 'created', tenant_id: second?.id });
  });

  it('a worker that was killed holds its invoice no longer than its lease', async () => {
    const paymentId = await world.deposit({ hooked: false });
    await world.test.db
      .insertInto('xero_invoice')
      .values({
        payment_id: paymentId,
        state: 'wanted',
        idempotency_key: 'of the killed one',
        wanted_at: world.clock.now(),
        claim_id: '00000000-0000-4000-8000-000000000001',
        claimed_until: sql<Date>`clock_timestamp() + interval '2 s'`,
      })
      .execute();
    expect((await byHand(paymentId)).status).toBe(201);
  });

  it('Xero’s refusal is told, and tried again when a person asks', async () => {
    const wrong = openServer(world.test, world.sandbox, world.clock, {
      ...OPTIONS,
      config: { accountCode: '999' },
    });
    const paymentId = await world.deposit({ hooked: false });
    await expect(wrong.xero.service.createInvoice(idOf(paymentId), world.admin.id)).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining("Account code '999' is not a valid code"),
    });
    expect(await rowOf(paymentId)).toMatchObject({ state: 'failed' });
    const { body } = await (await world.operator()).get<XeroStatus>('/api/operator/xero');
    expect(body).toMatchObject({ waiting: 0, failed: 1 });
    // Nobody tries by themselves what was refused.
    expect((await byHand(paymentId)).status).toBe(201);
    expect(await rowOf(paymentId)).toMatchObject({ state: 'created', trouble: null });
    await wrong.jobs.stop();
  });

  it('a refused job is a dead letter that can be sent anew', async () => {
    await world.close();
    world = await openXero({ ...OPTIONS, config: { paymentAccountCode: '200' } });
    await world.connect();
    const paymentId = await world.deposit();
    await world.settled();
    expect(await rowOf(paymentId)).toMatchObject({ state: 'created', paid_at: null });
    const [dead] = await world.jobs.deadLetters('xero.invoice');
    expect(dead?.payload).toEqual({ payment_id: paymentId });
  });

  it('an organisation that is closed to us keeps everything waiting until it is open again', async () => {
    world.sandbox.revokeConnections();
    const paymentId = await world.deposit();
    await world.settled();
    const client = await world.operator();
    const { body } = await client.get<XeroStatus>('/api/operator/xero');
    expect(body).toMatchObject({ status: { connected: false, has_credentials: true }, waiting: 1 });
    const later = await world.deposit();
    await world.settled();
    await world.connect();
    await world.settled();
    for (const each of [paymentId, later])
      expect(await rowOf(each)).toMatchObject({ invoice_status: 'PAID' });
  });

  it('a payment that was not heard of is recorded later, whatever came between', async () => {
    // As after an outage: the invoice is there, its payment was not heard, and its job is gone.
    world.sandbox.fault({ kind: 'hangBefore', on: 'createPayment' });
    const paymentId = await world.deposit({ hooked: false });
    expect((await byHand(paymentId)).status).toBe(201);
    expect(await rowOf(paymentId)).toMatchObject({ state: 'created', paid_at: null });
    await sql`DELETE FROM pgboss.job WHERE name = 'xero.invoice'`.execute(world.test.db);
    expect(await world.xero.sweep()).toBe(1);
    await world.settled();
    expect(await rowOf(paymentId)).toMatchObject({ state: 'created', invoice_status: 'PAID', trouble: null });
    expect(books()).toMatchObject({ invoices: 1, payments: 1 });
  });

  it('two servers work on all of it together', async () => {
    const other = openServer(world.test, world.sandbox, world.clock, OPTIONS);
    await other.jobs.start();
    const user = await makeAdvertiser(world.test.db, { cashMicros: 0n });
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        makePayment({ ...world, xero: (at % 2 ? other : world).xero }, { user }),
      ),
    );
    await world.settled();
    await other.jobs.stop();
    expect(books()).toMatchObject({ contacts: 1, invoices: 12, payments: 12 });
    expect(world.sandbox.peak.concurrent).toBeLessThanOrEqual(5);
  });
});
