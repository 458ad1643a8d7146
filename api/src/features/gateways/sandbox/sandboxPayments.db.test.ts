import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SandboxAnswer, SandboxCheckout } from '@ezdash/contracts';
import { deriveKey } from '../../../platform/auth';
import { inTransaction } from '../../../platform/db';
import { buildApp, jobsEnd, makeAdvertiser, type TestClient, until } from '../../../testing';
import { openMailParts } from '../../../testing/mailParts';
import { createVisitor } from '../../../testing/sandboxVisitor';
import { createGateways } from '../createGateways';
import type { PaymentGateway } from '../PaymentGateway';
import {
  type PageOutcome,
  type PaymentGatewayUnderTest,
  paymentGatewayContract,
  type Received,
} from '../paymentGatewayContract';
import { SIGNATURE_HEADER, SIGNING_KEY } from './webhooks';

const SECRET = 'a secret of the tests, long enough for anybody';
const CARDS = { paid: '4242424242424242', declined: '4000000000000341', confirm: '4000002760003184' };
const PACE = { lateMs: 500, backMs: 400 };
const CHOICES = {
  paid: 'paid',
  declined: 'declined',
  cancelled: 'cancelled',
  confirming: 'late-webhook',
  '3ds-passed': '3ds-passed',
  '3ds-failed': '3ds-failed',
} as const;

/** Where webhooks arrive, as they are. `answers`: statuses to answer with, 200 once there are none left. */
async function openSink() {
  const received: Received[] = [];
  const answers: number[] = [];
  const server: Server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      const status = answers.shift() ?? 200;
      if (status === 200) received.push({ body: Buffer.concat(parts), headers: req.headers });
      res.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    answers,
    url: `http://127.0.0.1:${port}/webhooks/payments/sandbox`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function openWorld() {
  const sink = await openSink();
  const { test, parts, site, close } = await openMailParts();
  const gateways = createGateways({
    ...parts,
    ...site,
    secret: SECRET,
    sandbox: true,
    stripe: null,
    transfers: false,
    sandboxWebhookUrl: sink.url,
    pace: PACE,
  });
  await parts.jobs.start();
  const app = await buildApp({ test, clock: parts.clock, mounts: gateways.mounts });
  const user = await makeAdvertiser(test.db);
  const client = app.client();
  await client.signIn(user);
  const [gateway] = gateways.payment;
  const [methods] = gateways.methods;
  if (!gateway || !methods) throw new Error('There is no sandbox');
  return {
    sink,
    test,
    app,
    user,
    client,
    gateway,
    methods,
    gateways,
    clock: parts.clock,
    close: async () => {
      await app.close();
      await sink.close();
      await close();
    },
  };
}
type World = Awaited<ReturnType<typeof openWorld>>;

function sign(body: Buffer, atMs: number): string {
  const seconds = Math.floor(atMs / 1_000);
  const mac = createHmac('sha256', deriveKey(SECRET, SIGNING_KEY)).update(`${seconds}.`).update(body);
  return `t=${seconds},v1=${mac.digest('hex')}`;
}

const checkoutOf = (url: string) => new URL(url).searchParams.get('checkout') ?? '';
const API = '/api/payment-test';
const choose = (client: TestClient, id: string, choice: object) =>
  client.post<SandboxAnswer & { code: string }>(`${API}/${id}`, choice);
const told = ({ body }: Received) =>
  JSON.parse(body.toString()) as { id: string; kind: string; payment: string };
const about = (world: World, id: string) =>
  world.sink.received.map(told).filter(({ payment }) => payment === id);

async function keep(world: World, number: string): Promise<string> {
  const { app, methods, user } = world;
  const setupId = randomUUID();
  const visit = {
    setupId,
    kind: 'card',
    owner: { userId: user.id, locale: 'en' },
    returnUrl: 'http://ads.test/',
    idempotencyKey: setupId,
  } as const;
  const { url } = await methods.beginSetup(visit, AbortSignal.timeout(5_000));
  await createVisitor(app.url).enter(url, { number, expiry: '04 / 29', code: '123' });
  const setup = await methods.readSetup(setupId, AbortSignal.timeout(5_000));
  if (setup.state !== 'done') throw new Error(`The card is ${setup.state}`);
  return setup.method.token;
}

async function openContract(): Promise<PaymentGatewayUnderTest> {
  const world = await openWorld();
  const { client, clock, gateway, sink, user } = world;
  return {
    gateway,
    payer: { userId: user.id, email: user.email, locale: 'en' },
    visit: async (url, outcome: PageOutcome) => {
      const id = checkoutOf(url);
      const { body: before } = await client.get<SandboxCheckout>(`${API}/${id}`);
      const first = await choose(client, id, { outcome: CHOICES[outcome] });
      expect(first.status).toBe(200);
      // A checkout asks in a second step; a charge that asks is there already.
      if (outcome.startsWith('3ds') && before.state === 'open') {
        expect(first.body.checkout.state).toBe('confirming');
        expect((await choose(client, id, { outcome })).status).toBe(200);
      }
    },
    expire: async () => clock.advance(31 * 60_000),
    settle: async () => clock.advance(PACE.lateMs),
    keep: (behaviour) => keep(world, CARDS[behaviour]),
    payAndDispute: async (url) => {
      await choose(client, checkoutOf(url), { outcome: 'paid-then-charged-back' });
      clock.advance(PACE.backMs);
    },
    told: async (externalId) => {
      const find = async () => sink.received.find((each) => told(each).payment === externalId);
      const found = await until(find, (each) => each !== undefined, 'The webhook');
      if (!found) throw new Error('Nothing was told');
      return found;
    },
    unknownWebhook: async () => {
      const body = Buffer.from(JSON.stringify({ id: randomUUID(), kind: 'gateway.ping', payment: null }));
      return { body, headers: { [SIGNATURE_HEADER]: sign(body, clock.nowMs()) } };
    },
    pass: (minutes) => clock.advance(minutes * 60_000),
    close: world.close,
  };
}

paymentGatewayContract('The sandbox', openContract);

describe('the page for test payments', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  async function begin(returnUrl = 'http://ads.test/payment/result?payment=pay_1') {
    const { externalId } = await world.gateway.beginCheckout(
      {
        paymentId: 'pay_1',
        chargedMicros: 250_000_000n,
        currency: 'EUR',
        description: 'Deposit',
        idempotencyKey: randomUUID(),
        payer: { userId: world.user.id, email: world.user.email, locale: 'en' },
        returnUrl,
      },
      AbortSignal.timeout(5_000),
    );
    return externalId;
  }
  const read = (gateway: PaymentGateway, id: string) => gateway.read(id, AbortSignal.timeout(5_000));
  const settled = () => jobsEnd(world.test.db, { later: true });

  it('shows the payer what is paid for', async () => {
    const id = await begin();
    const { status, body } = await world.client.get<SandboxCheckout>(`${API}/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      payment_id: 'pay_1',
      description: 'Deposit',
      amount_micros: 250_000_000,
      currency: 'EUR',
      state: 'open',
      scenario: null,
      return_url: 'http://ads.test/payment/result?payment=pay_1',
      expires_at: new Date(world.clock.nowMs() + 30 * 60_000).toISOString(),
    });
  });

  it('is there for the payer alone', async () => {
    const id = await begin();
    const other = world.app.client();
    expect((await other.get(`${API}/${id}`)).status).toBe(401);
    await other.signIn(await makeAdvertiser(world.test.db));
    for (const answer of [
      await other.get<{ code: string }>(`${API}/${id}`),
      await choose(other, id, { outcome: 'paid' }),
      await world.client.get<{ code: string }>(`${API}/${randomUUID()}`),
      await world.client.get<{ code: string }>(`${API}/none`),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body.code).toBe('NO_SUCH_CHECKOUT');
    }
    expect(await read(world.gateway, id)).toEqual({ state: 'open' });
  });

  it('takes one outcome, also from two tabs at once', async () => {
    const id = await begin();
    const answers = await Promise.all([
      choose(world.client, id, { outcome: 'paid' }),
      choose(world.client, id, { outcome: 'declined' }),
      choose(world.client, id, { outcome: 'cancelled' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('CHECKOUT_OVER');
    expect((await choose(world.client, id, { outcome: 'free' })).status).toBe(422);
  });

  it('asks in between for 3-D Secure, takes no other answer then, and tells each step', async () => {
    const id = await begin();
    const asked = await choose(world.client, id, { outcome: '3ds-passed' });
    expect(asked.body.checkout).toMatchObject({ state: 'confirming', scenario: '3ds-passed' });
    expect(await read(world.gateway, id)).toEqual({ state: 'open' });
    expect((await choose(world.client, id, { outcome: 'paid' })).status).toBe(409);
    expect((await choose(world.client, id, { seed: 4 })).body.code).toBe('CHALLENGE_OPEN');
    const refused = await choose(world.client, id, { outcome: '3ds-failed' });
    expect(refused.body.checkout).toMatchObject({ state: 'declined', scenario: '3ds-failed' });
    await settled();
    expect(
      about(world, id)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['payment.authentication_asked', 'payment.authentication_failed', 'payment.failed']);
  });

  it('tells a late answer late, twice and out of order', async () => {
    const id = await begin();
    const before = world.clock.nowMs();
    await choose(world.client, id, { outcome: 'late-webhook' });
    expect(await read(world.gateway, id)).toEqual({ state: 'confirming' });
    const rows = await world.test.db
      .selectFrom('sandbox_webhook')
      .select(['kind', 'due_at'])
      .where('sandbox_payment_id', '=', id)
      .orderBy('due_at')
      .execute();
    expect(rows.map(({ kind }) => kind)).toEqual(['payment.paid', 'payment.confirming']);
    expect(rows.every(({ due_at }) => due_at.getTime() > before + PACE.lateMs)).toBe(true);
    await settled();
    const sent = about(world, id);
    const paid = sent.filter(({ kind }) => kind === 'payment.paid');
    expect(paid).toHaveLength(2);
    expect(new Set(paid.map((each) => each.id)).size).toBe(1);
    expect(sent).toHaveLength(3);
  });

  it('takes back what was paid by itself: a refund that nobody asked for', async () => {
    const id = await begin();
    await choose(world.client, id, { outcome: 'paid-then-refunded' });
    expect(await read(world.gateway, id)).toMatchObject({ state: 'paid', refunds: [] });
    world.clock.advance(PACE.backMs);
    expect(await read(world.gateway, id)).toMatchObject({
      state: 'paid',
      refunds: [{ amountMicros: 250_000_000n, state: 'done', askedWith: null }],
      disputes: [],
    });
  });

  it('plays the same outcome for the same seed, and every outcome for some', async () => {
    const seen = new Map<number, string | null>();
    for (let seed = 0; seed < 40; seed += 1) {
      const { body } = await choose(world.client, await begin(), { seed });
      expect(body.checkout.state).not.toBe('open');
      seen.set(seed, body.checkout.scenario);
    }
    expect(new Set(seen.values()).size).toBe(8);
    for (const seed of [0, 7, 23]) {
      const { body } = await choose(world.client, await begin(), { seed });
      expect(body.checkout.scenario).toBe(seen.get(seed));
    }
    await settled();
  });

  it('sends again what was not taken', async () => {
    const id = await begin();
    world.sink.answers.push(500, 503);
    await choose(world.client, id, { outcome: 'declined' });
    const row = () =>
      world.test.db
        .selectFrom('sandbox_webhook')
        .select(['times', 'sent_at'])
        .where('sandbox_payment_id', '=', id)
        .executeTakeFirstOrThrow();
    await until(
      async () => world.sink.answers.length,
      (left) => left < 2,
      'The first try',
    );
    expect((await row()).times).toBe(0);
    world.sink.answers.length = 0;
    await world.test.pool.query(`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`);
    await until(row, ({ times }) => times === 1, 'The next try');
  });

  it('shows its payer what it keeps of them, and forgets it', async () => {
    const id = await begin();
    await choose(world.client, id, { outcome: 'paid-then-refunded' });
    const kept = await world.gateways.exportOf(world.user.id);
    expect(kept.stripe_customer).toBeNull();
    expect(kept.sandbox_payments).toContainEqual({
      kind: 'checkout',
      payment_id: 'pay_1',
      amount_micros: '250000000',
      currency: 'EUR',
      method: 'Visa 4242',
      state: 'paid',
      created_at: world.clock.now().toISOString(),
    });
    await inTransaction(world.test.db, (trx) => world.gateways.forget(trx, world.user.id));
    expect(await read(world.gateway, id)).toEqual({ state: 'expired' });
    const left = await world.test.db.selectFrom('sandbox_payment').select('id').execute();
    expect(left).toEqual([]);
    // What was still to be told is told no more.
    await settled();
  });
});

it('is not there in production, nor when it is not asked for', async () => {
  const { parts, site, close } = await openMailParts();
  try {
    const options = { ...parts, ...site, secret: SECRET, stripe: null, transfers: true };
    for (const off of [
      { production: true, sandbox: true },
      { production: false, sandbox: false },
    ]) {
      const { payment, methods, mounts } = createGateways({ ...options, ...off });
      expect(payment.map(({ id }) => id)).toEqual(['bank-transfer']);
      expect(methods).toEqual([]);
      expect(mounts).toEqual([]);
    }
  } finally {
    await close();
  }
});
