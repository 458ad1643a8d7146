import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  OperatorPayment,
  Payment,
  PaymentDetail,
  SandboxAnswer,
  SandboxChoice,
} from '@ezdash/contracts';
import { buildApp, makeAdmin, makeAdvertiser, type TestClient, until } from '../../testing';
import { openMailParts } from '../../testing/mailParts';
import { createTestPublisher } from '../../testing/testPublisher';
import { createGateways } from '../gateways';
import { balances, verify } from '../ledger';
import { createPaymentsFeature } from '.';
import { BANK, UNIT } from './testPayments';

/** The server's own address is known before the server is: webhooks go through here. */
async function openRelay() {
  let target = '';
  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      const headers = Object.entries(req.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name)
          ? [[name, value]]
          : [],
      );
      fetch(`${target}${req.url}`, { method: 'POST', headers, body: Buffer.concat(parts) }).then(
        ({ status }) => res.writeHead(status).end(),
        () => res.writeHead(502).end(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/payments/sandbox`,
    leadTo: (url: string) => {
      target = url;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Payments with the sandbox gateway as people have it: its page, its webhooks over HTTP, its late answers. */
async function openWorld() {
  const relay = await openRelay();
  const { test, parts, site, close } = await openMailParts();
  const gateways = createGateways({
    ...parts,
    ...site,
    secret: 'a secret of the tests, long enough for anybody',
    sandbox: true,
    stripe: null,
    transfers: true,
    sandboxWebhookUrl: relay.url,
    pace: { lateMs: 400, backMs: 300 },
  });
  const payments = createPaymentsFeature({
    ...parts,
    ...site,
    publisher: createTestPublisher(),
    gateways: gateways.payment,
    hooks: [],
    openMethod: async () => null,
    bankAccount: BANK,
  });
  await parts.jobs.start();
  const app = await buildApp({
    test,
    clock: parts.clock,
    mounts: [...gateways.mounts, ...payments.mounts],
  });
  relay.leadTo(app.url);
  return {
    test,
    app,
    clock: parts.clock,
    payments,
    close: async () => {
      await payments.stop();
      await app.close();
      await close();
      await relay.close();
    },
  };
}

let world: Awaited<ReturnType<typeof openWorld>>;
let client: TestClient;
let ownerId: number;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  const owner = await makeAdvertiser(world.test.db, { cashMicros: 0n });
  ownerId = owner.id;
  client = world.app.client();
  await client.signIn(owner);
});
afterEach(async () => {
  expect((await verify(world.test.db)).differences).toEqual([]);
});
afterAll(() => world.close());

const cash = async () => Number((await balances(world.test.db, ownerId)).advertiser_cash) / UNIT;

async function begin(gateway = 'sandbox'): Promise<{ id: string; checkout: string }> {
  const { status, body, text } = await client.post<Payment>('/api/advertiser/deposits', {
    deposit_id: randomUUID(),
    amount_micros: 250 * UNIT,
    gateway,
  });
  if (status !== 201) throw new Error(text);
  const url = body.next?.kind === 'checkout' ? new URL(body.next.url) : null;
  return { id: body.id, checkout: url?.searchParams.get('checkout') ?? '' };
}

const choose = (checkout: string, choice: SandboxChoice) =>
  client.post<SandboxAnswer>(`/api/payment-test/${checkout}`, choice);

/** As its owner sees it, once it is so; nobody but webhooks tells of it, since no time passes for who looks. */
const shown = (id: string, isDone: (payment: PaymentDetail) => boolean) =>
  until(
    async () => (await client.get<PaymentDetail>(`/api/payments/${id}`)).body,
    isDone,
    'The payment’s end',
  );

it.each([
  ['paid', 'completed', 250],
  ['declined', 'failed', 0],
  ['cancelled', 'cancelled', 0],
] as const)('%s is told by webhook: %s', async (outcome, state, money) => {
  const { id, checkout } = await begin();
  expect((await choose(checkout, { outcome })).status).toBe(200);
  expect((await shown(id, (payment) => payment.state === state)).next).toBeNull();
  expect(await cash()).toBe(money);
});

it('late and out of order: pending at first, then completed by itself', async () => {
  const { id, checkout } = await begin();
  await choose(checkout, { outcome: 'late-webhook' });
  world.clock.advance(6_000);
  await shown(id, (payment) => payment.state !== 'created');
  world.clock.advance(6_000);
  await shown(id, (payment) => payment.state === 'completed');
  expect(await cash()).toBe(250);
});

it.each([
  ['paid-then-refunded', 'refunded_micros'],
  ['paid-then-charged-back', 'charged_back_micros'],
] as const)('%s', async (outcome, field) => {
  const { id, checkout } = await begin();
  await choose(checkout, { outcome });
  // Webhooks come in real time, what they tell of is true by this clock.
  world.clock.advance(10_000);
  await shown(id, (payment) => payment.state === 'completed');
  await shown(id, (payment) => payment[field] >= 250 * UNIT);
  expect(await cash()).toBeLessThanOrEqual(0);
});

it('an operator gives a part of it back', async () => {
  const { id, checkout } = await begin();
  await choose(checkout, { outcome: 'paid' });
  await shown(id, (payment) => payment.state === 'completed');
  const admin = world.app.client();
  await admin.signIn(await makeAdmin(world.test.db));
  const { status } = await admin.post<OperatorPayment>(`/api/operator/payments/${id}/refunds`, {
    refund_id: randomUUID(),
    amount_micros: 100 * UNIT,
    why: 'Asked for',
  });
  expect(status).toBe(201);
  await shown(id, (payment) => payment.refunded_micros === 100 * UNIT);
  expect(await cash()).toBe(150);
});

it('what is cancelled here is cancelled there', async () => {
  const { id, checkout } = await begin();
  expect((await client.post<Payment>(`/api/payments/${id}/cancel`)).body.state).toBe('cancelled');
  expect((await choose(checkout, { outcome: 'paid' })).status).toBe(409);
  expect(await cash()).toBe(0);
});

it('the real bank transfer is waited for', async () => {
  const { id } = await begin('bank-transfer');
  const payment = await shown(id, ({ state }) => state === 'pending');
  expect(payment.next).toMatchObject({ kind: 'transfer', amount_micros: 250 * UNIT });
});
