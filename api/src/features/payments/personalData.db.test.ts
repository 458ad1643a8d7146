import { inTransaction } from '../../platform/db';
import { makeAdvertiser } from '../../testing';
import { autoTopUpOf } from '.';
import { METHOD, openPayments, type PaymentsWorld, UNIT } from './testPayments';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await openPayments();
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
