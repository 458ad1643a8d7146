import { randomUUID } from 'node:crypto';
import type { Payment } from '@ezdash/contracts';
import fc from 'fast-check';
import { createJobs, type Jobs } from '../../platform/jobs';
import { silentLog } from '../../platform/log';
import { buildApp, makeAdvertiser, type TestApp, type TestClient } from '../../testing';
import { createTestPublisher } from '../../testing/testPublisher';
import { balances, verify } from '../ledger';
import { createPaymentsFeature, type PaymentHook, type PaymentsFeature } from '.';
import { body, METHOD, openPayments, type PaymentsWorld, UNIT } from './testPayments';

/** How often the next steps are undone at their very end, as if the process had died before the commit. */
let crashes = 0;
const dies: PaymentHook = {
  completed: async () => {
    if (crashes > 0) {
      crashes -= 1;
      throw new Error('The process died before the commit');
    }
    return [];
  },
};

let world: PaymentsWorld;
let second: { jobs: Jobs; payments: PaymentsFeature; app: TestApp };
beforeAll(async () => {
  world = await openPayments({ hooks: [dies] });
  const { test, clock, gateway, transfers, methods } = world;
  const jobs = createJobs({ connection: test.connection, log: silentLog, pollMs: 20 });
  const payments = createPaymentsFeature({
    db: test.db,
    clock,
    jobs,
    log: silentLog,
    mail: { send: async () => ({ id: randomUUID(), isNew: true }) },
    publisher: createTestPublisher(),
    appName: 'Ads',
    appUrl: 'http://ads.test',
    gateways: [gateway, transfers],
    hooks: [dies],
    openMethod: async (_on, _userId, id) => methods.get(id) ?? null,
    bankAccount: null,
    policy: { timeoutMs: 5_000, tries: 1, firstPauseMs: 1 },
  });
  await jobs.start();
  second = { jobs, payments, app: await buildApp({ test, clock, mounts: payments.mounts }) };
});
afterAll(async () => {
  await second.payments.stop();
  await second.app.close();
  await second.jobs.stop();
  await world.close();
});

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('webhook', 'webhook again', 'return', 'reconcile', 'send again') },
  { weight: 1, arbitrary: fc.constantFrom('cancel', 'lost answer', 'gateway away', 'crash', 'all at once') },
  { weight: 2, arbitrary: fc.constantFrom('payer pays', 'payer pays', 'payer leaves', 'payer is declined') },
);
const course = fc.record({
  method: fc.boolean(),
  steps: fc.array(fc.record({ what: step, server: fc.nat(1) }), { minLength: 4, maxLength: 14 }),
});
type Step = { what: string; server: number };

interface Run {
  clients: TestClient[];
  sent: ReturnType<typeof body>;
  eventId: string;
}

const row = (clientKey: string) =>
  world.test.db
    .selectFrom('payment')
    .selectAll()
    .where('client_key', '=', clientKey)
    .executeTakeFirstOrThrow();

/** What the payer does at the gateway's page; who has paid or left can do nothing more there. */
function pay(external: string, state: 'paid' | 'cancelled' | 'failed'): void {
  if (world.gateway.kept.get(external)?.state === 'open') world.gateway.set(external, { state });
}

async function tell(server: number, external: string | null, eventId: string): Promise<void> {
  await fetch(`${[world.app, second.app][server]?.url}/webhooks/payments/test`, {
    method: 'POST',
    headers: { 'X-Test-Signature': 'good' },
    body: JSON.stringify({ eventId, kind: 'changed', externalId: external }),
  });
}

async function take({ what, server }: Step, run: Run): Promise<unknown> {
  const { id, external_id } = await row(run.sent.deposit_id);
  const external = external_id ?? '';
  const client = run.clients[server];
  const publicId = `pay_${(id + 36 ** 3).toString(36)}`;
  const payments = server === 0 ? world.payments : second.payments;
  switch (what) {
    case 'webhook':
      return tell(server, external_id, randomUUID());
    case 'webhook again':
      return tell(server, external_id, run.eventId);
    case 'return':
      world.clock.advance(5_000);
      return client?.get(`/api/payments/${publicId}`);
    case 'reconcile':
      world.clock.advance(60_000);
      return payments.reconcile();
    case 'send again':
      return client?.post('/api/advertiser/deposits', run.sent);
    case 'cancel':
      return client?.post(`/api/payments/${publicId}/cancel`);
    case 'lost answer':
      return world.gateway.fail('charge', 'after');
    case 'gateway away':
      return world.gateway.fail('read', 'before');
    case 'crash':
      crashes += 1;
      return undefined;
    case 'all at once':
      world.clock.advance(60_000);
      return Promise.all(
        ['webhook', 'return', 'cancel', 'reconcile', 'send again'].map((each, index) =>
          take({ what: each, server: index % 2 }, run),
        ),
      );
    default:
      return pay(external, what === 'payer pays' ? 'paid' : what === 'payer leaves' ? 'cancelled' : 'failed');
  }
}

/** Until nothing is open any more and every notice was worked on. */
async function settle(run: Run): Promise<void> {
  crashes = 0;
  for (const call of ['charge', 'read', 'beginCheckout', 'cancel'] as const) world.gateway.fail(call);
  const { external_id } = await row(run.sent.deposit_id);
  if (external_id !== null) await tell(0, external_id, randomUUID());
  for (let round = 0; round < 3; round++) {
    world.clock.advance(60_000);
    await world.payments.reconcile();
    await second.payments.reconcile();
  }
  await world.settled();
}

it('in whatever order, number and place they come: money is credited once when it was paid, and never otherwise', async () => {
  await fc.assert(
    fc.asyncProperty(course, async ({ method, steps }) => {
      const owner = await makeAdvertiser(world.test.db, { cashMicros: 0n });
      const clients = [await world.signedIn(owner), second.app.client()];
      await clients[1]?.signIn(owner);
      const sent = body({ method_id: method ? METHOD : null });
      const run: Run = { clients, sent, eventId: randomUUID() };
      if (method) {
        world.gateway.charging = steps.length % 2 === 0 ? 'paid' : 'open';
        if (steps.length % 3 === 0) world.gateway.fail('charge', 'after');
      }
      const pagesBefore = world.gateway.kept.size;
      await Promise.all(clients.map((client) => client.post<Payment>('/api/advertiser/deposits', sent)));
      for (const each of steps) await take(each, run);
      await settle(run);

      const { id, state, external_id } = await row(sent.deposit_id);
      expect(world.gateway.kept.size).toBe(pagesBefore + 1);
      const wasPaid = world.gateway.kept.get(external_id ?? '')?.state === 'paid';
      const { advertiser_cash } = await balances(world.test.db, owner.id);
      expect({ state, cash: advertiser_cash }).toEqual(
        wasPaid
          ? { state: 'completed', cash: BigInt(500 * UNIT) }
          : { state: expect.not.stringMatching('completed'), cash: 0n },
      );
      const completions = await world.test.db
        .selectFrom('payment_event')
        .select('id')
        .where('payment_id', '=', id)
        .where('kind', '=', 'completed')
        .execute();
      expect(completions).toHaveLength(wasPaid ? 1 : 0);
    }),
    { numRuns: 40, endOnFailure: true },
  );
  expect((await verify(world.test.db)).differences).toEqual([]);
}, 120_000);
