import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/db';
import { type AppWorld, makeAdvertiser } from '../../testing';
import {
  detail,
  expectRunning,
  fundsFeature,
  HOUR_MS,
  ingestBatches,
  list,
  MICROS,
  makeOwned,
  makePayment,
  NOW,
  openFunds,
  sumOf,
} from '../../testing/fundsWorld';
import { reverseInvalidTraffic } from '../events';
import { deposit, grantBonus, holdCash, post, refund, reverse, verify } from '../ledger';
import { foldLines } from './lines/foldLines';

let app: AppWorld;
beforeAll(async () => {
  app = await openFunds();
});
afterAll(() => app.close());

it('tells what an hour of events cost as one line, exact to the micro in sum and behind it', async () => {
  const { user, event, campaignIds } = await makeOwned();
  await ingestBatches([
    [event({ priceMicros: 1_001 }), event({ priceMicros: 2_003 }, 1)],
    [event({ priceMicros: 777 })],
    [event({ priceMicros: 13 }, 1), event({ priceMicros: 0 })],
  ]);
  const page = await list(user);
  const [line] = page.lines;
  expect(page.lines.map(({ kind }) => kind)).toEqual(['ad_spend', 'deposit']);
  expect(line).toMatchObject({
    amount_micros: -3_794,
    balance_micros: 100_000_000 - 3_794,
    params: { campaigns: 2, events: 4 },
  });
  const from = new Date(Math.floor((NOW.getTime() - 1_000) / HOUR_MS) * HOUR_MS);
  expect(line?.params).toMatchObject({ from: from.toISOString() });
  const { events, postings, exact } = await detail(user, line?.id ?? '');
  expect(exact).toBe(true);
  expect(events).toEqual([
    {
      campaign_id: publicId('campaign', campaignIds[0] ?? 0),
      campaign: 'Boots',
      kind: 'impression',
      count: 2,
      micros: 1_778,
    },
    {
      campaign_id: publicId('campaign', campaignIds[1] ?? 0),
      campaign: 'Jackets',
      kind: 'impression',
      count: 2,
      micros: 2_016,
    },
  ]);
  expect(sumOf((events ?? []).map(({ micros }) => micros))).toBe(-(line?.amount_micros ?? 0));
  expect(postings).toEqual([
    { account: 'advertiser_cash', amount_micros: -3_794 },
    { account: 'others', amount_micros: 3_794 },
  ]);
});

it('makes the lines of all who do not look, though those of one cannot be made', async () => {
  const [broken, sound] = [await makeAdvertiser(app.db), await makeAdvertiser(app.db)];
  await deposit(app.db, {
    advertiserId: broken.id,
    amountMicros: MICROS,
    reference: `broken-${broken.id}`,
    occurredAt: NOW,
  });
  await list(broken);
  const marks = app.test.owner
    .deleteFrom('funds_line_mark')
    .where('account_id', 'in', (from) =>
      from.selectFrom('ledger_account').select('id').where('owner_id', '=', broken.id),
    );
  // Lines without their marks are in the way of themselves.
  await marks.execute();
  const linesOf = ({ id }: { id: number }) =>
    app.db.selectFrom('funds_line').select('seq').where('advertiser_id', '=', id).execute();
  await expect(foldLines(app.db, broken.id)).rejects.toThrow('funds_line_transaction');
  expect(await linesOf(sound)).toEqual([]);
  await fundsFeature(app.db).lookAfter();
  expect(await linesOf(sound)).toHaveLength(1);
  await app.test.owner.deleteFrom('funds_line').where('advertiser_id', '=', broken.id).execute();
  await list(broken);
});

it('goes on with the hour’s line while nothing comes between, and begins another behind what does', async () => {
  const { user, event } = await makeOwned();
  await ingestBatches([[event({ priceMicros: 100 })]]);
  const before = await list(user);
  await ingestBatches([[event({ priceMicros: 50 })]]);
  const [grown] = (await list(user)).lines;
  expect(grown).toMatchObject({ id: before.lines[0]?.id, amount_micros: -150, params: { events: 2 } });
  await deposit(app.db, {
    advertiserId: user.id,
    amountMicros: MICROS,
    reference: `between-${user.id}`,
    occurredAt: NOW,
  });
  await ingestBatches([[event({ priceMicros: 7 })]]);
  const after = await list(user);
  expect(after.lines.map(({ amount_micros }) => amount_micros)).toEqual([-7, 1_000_000, -150, 100_000_000]);
  expectRunning(after);
});

it('tells what came back for invalid traffic with its reason, from the raw events too', async () => {
  const { user, event, campaignIds } = await makeOwned();
  const events = [event({ priceMicros: 1_234 }), event({ priceMicros: 4_321 })];
  await ingestBatches([events]);
  await reverseInvalidTraffic(app.db, {
    reason: 'data-centre',
    selection: { campaignId: campaignIds[0], fromMs: NOW.getTime() - HOUR_MS, toMs: NOW.getTime() },
    by: 'somebody',
    why: 'a farm',
  });
  const page = await list(user);
  expect(page.lines[0]).toMatchObject({
    kind: 'invalid_traffic',
    amount_micros: 5_555,
    balance_micros: 100_000_000,
    params: { reason: 'data-centre', events: 2, campaigns: 1 },
  });
  expectRunning(page);
  expect((await detail(user, page.lines[0]?.id ?? '')).events).toMatchObject([{ count: 2, micros: 5_555 }]);
  // What the spend was for is still told, as it was.
  expect(await detail(user, page.lines[1]?.id ?? '')).toMatchObject({
    exact: true,
    events: [{ count: 2, micros: 5_555 }],
  });
  expect((await verify(app.db)).differences).toEqual([]);
});

it('tells older spend by the figures of its hour, and whether they come to the same', async () => {
  const { user, event } = await makeOwned();
  await ingestBatches([[event({ priceMicros: 640 })]]);
  // As transactions were before they said what they were of.
  await sql
    .raw(`
    ALTER TABLE ledger_transaction DISABLE TRIGGER ledger_transaction_append_only;
    UPDATE ledger_transaction SET meta = meta - 'events' WHERE kind = 'ad_spend' AND id IN (
      SELECT transaction_id FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id
      WHERE a.owner_id = ${user.id});
    ALTER TABLE ledger_transaction ENABLE TRIGGER ledger_transaction_append_only`)
    .execute(app.test.owner);
  const [line] = (await list(user)).lines;
  expect(line?.params).not.toHaveProperty('events');
  expect(await detail(user, line?.id ?? '')).toMatchObject({
    exact: true,
    events: [{ campaign: 'Boots', kind: 'impression', count: 1, micros: 640 }],
  });
});

it('puts deposits that moved nothing at their time, with the balance of then', async () => {
  const { user } = await makeOwned(10n * MICROS);
  const at = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
  await makePayment(user, {
    state: 'failed',
    failure: 'declined',
    created_at: at(50),
    ended_at: at(49),
    method_label: 'Visa 4242',
  });
  await deposit(app.db, {
    advertiserId: user.id,
    amountMicros: 5n * MICROS,
    reference: `mid-${user.id}`,
    occurredAt: at(40),
  });
  await makePayment(user, { state: 'cancelled', created_at: at(30), ended_at: at(29) });
  await makePayment(user, { created_at: at(20), reference: `EZ-OPEN-${user.id}`.slice(0, 20) });
  const page = await list(user);
  expect(page.lines.map(({ kind, balance_micros }) => [kind, balance_micros])).toEqual([
    ['deposit_open', 15_000_000],
    ['deposit_cancelled', 15_000_000],
    ['deposit', 15_000_000],
    ['deposit_failed', 10_000_000],
    ['deposit', 10_000_000],
  ]);
  expect(page.total).toBe(5);
  expect(page.lines[3]).toMatchObject({
    amount_micros: 0,
    params: {
      method: 'Visa 4242',
      gateway: 'Bank transfer',
      failure: 'declined',
      amount_micros: 250_000_000,
    },
    payment: { state: 'failed' },
  });
  const spend = await list(user, '?filter=spend');
  expect(spend).toEqual({ lines: [], next: null, total: 0 });
  const deposits = await list(user, '?filter=deposits');
  expect(deposits.lines.map(({ balance_micros }) => balance_micros)).toEqual(
    page.lines.map(({ balance_micros }) => balance_micros),
  );
});

it('links what a payment moved with it and its documents, and says what a promo code gave', async () => {
  const user = await makeAdvertiser(app.db, { cashMicros: 0n });
  const { id } = await makePayment(user, {
    method_label: 'Visa 4242',
    fee_micros: 2n * MICROS,
    promo_code: 'WINTER10',
  });
  const code = await app.db
    .insertInto('promo_code')
    .values({
      code: `WINTER${user.id}`,
      name: 'Winter',
      discount_type: 'percentage',
      discount_bps: 1_000,
      created_at: NOW,
      updated_at: NOW,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  const use = await app.db
    .insertInto('promo_use')
    .values({
      promo_code_id: code.id,
      user_id: user.id,
      payment_id: id,
      client_key: 'k',
      state: 'redeemed',
      amount_micros: 250n * MICROS,
      bonus_micros: 25n * MICROS,
      created_at: NOW,
      ended_at: NOW,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const booked = await deposit(app.db, {
    advertiserId: user.id,
    amountMicros: 250n * MICROS,
    feeMicros: 2n * MICROS,
    reference: `payment:${id}`,
    occurredAt: NOW,
  });
  await app.db
    .updateTable('payment')
    .set({ state: 'completed', ended_at: NOW, transaction_id: booked.id })
    .where('id', '=', id)
    .execute();
  await grantBonus(app.db, {
    advertiserId: user.id,
    amountMicros: 25n * MICROS,
    occasion: `promo:${use.id}`,
    occurredAt: NOW,
    description: 'Promo code',
  });
  const back = await makePayment(user, {
    type: 'refund',
    parent_id: id,
    amount_micros: 50n * MICROS,
    method_label: 'Visa 4242',
  });
  const booking = {
    ownerId: user.id,
    amountMicros: 50n * MICROS,
    reference: `payment:${back.id}`,
    occurredAt: NOW,
  };
  await holdCash(app.db, booking);
  await refund(app.db, booking);
  const page = await list(user);
  expect(page.lines.map(({ kind, amount_micros }) => [kind, amount_micros])).toEqual([
    ['refund', 0],
    ['hold', -50_000_000],
    ['bonus', 25_000_000],
    ['deposit', 250_000_000],
  ]);
  expectRunning(page);
  expect(page.lines[3]).toMatchObject({
    params: { method: 'Visa 4242', fee_micros: 2_000_000 },
    payment: { id: publicId('payment', id) },
  });
  expect(page.lines[2]).toMatchObject({
    params: { code: code.code, payment: publicId('payment', id) },
    description: '',
  });
  expect(page.lines[1]?.params).toMatchObject({ payment: publicId('payment', id) });
  expect((await detail(user, page.lines[3]?.id ?? '')).postings).toEqual([
    { account: 'advertiser_cash', amount_micros: 250_000_000 },
    { account: 'clearing', amount_micros: -252_000_000 },
    { account: 'payment_fee', amount_micros: 2_000_000 },
  ]);
});

it('tells corrections in their own words, and what was reversed', async () => {
  const user = await makeAdvertiser(app.db, { cashMicros: 5n * MICROS });
  const made = await inTransaction(app.db, (trx) =>
    post(trx, {
      idempotencyKey: `correct-${user.id}`,
      kind: 'correction',
      occurredAt: NOW,
      description: 'Goodwill for the outage',
      postings: [
        { kind: 'clearing', ownerId: null, amountMicros: -3n * MICROS },
        { kind: 'advertiser_cash', ownerId: user.id, amountMicros: 3n * MICROS },
      ],
    }),
  );
  await inTransaction(app.db, (trx) => reverse(trx, made.id, { occurredAt: NOW, reason: 'Typed twice' }));
  const page = await list(user, '?filter=corrections');
  expect(page).toMatchObject({
    total: 2,
    lines: [
      {
        kind: 'reversal',
        description: 'Typed twice',
        params: { transaction: publicId('transaction', Number(made.id)) },
      },
      { kind: 'correction', description: 'Goodwill for the outage', amount_micros: 3_000_000 },
    ],
  });
});

it('a deposit opens its payment and its papers, whatever it was booked under', async () => {
  const { user } = await makeOwned();
  const { id: transactionId } = await deposit(app.db, {
    advertiserId: user.id,
    amountMicros: 250n * MICROS,
    reference: `bank-${user.id}`,
    occurredAt: NOW,
  });
  const payment = await makePayment(user, {
    state: 'completed',
    transaction_id: transactionId,
    reference: 'EZ-1234',
    ended_at: NOW,
  });
  const [line] = (await list(user)).lines;
  expect(line).toMatchObject({
    kind: 'deposit',
    payment: { id: publicId('payment', payment.id), state: 'completed' },
    params: { reference: 'EZ-1234' },
  });
});

it('what referrals earned comes from an account of one’s own, not from others', async () => {
  const { user } = await makeOwned();
  const book = (kind: 'referral' | 'referral_release', postings: Parameters<typeof post>[1]['postings']) =>
    inTransaction(app.db, (trx) =>
      post(trx, { idempotencyKey: `${kind}:${user.id}`, kind, occurredAt: NOW, description: '', postings }),
    );
  await book('referral', [
    { kind: 'network_revenue', ownerId: null, amountMicros: -5n },
    { kind: 'referral', ownerId: user.id, amountMicros: 5n },
  ]);
  await book('referral_release', [
    { kind: 'referral', ownerId: user.id, amountMicros: -5n },
    { kind: 'advertiser_cash', ownerId: user.id, amountMicros: 5n },
  ]);
  const [line] = (await list(user)).lines;
  expect(line?.kind).toBe('referral_release');
  expect((await detail(user, line?.id ?? '')).postings).toEqual(
    expect.arrayContaining([
      { account: 'advertiser_cash', amount_micros: 5 },
      { account: 'referral', amount_micros: -5 },
    ]),
  );
});
