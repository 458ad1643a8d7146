import { randomUUID } from 'node:crypto';
import { makeAdvertiser, type TestClient } from '../../testing';
import { balances, verify } from '../ledger';
import { openPayments, type PaymentsWorld, UNIT } from './testPayments';

let world: PaymentsWorld;
let client: TestClient;
let ownerId: number;
beforeAll(async () => {
  world = await openPayments();
});
beforeEach(async () => {
  const owner = await makeAdvertiser(world.test.db, { cashMicros: 0n });
  ownerId = owner.id;
  client = await world.signedIn(owner);
});
afterAll(() => world.close());

const cash = async () => (await balances(world.test.db, ownerId)).advertiser_cash;
const events = () => world.test.db.selectFrom('gateway_event').selectAll().execute();
const eventOf = async (id: string) => (await events()).find(({ event_id }) => event_id === id);
const begun = async () => {
  const { id } = await world.deposit(client);
  return { id, external: (await world.row(id)).external_id ?? '' };
};

it('asks the gateway what a notice is about, and believes nothing else', async () => {
  const { id, external } = await begun();
  expect((await world.tell(external, 'early')).status).toBe(200);
  await world.settled();
  expect((await world.row(id)).state).toBe('created');
  world.gateway.set(external, { state: 'paid' });
  expect((await world.tell(external, 'late')).status).toBe(200);
  await world.settled();
  expect((await world.row(id)).state).toBe('completed');
  expect(await eventOf('late')).toMatchObject({ times: 1, worked_at: expect.any(Date) });
});

it('the same notice 30 times at once counts once', async () => {
  const { external } = await begun();
  world.gateway.set(external, { state: 'paid' });
  const eventId = randomUUID();
  const answers = await Promise.all(Array.from({ length: 30 }, () => world.tell(external, eventId)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  await world.settled();
  expect(await eventOf(eventId)).toMatchObject({ times: 30 });
  expect(await cash()).toBe(BigInt(500 * UNIT));
  expect((await verify(world.test.db)).differences).toEqual([]);
});

it('30 different notices of one payment credit it once', async () => {
  const { external } = await begun();
  world.gateway.set(external, { state: 'paid' });
  await Promise.all(Array.from({ length: 30 }, () => world.tell(external)));
  await world.settled();
  expect(await cash()).toBe(BigInt(500 * UNIT));
});

it('without its signature a notice is refused and not kept', async () => {
  const { external } = await begun();
  const before = (await events()).length;
  const answer = await world.tell(external, randomUUID(), 'bad');
  expect([answer.status, (await answer.json()).code]).toEqual([400, 'SIGNATURE']);
  expect(await events()).toHaveLength(before);
});

it('knows no other gateways, and none without webhooks', async () => {
  for (const gateway of ['nowhere', '__proto__']) {
    const { status } = await fetch(`${world.app.url}/webhooks/payments/${gateway}`, {
      method: 'POST',
      body: '{}',
    });
    expect(status).toBe(404);
  }
});

it('refuses what is larger than any notice', async () => {
  const { status } = await fetch(`${world.app.url}/webhooks/payments/test`, {
    method: 'POST',
    headers: { 'X-Test-Signature': 'good' },
    body: 'x'.repeat(300_000),
  });
  expect(status).toBe(413);
});

it('keeps a notice that overtakes our own note of the payment, and works on it later', async () => {
  const { id, external } = await begun();
  const { db } = world.test;
  const row = await world.row(id);
  world.gateway.set(external, { state: 'paid' });
  await db.updateTable('payment').set({ external_id: null }).where('id', '=', row.id).execute();
  await world.tell(external, 'overtakes');
  const waiting = () =>
    db.selectFrom('gateway_event').select('worked_at').where('event_id', '=', 'overtakes').executeTakeFirst();
  await world.settled();
  expect(await waiting()).toEqual({ worked_at: null });
  await db.updateTable('payment').set({ external_id: external }).where('id', '=', row.id).execute();
  // Its next try is due now.
  await world.test.pool.query(
    `UPDATE pgboss.job SET start_after = now() WHERE name = 'payments.notice' AND state = 'retry'`,
  );
  await world.settled();
  expect(await waiting()).toEqual({ worked_at: expect.any(Date) });
  expect((await world.row(id)).state).toBe('completed');
});

it('what is about none of our payments is kept and done', async () => {
  expect((await world.tell(null, 'nothing')).status).toBe(200);
  await world.settled();
  expect(await eventOf('nothing')).toMatchObject({ worked_at: expect.any(Date) });
});

it('is forgotten after 90 days', async () => {
  await world.tell(null, 'old');
  world.clock.advance(91 * 86_400_000);
  await world.payments.tidy();
  expect(await eventOf('old')).toBeUndefined();
});
