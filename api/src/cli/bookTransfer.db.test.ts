import { randomUUID } from 'node:crypto';
import { balances, verify } from '../features/ledger';
import { openPayments, type PaymentsWorld } from '../features/payments/testPayments';
import { type MadeUser, makeAdmin, makeAdvertiser, makePublisher } from '../testing';
import { bookTransfer } from './bookTransfer';

let world: PaymentsWorld;
let owner: MadeUser;
beforeAll(async () => {
  world = await openPayments({});
});
beforeEach(async () => {
  owner = await makeAdvertiser(world.test.db, { cashMicros: 0n });
});
afterAll(() => world.close());

const cash = async () => (await balances(world.test.db, owner.id)).advertiser_cash;
async function book(given: { email?: string; amount?: string; reference: string }): Promise<string> {
  const lines: string[] = [];
  const args = { email: owner.email, amount: '100.00', ...given };
  expect(await bookTransfer(world.test.db, args, (line) => lines.push(line))).toBe(0);
  return lines.join();
}

test('a transfer is booked once, however often it is said', async () => {
  const reference = randomUUID();
  expect(await book({ reference })).toBe(`Booked 100.00 for ${owner.email}.`);
  expect(await book({ reference: ` ${reference} ` })).toContain('nothing has changed');
  expect(await cash()).toBe(100_000_000n);
});

test('two at once book it once', async () => {
  const reference = randomUUID();
  const said = await Promise.all([book({ reference }), book({ reference })]);
  expect(said.filter((line) => line.startsWith('Booked'))).toHaveLength(1);
  expect(await cash()).toBe(100_000_000n);
});

test('a reference that stands for something else is refused, here and in the console', async () => {
  const reference = randomUUID();
  await book({ reference });
  await expect(book({ reference, amount: '100.01' })).rejects.toThrow('with another amount or account');
  const other = await makeAdvertiser(world.test.db);
  await expect(book({ reference, email: other.email })).rejects.toThrow('with another amount or account');

  const admin = await world.signedIn(await makeAdmin(world.test.db));
  const inConsole = (bankReference: string) => {
    admin.setHeader('Idempotency-Key', randomUUID());
    return admin.post('/api/operator/deposits', {
      advertiser_id: owner.id,
      amount_micros: 5_000_000,
      reference: bankReference,
    });
  };
  expect(await inConsole(reference)).toMatchObject({ status: 409, body: { code: 'BANK_REFERENCE_USED' } });
  const second = randomUUID();
  expect((await inConsole(second)).status).toBe(201);
  await expect(book({ reference: second, amount: '5.00' })).rejects.toThrow(
    `was booked before, for ${owner.email}`,
  );
  expect(await cash()).toBe(105_000_000n);
});

test('what is no amount and nobody’s account is said', async () => {
  const reference = randomUUID();
  await expect(book({ reference, amount: '1,50' })).rejects.toThrow('--amount');
  await expect(book({ reference, email: 'nobody@example.com' })).rejects.toThrow('no advertiser');
  const { email } = await makePublisher(world.test.db);
  await expect(book({ reference, email })).rejects.toThrow('no advertiser');
  expect((await verify(world.test.db)).differences).toEqual([]);
});
