import { randomUUID } from 'node:crypto';
import { documentList, publicId } from '@ezdash/contracts';
import { inTransaction, type Trx } from '../../platform/db';
import {
  type AppWorld,
  fakeClock,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  makePublisher,
  openApp,
} from '../../testing';
import { deposit } from '../ledger';
import type { PaymentFacts } from '../payments';
import { createDocumentsFeature, type DocumentsFeature } from '.';
import { textOf } from './pdf/textOf';

const NOW = new Date('2026-11-22T10:00:00Z');
const clock = fakeClock(NOW.toISOString());
const company = { name: 'Meridian Ads Ltd', address: ['12 Harbour Street', 'Hamburg'], taxId: 'DE123456789' };
const bankAccount = {
  holder: 'Meridian Ads Ltd',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  bank: 'Test bank',
};
let documents: DocumentsFeature;
let app: AppWorld;

beforeAll(async () => {
  app = await openApp(({ db }) => {
    documents = createDocumentsFeature({ db, clock, company, bankAccount });
    return { mounts: documents.mounts, clock };
  });
});
afterAll(() => app.close());

const MICROS = 1_000_000n;

/** A payment's row and what hooks are told of it; its state does not matter to them. */
async function makePayment(user: MadeUser, given: Partial<PaymentFacts> = {}): Promise<PaymentFacts> {
  const facts = {
    userId: user.id,
    type: 'deposit' as const,
    parentId: null,
    amountMicros: 1_000n * MICROS,
    feeMicros: 15n * MICROS,
    currency: 'USD',
    promoCode: null,
    gatewayName: 'Stripe',
    methodLabel: 'Visa 4242',
    externalTransactionId: 'pi_123',
    reference: null,
    createdAt: NOW,
    ...given,
  };
  const { id } = await app.db
    .insertInto('payment')
    .values({
      user_id: facts.userId,
      type: facts.type,
      state: 'created',
      origin: 'person',
      client_key: randomUUID(),
      parent_id: facts.parentId,
      amount_micros: facts.amountMicros,
      fee_micros: facts.feeMicros,
      bonus_micros: facts.promoCode ? 100n * MICROS : 0n,
      promo_code: facts.promoCode,
      gateway: 'stripe',
      reference: facts.reference,
      created_at: NOW,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...facts, id };
}

const complete = async (trx: Trx, payment: PaymentFacts, at = NOW) =>
  (await documents.hook.completed?.(trx, payment, at)) ?? [];
const awaited = async (trx: Trx, payment: PaymentFacts) =>
  (await documents.hook.awaited?.(trx, payment)) ?? [];
const givenBack = async (trx: Trx, payment: PaymentFacts, deposit: PaymentFacts) =>
  (await documents.hook.givenBack?.(trx, payment, deposit, NOW)) ?? [];
const numbersOf = async (kind: string, year: number) =>
  (
    await app.db
      .selectFrom('document')
      .select('number')
      .where('kind', '=', kind as 'invoice')
      .where('number', 'like', `%-${year}-%`)
      .orderBy('number')
      .execute()
  ).map(({ number }) => number);

/** The file with its bytes as they are. */
async function pdfOf(user: MadeUser, id: string, headers: Record<string, string> = {}) {
  const { cookies } = await app.clientOf(user);
  const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${app.url}/api/documents/${id}.pdf`, { headers: { Cookie, ...headers } });
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}

it('numbers 50 parallel completions without a gap, and loses none with what is rolled back', async () => {
  const user = await makeAdvertiser(app.db);
  const at = new Date('2031-05-05T12:00:00Z');
  const payments: PaymentFacts[] = [];
  for (let index = 0; index < 50; index += 1) payments.push(await makePayment(user));
  const failing = new Set(payments.filter((_payment, index) => index % 5 === 0));
  const outcomes = await Promise.allSettled(
    payments.map((payment) =>
      inTransaction(app.db, async (trx) => {
        await complete(trx, payment, at);
        if (failing.has(payment)) throw new Error('The completion fails behind its invoice');
      }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(10);
  expect(await numbersOf('invoice', 2031)).toEqual(
    Array.from({ length: 40 }, (_, index) => `INV-2031-${String(index + 1).padStart(6, '0')}`),
  );
});

it('numbers every kind and year from one on', async () => {
  const user = await makeAdvertiser(app.db);
  const one = await makePayment(user);
  const two = await makePayment(user, { reference: 'EZ-NUMB-0001' });
  await inTransaction(app.db, async (trx) => {
    await complete(trx, one, new Date('2032-12-31T23:59:59Z'));
    await complete(trx, two, new Date('2033-01-01T00:00:00Z'));
  });
  expect(await numbersOf('invoice', 2032)).toEqual(['INV-2032-000001']);
  expect(await numbersOf('invoice', 2033)).toEqual(['INV-2033-000001']);
});

it('issues one document of a kind for a payment, however often it is asked', async () => {
  const payment = await makePayment(await makeAdvertiser(app.db));
  const first = await inTransaction(app.db, (trx) => complete(trx, payment));
  const again = await inTransaction(app.db, (trx) => complete(trx, payment));
  expect(again).toEqual(first);
  expect(first).toMatchObject([{ kind: 'document-issued', detail: { document: 'invoice' } }]);
});

it('is frozen: what it says stays when the account changes, and no row can be changed', async () => {
  const user = await makeAdvertiser(app.db, {
    company_name: 'Halden Outdoor AS',
    first_name: 'Ines',
    last_name: 'Vidal',
    country: 'NO',
    tax_id: 'NO987',
  });
  const payment = await makePayment(user, { promoCode: 'WINTER10' });
  const lines = await inTransaction(app.db, (trx) => complete(trx, payment));
  const id = String(lines[0]?.detail.id);
  const before = await pdfOf(user, id);
  await app.db
    .updateTable('app_user')
    .set({ company_name: 'Another', locale: 'de' })
    .where('id', '=', user.id)
    .execute();
  const after = await pdfOf(user, id);
  expect(after.body.equals(before.body)).toBe(true);
  const { text } = await textOf(after.body);
  for (const said of [
    'Invoice',
    'Halden Outdoor AS',
    'Ines Vidal',
    'Norway',
    'NO987',
    'Visa 4242 (Stripe)',
    'pi_123',
    '$1,000.00',
    'Payment fee, Stripe',
    '$15.00',
    '$1,015.00',
    'A bonus of $100.00',
    'WINTER10',
    publicId('payment', payment.id),
    '22 November 2026',
    'DE123456789',
  ])
    expect(text).toContain(said);
  expect(text).not.toContain('Another');
  await expect(app.test.owner.updateTable('document').set({ total_micros: 1n }).execute()).rejects.toThrow(
    'append-only',
  );
});

it('is served inline to its owner and operators, and asked after by its version', async () => {
  const user = await makeAdvertiser(app.db);
  const lines = await inTransaction(app.db, async (trx) => complete(trx, await makePayment(user)));
  const id = String(lines[0]?.detail.id);
  const number = String(lines[0]?.detail.number);
  const answer = await pdfOf(user, id);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toBe(`inline; filename="${number}.pdf"`);
  expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  const etag = answer.headers.get('etag') ?? '';
  expect((await pdfOf(user, id, { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' })).status).toBe(304);
  expect((await pdfOf(await makeAdvertiser(app.db), id)).status).toBe(404);
  expect((await pdfOf(await makePublisher(app.db), id)).status).toBe(404);
  expect((await pdfOf(await makeAdmin(app.db), id)).status).toBe(200);
  expect((await pdfOf(user, 'doc_zzzzzz')).status).toBe(404);
});

it('asks for a transfer with its account, reference and day, in German', async () => {
  const user = await makeAdvertiser(app.db, { locale: 'de' });
  const payment = await makePayment(user, {
    reference: 'EZ-7K2M-90QX',
    feeMicros: 0n,
    methodLabel: null,
    gatewayName: 'Bank transfer',
  });
  const lines = await inTransaction(app.db, (trx) => awaited(trx, payment));
  expect(lines).toMatchObject([
    { detail: { document: 'proforma', number: expect.stringMatching(/^PRO-2026-\d{6}$/) } },
  ]);
  const { text } = await textOf((await pdfOf(user, String(lines[0]?.detail.id))).body);
  for (const said of [
    'Proforma-Rechnung',
    'Zu zahlen',
    'DE89 3704 0044 0532 0130 00',
    'COBADEFFXXX',
    'EZ-7K2M-90QX',
    '22. Dezember 2026',
    'Dies ist keine Rechnung',
  ])
    expect(text).toContain(said);
});

it('credits what went back, naming the invoice', async () => {
  const user = await makeAdvertiser(app.db);
  const paid = await makePayment(user);
  const invoice = await inTransaction(app.db, (trx) => complete(trx, paid));
  const back = await makePayment(user, {
    type: 'refund',
    parentId: paid.id,
    amountMicros: 250n * MICROS,
    feeMicros: 0n,
  });
  const lines = await inTransaction(app.db, (trx) => givenBack(trx, back, paid));
  const { text } = await textOf((await pdfOf(user, String(lines[0]?.detail.id))).body);
  for (const said of [
    'Credit note',
    String(invoice[0]?.detail.number),
    '$250.00',
    'Refund of prepaid advertising balance',
  ])
    expect(text).toContain(said);
  expect(await inTransaction(app.db, (trx) => complete(trx, back))).toEqual([]);
});

it('states credit and payouts once each', async () => {
  const advertiser = await makeAdvertiser(app.db);
  const publisher = await makePublisher(app.db, { company_name: 'Gazette' });
  const statement = {
    id: 4711,
    userId: advertiser.id,
    period: '2026-10-01',
    owedMicros: 700_000_001n,
    drawnMicros: 900_000_001n,
    repaidMicros: 300n * MICROS,
    issuedAt: NOW,
    dueAt: new Date('2026-12-22T00:00:00Z'),
  };
  const payout = {
    id: 4712,
    userId: publisher.id,
    amountMicros: 123_450_000n,
    currency: 'USD',
    methodLabel: 'DE ··3000',
    bankReference: 'BANK-1',
    requestedAt: NOW,
  };
  const issue = () =>
    inTransaction(app.db, async (trx) => [
      await documents.issueCreditStatement(trx, statement),
      await documents.issuePayoutStatement(trx, payout, NOW),
    ]);
  const [credit, paid] = await issue();
  expect(await issue()).toEqual([credit, paid]);
  const { text } = await textOf((await pdfOf(advertiser, credit?.id ?? '')).body);
  for (const said of [
    'Credit statement',
    'October 2026',
    '$100.00',
    '$900.000001',
    '−$300.00',
    '$700.000001',
    '22 December 2026',
  ])
    expect(text).toContain(said);
  const statementText = (await textOf((await pdfOf(publisher, paid?.id ?? '')).body)).text;
  for (const said of ['Payout statement', 'Recipient', 'Gazette', '$123.45', 'DE ··3000', 'BANK-1'])
    expect(statementText).toContain(said);
});

it('lists an account’s own documents by pages, newest first, and by kind', async () => {
  const user = await makeAdvertiser(app.db);
  await deposit(app.db, {
    advertiserId: user.id,
    amountMicros: MICROS,
    reference: `list-${user.id}`,
    occurredAt: NOW,
  });
  for (let index = 0; index < 27; index += 1) {
    const payment = await makePayment(user);
    await inTransaction(app.db, (trx) => complete(trx, payment));
  }
  const transfer = await makePayment(user, { reference: 'EZ-LIST-0001' });
  await inTransaction(app.db, (trx) => awaited(trx, transfer));
  const client = await app.clientOf(user);
  const first = documentList.parse((await client.get('/api/documents')).body);
  expect(first.documents).toHaveLength(25);
  expect(first.documents[0]).toMatchObject({
    kind: 'proforma',
    total_micros: 1_015_000_000,
    currency: 'USD',
  });
  const rest = documentList.parse((await client.get(`/api/documents?before=${first.next}`)).body);
  expect(rest).toMatchObject({ next: null });
  expect(rest.documents).toHaveLength(3);
  const proformas = documentList.parse((await client.get('/api/documents?kind=proforma')).body);
  expect(proformas.documents).toHaveLength(1);
  expect((await client.get('/api/documents?kind=receipt')).status).toBe(422);
  expect(await documents.service.exportOf(user.id)).toHaveLength(28);
});
