import fc from 'fast-check';
import { sql } from 'kysely';
import { inTransaction } from '../../../platform/db';
import { makeAdvertiser } from '../../../testing';
import { createTestDb, type TestDb } from '../../../testing/createTestDb';
import {
  balances,
  creditDrawPostings,
  deposit,
  grantBonus,
  holdCash,
  type Posting,
  post,
  returnHold,
} from '../../ledger';
import { foldLines } from './foldLines';

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(() => test.drop());

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 10, 22, 10);
let key = 0;

type Step = {
  kind: 'spend' | 'draw' | 'deposit' | 'bonus' | 'hold' | 'return' | 'fold';
  micros: number;
  hour: number;
};

/** As the ingestion lends. */
const draw = ({
  ownerId,
  amountMicros,
  reference,
  occurredAt,
}: {
  ownerId: number;
  amountMicros: bigint;
  reference: string;
  occurredAt: Date;
}) =>
  inTransaction(test.db, (trx) =>
    post(trx, {
      idempotencyKey: `credit_draw:${reference}`,
      kind: 'credit_draw',
      occurredAt,
      postings: creditDrawPostings(ownerId, amountMicros),
    }),
  );

async function take(advertiserId: number, { kind, micros, hour }: Step): Promise<void> {
  key += 1;
  const amountMicros = BigInt(micros);
  const occurredAt = new Date(START + hour * HOUR_MS + (key % 1_000));
  const booking = { ownerId: advertiserId, amountMicros, reference: `fold-${key}`, occurredAt };
  if (kind === 'fold') await foldLines(test.db, advertiserId);
  else if (kind === 'deposit') await deposit(test.db, { ...booking, advertiserId });
  else if (kind === 'bonus')
    await grantBonus(test.db, { ...booking, advertiserId, occasion: booking.reference, description: '' });
  else if (kind === 'draw') await draw(booking);
  else if (kind === 'hold') await holdCash(test.db, booking);
  else if (kind === 'return') await returnHold(test.db, booking);
  else {
    const { advertiser_bonus } = await balances(test.db, advertiserId);
    const bonus = advertiser_bonus < amountMicros ? advertiser_bonus : amountMicros;
    const parts: Posting[] = [
      { kind: 'advertiser_bonus', ownerId: advertiserId, amountMicros: -bonus },
      { kind: 'advertiser_cash', ownerId: advertiserId, amountMicros: bonus - amountMicros },
      { kind: 'network_revenue', ownerId: null, amountMicros },
    ];
    await inTransaction(test.db, (trx) =>
      post(trx, {
        idempotencyKey: `fold-${key}`,
        kind: 'ad_spend',
        occurredAt,
        meta: { events: [[101 + (micros % 2), 1, 1, micros]] },
        postings: parts.filter(({ amountMicros: each }) => each !== 0n),
      }),
    );
  }
}

const linesOf = (advertiserId: number) =>
  test.db
    .selectFrom('funds_line')
    .selectAll()
    .where('advertiser_id', '=', advertiserId)
    .orderBy('seq')
    .execute();

async function forget(advertiserId: number): Promise<void> {
  await test.owner.deleteFrom('funds_line').where('advertiser_id', '=', advertiserId).execute();
  await sql`DELETE FROM funds_line_mark WHERE account_id IN (SELECT id FROM ledger_account WHERE owner_id = ${advertiserId})`.execute(
    test.owner,
  );
}

async function expectSound(advertiserId: number): Promise<void> {
  const lines = await linesOf(advertiserId);
  let balance = 0n;
  for (const line of lines) {
    balance += line.amount_micros;
    expect(line.balance_micros).toBe(balance);
  }
  const { advertiser_cash, advertiser_bonus } = await balances(test.db, advertiserId);
  expect(balance).toBe(advertiser_cash + advertiser_bonus);
}

const step = fc.record({
  kind: fc.constantFrom<Step['kind']>(
    'spend',
    'spend',
    'spend',
    'draw',
    'deposit',
    'bonus',
    'hold',
    'return',
    'fold',
    'fold',
  ),
  micros: fc.integer({ min: 1, max: 5_000 }),
  hour: fc.integer({ min: 0, max: 1 }),
});

it('makes the same lines step by step as at once, and their balances are the ledger’s', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), fc.nat(6), async (steps, most) => {
      const { id } = await makeAdvertiser(test.db, { cashMicros: 1_000_000n, bonusMicros: 2_000n });
      await holdCash(test.db, {
        ownerId: id,
        amountMicros: 200_000n,
        reference: `all-${id}`,
        occurredAt: new Date(START),
      });
      for (const each of steps) await take(id, each);
      await foldLines(test.db, id);
      await expectSound(id);
      const grown = await linesOf(id);
      await forget(id);
      await foldLines(test.db, id);
      expect(await linesOf(id)).toEqual(grown);
      // A long past is taken in by parts.
      await forget(id);
      await foldLines(test.db, id, most + 1);
      expect(await linesOf(id)).toEqual(grown);
      // Spend of one hour stands in one line as long as nothing comes between, with what was lent for it before it.
      for (const [index, line] of grown.entries())
        expect([line.stretch, line.kind]).not.toEqual([grown[index + 1]?.stretch, grown[index + 1]?.kind]);
    }),
    { numRuns: 25 },
  );
});

it('takes every posting in once while many post and many look', async () => {
  const { id } = await makeAdvertiser(test.db, { cashMicros: 0n });
  const work = Array.from({ length: 60 }, (_, index): Step[] => [
    { kind: 'deposit', micros: 1_000 + index, hour: 0 },
    { kind: index % 2 ? 'bonus' : 'fold', micros: 7, hour: 0 },
    { kind: 'fold', micros: 1, hour: 0 },
  ]);
  await Promise.all(
    work.map(async (steps) => {
      for (const each of steps) await take(id, each);
    }),
  );
  await foldLines(test.db, id);
  await expectSound(id);
  const lines = await linesOf(id);
  expect(lines).toHaveLength(90);
  expect(new Set(lines.map(({ transaction_id }) => transaction_id)).size).toBe(90);
});

it('keeps nobody from reading while an account is held for long', async () => {
  const { id } = await makeAdvertiser(test.db);
  await foldLines(test.db, id);
  const before = await linesOf(id);
  await take(id, { kind: 'deposit', micros: 5, hour: 0 });
  await inTransaction(test.db, async (trx) => {
    await trx.selectFrom('ledger_account').select('id').where('owner_id', '=', id).forUpdate().execute();
    await foldLines(test.db, id);
    expect(await linesOf(id)).toEqual(before);
  });
  await foldLines(test.db, id);
  await expectSound(id);
});
