import { inTransaction } from '../../platform/db';
import { createAuditLog, makeAdvertiser } from '../../testing';
import { balances } from '../ledger';
import { autoTopUpOf } from '.';
import { METHOD, openPayments, type PaymentsWorld, UNIT } from './testPayments';

const { log, eventsOf } = createAuditLog();
let world: PaymentsWorld;
beforeAll(async () => {
  world = await openPayments({ log });
});
afterAll(() => world.close());

const setUp = async () => {
  const owner = await makeAdvertiser(world.test.db);
  const client = await world.signedIn(owner);
  const { id } = await world.deposit(client, { method_id: METHOD });
  await client.put('/api/advertiser/auto-top-up', {
    enabled: true,
    below_micros: 20 * UNIT,
    amount_micros: 200 * UNIT,
    month_most_micros: 900 * UNIT,
    method_id: METHOD,
  });
  return { owner, id };
};

it('an archive has all payments with their course, and the automatic top-up, of nobody else', async () => {
  const { owner, id } = await setUp();
  await setUp();
  expect(await world.payments.exportOf(owner.id)).toMatchObject({
    payments: [
      {
        id,
        state: 'completed',
        amount_micros: 500 * UNIT,
        method: 'Visa 4242',
        events: [{ kind: 'created' }, { kind: 'sent-to-gateway' }, { kind: 'completed' }],
      },
    ],
    automatic_top_up: { enabled: true, amount_micros: 200 * UNIT },
  });
});

it('with the account go the card and the top-up; what the books need stays, and so does everybody else’s', async () => {
  const { owner, id } = await setUp();
  const other = await setUp();
  await inTransaction(world.test.db, (trx) => world.payments.forget(trx, owner.id));
  const now = world.clock.now();
  expect(await autoTopUpOf(world.test.db, owner.id, now)).toBeNull();
  expect(await world.row(id)).toMatchObject({
    method_id: null,
    method_label: null,
    checkout_url: null,
    amount_micros: BigInt(500 * UNIT),
    external_id: expect.any(String),
  });
  expect((await world.row(other.id)).method_label).toBe('Visa 4242');
  expect(await autoTopUpOf(world.test.db, other.owner.id, now)).not.toBeNull();
});

it('money for an account that is gone is booked and called out, and brings no card’s name back', async () => {
  const { db } = world.test;
  const owner = await makeAdvertiser(db, { cashMicros: 0n });
  const { id } = await world.deposit(await world.signedIn(owner));
  await inTransaction(db, (trx) => world.payments.forget(trx, owner.id));
  await db
    .updateTable('app_user')
    .set({ status: 'suspended', password_hash: null, deleted_at: world.clock.now() })
    .where('id', '=', owner.id)
    .execute();
  const row = await world.row(id);
  world.gateway.set(row.external_id ?? '', { state: 'paid' });
  await world.payments.learn(row.id, { source: 'job' });
  expect(await world.row(id)).toMatchObject({ state: 'completed', method_label: null });
  expect((await balances(db, owner.id)).advertiser_cash).toBe(BigInt(500 * UNIT));
  expect(eventsOf(owner.id)).toContain('payments.account_gone');
});
