import { randomUUID } from 'node:crypto';
import type {
  DeadLetterList,
  ErrorBody,
  OperatorPayment,
  OperatorPaymentList,
  Payment,
} from '@ezdash/contracts';
import { ForbiddenError } from '../../../platform/errors';
import { jobsEnd, type MadeUser, makeAdmin, makeAdvertiser, type TestClient } from '../../../testing';
import { balances, verify } from '../../ledger';
import { METHOD, openPayments, type PaymentsWorld, UNIT } from '../testPayments';

let world: PaymentsWorld;
let admin: TestClient;
let adminId: number;
let owner: MadeUser;
let client: TestClient;
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
  client = await world.signedIn(owner);
});
afterAll(() => world.close());

const cash = async () => Number((await balances(world.test.db, owner.id)).advertiser_cash) / UNIT;
const awaited = async () => {
  const payment = await world.deposit(client, { gateway: 'bank-transfer' });
  return { payment, reference: (await world.row(payment.id)).reference ?? '' };
};
const match = (reference: string, given: object = {}) =>
  admin.post<OperatorPayment & ErrorBody>('/api/operator/bank-transfers', {
    reference,
    amount_micros: 500 * UNIT,
    bank_reference: randomUUID(),
    received_at: world.clock.now().toISOString(),
    ...given,
  });

describe('a bank transfer that came in', () => {
  it('completes the deposit that its reference names', async () => {
    const { payment, reference } = await awaited();
    const sloppy = reference.toLowerCase().replaceAll('-', ' ');
    const { status, body } = await match(sloppy, { bank_reference: 'B-1' });
    expect([status, body.id, body.state]).toEqual([200, payment.id, 'completed']);
    expect(await cash()).toBe(500);
    expect((await world.row(payment.id)).external_transaction_id).toBe('B-1');
    const audit = await world.test.db.selectFrom('money_audit').selectAll().execute();
    expect(audit.at(-1)).toMatchObject({
      actor: `admin ${adminId}`,
      action: 'transfer_matched',
      detail: { payment: payment.id, received_micros: 500 * UNIT },
    });
    const { body: seen } = await client.get<Payment & { events: { kind: string }[] }>(
      `/api/payments/${payment.id}`,
    );
    expect(seen.events.map(({ kind }) => kind)).toContain('transfer-matched');
  });

  it('counts once a bank reference, however often and at once it is entered', async () => {
    const { reference } = await awaited();
    const other = await awaited();
    const same = { bank_reference: 'B-2' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => match(reference, same)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await cash()).toBe(500);
    expect((await match(other.reference, same)).body.code).toBe('BANK_REFERENCE_USED');
    expect((await match(reference)).body.code).toBe('PAYMENT_ENDED');
  });

  it('of another amount is told first, and becomes the amount when it is accepted', async () => {
    const { payment, reference } = await awaited();
    const { status, body } = await match(reference, { amount_micros: 480 * UNIT });
    expect([status, body.code]).toEqual([409, 'AMOUNT_DIFFERS']);
    expect(await cash()).toBe(0);
    const accepted = await match(reference, { amount_micros: 480 * UNIT, accept_difference: true });
    expect(accepted.body).toMatchObject({ id: payment.id, amount_micros: 480 * UNIT, state: 'completed' });
    expect(await cash()).toBe(480);
  });

  it('that comes late completes a deposit that was closed', async () => {
    const { payment, reference } = await awaited();
    await client.post(`/api/payments/${payment.id}/cancel`);
    expect((await match(reference)).body.state).toBe('completed');
    expect(await cash()).toBe(500);
  });

  it.each([
    ['an unknown reference', 'D-2222-2222', {}, 404, 'NO_SUCH_REFERENCE'],
    ['no reference at all', '%', {}, 404, 'NO_SUCH_REFERENCE'],
    ['a day to come', 'D-2222-2222', { received_at: '2027-01-01T00:00:00Z' }, 422, 'INVALID_INPUT'],
  ])('with %s is refused', async (_, reference, given, status, code) => {
    const answer = await match(reference, given);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

describe('the list', () => {
  const list = async (query: string) =>
    (await admin.get<OperatorPaymentList>(`/api/operator/payments?${query}`)).body;

  it('is found by state, type, gateway, address, reference and id', async () => {
    const paid = await world.deposit(client, { method_id: METHOD });
    const { payment: transfer, reference } = await awaited();
    const ids = async (query: string) =>
      (await list(`${query}&search=${encodeURIComponent(owner.email.toUpperCase())}`)).payments.map(
        ({ id }) => id,
      );
    expect(await ids('')).toEqual([transfer.id, paid.id]);
    expect(await ids('state=completed')).toEqual([paid.id]);
    expect(await ids('gateway=bank-transfer')).toEqual([transfer.id]);
    expect(await ids('type=refund')).toEqual([]);
    expect((await list(`search=${reference}`)).payments.map(({ id }) => id)).toEqual([transfer.id]);
    expect((await list(`search=${paid.id}`)).payments).toMatchObject([
      {
        id: paid.id,
        account: { email: owner.email, company: owner.company_name },
        external_id: expect.stringMatching(/^ext_/),
        refundable_micros: 500 * UNIT,
      },
    ]);
    expect((await list('search=%25')).payments).toEqual([]);
  });

  it('counts the transfers that are awaited', async () => {
    const before = (await list('')).awaited;
    await awaited();
    expect((await list('')).awaited).toEqual({ count: before.count + 1, micros: before.micros + 500 * UNIT });
  });

  it('says what a person has to look at', async () => {
    const { id } = await world.deposit(client);
    const row = await world.row(id);
    world.gateway.set(row.external_id ?? '', { state: 'paid', paidMicros: 1n });
    await world.payments.learn(row.id, { source: 'job' });
    const { body } = await admin.get<OperatorPayment>(`/api/operator/payments/${id}`);
    expect(body.note).toBe('The gateway moved another amount than was asked for. Nothing was booked.');
  });

  it('says, in their language, that money came for an account that was deleted, until it is given back', async () => {
    const { payment, reference } = await awaited();
    await client.post(`/api/payments/${payment.id}/cancel`);
    await world.test.db
      .updateTable('app_user')
      .set({ status: 'suspended', password_hash: null, deleted_at: world.clock.now() })
      .where('id', '=', owner.id)
      .execute();
    const text = 'The account had been deleted when this money came in. Give it back.';
    expect((await match(reference)).body).toMatchObject({ state: 'completed', note: text });
    admin.setHeader('Accept-Language', 'de');
    const { body } = await admin.get<OperatorPayment>(`/api/operator/payments/${payment.id}`);
    admin.setHeader('Accept-Language', null);
    expect(body.note).toMatch(/^Das Konto war schon gelöscht/);
    await admin.post(`/api/operator/payments/${payment.id}/refunds`, {
      refund_id: randomUUID(),
      amount_micros: 500 * UNIT,
      why: 'Nobody is there',
    });
    expect((await list(`search=${payment.id}`)).payments).toMatchObject([{ note: '', refundable_micros: 0 }]);
  });

  it('is for operators alone', async () => {
    const { payment } = await awaited();
    for (const path of ['', `/${payment.id}`])
      expect((await client.get(`/api/operator/payments${path}`)).status).toBe(403);
    expect((await client.get('/api/operator/dead-letters')).status).toBe(403);
  });
});

it('asks for a recent proof before money moves or jobs run again', async () => {
  const { payment, reference } = await awaited();
  proven = false;
  expect((await match(reference)).body.code).toBe('REAUTH_REQUIRED');
  const refund = { refund_id: randomUUID(), amount_micros: UNIT, why: 'Because' };
  for (const path of [`payments/${payment.id}/refunds`, `dead-letters/mail.send/${randomUUID()}/replay`])
    expect((await admin.post<ErrorBody>(`/api/operator/${path}`, refund)).body.code).toBe('REAUTH_REQUIRED');
});

describe('dead letters', () => {
  const letters = async () => (await admin.get<DeadLetterList>('/api/operator/dead-letters')).body;

  it('are listed and sent anew, once', async () => {
    const { id } = await world.deposit(client, { method_id: METHOD });
    const external = (await world.row(id)).external_id ?? '';
    // The gateway's answer is nonsense as often as the job comes.
    world.gateway.fail('read', ...Array(20).fill('before'));
    world.publisher.sent.length = 0;
    await world.tell(external, 'dies');
    for (let attempt = 0; attempt < 12; attempt++) {
      await jobsEnd(world.test.db);
      await world.test.pool.query(
        `UPDATE pgboss.job SET start_after = now() WHERE name = 'payments.notice' AND state = 'retry'`,
      );
    }
    await world.settled();
    const { dead, queues } = await letters();
    expect(dead).toMatchObject([
      { queue: 'payments.notice', payload: expect.stringContaining('dies'), reason: expect.any(String) },
    ]);
    expect(queues).toEqual([{ queue: 'payments.notice', dead: 1 }]);
    // The page that lists them is open somewhere.
    expect(world.publisher.sent).toEqual([{ to: 'operators', event: 'money.changed', payload: {} }]);
    world.gateway.fail('read');
    const path = `/api/operator/dead-letters/payments.notice/${dead[0]?.id}/replay`;
    const answers = await Promise.all([admin.post(path), admin.post(path)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    await world.settled();
    expect((await letters()).dead).toEqual([]);
    const audit = await world.test.db.selectFrom('money_audit').selectAll().execute();
    expect(audit.filter(({ action }) => action === 'job_replayed')).toHaveLength(1);
  });

  it.each([
    ['nowhere', randomUUID()],
    ['payments.notice', randomUUID()],
    ['payments.notice', '1'],
  ])('%s/%s is not there', async (queue, id) => {
    expect((await admin.post(`/api/operator/dead-letters/${queue}/${id}/replay`)).status).toBe(404);
  });
});

it('leaves the ledger without a difference', async () => {
  expect((await verify(world.test.db)).differences).toEqual([]);
});
