import fc from 'fast-check';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/db';
import { createTestDb, makeAdvertiser, makePublisher, type TestDb } from '../../testing';
import {
  advertiserTotals,
  availableEarnings,
  balances,
  chargeBack,
  correctionPostings,
  creditDrawPostings,
  deposit,
  grantBonus,
  holdCash,
  InsufficientFundsError,
  payOut,
  post,
  postAll,
  refund,
  releaseEarnings,
  repayFromCash,
  requestPayout,
  returnBonus,
  returnHold,
  returnPayout,
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

const earned = async (publisherId: number) => {
  const { publisher_pending, publisher_payable, publisher_payout } = await balances(test.db, publisherId);
  return { pending: publisher_pending, payable: publisher_payable, onItsWay: publisher_payout };
};
const funds = async (advertiserId: number) => {
  const { advertiser_cash, advertiser_bonus, advertiser_hold, advertiser_credit } = await balances(
    test.db,
    advertiserId,
  );
  return {
    cash: advertiser_cash,
    bonus: advertiser_bonus,
    hold: advertiser_hold,
    owed: -advertiser_credit,
  };
};
const booking = (ownerId: number, amountMicros: bigint) => ({
  ownerId,
  amountMicros,
  reference: key(),
  occurredAt,
});
const fulfilled = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length;

describe('earnings', () => {
  it('are released, set out and paid, each once', async () => {
    const publisherId = await earnings(1_000n);
    const release = booking(publisherId, 700n);
    expect(await releaseEarnings(test.db, release)).toMatchObject({ posted: true });
    expect(await releaseEarnings(test.db, release)).toMatchObject({ posted: false });
    expect(await earned(publisherId)).toEqual({ pending: 300n, payable: 700n, onItsWay: 0n });
    const payout = booking(publisherId, 600n);
    expect(await requestPayout(test.db, payout)).toMatchObject({ posted: true });
    expect(await requestPayout(test.db, payout)).toMatchObject({ posted: false });
    expect(await earned(publisherId)).toEqual({ pending: 300n, payable: 100n, onItsWay: 600n });
    expect(await payOut(test.db, payout)).toMatchObject({ posted: true });
    expect(await payOut(test.db, payout)).toMatchObject({ posted: false });
    expect(await earned(publisherId)).toEqual({ pending: 300n, payable: 100n, onItsWay: 0n });
  });

  it('that could not be paid are payable again', async () => {
    const publisherId = await earnings(500n);
    await releaseEarnings(test.db, booking(publisherId, 500n));
    const payout = booking(publisherId, 500n);
    await requestPayout(test.db, payout);
    expect(await returnPayout(test.db, payout)).toMatchObject({ posted: true });
    expect(await returnPayout(test.db, payout)).toMatchObject({ posted: false });
    expect(await earned(publisherId)).toEqual({ pending: 0n, payable: 500n, onItsWay: 0n });
    await expect(payOut(test.db, payout)).rejects.toThrow(InsufficientFundsError);
  });

  it('are not released beyond what is pending, set out beyond what is payable, or paid beyond that', async () => {
    const publisherId = await earnings(1_000n);
    await expect(releaseEarnings(test.db, booking(publisherId, 1_001n))).rejects.toThrow(
      InsufficientFundsError,
    );
    await releaseEarnings(test.db, booking(publisherId, 1_000n));
    await expect(requestPayout(test.db, booking(publisherId, 1_001n))).rejects.toThrow(
      InsufficientFundsError,
    );
    await expect(payOut(test.db, booking(publisherId, 1n))).rejects.toThrow(InsufficientFundsError);
    await expect(returnPayout(test.db, booking(publisherId, 1n))).rejects.toThrow(InsufficientFundsError);
    expect(await earned(publisherId)).toEqual({ pending: 0n, payable: 1_000n, onItsWay: 0n });
  });

  it('are paid less what is owed for invalid traffic', async () => {
    const publisherId = await earnings(1_000n);
    await releaseEarnings(test.db, booking(publisherId, 1_000n));
    await move(-400n, publisherId);
    expect(availableEarnings(await balances(test.db, publisherId))).toBe(600n);
    await expect(requestPayout(test.db, booking(publisherId, 601n))).rejects.toThrow(
      'owes 400 for invalid traffic',
    );
    await requestPayout(test.db, booking(publisherId, 600n));
    expect(await earned(publisherId)).toEqual({ pending: -400n, payable: 400n, onItsWay: 600n });
    expect(availableEarnings(await balances(test.db, publisherId))).toBe(0n);
    // New earnings pay the debt off first.
    await move(500n, publisherId);
    expect(availableEarnings(await balances(test.db, publisherId))).toBe(400n);
  });

  it('are never set out twice by requests at once', async () => {
    const publisherId = await earnings(1_000n);
    await releaseEarnings(test.db, booking(publisherId, 1_000n));
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () => requestPayout(test.db, booking(publisherId, 400n))),
    );
    expect(fulfilled(results)).toBe(2);
    expect(await earned(publisherId)).toEqual({ pending: 0n, payable: 200n, onItsWay: 800n });
  });
});

describe('a refund', () => {
  it('is of cash that was not spent, never of a bonus, and held until it has gone', async () => {
    const { id } = await makeAdvertiser(test.db, { cashMicros: 500n, bonusMicros: 900n });
    await expect(holdCash(test.db, booking(id, 501n))).rejects.toThrow(InsufficientFundsError);
    const back = booking(id, 300n);
    expect(await holdCash(test.db, back)).toMatchObject({ posted: true });
    expect(await holdCash(test.db, back)).toMatchObject({ posted: false });
    expect(await funds(id)).toEqual({ cash: 200n, bonus: 900n, hold: 300n, owed: 0n });
    await expect(refund(test.db, booking(id, 301n))).rejects.toThrow(InsufficientFundsError);
    expect(await refund(test.db, back)).toMatchObject({ posted: true });
    expect(await refund(test.db, back)).toMatchObject({ posted: false });
    expect(await funds(id)).toEqual({ cash: 200n, bonus: 900n, hold: 0n, owed: 0n });
  });

  it('that failed is cash again, and cannot go afterwards', async () => {
    const { id } = await makeAdvertiser(test.db, { cashMicros: 500n });
    const back = booking(id, 500n);
    await holdCash(test.db, back);
    await returnHold(test.db, back);
    expect(await funds(id)).toEqual({ cash: 500n, bonus: 0n, hold: 0n, owed: 0n });
    await expect(refund(test.db, back)).rejects.toThrow(InsufficientFundsError);
  });
});

it('a chargeback may leave cash below nothing, a returned bonus the bonus not', async () => {
  const { id } = await makeAdvertiser(test.db, { cashMicros: 100n, bonusMicros: 50n });
  await chargeBack(test.db, booking(id, 250n));
  expect(await funds(id)).toEqual({ cash: -150n, bonus: 50n, hold: 0n, owed: 0n });
  await expect(returnBonus(test.db, booking(id, 51n))).rejects.toThrow(InsufficientFundsError);
  await returnBonus(test.db, booking(id, 50n));
  expect(await funds(id)).toEqual({ cash: -150n, bonus: 0n, hold: 0n, owed: 0n });
  // What comes in pays it off.
  await deposit(test.db, { advertiserId: id, amountMicros: 200n, reference: key(), occurredAt });
  expect((await funds(id)).cash).toBe(50n);
});

/** As the ingestion lends, but for no ad spend. */
const drawCredit = (advertiserId: number, micros: bigint) =>
  inTransaction(test.db, (trx) =>
    post(trx, {
      idempotencyKey: key(),
      kind: 'credit_draw',
      occurredAt,
      postings: creditDrawPostings(advertiserId, micros),
    }),
  );

describe('credit', () => {
  it('is lent to cash and paid back from it, as far as it goes and no further than what is owed', async () => {
    const { id } = await makeAdvertiser(test.db, { cashMicros: 100n });
    await drawCredit(id, 400n);
    expect(await funds(id)).toEqual({ cash: 500n, bonus: 0n, hold: 0n, owed: 400n });
    await holdCash(test.db, booking(id, 350n));
    const repay = () =>
      inTransaction(test.db, (trx) => repayFromCash(trx, { ownerId: id, reference: key(), occurredAt }));
    expect(await repay()).toBe(150n);
    expect(await repay()).toBe(0n);
    await deposit(test.db, { advertiserId: id, amountMicros: 1_000n, reference: key(), occurredAt });
    expect(await repay()).toBe(250n);
    expect(await funds(id)).toEqual({ cash: 750n, bonus: 0n, hold: 350n, owed: 0n });
  });

  it('is paid back once, however many do it at once', async () => {
    const { id } = await makeAdvertiser(test.db, { cashMicros: 0n });
    await drawCredit(id, 300n);
    const amounts = await Promise.all(
      Array.from({ length: 8 }, () =>
        inTransaction(test.db, (trx) => repayFromCash(trx, { ownerId: id, reference: key(), occurredAt })),
      ),
    );
    expect(amounts.reduce((sum, each) => sum + each, 0n)).toBe(300n);
    expect(await funds(id)).toEqual({ cash: 0n, bonus: 0n, hold: 0n, owed: 0n });
  });
});

it('several bookings in one transaction and spending at once wait for each other in one order', async () => {
  // The bonus came first: its account is locked before that of cash, in which a deposit books first.
  const advertiser = await makeAdvertiser(test.db, { cashMicros: 0n, bonusMicros: 10n });
  const publisherId = await earnings(1n);
  const spend = () => ({
    idempotencyKey: key(),
    kind: 'correction' as const,
    occurredAt,
    postings: [
      { kind: 'advertiser_bonus' as const, ownerId: advertiser.id, amountMicros: -1n },
      { kind: 'advertiser_cash' as const, ownerId: advertiser.id, amountMicros: -1n },
      { kind: 'publisher_pending' as const, ownerId: publisherId, amountMicros: 2n },
    ],
  });
  // Without another attempt: a deadlock would be seen.
  const once = { retries: 0 };
  await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      index % 2 === 0
        ? inTransaction(test.db, (trx) => postAll(trx, [spend()]), once)
        : inTransaction(
            test.db,
            async (trx) => {
              const advertiserId = advertiser.id;
              await deposit(trx, { advertiserId, amountMicros: 5n, reference: key(), occurredAt });
              await grantBonus(trx, {
                advertiserId,
                amountMicros: 5n,
                occasion: key(),
                occurredAt,
                description: '',
              });
              await repayFromCash(trx, { ownerId: advertiserId, reference: key(), occurredAt });
            },
            once,
          ),
    ),
  );
  expect(await funds(advertiser.id)).toEqual({ cash: 48n, bonus: 58n, hold: 0n, owed: 0n });
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
    expect((await earned(publisherId)).pending).toBe(1_321n);
    await expect(postNow(gift(publisherId, key(), 5n), gift(publisherId, b, 21n))).rejects.toThrow(
      'posted before with other postings',
    );
    const twice = key();
    await expect(postNow(gift(publisherId, twice, 5n), gift(publisherId, twice, 5n))).rejects.toThrow(
      'a key each',
    );
    expect((await earned(publisherId)).pending).toBe(1_321n);
  });

  it('counts what its own transactions take: together they overdraw no account', async () => {
    const advertiser = await makeAdvertiser(test.db, { cashMicros: 10n });
    const take = () => ({
      idempotencyKey: key(),
      kind: 'hold' as const,
      occurredAt,
      postings: [
        { kind: 'advertiser_cash' as const, ownerId: advertiser.id, amountMicros: -6n },
        { kind: 'advertiser_hold' as const, ownerId: advertiser.id, amountMicros: 6n },
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
      'chargeback' as const,
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
