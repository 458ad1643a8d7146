import { funds, type TransactionList } from '@ezdash/contracts';
import { inTransaction } from '../../platform/db';
import { type AppWorld, makeAdvertiser, makeCampaign, makePublisher } from '../../testing';
import {
  clientOf,
  detail,
  HOUR_MS,
  ingestBatches,
  list,
  MICROS,
  makeOwned,
  makePayment,
  NOW,
  openFunds,
} from '../../testing/fundsWorld';
import { balances, deposit, holdCash, post, verify } from '../ledger';

let app: AppWorld;
beforeAll(async () => {
  app = await openFunds();
});
afterAll(() => app.close());

it('pages through everything once, the same at every size of page', async () => {
  const { user, event } = await makeOwned();
  for (let index = 0; index < 17; index += 1) {
    const occurredAt = new Date(NOW.getTime() - (40 - index) * 60_000);
    await deposit(app.db, {
      advertiserId: user.id,
      amountMicros: 1_000_003n,
      reference: `p-${user.id}-${index}`,
      occurredAt,
    });
    if (index % 3 === 0)
      await makePayment(user, { created_at: occurredAt, state: 'failed', ended_at: occurredAt });
    if (index % 4 === 0) await ingestBatches([[event({ priceMicros: 11 + index })]]);
  }
  const all = await list(user, '?limit=100');
  expect(all.next).toBeNull();
  expect(all.lines).toHaveLength(all.total);
  const { advertiser_cash, advertiser_bonus } = await balances(app.db, user.id);
  expect(all.lines[0]?.balance_micros).toBe(Number(advertiser_cash + advertiser_bonus));
  for (const size of [1, 4, 7]) {
    const seen: TransactionList['lines'] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page: TransactionList = await list(user, `?limit=${size}${next && `&before=${next}`}`);
      seen.push(...page.lines);
      next = page.next;
    }
    expect(seen).toEqual(all.lines);
  }
  expect((await (await clientOf(user)).get('/api/advertiser/transactions?before=x')).status).toBe(422);
  expect((await (await clientOf(user)).get('/api/advertiser/transactions?limit=101')).status).toBe(422);
});

it('is nobody else’s', async () => {
  const { user } = await makeOwned();
  const [line] = (await list(user)).lines;
  const other = await clientOf(await makeAdvertiser(app.db));
  expect((await other.get(`/api/advertiser/transactions/${line?.id}`)).status).toBe(404);
  expect((await other.get('/api/advertiser/transactions/tx_zzzzzzzz')).status).toBe(404);
  expect((await other.get('/api/advertiser/transactions/x')).status).toBe(404);
  const publisher = await clientOf(await makePublisher(app.db));
  for (const path of [
    'funds',
    'transactions',
    'transactions/tx_1000',
    'transactions.csv?from=2026-01-01&to=2026-01-31',
  ])
    expect((await publisher.get(`/api/advertiser/${path}`)).status).toBe(403);
});

it('says what there is: cash, bonus, what is reserved and on its way back, and how long it lasts', async () => {
  const user = await makeAdvertiser(app.db, { cashMicros: 300n * MICROS, bonusMicros: 40n * MICROS });
  const { id: campaign_id } = await makeCampaign(app.db, { advertiser_id: user.id });
  await holdCash(app.db, {
    ownerId: user.id,
    amountMicros: 20n * MICROS,
    reference: `h-${user.id}`,
    occurredAt: NOW,
  });
  const later = new Date(Date.now() + HOUR_MS);
  await app.db
    .insertInto('serving_node')
    .values([
      { number: 7, name: 'a', leasing: true, expires_at: later },
      { number: 8, name: 'b', leasing: true, expires_at: new Date(0) },
    ])
    .execute();
  const lease = { campaign_id, day: '2026-11-22', advertiser_id: user.id, places: 0 };
  await app.db
    .insertInto('budget_lease')
    .values([
      { ...lease, node: 7, micros: 3n * MICROS },
      { ...lease, node: 8, micros: 9n * MICROS },
    ])
    .execute();
  await makePayment(user, { created_at: NOW, checkout_url: 'https://pay.example/1' });
  const { body } = await (await clientOf(user)).get('/api/advertiser/funds');
  expect(funds.parse(body)).toMatchObject({
    currency: 'USD',
    balance: {
      total_micros: 320_000_000,
      cash_micros: 280_000_000,
      bonus_micros: 40_000_000,
      held_micros: 3_000_000,
      refunding_micros: 20_000_000,
    },
    credit: null,
    per_day_micros: null,
    days_left: null,
    ways: [{ gateway: 'bank-transfer', way: 'transfer', methods: [] }],
    open_payments: [{ state: 'created', amount_micros: 250_000_000, next: { kind: 'checkout' } }],
    auto_top_up: null,
  });
});

it('writes all of it as CSV, exact and without formulas', async () => {
  const { user, event } = await makeOwned();
  await inTransaction(app.db, (trx) =>
    post(trx, {
      idempotencyKey: `csv-${user.id}`,
      kind: 'correction',
      occurredAt: NOW,
      description: '=HYPERLINK("http://evil.example"), "x"',
      postings: [
        { kind: 'clearing', ownerId: null, amountMicros: -1n },
        { kind: 'advertiser_bonus', ownerId: user.id, amountMicros: 1n },
      ],
    }),
  );
  await ingestBatches([[event({ priceMicros: 1_000_001 })]]);
  const client = await clientOf(user);
  const today = NOW.toISOString().slice(0, 10);
  const answer = await client.get(`/api/advertiser/transactions.csv?from=2026-01-01&to=${today}`);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="transactions-2026-01-01-${today}.csv"`,
  );
  const lines = answer.text.replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(lines[0]).toBe('time,transaction,kind,what,cash,bonus,amount,balance,currency,payment,documents');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain(',deposit,');
  expect(lines[1]).toContain(',100.00,0.00,100.00,100.00,USD,');
  expect(lines[2]).toContain(`"'=HYPERLINK(""http://evil.example""), ""x"""`);
  expect(lines[2]).toContain(',0.00,0.000001,0.000001,100.000001,USD,');
  expect(lines[3]).toContain(',-1.00,-0.000001,-1.000001,99.00,USD,');
  expect((await client.get('/api/advertiser/transactions.csv?from=2026-02-01&to=2026-01-01')).status).toBe(
    422,
  );
  const empty = await client.get('/api/advertiser/transactions.csv?from=2020-01-01&to=2020-01-02');
  expect(empty.text.trimEnd().split('\r\n')).toHaveLength(1);
});

it('is verified against the ledger', async () => {
  const { user } = await makeOwned();
  await list(user);
  expect((await verify(app.db)).differences).toEqual([]);
  const other = await makeOwned();
  await ingestBatches([[other.event({ priceMicros: 500 })]]);
  const [spent] = (await list(other.user)).lines;
  const told = app.db
    .updateTable('funds_line')
    .where('advertiser_id', '=', other.user.id)
    .where('kind', '=', 'ad_spend');
  const say = (micros: number) =>
    told.set({ events: JSON.stringify([[other.campaignIds[0], 1, 1, micros]]) }).execute();
  await say(499);
  expect((await verify(app.db)).differences).toMatchObject([
    { check: 'lines of funds cost what their events did', expected: 500n, actual: 499n },
  ]);
  expect(await detail(other.user, spent?.id ?? '')).toMatchObject({ exact: false });
  await say(500);
  expect(await detail(other.user, spent?.id ?? '')).toMatchObject({ exact: true });
  const own = app.db.updateTable('funds_line').where('advertiser_id', '=', user.id);
  await own.set({ balance_micros: 1n }).execute();
  expect((await verify(app.db)).differences).toMatchObject([
    { check: 'lines of funds carry the running balance', expected: 100_000_000n, actual: 1n },
  ]);
  await own.set({ amount_micros: 1n }).execute();
  expect((await verify(app.db)).differences).toMatchObject([
    { check: 'lines of funds are the sum of their postings', expected: 100_000_000n, actual: 1n },
  ]);
  await own.set({ amount_micros: 100n * MICROS, balance_micros: 100n * MICROS }).execute();
});
