import { randomUUID } from 'node:crypto';
import type { ErrorBody, OperatorPayment, OperatorPaymentList, Payment } from '@ezdash/contracts';
import { ForbiddenError } from '../../../platform/errors';
import { type MadeUser, makeAdmin, makeAdvertiser, makePublisher, type TestClient } from '../../../testing';
import { balances, deposit, verify } from '../../ledger';
import { openPayments, type PaymentsWorld, UNIT } from '../testPayments';

type Answer = OperatorPayment & ErrorBody;

let world: PaymentsWorld;
let admin: TestClient;
let adminId: number;
let owner: MadeUser;
let proven = true;
beforeAll(async () => {
  world = await openPayments({
    checkProof: () => {
      if (!proven) throw new ForbiddenError('Confirm that it is you to go on', 'REAUTH_REQUIRED');
    },
  });
  const made = await makeAdmin(world.test.db);
  adminId = made.id;
  admin = await world.signedIn(made);
});
beforeEach(async () => {
  proven = true;
  owner = await makeAdvertiser(world.test.db, { cashMicros: 0n });
});
afterAll(() => world.close());

const cash = async (id = owner.id) => Number((await balances(world.test.db, id)).advertiser_cash) / UNIT;
const book = (given: object = {}, key: string | null = randomUUID()) => {
  admin.setHeader('Idempotency-Key', key);
  return admin.post<Answer>('/api/operator/deposits', {
    advertiser_id: owner.id,
    amount_micros: 100 * UNIT,
    reference: randomUUID(),
    ...given,
  });
};

describe('a transfer that nobody had announced', () => {
  it('is a deposit of the account, told to its owner, and the books agree', async () => {
    const reference = 'STATEMENT 12 / 7';
    const { status, body } = await book({ reference, occurred_at: '2025-11-20T12:00:00Z' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'completed',
      origin: 'operator',
      amount_micros: 100 * UNIT,
      fee_micros: 0,
      gateway: { id: 'bank-transfer' },
      account: { email: owner.email },
    });
    expect(await cash()).toBe(100);
    const row = await world.row(body.id);
    expect(row).toMatchObject({ external_transaction_id: reference, actor_id: adminId });
    const booked = await world.test.db
      .selectFrom('ledger_transaction')
      .select('idempotency_key')
      .where('id', '=', row.transaction_id)
      .executeTakeFirstOrThrow();
    expect(booked.idempotency_key).toBe(`deposit:bank:${reference}`);
    const client = await world.signedIn(owner);
    const { body: seen } = await client.get<Payment & { events: { kind: string; detail: object }[] }>(
      `/api/payments/${body.id}`,
    );
    expect(seen.events.map(({ kind }) => kind)).toEqual(['created', 'transfer-matched', 'completed']);
    expect(seen.events[1]?.detail).toMatchObject({ reference, received_at: '2025-11-20T12:00:00.000Z' });
    expect(await world.mails()).toContainEqual({ template: 'payment-completed', recipient: owner.email });
    const audit = await world.test.db.selectFrom('money_audit').selectAll().execute();
    expect(audit.at(-1)).toMatchObject({
      actor: `admin ${adminId}`,
      action: 'transfer_booked',
      detail: { payment: body.id, account: owner.id, amount_micros: 100 * UNIT },
    });
    const { body: found } = await admin.get<OperatorPaymentList>(
      `/api/operator/payments?search=${encodeURIComponent(reference)}`,
    );
    expect(found.payments.map(({ id }) => id)).toEqual([body.id]);
    expect((await verify(world.test.db)).differences).toEqual([]);
  });

  it('is booked once by the same key, however often and at once it is sent', async () => {
    const key = randomUUID();
    const reference = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => book({ reference }, key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await cash()).toBe(100);
    const other = await book({ reference, amount_micros: 101 * UNIT }, key);
    expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_USED']);
    expect(await cash()).toBe(100);
  });

  it('takes a key of any length that the header may have', async () => {
    const key = 'k'.repeat(200);
    const reference = randomUUID();
    expect((await book({ reference }, key)).status).toBe(201);
    expect((await book({ reference }, key)).status).toBe(200);
    expect(await cash()).toBe(100);
  });

  it('is booked once by its reference, and the second is told of the first', async () => {
    const reference = randomUUID();
    const another = await makeAdvertiser(world.test.db, { cashMicros: 0n });
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => book({ reference })),
      ...Array.from({ length: 4 }, () => book({ reference, advertiser_id: another.id })),
    ]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await cash()) + (await cash(another.id))).toBe(100);
    const winner = answers.find(({ status }) => status === 201)?.body.account.email;
    const late = await book({ reference });
    expect([late.status, late.body.code]).toEqual([409, 'BANK_REFERENCE_USED']);
    expect(late.body.message).toContain(
      `$100.00 for ${winner} on ${world.clock.now().toISOString().slice(0, 10)}`,
    );
  });

  it('is not booked again when the command line has, nor what was matched to a deposit', async () => {
    const reference = randomUUID();
    await deposit(world.test.db, {
      advertiserId: owner.id,
      amountMicros: BigInt(70 * UNIT),
      reference: `bank:${reference}`,
      occurredAt: new Date('2025-10-01T10:00:00Z'),
    });
    const late = await book({ reference });
    expect(late.body.message).toContain(`$70.00 for ${owner.email} on 2025-10-01`);
    const client = await world.signedIn(owner);
    const waiting = await world.deposit(client, { gateway: 'bank-transfer' });
    const { reference: announced } = await world.row(waiting.id);
    const match = (bank_reference: string) =>
      admin.post<Answer>('/api/operator/bank-transfers', {
        reference: announced,
        amount_micros: waiting.charged_micros,
        bank_reference,
        received_at: world.clock.now().toISOString(),
      });
    expect((await match(reference)).body.code).toBe('BANK_REFERENCE_USED');
    const matched = randomUUID();
    expect((await match(matched)).body.state).toBe('completed');
    expect((await book({ reference: matched })).body.code).toBe('BANK_REFERENCE_USED');
    expect(await cash()).toBe(570);
  });

  it('can be given back like every transfer', async () => {
    const { body } = await book();
    const { status } = await admin.post(`/api/operator/payments/${body.id}/refunds`, {
      refund_id: randomUUID(),
      amount_micros: 100 * UNIT,
      why: 'It was for somebody else',
    });
    expect(status).toBe(201);
    expect(await cash()).toBe(0);
    expect((await verify(world.test.db)).differences).toEqual([]);
  });
});

describe('is refused', () => {
  const refused = async (given: object) => {
    const { status, body } = await book(given);
    return [status, Object.keys(body.errors ?? {})];
  };

  it.each([
    ['no whole cents', { amount_micros: 1 }, 'amount_micros'],
    ['nothing', { amount_micros: 0 }, 'amount_micros'],
    ['a part of a micro', { amount_micros: 0.5 }, 'amount_micros'],
    ['more than may be booked at once', { amount_micros: 100_000_001 * UNIT }, 'amount_micros'],
    ['no reference', { reference: ' ' }, 'reference'],
    ['a day to come', { occurred_at: '2099-01-01T00:00:00Z' }, 'occurred_at'],
    ['an account that there is not', { advertiser_id: 2_147_483_647 }, 'advertiser_id'],
  ])('with %s', async (_, given, field) => {
    expect(await refused(given)).toEqual([422, [field]]);
    expect(await cash()).toBe(0);
  });

  it('for a publisher, an admin and an account that was deleted', async () => {
    const publisher = await makePublisher(world.test.db);
    expect(await refused({ advertiser_id: publisher.id })).toEqual([422, ['advertiser_id']]);
    expect(await refused({ advertiser_id: adminId })).toEqual([422, ['advertiser_id']]);
    await world.test.db
      .updateTable('app_user')
      .set({ status: 'suspended', password_hash: null, deleted_at: new Date() })
      .where('id', '=', owner.id)
      .execute();
    expect(await refused({})).toEqual([422, ['advertiser_id']]);
  });

  it('without a key, without a recent proof, and for whoever is no admin', async () => {
    expect((await book({}, null)).body.errors).toHaveProperty(['Idempotency-Key']);
    proven = false;
    expect((await book()).body.code).toBe('REAUTH_REQUIRED');
    const client = await world.signedIn(owner);
    client.setHeader('Idempotency-Key', randomUUID());
    const { status } = await client.post('/api/operator/deposits', {
      advertiser_id: owner.id,
      amount_micros: 100 * UNIT,
      reference: randomUUID(),
    });
    expect(status).toBe(403);
    expect(await cash()).toBe(0);
  });
});
