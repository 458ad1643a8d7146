import { randomUUID } from 'node:crypto';
import type { OperatorPayment, PaymentDetail, PromoCodeInput } from '@ezdash/contracts';
import { inTransaction } from '../../platform/db';
import { type MadeUser, makeAdmin, makeAdvertiser, type TestClient } from '../../testing';
import { createTestPublisher } from '../../testing/testPublisher';
import { createCreditFeature } from '../credit';
import { type CreditState, changeLine, openLine } from '../credit/testCredit';
import { createDocumentsFeature } from '../documents';
import { balances, correctionPostings, headroomOf, post, verify } from '../ledger';
import { createPromoCodesFeature } from '../promo-codes';
import { BANK, METHOD, openPayments, type PaymentsWorld, UNIT } from './testPayments';

let world: PaymentsWorld;
let admin: TestClient;
let owner: MadeUser;
let client: TestClient;
const publisher = createTestPublisher();

/** Payments as they are put together for people: promo codes, credit line, documents. */
beforeAll(async () => {
  world = await openPayments({
    others: ({ db, clock, mail, log }) => {
      const company = { name: 'Ads', address: ['1 High Street'], taxId: null };
      const documents = createDocumentsFeature({ db, clock, company, bankAccount: BANK });
      const promo = createPromoCodesFeature({ db, clock, publisher });
      const credit = createCreditFeature({
        db,
        clock,
        log,
        mail,
        publisher,
        documents,
      });
      return {
        hooks: [promo.hook, credit.hook, documents.hook],
        mounts: [...promo.mounts, ...documents.mounts],
      };
    },
  });
  admin = await world.signedIn(await makeAdmin(world.test.db));
});
beforeEach(async () => {
  owner = await makeAdvertiser(world.test.db, { cashMicros: 0n });
  client = await world.signedIn(owner);
});
afterEach(async () => {
  expect((await verify(world.test.db)).differences).toEqual([]);
});
afterAll(() => world.close());

async function makeCode(given: Partial<PromoCodeInput> = {}): Promise<string> {
  const code = `CODE-${randomUUID().slice(0, 8).toUpperCase()}`;
  const { status, text } = await admin.post('/api/operator/promo-codes', {
    code,
    name: 'Spring',
    discount_type: 'percentage',
    discount_value: 10,
    is_active: true,
    is_public: false,
    usage_limit: null,
    minimum_amount: null,
    valid_from: null,
    valid_until: null,
    ...given,
  });
  if (status !== 201) throw new Error(text);
  return code;
}

const money = async (user = owner) => {
  const { advertiser_cash, advertiser_bonus, advertiser_credit, advertiser_hold } = await balances(
    world.test.db,
    user.id,
  );
  return [advertiser_cash, advertiser_bonus, advertiser_credit, advertiser_hold].map(
    (micros) => Number(micros) / UNIT,
  );
};
const detail = async (id: string) => (await client.get<PaymentDetail>(`/api/payments/${id}`)).body;
/** As if it had been lent and spent. */
const owe = (amount: number) =>
  inTransaction(world.test.db, (trx) =>
    post(trx, {
      idempotencyKey: randomUUID(),
      kind: 'correction',
      occurredAt: world.clock.now(),
      postings: correctionPostings(
        { kind: 'advertiser_credit', ownerId: owner.id },
        { kind: 'network_revenue', ownerId: null },
        BigInt(amount * UNIT),
      ),
    }),
  );

it('a deposit with a code: bonus, invoice and mail; its refund: bonus back and a credit note', async () => {
  const code = await makeCode();
  const { id } = await world.deposit(client, { promo_code: code, method_id: METHOD });
  expect(await money()).toEqual([500, 50, 0, 0]);
  const paid = await detail(id);
  expect(paid.events.map(({ kind }) => kind)).toEqual([
    'created',
    'sent-to-gateway',
    'completed',
    'bonus-added',
    'document-issued',
  ]);
  expect(paid.documents).toMatchObject([{ kind: 'invoice' }]);
  const refund = { refund_id: randomUUID(), amount_micros: 250 * UNIT, why: 'Half of it' };
  await admin.post<OperatorPayment>(`/api/operator/payments/${id}/refunds`, refund);
  await world.settled();
  expect(await money()).toEqual([250, 25, 0, 0]);
  const after = await detail(id);
  expect(after.events.map(({ kind }) => kind).slice(5)).toEqual([
    'refund-asked',
    'refunded',
    'bonus-returned',
    'document-issued',
  ]);
  const mails = await world.test.db.selectFrom('mail').select(['template', 'data']).execute();
  expect(mails.find(({ template }) => template === 'payment-completed')?.data).toMatchObject({
    bonusMicros: 50 * UNIT,
    documents: [expect.stringMatching(/^INV-2026-/)],
  });
});

it('a deposit repays first what is owed', async () => {
  await owe(80);
  expect(await money()).toEqual([0, 0, -80, 0]);
  const { id } = await world.deposit(client, { method_id: METHOD });
  expect(await money()).toEqual([420, 0, 0, 0]);
  expect((await detail(id)).events).toContainEqual(
    expect.objectContaining({ kind: 'credit-repaid', detail: { amount_micros: 80 * UNIT } }),
  );
});

describe('a chargeback of a deposit that had repaid a credit line', () => {
  const lineOf = () =>
    world.test.db
      .selectFrom('credit_line')
      .select(['state', 'note'])
      .where('advertiser_id', '=', owner.id)
      .executeTakeFirst();
  /** Something goes back that nobody here asked for, and the gateway says so. */
  async function takeBack(id: string, kind: 'refunds' | 'disputes') {
    const externalId = (await world.row(id)).external_id ?? '';
    world.gateway.takeBack(externalId, kind, BigInt(500 * UNIT));
    await world.tell(externalId);
    await world.settled();
  }
  async function repaid(state: CreditState = 'open') {
    await openLine(world.test.db, owner.id, { limitMicros: BigInt(900 * UNIT) });
    await owe(80);
    const { id } = await world.deposit(client, { method_id: METHOD });
    await changeLine(world.test.db, owner.id, { state });
    return id;
  }
  const headroom = async () => Number(await headroomOf(world.test.db, owner.id)) / UNIT;

  it('pauses the line: no payment opens it again, operators are told, the payer is written to', async () => {
    const id = await repaid();
    expect([await money(), await headroom()]).toEqual([[420, 0, 0, 0], 900]);
    publisher.sent.length = 0;
    await takeBack(id, 'disputes');
    expect(await money()).toEqual([-80, 0, 0, 0]);
    const paused = { state: 'paused', note: `chargeback of ${id}` };
    expect(await lineOf()).toEqual(paused);
    expect(publisher.sent).toEqual([{ to: 'operators', event: 'money.changed', payload: {} }]);
    expect(await world.mails()).toContainEqual({ template: 'payment-given-back', recipient: owner.email });
    // Told again, and paid after all.
    await world.tell((await world.row(id)).external_id);
    await world.settled();
    await world.deposit(client, { method_id: METHOD });
    expect([await money(), await headroom()]).toEqual([[420, 0, 0, 0], 0]);
    expect(await lineOf()).toEqual(paused);
    expect(publisher.sent).toHaveLength(1);
  });

  it('pauses a line that is overdue, which a payment would open; what an operator has stopped stays as it is', async () => {
    const id = await repaid('overdue');
    await takeBack(id, 'disputes');
    expect(await lineOf()).toMatchObject({ state: 'paused' });
    owner = await makeAdvertiser(world.test.db, { cashMicros: 0n });
    client = await world.signedIn(owner);
    const other = await repaid('closed');
    await takeBack(other, 'disputes');
    expect(await lineOf()).toEqual({ state: 'closed', note: '' });
  });

  it('is no refund: that leaves the line open', async () => {
    const id = await repaid();
    await takeBack(id, 'refunds');
    expect([await money(), await lineOf()]).toEqual([[-80, 0, 0, 0], { state: 'open', note: '' }]);
  });
});

it('a transfer gets a proforma first; what comes after its end finds its code used up by others', async () => {
  const code = await makeCode({ usage_limit: 1 });
  const { id, documents } = await world.deposit(client, { gateway: 'bank-transfer', promo_code: code });
  expect(documents).toMatchObject([{ kind: 'proforma' }]);
  await client.post(`/api/payments/${id}/cancel`);
  const other = await makeAdvertiser(world.test.db, { cashMicros: 0n });
  await world.deposit(await world.signedIn(other), { promo_code: code, method_id: METHOD });
  expect(await money(other)).toEqual([500, 50, 0, 0]);
  await admin.post('/api/operator/bank-transfers', {
    reference: (await world.row(id)).reference,
    amount_micros: 500 * UNIT,
    bank_reference: randomUUID(),
    received_at: world.clock.now().toISOString(),
  });
  expect(await money()).toEqual([500, 0, 0, 0]);
  expect(await detail(id)).toMatchObject({ state: 'completed', bonus_micros: 0 });
});

it('30 payers at once: exactly as many bonuses as the code has, and numbers without a gap', async () => {
  const code = await makeCode({ usage_limit: 10 });
  const payers = await Promise.all(
    Array.from({ length: 30 }, () => makeAdvertiser(world.test.db, { cashMicros: 0n })),
  );
  const clients = await Promise.all(payers.map((payer) => world.signedIn(payer)));
  const answers = await Promise.all(
    clients.map((each) =>
      each.post('/api/advertiser/deposits', {
        deposit_id: randomUUID(),
        amount_micros: 500 * UNIT,
        gateway: 'test',
        method_id: METHOD,
        promo_code: code,
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(20);
  const all = await Promise.all(payers.map((payer) => money(payer)));
  expect(all.filter(([cash, bonus]) => cash === 500 && bonus === 50)).toHaveLength(10);
  expect(all.filter(([cash]) => cash === 0)).toHaveLength(20);
  const invoices = await world.test.db
    .selectFrom('document')
    .select('number')
    .where('kind', '=', 'invoice')
    .orderBy('id')
    .execute();
  const numbers = invoices.map(({ number }) => Number(number.split('-').at(-1))).sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});
