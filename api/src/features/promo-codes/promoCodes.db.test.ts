import { randomUUID } from 'node:crypto';
import {
  type ErrorBody,
  type OperatorPromoCode,
  offeredPromoList,
  operatorPromoCode,
  type PromoCodeInput,
  type PromoPreview,
  promoCodeList,
  promoPreview,
} from '@ezdash/contracts';
import { inTransaction } from '../../platform/db';
import {
  type AppWorld,
  fakeClock,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  openApp,
  type TestClient,
} from '../../testing';
import { createTestPublisher } from '../../testing/testPublisher';
import { createDebugToolFeature } from '../debug-tool';
import { balances, deposit, verify } from '../ledger';
import type { PaymentFacts } from '../payments';
import { createPromoCodesFeature, type PromoCodesFeature } from '.';

const UNIT = 1_000_000;
const clock = fakeClock('2026-11-20T12:00:00.000Z');
let world: AppWorld;
let promo: PromoCodesFeature;
let admin: TestClient;
let adminUser: MadeUser;

beforeAll(async () => {
  world = await openApp(({ db }) => {
    const debugTool = createDebugToolFeature({ db, clock, secret: 'a secret', secure: false });
    promo = createPromoCodesFeature({ db, clock, publisher: createTestPublisher(), debugTool });
    return { clock, mounts: [...debugTool.mounts, ...promo.mounts] };
  });
  adminUser = await makeAdmin(world.db, { first_name: 'Mara', last_name: 'Okafor' });
  admin = await world.clientOf(adminUser);
});
afterAll(() => world.close());

let made = 0;
const INPUT: PromoCodeInput = {
  code: 'X',
  name: 'Winter',
  discount_type: 'percentage',
  discount_value: 10,
  is_active: true,
  is_public: false,
  usage_limit: null,
  minimum_amount: null,
  valid_from: null,
  valid_until: null,
};

async function makeCode(given: Partial<PromoCodeInput> = {}): Promise<OperatorPromoCode> {
  const { status, body } = await admin.post<OperatorPromoCode>('/api/operator/promo-codes', {
    ...INPUT,
    code: `CODE-${++made}`,
    ...given,
  });
  expect([status, body]).toEqual([201, expect.objectContaining({ usage_count: 0 })]);
  return operatorPromoCode.parse(body);
}

/** A deposit's row, as payments writes it, and what the hook is told of it. */
async function makeDeposit(user: MadeUser, code: string | null, amount = 1_000): Promise<PaymentFacts> {
  const createdAt = clock.now();
  const row = await world.db
    .insertInto('payment')
    .values({
      user_id: user.id,
      type: 'deposit',
      state: 'created',
      origin: 'person',
      client_key: randomUUID(),
      amount_micros: BigInt(amount * UNIT),
      gateway: 'sandbox',
      promo_code: code,
      created_at: createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    userId: user.id,
    type: 'deposit',
    parentId: null,
    amountMicros: row.amount_micros,
    feeMicros: 0n,
    currency: 'USD',
    promoCode: code,
    gatewayName: 'Sandbox',
    methodLabel: null,
    externalTransactionId: null,
    reference: null,
    createdAt,
  };
}

const hook = () => promo.hook;
const created = (facts: PaymentFacts) => inTransaction(world.db, async (trx) => hook().created?.(trx, facts));
const completed = (facts: PaymentFacts) =>
  inTransaction(world.db, async (trx) => hook().completed?.(trx, facts, clock.now()));
const ended = (facts: PaymentFacts) =>
  inTransaction(world.db, async (trx) => hook().ended?.(trx, facts, 'declined'));
const givenBack = (facts: PaymentFacts, deposit: PaymentFacts) =>
  inTransaction(world.db, async (trx) => hook().givenBack?.(trx, facts, deposit, clock.now()));
const bonusOfUser = async ({ id }: MadeUser) => (await balances(world.db, id)).advertiser_bonus;
const usageOf = async ({ code }: { code: string }) =>
  world.db.selectFrom('promo_code').select('usage_count').where('code', '=', code).executeTakeFirstOrThrow();
const uses = (code: string) =>
  world.db
    .selectFrom('promo_use as u')
    .innerJoin('promo_code as c', 'c.id', 'u.promo_code_id')
    .select('u.state')
    .where('c.code', '=', code)
    .where('u.state', 'in', ['reserved', 'redeemed'])
    .execute();

describe('with a deposit', () => {
  it('is reserved, redeemed and booked once', async () => {
    const user = await makeAdvertiser(world.db);
    const code = await makeCode({ minimum_amount: 500, usage_limit: 3 });
    const deposit = await makeDeposit(user, code.code);
    expect(await created(deposit)).toEqual({ bonusMicros: 100_000_000n });
    expect(await usageOf(code)).toEqual({ usage_count: 1 });
    expect(await bonusOfUser(user)).toBe(0n);
    expect(await completed(deposit)).toEqual([
      { kind: 'bonus-added', detail: { code: code.code, amount_micros: 100_000_000 } },
    ]);
    expect(await completed(deposit)).toEqual([]);
    expect(await bonusOfUser(user)).toBe(100_000_000n);
    expect(await usageOf(code)).toEqual({ usage_count: 1 });
  });

  it('gives its place back when the deposit ends, and takes it again when that was paid after all', async () => {
    const [user, other] = [await makeAdvertiser(world.db), await makeAdvertiser(world.db)];
    const code = await makeCode({ usage_limit: 1 });
    const deposit = await makeDeposit(user, code.code);
    await created(deposit);
    const late = await makeDeposit(other, code.code);
    await expect(created(late)).rejects.toMatchObject({
      errors: { promo_code: ['This promo code has been used up'] },
    });
    await ended(deposit);
    await ended(deposit);
    expect(await usageOf(code)).toEqual({ usage_count: 0 });
    await completed(deposit);
    expect(await usageOf(code)).toEqual({ usage_count: 1 });
    expect(await bonusOfUser(user)).toBe(100_000_000n);
  });

  it('is lost when it ended, somebody else took the last place, and it was paid after all', async () => {
    const [user, other] = [await makeAdvertiser(world.db), await makeAdvertiser(world.db)];
    const code = await makeCode({ usage_limit: 1 });
    const deposit = await makeDeposit(user, code.code);
    await created(deposit);
    await ended(deposit);
    await created(await makeDeposit(other, code.code));
    expect(await completed(deposit)).toEqual([{ kind: 'bonus-lost', detail: { code: code.code } }]);
    expect(await bonusOfUser(user)).toBe(0n);
    expect(await uses(code.code)).toHaveLength(1);
  });

  it('is lost when its account used the code again meanwhile: each has its own limit', async () => {
    const user = await makeAdvertiser(world.db);
    const code = await makeCode();
    const [left, second] = [await makeDeposit(user, code.code), await makeDeposit(user, code.code)];
    await created(left);
    await ended(left);
    await created(second);
    await completed(second);
    expect(await completed(left)).toEqual([{ kind: 'bonus-lost', detail: { code: code.code } }]);
    expect(await bonusOfUser(user)).toBe(100_000_000n);
    expect(await usageOf(code)).toEqual({ usage_count: 1 });
  });

  it('for new accounts is lost when it ended and another deposit was completed first', async () => {
    const [user, other] = [await makeAdvertiser(world.db), await makeAdvertiser(world.db)];
    const code = await makeCode({ new_accounts_only: true });
    const complete = async (facts: PaymentFacts) => {
      await deposit(world.db, {
        advertiserId: facts.userId,
        amountMicros: facts.amountMicros,
        reference: `payment:${facts.id}`,
        occurredAt: clock.now(),
      }).then(({ id }) =>
        world.db
          .updateTable('payment')
          .set({ state: 'completed', transaction_id: id, ended_at: clock.now() })
          .where('id', '=', facts.id)
          .execute(),
      );
      return completed(facts);
    };
    const left = await makeDeposit(user, code.code);
    await created(left);
    await ended(left);
    await complete(await makeDeposit(user, null));
    expect(await complete(left)).toEqual([{ kind: 'bonus-lost', detail: { code: code.code } }]);
    const first = await makeDeposit(other, code.code);
    await created(first);
    await ended(first);
    expect(await complete(first)).toEqual([
      { kind: 'bonus-added', detail: { code: code.code, amount_micros: 100_000_000 } },
    ]);
  });

  it('follows what came in, when that is another amount', async () => {
    const [less, tooLittle] = [await makeAdvertiser(world.db), await makeAdvertiser(world.db)];
    const code = await makeCode({ minimum_amount: 500 });
    const first = await makeDeposit(less, code.code);
    await created(first);
    await completed({ ...first, amountMicros: 600_000_000n });
    expect(await bonusOfUser(less)).toBe(60_000_000n);
    const second = await makeDeposit(tooLittle, code.code);
    await created(second);
    expect(await completed({ ...second, amountMicros: 400_000_000n })).toEqual([
      { kind: 'bonus-lost', detail: { code: code.code } },
    ]);
    expect(await usageOf(code)).toEqual({ usage_count: 1 });
  });

  it('keeps what was promised, whatever the code says later', async () => {
    const user = await makeAdvertiser(world.db);
    const code = await makeCode();
    const deposit = await makeDeposit(user, code.code);
    await created(deposit);
    const { status } = await admin.put(`/api/operator/promo-codes/${code.id}`, {
      ...INPUT,
      code: code.code,
      discount_value: 1,
      is_active: false,
    });
    expect(status).toBe(200);
    await completed(deposit);
    expect(await bonusOfUser(user)).toBe(100_000_000n);
  });

  it('goes back with the deposit, in its part, as far as it was not spent', async () => {
    const user = await makeAdvertiser(world.db);
    const code = await makeCode();
    const deposit = await makeDeposit(user, code.code);
    await created(deposit);
    await completed(deposit);
    const refund = { ...deposit, id: 900_001, type: 'refund' as const, parentId: deposit.id };
    const part = { ...refund, amountMicros: 250_000_000n };
    expect(await givenBack(part, deposit)).toEqual([
      { kind: 'bonus-returned', detail: { code: code.code, amount_micros: 25_000_000 } },
    ]);
    expect(await bonusOfUser(user)).toBe(75_000_000n);
    await givenBack({ ...refund, id: 900_002 }, deposit);
    expect(await bonusOfUser(user)).toBe(0n);
    expect(await givenBack({ ...refund, id: 900_003 }, deposit)).toEqual([]);
  });

  it('means nothing to a deposit without one', async () => {
    const deposit = await makeDeposit(await makeAdvertiser(world.db), null);
    expect(await created(deposit)).toBeUndefined();
    expect(await completed(deposit)).toEqual([]);
    expect(await ended(deposit)).toEqual([]);
  });
});

describe('limits', () => {
  it('hold for 100 deposits at once: exactly 10 of 10', async () => {
    const code = await makeCode({ usage_limit: 10 });
    const users = await Promise.all(
      Array.from({ length: 100 }, () => makeAdvertiser(world.db, { cashMicros: 0n })),
    );
    const deposits = await Promise.all(users.map((user) => makeDeposit(user, code.code)));
    const results = await Promise.allSettled(deposits.map(created));
    const taken = deposits.filter((_, index) => results[index]?.status === 'fulfilled');
    expect(taken).toHaveLength(10);
    expect(await usageOf(code)).toEqual({ usage_count: 10 });
    // Some end, some are completed, and others come for their places: never more than ten at a time.
    const [ends, stays] = [taken.slice(0, 4), taken.slice(4)];
    const others = deposits.filter((deposit) => !taken.includes(deposit));
    await Promise.allSettled([...ends.map(ended), ...stays.map(completed), ...others.map(created)]);
    const { usage_count } = await usageOf(code);
    expect(usage_count).toBeLessThanOrEqual(10);
    expect(await uses(code.code)).toHaveLength(usage_count);
  });

  it('hold for 100 who redeem a bonus balance at once: exactly 10 of 10', async () => {
    const code = await makeCode({ discount_type: 'bonus_balance', discount_value: 25, usage_limit: 10 });
    const users = await Promise.all(
      Array.from({ length: 100 }, () => makeAdvertiser(world.db, { cashMicros: 0n })),
    );
    const results = await Promise.allSettled(
      users.map((user) => promo.service.redeem(user, { use_id: randomUUID(), code: code.code })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'PROMO_REFUSED' });
    const given = await Promise.all(users.map(bonusOfUser));
    expect(given.filter((micros) => micros === 25_000_000n)).toHaveLength(10);
  });

  it('hold for one account that asks many times at once', async () => {
    const user = await makeAdvertiser(world.db);
    const code = await makeCode({ per_account_limit: 2 });
    const deposits = await Promise.all(Array.from({ length: 8 }, () => makeDeposit(user, code.code)));
    const results = await Promise.allSettled(deposits.map(created));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });

  it('count one new account once, whichever code for new ones it takes', async () => {
    const user = await makeAdvertiser(world.db);
    const [first, second] = [
      await makeCode({ new_accounts_only: true }),
      await makeCode({ new_accounts_only: true }),
    ];
    await created(await makeDeposit(user, first.code));
    await expect(created(await makeDeposit(user, second.code))).rejects.toMatchObject({
      errors: { promo_code: ['This promo code is for a first deposit'] },
    });
  });
});

describe('a bonus balance', () => {
  it('of two for new accounts that are redeemed at once, one', async () => {
    const gift = { discount_type: 'bonus_balance', new_accounts_only: true } as const;
    const codes = [await makeCode(gift), await makeCode(gift)];
    for (let count = 0; count < 10; count++) {
      const user = await makeAdvertiser(world.db);
      const both = codes.map(({ code }) => promo.service.redeem(user, { use_id: randomUUID(), code }));
      const done = (await Promise.allSettled(both)).filter(({ status }) => status === 'fulfilled');
      expect(done).toHaveLength(1);
    }
  });

  it('is redeemed once for each use, however often it is sent', async () => {
    const user = await makeAdvertiser(world.db);
    const client = await world.clientOf(user);
    const code = await makeCode({ discount_type: 'bonus_balance', discount_value: 12.34 });
    const use = { use_id: randomUUID(), code: ` ${code.code.toLowerCase()} ` };
    const send = () => client.post('/api/advertiser/promo-codes/redeem', use);
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(answers[0]?.body).toEqual({ code: code.code, bonus_micros: 12_340_000 });
    expect(await bonusOfUser(user)).toBe(12_340_000n);
    const again = await client.post<ErrorBody>('/api/advertiser/promo-codes/redeem', {
      ...use,
      use_id: randomUUID(),
    });
    expect([again.status, again.body.code, again.body.message]).toEqual([
      409,
      'PROMO_REFUSED',
      'You have used this promo code already',
    ]);
    const other = await makeCode({ discount_type: 'bonus_balance', discount_value: 1 });
    const mixed = await client.post<ErrorBody>('/api/advertiser/promo-codes/redeem', {
      ...use,
      code: other.code,
    });
    expect([mixed.status, mixed.body.code]).toEqual([409, 'USE_ID_USED']);
  });
});

describe('the advertiser', () => {
  it('sees public codes that can be used, and what one would do', async () => {
    const client = await world.clientOf(await makeAdvertiser(world.db));
    const open = await makeCode({
      is_public: true,
      name: 'Open to all',
      minimum_amount: 250,
      bonus_most_micros: 40 * UNIT,
    });
    await makeCode({ is_public: true, valid_until: '2026-11-01T00:00:00Z' });
    await makeCode();
    const { body } = await client.get('/api/advertiser/promo-codes');
    expect(offeredPromoList.parse(body).promo_codes.map(({ code }) => code)).toEqual([open.code]);
    const preview = async (code: string, amount: number | null) => {
      const answer = await client.post<PromoPreview>('/api/advertiser/promo-codes/preview', {
        code,
        amount_micros: amount === null ? null : amount * UNIT,
      });
      expect(answer.status).toBe(200);
      return promoPreview.parse(answer.body);
    };
    expect(await preview(open.code.toLowerCase(), 300)).toMatchObject({ ok: true, bonus_micros: 30 * UNIT });
    expect(await preview(open.code, 1_000)).toMatchObject({ ok: true, bonus_micros: 40 * UNIT });
    expect(await preview(open.code, 249.99)).toEqual({
      ok: false,
      reason: 'below-minimum',
      params: { minimum_micros: 250 * UNIT },
    });
    expect(await usageOf(open)).toEqual({ usage_count: 0 });
  });

  it('cannot guess codes', async () => {
    const client = await world.clientOf(await makeAdvertiser(world.db));
    const guess = (index: number) =>
      client.post('/api/advertiser/promo-codes/preview', { code: `GUESS${index}`, amount_micros: UNIT });
    const statuses: number[] = [];
    for (let index = 0; index < 22; index++) statuses.push((await guess(index)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.slice(20)).toEqual([429, 429]);
  });
});

describe('the operator', () => {
  it('is told of everything that is wrong at once', async () => {
    const { status, body } = await admin.post<ErrorBody>('/api/operator/promo-codes', {
      ...INPUT,
      code: 'GIFT',
      discount_type: 'bonus_balance',
      discount_value: 1.234,
      minimum_amount: 10,
      bonus_most_micros: UNIT,
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors ?? {}).sort()).toEqual([
      'bonus_most_micros',
      'discount_value',
      'minimum_amount',
    ]);
  });

  it('cannot change what a code is once it was promised, though the deposit ended: it may be paid after all', async () => {
    const code = await makeCode();
    const left = await makeDeposit(await makeAdvertiser(world.db), code.code);
    await created(left);
    await ended(left);
    const { status, body } = await admin.put<ErrorBody>(`/api/operator/promo-codes/${code.id}`, {
      ...INPUT,
      code: code.code,
      discount_type: 'bonus_balance',
    });
    expect([status, body.code]).toEqual([409, 'PROMO_IN_USE']);
  });

  it('cannot make a code twice, nor change what one is once it was used', async () => {
    const code = await makeCode();
    const twice = await admin.post<ErrorBody>('/api/operator/promo-codes', { ...INPUT, code: code.code });
    expect([twice.status, Object.keys(twice.body.errors ?? {})]).toEqual([422, ['code']]);
    await created(await makeDeposit(await makeAdvertiser(world.db), code.code));
    const change = (given: Partial<PromoCodeInput>) =>
      admin.put<ErrorBody>(`/api/operator/promo-codes/${code.id}`, {
        ...INPUT,
        code: code.code,
        ...given,
      });
    expect((await change({ code: 'OTHER-NAME' })).body.code).toBe('PROMO_IN_USE');
    expect((await change({ discount_type: 'fixed_amount' })).body.code).toBe('PROMO_IN_USE');
    expect((await change({ usage_limit: 5, name: 'Another name' })).status).toBe(200);
  });

  it('leaves an audited line for each change', async () => {
    const before = await world.db.selectFrom('money_audit').select('id').execute();
    const code = await makeCode();
    const rows = await world.db.selectFrom('money_audit').selectAll().orderBy('id').execute();
    expect(rows.length).toBe(before.length + 1);
    expect(rows.at(-1)).toMatchObject({
      actor: `admin ${adminUser.id}`,
      action: 'promo_code_saved',
      detail: expect.objectContaining({ promo_code: code.id }),
    });
  });
});

it('the debug tool gets the fields of the specification, and nobody without its credential', async () => {
  const client = world.client();
  const refused = await client.get('/debug-tool/promo-codes');
  expect(refused.status).toBe(401);
  const { body: session } = await client.post<{ session_token: string }>('/debug-tool/activate', {
    admin_email: adminUser.email,
    admin_password: adminUser.password,
  });
  client.setHeader('X-Debug-Token', session.session_token);
  const { status, body } = await client.get('/debug-tool/promo-codes');
  expect(status).toBe(200);
  const list = promoCodeList.strict().parse(body);
  expect(list.total).toBe(list.data.length);
  expect(list.data.find(({ is_usage_exhausted }) => is_usage_exhausted)).toMatchObject({
    usage_percentage: 100,
    creator: 'Mara Okafor',
  });
});

it('leaves books that agree', async () => {
  expect((await verify(world.db)).differences).toEqual([]);
});
