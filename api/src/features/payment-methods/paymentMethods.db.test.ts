import { randomUUID } from 'node:crypto';
import {
  type ErrorBody,
  type PaymentMethod,
  type PaymentMethodList,
  type PaymentSetup,
  paymentMethod,
  paymentMethodList,
} from '@ezdash/contracts';
import { inTransaction } from '../../platform/db';
import { ForbiddenError } from '../../platform/errors';
import { type MadeUser, makeAdmin, makeAdvertiser, makePublisher, type TestClient } from '../../testing';
import { DECLINED, GOOD } from '../../testing/sandboxVisitor';
import { openPayments, PATH, type PaymentsWorld } from './testPayments';

const MINUTE_MS = 60_000;
const MASTERCARD = { number: '5555 5555 5555 4444', expiry: '12/30', code: '321' };
let world: PaymentsWorld;
let owner: MadeUser;
let client: TestClient;
let isProven = true;

beforeAll(async () => {
  world = await openPayments({
    checkProof: () => {
      if (!isProven) throw new ForbiddenError('Confirm that it is you to go on', 'REAUTH_REQUIRED');
    },
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  owner = await makeAdvertiser(world.test.db, { timezone: 'Europe/Berlin' });
  client = await world.signedIn(owner);
  isProven = true;
});

const list = async (by = client) => (await by.get<PaymentMethodList>(PATH)).body;
const takeIn = (setup: string, by = client) => by.post<PaymentMethod & ErrorBody>(PATH, { setup });
const rowsOf = (userId: number) =>
  world.test.db.selectFrom('payment_method').selectAll().where('user_id', '=', userId).execute();
const mailsTo = (email: string) =>
  world.test.db
    .selectFrom('mail')
    .select(['template', 'data'])
    .where('recipient', '=', email)
    .orderBy('created_at')
    .execute();

describe('adding', () => {
  it('a card: the first becomes the default, the owner is told, the token is sealed', async () => {
    expect(await list()).toEqual({
      kind: 'card',
      methods: [],
      gateways: [{ id: 'sandbox', name: 'Sandbox' }],
    });
    const setup = await world.begin(client);
    expect(setup.url).toBe(`http://ads.test/gateway/sandbox/setup/${setup.id}`);
    const sent = await world.visitor.enter(setup.url, GOOD.card);
    expect(sent).toMatchObject({
      status: 303,
      location: `http://ads.test/settings/payment-methods?setup=${setup.id}`,
    });
    const { status, body } = await takeIn(setup.id);
    expect(status).toBe(201);
    expect(paymentMethod.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      kind: 'card',
      gateway: 'sandbox',
      brand: 'Visa',
      last4: '4242',
      expires: '2029-04',
      expired: false,
      is_default: true,
    });
    const answer = await list();
    expect(paymentMethodList.parse(answer)).toEqual(answer);
    expect(answer.methods).toEqual([body]);
    const [row] = await rowsOf(owner.id);
    const { token } = await world.test.db
      .selectFrom('sandbox_setup')
      .select('token')
      .where('id', '=', setup.id)
      .executeTakeFirstOrThrow();
    expect(row?.token_sealed.includes(token ?? 'none')).toBe(false);
    expect(JSON.stringify(answer)).not.toContain(token);
    expect(await mailsTo(owner.email)).toEqual([
      {
        template: 'payment-method-changed',
        data: expect.objectContaining({ change: 'added', brand: 'Visa', last4: '4242' }),
      },
    ]);
  });

  it('a bank account, for publishers', async () => {
    const publisher = await world.signedIn(await makePublisher(world.test.db));
    expect((await list(publisher)).kind).toBe('bank_account');
    expect(await world.add(publisher, GOOD.bank_account)).toMatchObject({
      kind: 'bank_account',
      last4: '3000',
      expires: null,
      expired: false,
      is_default: true,
    });
  });

  it('the same visit again answers the same method, also at the same moment', async () => {
    const { id, url } = await world.begin(client);
    await world.visitor.enter(url, GOOD.card);
    const answers = await Promise.all([takeIn(id), takeIn(id), takeIn(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await rowsOf(owner.id)).toHaveLength(1);
    expect(await mailsTo(owner.email)).toHaveLength(1);
  });

  it('two at once: one default', async () => {
    const setups = await Promise.all(['a', 'b', 'c'].map((key) => world.begin(client, key)));
    for (const { url } of setups) await world.visitor.enter(url, GOOD.card);
    const answers = await Promise.all(setups.map(({ id }) => takeIn(id)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await list()).methods.map(({ is_default }) => is_default)).toEqual([true, false, false]);
  });

  it('the same key begins one visit, another key another', async () => {
    const [first, again, other] = [
      await world.begin(client, 'one'),
      await world.begin(client, 'one'),
      await world.begin(client, 'two'),
    ];
    expect(again).toEqual(first);
    expect(other.id).not.toBe(first.id);
    // Keys are an account's own.
    const stranger = await world.signedIn(await makeAdvertiser(world.test.db));
    expect((await world.begin(stranger, 'one')).id).not.toBe(first.id);
  });

  it('asks for a key, a gateway that is there, and a recent proof', async () => {
    const begin = (body: object) => client.post<ErrorBody>(`${PATH}/setups`, body);
    expect(await begin({ gateway: 'sandbox' })).toMatchObject({
      status: 422,
      body: { errors: { 'Idempotency-Key': [expect.any(String)] } },
    });
    client.setHeader('Idempotency-Key', 'a key');
    expect((await begin({ gateway: 'sandbox' })).status).toBe(422);
    client.setHeader('Idempotency-Key', 'k'.repeat(201));
    expect((await begin({ gateway: 'sandbox' })).status).toBe(422);
    client.setHeader('Idempotency-Key', 'key');
    expect(await begin({ gateway: 'nobody' })).toMatchObject({
      status: 422,
      body: { errors: { gateway: [expect.any(String)] } },
    });
    expect((await begin({})).status).toBe(422);
    isProven = false;
    expect(await begin({ gateway: 'sandbox' })).toMatchObject({
      status: 403,
      body: { code: 'REAUTH_REQUIRED' },
    });
  });

  it('at most ten', async () => {
    const setups: PaymentSetup[] = [];
    for (let count = 0; count < 11; count += 1) setups.push(await world.begin(client));
    for (const { url } of setups) await world.visitor.enter(url, GOOD.card);
    const statuses: number[] = [];
    for (const { id } of setups) statuses.push((await takeIn(id)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 409]);
    client.setHeader('Idempotency-Key', 'eleven');
    expect(await client.post<ErrorBody>(`${PATH}/setups`, { gateway: 'sandbox' })).toMatchObject({
      status: 409,
      body: { code: 'TOO_MANY_METHODS' },
    });
  });
});

describe('a visit that leaves nothing', () => {
  it.each([
    ['SETUP_CANCELLED', { action: 'cancel' }],
    ['METHOD_DECLINED', DECLINED.card],
  ])('is a 409 %s', async (code, entered) => {
    const { id, url } = await world.begin(client);
    expect((await world.visitor.enter(url, entered)).status).toBe(303);
    expect(await takeIn(id)).toMatchObject({ status: 409, body: { code } });
    expect((await list()).methods).toEqual([]);
  });

  it('is a 409 SETUP_OPEN, and SETUP_EXPIRED later', async () => {
    const { id } = await world.begin(client);
    expect(await takeIn(id)).toMatchObject({ status: 409, body: { code: 'SETUP_OPEN' } });
    world.clock.advance(61 * MINUTE_MS);
    expect(await takeIn(id)).toMatchObject({ status: 409, body: { code: 'SETUP_EXPIRED' } });
  });
});

describe('the default', () => {
  it('is the one that is chosen; the list has it first, then the newest', async () => {
    const visa = await world.add(client, GOOD.card);
    world.clock.advance(MINUTE_MS);
    const mastercard = await world.add(client, MASTERCARD);
    world.clock.advance(MINUTE_MS);
    const third = await world.add(client, GOOD.card);
    const ids = async () => (await list()).methods.map(({ id }) => id);
    expect(await ids()).toEqual([visa.id, third.id, mastercard.id]);
    const { status, body } = await client.patch<PaymentMethodList>(`${PATH}/${mastercard.id}`, {
      is_default: true,
    });
    expect(status).toBe(200);
    expect(body.methods.map(({ id, is_default }) => [id, is_default])).toEqual([
      [mastercard.id, true],
      [third.id, false],
      [visa.id, false],
    ]);
    await Promise.all(
      [visa, third, mastercard].map(({ id }) => client.patch(`${PATH}/${id}`, { is_default: true })),
    );
    expect((await list()).methods.filter(({ is_default }) => is_default)).toHaveLength(1);
    expect((await client.patch(`${PATH}/${visa.id}`, { is_default: false })).status).toBe(422);
  });

  it('takes a recent proof to choose another, and the owner is told once', async () => {
    const visa = await world.add(client, GOOD.card);
    world.clock.advance(MINUTE_MS);
    const mastercard = await world.add(client, MASTERCARD);
    const choose = (id: string) => client.patch<ErrorBody>(`${PATH}/${id}`, { is_default: true });
    const told = async () =>
      (await mailsTo(owner.email)).filter(({ data }) => (data as { change: string }).change === 'default');
    isProven = false;
    expect(await choose(mastercard.id)).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED' } });
    expect((await list()).methods[0]?.id).toBe(visa.id);
    expect(await told()).toEqual([]);
    isProven = true;
    // It is the default already: nothing changes, nobody is told.
    expect((await choose(visa.id)).status).toBe(200);
    expect(await told()).toEqual([]);
    await Promise.all([choose(mastercard.id), choose(mastercard.id)]);
    expect(await told()).toEqual([
      {
        template: 'payment-method-changed',
        data: expect.objectContaining({ brand: 'Mastercard', last4: '4444', timeZone: 'Europe/Berlin' }),
      },
    ]);
    world.clock.advance(MINUTE_MS);
    await choose(visa.id);
    expect(await told()).toHaveLength(2);
  });

  it('goes over to the newest when it is removed; the gateway is told, the owner too', async () => {
    const visa = await world.add(client, GOOD.card);
    world.clock.advance(MINUTE_MS);
    await world.add(client, GOOD.card);
    world.clock.advance(MINUTE_MS);
    const newest = await world.add(client, MASTERCARD);
    isProven = false;
    expect((await client.delete(`${PATH}/${visa.id}`)).status).toBe(403);
    isProven = true;
    expect((await client.delete(`${PATH}/${visa.id}`)).status).toBe(204);
    const { methods } = await list();
    expect(methods.map(({ is_default }) => is_default)).toEqual([true, false]);
    expect(methods[0]?.id).toBe(newest.id);
    expect((await client.delete(`${PATH}/${visa.id}`)).status).toBe(404);
    expect((await mailsTo(owner.email)).at(-1)).toMatchObject({
      data: { change: 'removed', brand: 'Visa', last4: '4242' },
    });
    await world.settled();
    expect(await rowsOf(owner.id)).toHaveLength(2);
    const detached = await world.test.db
      .selectFrom('sandbox_setup')
      .select('id')
      .where('detached_at', 'is not', null)
      .execute();
    expect(detached).toHaveLength(1);
  });

  it('a visit whose method was removed opens nothing more', async () => {
    const { id, url } = await world.begin(client);
    await world.visitor.enter(url, GOOD.card);
    const { body } = await takeIn(id);
    await client.delete(`${PATH}/${body.id}`);
    expect(await takeIn(id)).toMatchObject({ status: 409, body: { code: 'SETUP_EXPIRED' } });
  });
});

describe('whose they are', () => {
  it('somebody else’s do not exist', async () => {
    const method = await world.add(client, GOOD.card);
    const { id, url } = await world.begin(client);
    await world.visitor.enter(url, GOOD.card);
    const stranger = await world.signedIn(await makeAdvertiser(world.test.db));
    expect((await takeIn(id, stranger)).status).toBe(404);
    expect((await stranger.patch(`${PATH}/${method.id}`, { is_default: true })).status).toBe(404);
    expect((await stranger.delete(`${PATH}/${method.id}`)).status).toBe(404);
    expect((await list(stranger)).methods).toEqual([]);
    for (const nobodys of [randomUUID(), 'x', "'"]) {
      expect((await takeIn(nobodys)).status).toBe(404);
      expect((await client.delete(`${PATH}/${encodeURIComponent(nobodys)}`)).status).toBe(404);
    }
    expect((await list()).methods).toHaveLength(1);
  });

  it('guests and operators have none; who is suspended may look', async () => {
    expect((await world.app.client().get(PATH)).status).toBe(401);
    const operator = await world.signedIn(await makeAdmin(world.test.db));
    expect(await operator.get<ErrorBody>(PATH)).toMatchObject({ status: 403, body: { code: 'WRONG_ROLE' } });
    const suspended = await world.signedIn(await makeAdvertiser(world.test.db, { status: 'suspended' }));
    expect((await suspended.get(PATH)).status).toBe(200);
    suspended.setHeader('Idempotency-Key', 'key');
    expect(await suspended.post<ErrorBody>(`${PATH}/setups`, { gateway: 'sandbox' })).toMatchObject({
      status: 403,
      body: { code: 'ACCOUNT_NOT_ACTIVE' },
    });
  });

  it('are exported without tokens, and forgotten with the account', async () => {
    await world.add(client, GOOD.card);
    await world.add(client, MASTERCARD);
    const exported = await world.payments.service.exportOf(owner.id);
    expect(exported.map(({ last4 }) => last4).sort()).toEqual(['4242', '4444']);
    expect(JSON.stringify(exported)).not.toMatch(/sandbox_|token/);
    await inTransaction(world.test.db, (trx) => world.payments.service.forget(trx, owner.id));
    expect((await list()).methods).toEqual([]);
    await world.settled();
    expect(await rowsOf(owner.id)).toEqual([]);
    const setups = world.test.db.selectFrom('payment_setup').select('id').where('user_id', '=', owner.id);
    expect(await setups.execute()).toEqual([]);
  });
});

describe('for who pays with them', () => {
  const open = (userId: number, id: string) => world.payments.service.openMethod(world.test.db, userId, id);

  it('one is opened for its owner alone, until it is removed', async () => {
    const method = await world.add(client, { ...GOOD.card, expiry: '11/26' });
    const opened = await open(owner.id, method.id);
    expect(opened).toEqual({
      gateway: 'sandbox',
      token: expect.stringMatching(/^sandbox_/),
      label: 'Visa 4242',
      expired: false,
    });
    const stranger = await makeAdvertiser(world.test.db);
    expect(await open(stranger.id, method.id)).toBeNull();
    for (const nobodys of [randomUUID(), 'x']) expect(await open(owner.id, nobodys)).toBeNull();
    await client.delete(`${PATH}/${method.id}`);
    expect(await open(owner.id, method.id)).toBeNull();
  });

  it('one is not removed while nobody knows whether it was charged', async () => {
    const method = await world.add(client, GOOD.card);
    const { db } = world.test;
    const { id } = await db
      .insertInto('payment')
      .values({
        user_id: owner.id,
        type: 'deposit',
        state: 'created',
        origin: 'person',
        client_key: randomUUID(),
        amount_micros: 1_000_000n,
        gateway: 'sandbox',
        method_id: method.id,
        created_at: world.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const remove = () => client.delete<ErrorBody>(`${PATH}/${method.id}`);
    const refused = await remove();
    expect([refused.status, refused.body.code]).toEqual([409, 'METHOD_IN_USE']);
    expect(await open(owner.id, method.id)).not.toBeNull();
    await db.updateTable('payment').set({ external_id: 'known' }).where('id', '=', id).execute();
    expect((await remove()).status).toBeLessThan(300);
  });

  it('they are listed as their owner knows them, without what opens them', async () => {
    const first = await world.add(client, GOOD.card);
    const second = await world.add(client, MASTERCARD);
    const listed = await world.payments.service.methodsOf(world.test.db, owner.id);
    const line = { gateway: 'sandbox', kind: 'card', expired: false };
    expect(listed).toEqual([
      { ...line, id: first.id, label: 'Visa 4242', is_default: true },
      { ...line, id: second.id, label: 'Mastercard 4444', is_default: false },
    ]);
  });
});

test('a card that has run out says so', async () => {
  await world.add(client, { ...GOOD.card, expiry: '11/26' });
  expect((await list()).methods[0]?.expired).toBe(false);
  world.clock.set('2026-12-01T00:00:00.000Z');
  expect((await list()).methods[0]?.expired).toBe(true);
});

test('old visits are forgotten', async () => {
  const { id } = await world.begin(client);
  await world.payments.service.tidy();
  expect((await takeIn(id)).status).toBe(409);
  world.clock.advance(8 * 24 * 60 * MINUTE_MS);
  await world.payments.service.tidy();
  expect((await takeIn(id)).status).toBe(404);
});
