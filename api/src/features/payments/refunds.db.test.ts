import { randomUUID } from 'node:crypto';
import type { ErrorBody, OperatorPayment, Payment } from '@ezdash/contracts';
import { inTransaction } from '../../platform/db';
import { makeAdmin, makeAdvertiser, type TestClient } from '../../testing';
import { balances, correctionPostings, post, verify } from '../ledger';
import type { PaymentHook } from '.';
import { METHOD, openPayments, type PaymentsWorld, UNIT } from './testPayments';

const given: string[] = [];
const hook: PaymentHook = {
  givenBack: async (_trx, payment, deposit) => {
    given.push(`${payment.type}:${deposit.id}:${payment.amountMicros}`);
    return [{ kind: 'document-issued', detail: { number: 'CRN-2026-000001' } }];
  },
};

let world: PaymentsWorld;
let admin: TestClient;
let client: TestClient;
let ownerId: number;
let ownerEmail: string;
let deposit: Payment;
beforeAll(async () => {
  world = await openPayments({ hooks: [hook] });
  admin = await world.signedIn(await makeAdmin(world.test.db));
});
beforeEach(async () => {
  given.length = 0;
  world.gateway.refunding = 'done';
  const owner = await makeAdvertiser(world.test.db, { cashMicros: 0n });
  ownerId = owner.id;
  ownerEmail = owner.email;
  client = await world.signedIn(owner);
  deposit = await world.deposit(client, { method_id: METHOD });
});
afterEach(async () => {
  expect((await verify(world.test.db)).differences).toEqual([]);
});
afterAll(() => world.close());

const ask = (amount: number, refund_id: string = randomUUID(), id = deposit.id) =>
  admin.post<OperatorPayment & ErrorBody>(`/api/operator/payments/${id}/refunds`, {
    refund_id,
    amount_micros: amount * UNIT,
    why: 'Asked for by its payer',
  });
const money = async () => {
  const { advertiser_cash, advertiser_hold } = await balances(world.test.db, ownerId);
  return { cash: Number(advertiser_cash) / UNIT, hold: Number(advertiser_hold) / UNIT };
};
const external = async () => (await world.row(deposit.id)).external_id ?? '';
const shown = async () => (await client.get<Payment>(`/api/payments/${deposit.id}`)).body;
const learn = async () => world.payments.learn((await world.row(deposit.id)).id, { source: 'gateway' });
/** Spends cash as nobody would: by a correction. */
const spend = (amount: number) =>
  inTransaction(world.test.db, (trx) =>
    post(trx, {
      idempotencyKey: `spent:${randomUUID()}`,
      kind: 'correction',
      occurredAt: world.clock.now(),
      description: 'Spent',
      postings: correctionPostings(
        { kind: 'advertiser_cash', ownerId },
        { kind: 'clearing', ownerId: null },
        BigInt(amount * UNIT),
      ),
    }),
  );

it('is set aside, asked for and gone', async () => {
  const { status, body } = await ask(200);
  expect([status, body.type, body.state, body.note]).toEqual([
    201,
    'refund',
    'created',
    'Asked for by its payer',
  ]);
  await world.settled();
  expect(await money()).toEqual({ cash: 300, hold: 0 });
  expect(await shown()).toMatchObject({ refunded_micros: 200 * UNIT, refunding_micros: 0 });
  expect((await world.row(body.id)).state).toBe('completed');
  expect(given).toHaveLength(1);
  expect(await world.mails()).toContainEqual({ template: 'payment-given-back', recipient: ownerEmail });
  const audit = await world.test.db.selectFrom('money_audit').selectAll().execute();
  expect(audit.at(-1)).toMatchObject({ action: 'payment_refunded', why: 'Asked for by its payer' });
  const { body: seen } = await admin.get<OperatorPayment>(`/api/operator/payments/${deposit.id}`);
  expect(seen.refundable_micros).toBe(300 * UNIT);
});

it('is set aside where money leaves as often as a gateway changes its mind, and comes back as often', async () => {
  const { body } = await ask(200);
  await world.settled();
  const external_id = await external();
  const [back] = world.gateway.kept.get(external_id)?.refunds ?? [];
  const tell = async (state: 'done' | 'failed') => {
    world.gateway.set(external_id, { refunds: back ? [{ ...back, state }] : [] });
    await learn();
    return (await money()).cash;
  };
  const course: number[] = [];
  for (const state of ['failed', 'done', 'failed', 'done', 'failed', 'done'] as const)
    course.push(await tell(state));
  expect(course).toEqual([500, 300, 500, 300, 500, 300]);
  expect((await world.row(body.id)).state).toBe('completed');
});

it('the same refund sent again is the same, with another amount it is refused', async () => {
  const id = randomUUID();
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(50, id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
  expect((await ask(60, id)).body.code).toBe('REFUND_ID_USED');
  await world.settled();
  expect(await money()).toEqual({ cash: 450, hold: 0 });
});

it('10 at once never give back more than there is', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(120)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(6);
  await world.settled();
  expect(await money()).toEqual({ cash: 20, hold: 0 });
});

it('never more than is still in cash', async () => {
  await spend(450);
  expect((await ask(51)).status).toBe(422);
  expect((await ask(50)).status).toBe(201);
  await world.settled();
  expect(await money()).toEqual({ cash: 0, hold: 0 });
});

it('only of completed deposits', async () => {
  const open = await world.deposit(client);
  expect((await ask(50, undefined, open.id)).body.code).toBe('NOT_REFUNDABLE');
  const refund = (await ask(50)).body;
  expect((await ask(10, undefined, refund.id)).body.code).toBe('NOT_REFUNDABLE');
  expect((await ask(10, undefined, 'pay_zzzz')).status).toBe(404);
  await world.settled();
});

it('that a gateway refuses is returned', async () => {
  world.gateway.fail('refund', 'refused');
  const { id } = (await ask(100)).body;
  await world.settled();
  expect(await world.row(id)).toMatchObject({ state: 'failed', failure: 'gateway-error' });
  expect(await money()).toEqual({ cash: 500, hold: 0 });
});

it('that takes its time is held until the gateway knows', async () => {
  world.gateway.refunding = 'pending';
  const { id } = (await ask(100)).body;
  await world.settled();
  expect((await world.row(id)).state).toBe('pending');
  expect(await money()).toEqual({ cash: 400, hold: 100 });
  const [kept] = world.gateway.kept.get(await external())?.refunds ?? [];
  if (kept) kept.state = 'done';
  world.clock.advance(60_000);
  await world.payments.reconcile();
  expect((await world.row(id)).state).toBe('completed');
  expect(await money()).toEqual({ cash: 400, hold: 0 });
});

it('of which the answer is lost is asked for again with its key, and gone once', async () => {
  world.gateway.fail('refund', 'after');
  await ask(100);
  await world.settled();
  // Before the job comes again, a webhook tells of it.
  await learn();
  expect(await money()).toEqual({ cash: 400, hold: 0 });
  await world.test.pool.query(
    `UPDATE pgboss.job SET start_after = now() WHERE name = 'payments.refund' AND state = 'retry'`,
  );
  await world.settled();
  expect(await money()).toEqual({ cash: 400, hold: 0 });
  expect(world.gateway.kept.get(await external())?.refunds).toHaveLength(1);
});

it('that bounces later is the customer’s again, and an operator hears of it', async () => {
  const { id } = (await ask(100)).body;
  await world.settled();
  const [kept] = world.gateway.kept.get(await external())?.refunds ?? [];
  if (kept) kept.state = 'failed';
  await learn();
  await learn();
  expect(await world.row(id)).toMatchObject({ state: 'failed', trouble: 'came-back' });
  expect(await money()).toEqual({ cash: 500, hold: 0 });
  if (kept) kept.state = 'done';
  await learn();
  expect((await world.row(id)).state).toBe('completed');
  expect(await money()).toEqual({ cash: 400, hold: 0 });
});

describe('what goes back without being asked for', () => {
  it('a refund at the gateway is a payment of its own, once', async () => {
    world.gateway.takeBack(await external(), 'refunds', BigInt(200 * UNIT));
    for (let time = 0; time < 3; time++) await learn();
    expect(await money()).toEqual({ cash: 300, hold: 0 });
    expect(await shown()).toMatchObject({ refunded_micros: 200 * UNIT });
    expect(given).toHaveLength(1);
  });

  it('a chargeback may leave a debt', async () => {
    await spend(400);
    world.gateway.takeBack(await external(), 'disputes', BigInt(500 * UNIT));
    await Promise.all(Array.from({ length: 5 }, () => learn()));
    expect(await money()).toEqual({ cash: -400, hold: 0 });
    expect(await shown()).toMatchObject({ charged_back_micros: 500 * UNIT, state: 'completed' });
    expect(given).toHaveLength(1);
  });

  it('a refund of more than is in cash leaves a debt as well', async () => {
    await spend(400);
    world.gateway.takeBack(await external(), 'refunds', BigInt(500 * UNIT));
    await learn();
    expect(await money()).toEqual({ cash: -400, hold: 0 });
  });

  it('a dispute that is won comes back', async () => {
    const back = world.gateway.takeBack(await external(), 'disputes', BigInt(500 * UNIT));
    await learn();
    back.state = 'failed';
    await learn();
    expect(await money()).toEqual({ cash: 500, hold: 0 });
    expect(await shown()).toMatchObject({ charged_back_micros: 0 });
  });

  it('paid and charged back before anybody asked', async () => {
    const { id } = await world.deposit(client);
    const other = (await world.row(id)).external_id ?? '';
    world.gateway.set(other, { state: 'paid' });
    world.gateway.takeBack(other, 'disputes', BigInt(500 * UNIT));
    await world.payments.learn((await world.row(id)).id, { source: 'gateway' });
    expect(await money()).toEqual({ cash: 500, hold: 0 });
  });

  it('is counted in what an operator may still give back', async () => {
    world.gateway.takeBack(await external(), 'disputes', BigInt(400 * UNIT));
    await learn();
    expect((await ask(101)).status).toBe(422);
    expect((await ask(100)).status).toBe(201);
    await world.settled();
    expect(await money()).toEqual({ cash: 0, hold: 0 });
  });
});

it('what came by bank transfer is sent back by who books it', async () => {
  const transfer = await world.deposit(client, { gateway: 'bank-transfer' });
  const reference = (await world.row(transfer.id)).reference;
  await admin.post('/api/operator/bank-transfers', {
    reference,
    amount_micros: 500 * UNIT,
    bank_reference: randomUUID(),
    received_at: world.clock.now().toISOString(),
  });
  world.transfers.calls.length = 0;
  const { status, body } = await ask(300, undefined, transfer.id);
  expect([status, body.state]).toEqual([201, 'completed']);
  expect(await money()).toEqual({ cash: 700, hold: 0 });
  expect(world.transfers.calls).toEqual([]);
});
