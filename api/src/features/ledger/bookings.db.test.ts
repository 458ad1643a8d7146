import fc from 'fast-check';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/db';
import { createTestDb, makeAdvertiser, makePublisher, type TestDb } from '../../testing';
import {
  advertiserTotals,
  availableEarnings,
  balances,
  correctionPostings,
  deposit,
  grantBonus,
  InsufficientFundsError,
  payOut,
  post,
  postAll,
  refund,
  releaseEarnings,
  reverse,
  verify,
} from '.';

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(() => test.drop());

const occurredAt = new Date('2026-11-16T10:00:00Z');
let keys = 0;
const key = () => `b-${++keys}`;

/** A publisher with pending earnings that no event stands behind: moved there by corrections. */
async function earnings(pendingMicros: bigint) {
  const publisher = await makePublisher(test.db);
  await move(pendingMicros, publisher.id);
  return publisher.id;
}

/** Takes away from (or gives to) what is pending. */
async function move(micros: bigint, publisherId: number): Promise<void> {
  const network = { kind: 'network_revenue', ownerId: null } as const;
  const pending = { kind: 'publisher_pending', ownerId: publisherId } as const;
  const postings =
    micros > 0n
      ? correctionPostings(network, pending, micros)
      : correctionPostings(pending, network, -micros);
  await inTransaction(test.db, (trx) =>
    post(trx, { idempotencyKey: key(), kind: 'correction', occurredAt, postings }),
  );
}

const held = async (publisherId: number) => {
  const { publisher_pending, publisher_payable } = await balances(test.db, publisherId);
  return [publisher_pending, publisher_payable];
};

describe('earnings', () => {
  it('are released, then paid out, each once', async () => {
    const publisherId = await earnings(1_000n);
    const release = { publisherId, amountMicros: 700n, reference: key(), occurredAt };
    expect(await releaseEarnings(test.db, release)).toMatchObject({ posted: true });
    expect(await releaseEarnings(test.db, release)).toMatchObject({ posted: false });
    expect(await held(publisherId)).toEqual([300n, 700n]);
    const payout = { publisherId, amountMicros: 600n, reference: key(), occurredAt };
    expect(await payOut(test.db, payout)).toMatchObject({ posted: true });
    expect(await payOut(test.db, payout)).toMatchObject({ posted: false });
    expect(await held(publisherId)).toEqual([300n, 100n]);
  });

  it('are not released beyond what is pending, nor paid beyond what is payable', async () => {
    const publisherId = await earnings(1_000n);
    const booking = (amountMicros: bigint) => ({ publisherId, amountMicros, reference: key(), occurredAt });
    await expect(releaseEarnings(test.db, booking(1_001n))).rejects.toThrow(InsufficientFundsError);
    await releaseEarnings(test.db, booking(1_000n));
    await expect(payOut(test.db, booking(1_001n))).rejects.toThrow(InsufficientFundsError);
    expect(await held(publisherId)).toEqual([0n, 1_000n]);
  });

  it('are paid less what is owed for invalid traffic', async () => {
    const publisherId = await earnings(1_000n);
    const booking = (amountMicros: bigint) => ({ publisherId, amountMicros, reference: key(), occurredAt });
    await releaseEarnings(test.db, booking(1_000n));
    await move(-400n, publisherId);
    expect(availableEarnings(await balances(test.db, publisherId))).toBe(600n);
    await expect(payOut(test.db, booking(601n))).rejects.toThrow('owes 400 for invalid traffic');
    await payOut(test.db, booking(600n));
    expect(await held(publisherId)).toEqual([-400n, 400n]);
    expect(availableEarnings(await balances(test.db, publisherId))).toBe(0n);
    // New earnings pay the debt off first.
    await move(500n, publisherId);
    expect(availableEarnings(await balances(test.db, publisherId))).toBe(400n);
  });

  it('are never paid twice by payouts at once', async () => {
    const publisherId = await earnings(1_000n);
    await releaseEarnings(test.db, { publisherId, amountMicros: 1_000n, reference: key(), occurredAt });
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        payOut(test.db, { publisherId, amountMicros: 400n, reference: key(), occurredAt }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await held(publisherId)).toEqual([0n, 200n]);
  });
});

it('refunds cash that was not spent, never a bonus', async () => {
  const advertiser = await makeAdvertiser(test.db, { cashMicros: 500n, bonusMicros: 900n });
  const book = (amountMicros: bigint) =>
    refund(test.db, { advertiserId: advertiser.id, amountMicros, reference: key(), occurredAt });
  await expect(book(501n)).rejects.toThrow(InsufficientFundsError);
  await book(500n);
  const { advertiser_cash, advertiser_bonus } = await balances(test.db, advertiser.id);
  expect([advertiser_cash, advertiser_bonus]).toEqual([0n, 900n]);
});

describe('postAll', () => {
  const gift = (publisherId: number, idempotencyKey: string, amountMicros: bigint) => ({
    idempotencyKey,
    kind: 'correction' as const,
    occurredAt,
    postings: correctionPostings(
      { kind: 'network_revenue', ownerId: null },
      { kind: 'publisher_pending', ownerId: publisherId },
      amountMicros,
    ),
  });

  it('posts what is new, and says of the rest that it was there', async () => {
    const publisherId = await earnings(1n);
    const [a, b, c] = [key(), key(), key()];
    const postNow = (...transactions: ReturnType<typeof gift>[]) =>
      inTransaction(test.db, (trx) => postAll(trx, transactions));
    await postNow(gift(publisherId, b, 20n));
    const results = await postNow(
      gift(publisherId, c, 300n),
      gift(publisherId, b, 20n),
      gift(publisherId, a, 1_000n),
    );
    expect(results.map(({ posted }) => posted)).toEqual([true, false, true]);
    expect(new Set(results.map(({ id }) => id)).size).toBe(3);
    expect(await held(publisherId)).toEqual([1_321n, 0n]);
    await expect(postNow(gift(publisherId, key(), 5n), gift(publisherId, b, 21n))).rejects.toThrow(
      'posted before with other postings',
    );
    const twice = key();
    await expect(postNow(gift(publisherId, twice, 5n), gift(publisherId, twice, 5n))).rejects.toThrow(
      'a key each',
    );
    expect(await held(publisherId)).toEqual([1_321n, 0n]);
  });

  it('counts what its own transactions take: together they overdraw no account', async () => {
    const advertiser = await makeAdvertiser(test.db, { cashMicros: 10n });
    const take = () => ({
      idempotencyKey: key(),
      kind: 'refund' as const,
      occurredAt,
      postings: [
        { kind: 'advertiser_cash' as const, ownerId: advertiser.id, amountMicros: -6n },
        { kind: 'clearing' as const, ownerId: null, amountMicros: 6n },
      ],
    });
    await expect(inTransaction(test.db, (trx) => postAll(trx, [take(), take()]))).rejects.toThrow(
      InsufficientFundsError,
    );
    expect((await balances(test.db, advertiser.id)).advertiser_cash).toBe(10n);
  });
});

it('refuses to reverse ad spend without its events', async () => {
  const advertiser = await makeAdvertiser(test.db, { cashMicros: 10n });
  const undo = new Error('undo');
  await expect(
    inTransaction(test.db, async (trx) => {
      const { id } = await post(trx, {
        idempotencyKey: key(),
        kind: 'ad_spend',
        occurredAt,
        postings: [
          { kind: 'advertiser_cash', ownerId: advertiser.id, amountMicros: -10n },
          { kind: 'network_revenue', ownerId: null, amountMicros: 10n },
        ],
      });
      await expect(reverse(trx, id, { occurredAt })).rejects.toThrow('reversed as invalid traffic');
      throw undo;
    }),
  ).rejects.toBe(undo);
});

it('keeps the totals of an advertiser as they are summed from every posting', async () => {
  const advertiser = await makeAdvertiser(test.db, { cashMicros: 0n });
  const publisher = await makePublisher(test.db);
  const sums = async () => {
    const { rows } = await sql<{ spentMicros: bigint; lastDepositAt: Date | null }>`
      SELECT coalesce(-sum(p.amount_micros) FILTER (WHERE t.kind IN ('ad_spend', 'invalid_traffic')), 0)::int8 AS "spentMicros",
        max(t.occurred_at) FILTER (WHERE t.kind = 'deposit') AS "lastDepositAt"
      FROM ledger_account a JOIN ledger_posting p ON p.account_id = a.id JOIN ledger_transaction t ON t.id = p.transaction_id
      WHERE a.owner_id = ${advertiser.id} AND a.kind IN ('advertiser_cash', 'advertiser_bonus')`.execute(
      test.db,
    );
    return rows[0];
  };
  expect(await advertiserTotals(test.db, advertiser.id)).toEqual({ spentMicros: 0n, lastDepositAt: null });
  await grantBonus(test.db, {
    advertiserId: advertiser.id,
    amountMicros: 50_000n,
    occasion: key(),
    occurredAt,
    description: 'Test',
  });
  const undo = new Error('undo');
  const step = fc.record({
    kind: fc.constantFrom(
      'deposit' as const,
      'ad_spend' as const,
      'invalid_traffic' as const,
      'refund' as const,
    ),
    micros: fc.bigInt({ min: 2n, max: 900n }),
    minutes: fc.integer({ min: -5_000, max: 5_000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      await inTransaction(test.db, async (trx) => {
        await deposit(trx, {
          advertiserId: advertiser.id,
          amountMicros: 20_000n,
          reference: key(),
          occurredAt,
        });
        for (const { kind, micros, minutes } of steps) {
          const sign = kind === 'deposit' || kind === 'invalid_traffic' ? 1n : -1n;
          const ofEvents = kind === 'ad_spend' || kind === 'invalid_traffic';
          const other = ofEvents
            ? ({ kind: 'publisher_pending', ownerId: publisher.id } as const)
            : ({ kind: 'clearing', ownerId: null } as const);
          await post(trx, {
            idempotencyKey: key(),
            kind,
            occurredAt: new Date(occurredAt.getTime() + minutes * 60_000),
            postings: [
              { kind: 'advertiser_cash', ownerId: advertiser.id, amountMicros: sign * micros },
              { ...other, amountMicros: -sign * micros },
            ],
          });
        }
      });
      expect(await advertiserTotals(test.db, advertiser.id)).toEqual(await sums());
    }),
    { numRuns: 15 },
  );
  // No event stands behind this spend: verify must say so of it, and of nothing else.
  const { differences } = await verify(test.db);
  expect(differences.map(({ check }) => check)).not.toContain('kept spend is the sum of its postings');
  await expect(
    inTransaction(test.db, async (trx) => {
      await sql`UPDATE ledger_account SET spent_micros = spent_micros + 1 WHERE owner_id = ${advertiser.id} AND kind = 'advertiser_cash'`.execute(
        trx,
      );
      const broken = await verify(trx);
      expect(broken.differences).toContainEqual(
        expect.objectContaining({
          check: 'kept spend is the sum of its postings',
          subject: `advertiser_cash ${advertiser.id}`,
        }),
      );
      throw undo;
    }),
  ).rejects.toBe(undo);
});
