import { sql } from 'kysely';
import { inTransaction } from '../../platform/db';
import { createTestDb, makeAdvertiser, makePublisher, type TestDb } from '../../testing';
import {
  balances,
  DepositLimitError,
  deposit,
  holdCash,
  InsufficientFundsError,
  LedgerError,
  post,
  reverse,
  type Transaction,
  verify,
} from '.';

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(() => test.drop());

const occurredAt = new Date('2026-11-16T10:00:00Z');
const spend = (advertiserId: number, publisherId: number, micros: bigint, key: string): Transaction => ({
  idempotencyKey: key,
  kind: 'correction',
  occurredAt,
  postings: [
    { kind: 'advertiser_cash', ownerId: advertiserId, amountMicros: -micros },
    { kind: 'publisher_pending', ownerId: publisherId, amountMicros: (micros * 8n) / 10n },
    { kind: 'network_revenue', ownerId: null, amountMicros: micros - (micros * 8n) / 10n },
  ],
});

it('posts once a key, however often and at once it is tried', async () => {
  const advertiser = await makeAdvertiser(test.db, { cashMicros: 0n });
  const tries = Array.from({ length: 8 }, () =>
    deposit(test.db, {
      advertiserId: advertiser.id,
      amountMicros: 5_000_000n,
      reference: 'BANK-1',
      occurredAt,
    }),
  );
  const results = await Promise.all(tries);
  expect(results.filter(({ posted }) => posted)).toHaveLength(1);
  expect(new Set(results.map(({ id }) => id)).size).toBe(1);
  expect((await balances(test.db, advertiser.id)).advertiser_cash).toBe(5_000_000n);
});

it('refuses the same key with other postings', async () => {
  const advertiser = await makeAdvertiser(test.db, { cashMicros: 0n });
  const twice = (amountMicros: bigint) =>
    deposit(test.db, { advertiserId: advertiser.id, amountMicros, reference: 'BANK-2', occurredAt });
  await twice(1n);
  await expect(twice(2n)).rejects.toThrow('posted before with other postings');
});

it('refuses a deposit above 100,000,000.00 and books nothing', async () => {
  const advertiser = await makeAdvertiser(test.db, { cashMicros: 0n });
  const book = (amountMicros: bigint, reference: string) =>
    deposit(test.db, { advertiserId: advertiser.id, amountMicros, reference, occurredAt });
  await expect(book(100_000_000_000_001n, 'LIMIT-1')).rejects.toThrow(DepositLimitError);
  await expect(book(100_000_000_000_000n, 'LIMIT-1')).resolves.toMatchObject({ posted: true });
  expect((await balances(test.db, advertiser.id)).advertiser_cash).toBe(100_000_000_000_000n);
});

it('refuses a deposit that leads to a balance no safe integer holds, and books nothing', async () => {
  const advertiser = await makeAdvertiser(test.db, { cashMicros: 0n, bonusMicros: 5n });
  const near = BigInt(Number.MAX_SAFE_INTEGER) - 10n;
  await inTransaction(test.db, (trx) =>
    post(trx, {
      idempotencyKey: 'nearly-full',
      kind: 'correction',
      occurredAt,
      postings: [
        { kind: 'clearing', ownerId: null, amountMicros: -near },
        { kind: 'advertiser_cash', ownerId: advertiser.id, amountMicros: near },
      ],
    }),
  );
  const book = (amountMicros: bigint) =>
    deposit(test.db, { advertiserId: advertiser.id, amountMicros, reference: 'FULL-1', occurredAt });
  await expect(book(6n)).rejects.toThrow('The account would hold more than it can: nothing was booked.');
  expect((await balances(test.db, advertiser.id)).advertiser_cash).toBe(near);
  await expect(book(5n)).resolves.toMatchObject({ posted: true });
});

it('moves balances with their postings, and nothing when the rest of the work fails', async () => {
  const advertiser = await makeAdvertiser(test.db, { cashMicros: 10_000_000n });
  const publisher = await makePublisher(test.db);
  await inTransaction(test.db, (trx) => post(trx, spend(advertiser.id, publisher.id, 3_000_001n, 'spend-1')));
  await expect(
    inTransaction(test.db, async (trx) => {
      await post(trx, spend(advertiser.id, publisher.id, 1_000_000n, 'spend-2'));
      throw new Error('afterwards');
    }),
  ).rejects.toThrow('afterwards');
  expect((await balances(test.db, advertiser.id)).advertiser_cash).toBe(6_999_999n);
  expect((await balances(test.db, publisher.id)).publisher_pending).toBe(2_400_000n);
});

it('does not let an account be overdrawn, not even by two at once', async () => {
  const advertiser = await makeAdvertiser(test.db, { cashMicros: 10n });
  const pay = (reference: string) =>
    holdCash(test.db, { ownerId: advertiser.id, amountMicros: 6n, reference, occurredAt });
  const results = await Promise.allSettled([pay('over-1'), pay('over-2')]);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(1);
  expect(refused[0]?.reason).toBeInstanceOf(InsufficientFundsError);
  expect((await balances(test.db, advertiser.id)).advertiser_cash).toBe(4n);
});

it('survives many writers over the same accounts in different orders', async () => {
  const [a, b] = [await makeAdvertiser(test.db), await makeAdvertiser(test.db)];
  const [p, q] = [await makePublisher(test.db), await makePublisher(test.db)];
  const pairs = [
    [a, p],
    [b, q],
    [b, p],
    [a, q],
  ] as const;
  await Promise.all(
    Array.from({ length: 24 }, (_, index) => {
      const [advertiser, publisher] = pairs[index % 4] ?? pairs[0];
      return inTransaction(test.db, (trx) =>
        post(trx, spend(advertiser.id, publisher.id, 1_000n, `many-${index}`)),
      );
    }),
  );
  expect((await balances(test.db, a.id)).advertiser_cash).toBe(99_988_000n);
  expect((await balances(test.db, q.id)).publisher_pending).toBe(9_600n);
});

it('reverses once, and a reversed reversal is the original', async () => {
  const advertiser = await makeAdvertiser(test.db, { cashMicros: 0n });
  const { id } = await deposit(test.db, {
    advertiserId: advertiser.id,
    amountMicros: 700n,
    reference: 'BANK-3',
    occurredAt,
  });
  const undo = (of: bigint) =>
    inTransaction(test.db, (trx) => reverse(trx, of, { occurredAt, reason: 'sent back' }));
  const cash = async () => (await balances(test.db, advertiser.id)).advertiser_cash;
  const first = await undo(id);
  expect(await cash()).toBe(0n);
  expect(await undo(id)).toEqual({ id: first.id, posted: false });
  await undo(first.id);
  expect(await cash()).toBe(700n);
});

it('refuses to reverse what is not there', async () => {
  await expect(
    inTransaction(test.db, (trx) => reverse(trx, 999_999n, { occurredAt })),
  ).rejects.toBeInstanceOf(LedgerError);
});

it.each(['UPDATE ledger_posting SET amount_micros = 1', 'DELETE FROM ledger_transaction'])(
  'the database refuses: %s',
  async (change) => {
    await expect(sql.raw(change).execute(test.owner)).rejects.toThrow('append-only: correct by adding');
  },
);

it('verifies after all of that', async () => {
  const { ok, differences, counted } = await verify(test.db);
  expect(differences).toEqual([]);
  expect(ok).toBe(true);
  expect(counted.transactions).toBeGreaterThan(30n);
});
