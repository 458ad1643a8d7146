import { createHmac } from 'node:crypto';
import {
  type AlertWebhookAnswer,
  type AlertWebhookMade,
  alertWebhookCall,
  alertWebhookMade,
  type ErrorBody,
} from '@ezdash/contracts';
import { inTransaction } from '../../../platform/db';
import { ForbiddenError } from '../../../platform/errors';
import { type MadeUser, makeAdvertiser, makePublisher, type TestClient } from '../../../testing';
import { type AlertsWorld, LATER, openAlerts } from '../testAlerts';
import type { WebhookCaller } from './createCaller';
import { deliverCall, nextAttempt } from './deliverCall';
import { startTestReceiver, type TestReceiver } from './testReceiver';
import { restMs } from './webhook.repo';

const PATH = '/api/settings/alerts/webhook';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
let world: AlertsWorld;
let receiver: TestReceiver;
let isProven = true;

beforeAll(async () => {
  world = await openAlerts({
    startsAt: LATER,
    call: { timeoutMs: 300 },
    checkProof: () => {
      if (!isProven) throw new ForbiddenError('Confirm that it is you to go on', 'REAUTH_REQUIRED');
    },
  });
  await world.startJobs();
});
beforeEach(async () => {
  isProven = true;
  world.clock.set(LATER);
  receiver = await startTestReceiver();
});
afterEach(() => receiver.close());
afterAll(() => world.close());

async function customer(): Promise<{ user: MadeUser; client: TestClient }> {
  const user = await makePublisher(world.test.db, { timezone: 'UTC' });
  const client = world.app.client();
  await client.signIn(user);
  return { user, client };
}
async function setUp() {
  const person = await customer();
  const { status, body } = await person.client.put<AlertWebhookMade>(PATH, { url: `${receiver.url}/hook` });
  expect(status).toBe(200);
  return { ...person, ...alertWebhookMade.parse(body) };
}
const tellOf = (user: MadeUser, name: string) =>
  inTransaction(world.test.db, (trx) =>
    world.alerts.service.tell(trx, {
      userId: user.id,
      event: 'token_expiring',
      data: { token: name, expires_at: LATER },
      occurrence: name,
    }),
  );
test('quiet hours that are turned off let the calls go that they held', async () => {
  const { user, client } = await setUp();
  const atOnce = { digest: 'off', digest_at: '08:00', quiet_hours: null };
  await client.put('/api/settings/alerts/delivery', {
    ...atOnce,
    quiet_hours: { from: '00:00', to: '23:59' },
  });
  await tellOf(user, 'Held');
  await world.runDue();
  expect(receiver.calls).toHaveLength(0);
  await client.put('/api/settings/alerts/delivery', atOnce);
  await world.runDue();
  expect(receiver.calls).toHaveLength(1);
});

const lastOf = async (client: TestClient) =>
  (await client.get<AlertWebhookAnswer>(PATH)).body.webhook?.last ?? null;
const waiting = async ({ id }: MadeUser) => {
  const rows = await world.test.db
    .selectFrom('alert_delivery')
    .innerJoin('notice', 'notice.id', 'notice_id')
    .select(['attempts', 'due_at'])
    .where('user_id', '=', id)
    .orderBy('notice.id')
    .execute();
  return rows.map(({ attempts, due_at }) => ({
    attempts,
    inMs: (due_at?.getTime() ?? 0) - world.clock.nowMs(),
  }));
};

describe('the address', () => {
  it('is set with a secret that is shown once and kept sealed', async () => {
    const { user, client, webhook, secret } = await setUp();
    expect(secret).toMatch(/^whsec_/);
    expect(webhook).toEqual({
      url: `${receiver.url}/hook`,
      secret_hint: secret.slice(-4),
      created_at: LATER,
      last: null,
    });
    const { body } = await client.get(PATH);
    expect(body).toEqual({ webhook });
    expect(JSON.stringify(body)).not.toContain(secret);
    const row = await world.test.db
      .selectFrom('alert_webhook')
      .selectAll()
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(row.secret_sealed.toString('latin1')).not.toContain(secret.slice(6));
    expect(JSON.stringify(await world.alerts.service.exportOf(user.id))).not.toContain(secret);
    const [mail] = await world.mailsTo(user.email);
    expect(mail).toMatchObject({ template: 'security-changed', data: { what: 'alert-webhook-set' } });
  });

  it('takes a recent proof', async () => {
    const { user, client } = await customer();
    isProven = false;
    expect(await client.put<ErrorBody>(PATH, { url: receiver.url })).toMatchObject({
      status: 403,
      body: { code: 'REAUTH_REQUIRED' },
    });
    expect((await client.get(PATH)).body).toEqual({ webhook: null });
    expect(await world.mailsTo(user.email)).toEqual([]);
  });

  it.each([
    {},
    { url: '' },
    { url: 'hooks.example.com' },
    { url: 'http://example.com/' },
    { url: 'https://a:b@example.com/' },
    { url: 'https://10.0.0.1/' },
    { url: 'https://169.254.169.254/latest/meta-data' },
    { url: 'https://[fd00::1]/' },
    { url: `https://example.com/${'ä'.repeat(1_500)}` },
  ])('refuses %j', async (given) => {
    const { client } = await customer();
    expect(await client.put<ErrorBody>(PATH, given)).toMatchObject({
      status: 422,
      body: { errors: { url: [expect.any(String)] } },
    });
    expect((await client.get(PATH)).body).toEqual({ webhook: null });
  });

  it('is replaced with a new secret, and removed', async () => {
    const { client, secret } = await setUp();
    const again = await client.put<AlertWebhookMade>(PATH, { url: `${receiver.url}/other` });
    expect(again.body.secret).not.toBe(secret);
    expect((await client.delete(PATH)).status).toBe(204);
    expect(await client.delete<ErrorBody>(PATH)).toMatchObject({ status: 404, body: { code: 'NO_WEBHOOK' } });
    expect((await client.post(`${PATH}/test`)).status).toBe(404);
    expect((await client.get(PATH)).body).toEqual({ webhook: null });
  });

  it('is not this machine in production', async () => {
    const real = await openAlerts({ localWebhooks: false });
    try {
      const client = real.app.client();
      await client.signIn(await makeAdvertiser(real.test.db));
      for (const url of [
        receiver.url,
        `https://127.0.0.1:${receiver.port}`,
        `https://localhost:${receiver.port}`,
      ])
        expect((await client.put(PATH, { url })).status).toBe(422);
    } finally {
      await real.close();
    }
    expect(receiver.calls).toEqual([]);
  });
});

describe('a test', () => {
  it('calls at once, signed, and says what came of it', async () => {
    const { client, secret } = await setUp();
    const { body } = await client.post(`${PATH}/test`);
    expect(body).toEqual({ ok: true, status: 200, error: null, duration_ms: expect.any(Number) });
    const [call] = receiver.calls;
    const [, seconds, digest] = /^t=(\d+),v1=(\w+)$/.exec(String(call?.headers['x-ezdash-signature'])) ?? [];
    expect(Number(seconds) * 1_000).toBe(world.clock.nowMs());
    expect(digest).toBe(createHmac('sha256', secret).update(`${seconds}.${call?.body}`).digest('hex'));
    expect(JSON.parse(call?.body ?? '')).toMatchObject({ event: 'test', data: {}, url: null });
    expect(await lastOf(client)).toEqual({ at: LATER, ok: true, status: 200, error: null, gave_up: false });
  });

  it('of a failing address says how it fails', async () => {
    const { client } = await setUp();
    receiver.answer = 503;
    expect((await client.post(`${PATH}/test`)).body).toMatchObject({
      ok: false,
      status: 503,
      error: 'status',
    });
    receiver.answer = 'silence';
    expect((await client.post(`${PATH}/test`)).body).toMatchObject({ ok: false, error: 'timeout' });
    expect(await lastOf(client)).toMatchObject({ ok: false, status: null, error: 'timeout', gave_up: false });
  });

  it('cannot be pressed for ever', async () => {
    const { client } = await setUp();
    const answers: number[] = [];
    for (let count = 0; count < 22; count++) answers.push((await client.post(`${PATH}/test`)).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(20);
    expect(answers.at(-1)).toBe(429);
  });
});

describe('an alert', () => {
  it('is called once, with its figures and an id of its own', async () => {
    const { user } = await setUp();
    await tellOf(user, 'Nightly');
    await tellOf(user, 'Nightly');
    await world.runDue();
    await world.runDue();
    expect(receiver.calls).toHaveLength(1);
    const [call] = receiver.calls;
    const body = alertWebhookCall.parse(JSON.parse(call?.body ?? ''));
    expect(body).toEqual({
      id: expect.stringMatching(/^n_/),
      event: 'token_expiring',
      created_at: LATER,
      data: { token: 'Nightly', expires_at: LATER },
      url: 'http://ads.test/settings/api',
    });
    expect(call?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-ezdash-event': 'token_expiring',
      'x-ezdash-event-id': body.id,
    });
    expect(await waiting(user)).toEqual([]);
  });

  it('goes to nobody who has no address, or has turned this off', async () => {
    const { user, client } = await setUp();
    await client.put('/api/settings/alerts', {
      alerts: [{ event: 'token_expiring', channels: { webhook: false } }],
    });
    await tellOf(user, 'a');
    await client.put('/api/settings/alerts', {
      alerts: [{ event: 'token_expiring', channels: { webhook: true } }],
    });
    await tellOf(user, 'b');
    await client.delete(PATH);
    await world.runDue();
    await tellOf(user, 'c');
    await world.runDue();
    expect(receiver.calls).toEqual([]);
    expect(await waiting(user)).toEqual([]);
  });

  it('that fails is tried again, later and later, under the same id, and then given up where its owner sees it', async () => {
    const { user, client } = await setUp();
    receiver.answer = 500;
    await tellOf(user, 'a');
    await world.runDue();
    expect(await waiting(user)).toEqual([{ attempts: 1, inMs: MINUTE_MS }]);
    expect(await lastOf(client)).toMatchObject({ ok: false, status: 500, gave_up: false });
    const pauses: number[] = [];
    for (;;) {
      const [next] = await waiting(user);
      if (!next) break;
      pauses.push(next.inMs / MINUTE_MS);
      world.clock.advance(next.inMs);
      await world.runDue();
    }
    expect(pauses).toEqual([1, 5, 15, 60, 180, 360, 720]);
    expect(receiver.calls).toHaveLength(8);
    expect(new Set(receiver.calls.map(({ body }) => JSON.parse(body).id)).size).toBe(1);
    expect(new Set(receiver.calls.map(({ headers }) => headers['x-ezdash-signature'])).size).toBe(8);
    expect(await lastOf(client)).toMatchObject({ ok: false, status: 500, gave_up: true });
    receiver.answer = 200;
    world.clock.advance(DAY_MS);
    await tellOf(user, 'b');
    await world.runDue();
    expect(receiver.calls).toHaveLength(9);
    expect(await lastOf(client)).toMatchObject({ ok: true, gave_up: false });
  });

  it('that is answered with 410 is given up at once; the address stays, and the next alert is called', async () => {
    const { user, client } = await setUp();
    receiver.answer = 410;
    await tellOf(user, 'a');
    await world.runDue();
    expect(await waiting(user)).toEqual([]);
    expect(await lastOf(client)).toMatchObject({ ok: false, status: 410, gave_up: true });
    receiver.answer = 204;
    world.clock.advance(MINUTE_MS);
    await tellOf(user, 'b');
    await world.runDue();
    expect(receiver.calls).toHaveLength(2);
    expect(await lastOf(client)).toMatchObject({ ok: true, status: 204 });
  });

  it('waits while an address that just failed rests, without counting as an attempt', async () => {
    const { user } = await setUp();
    receiver.answer = 'silence';
    await tellOf(user, 'a');
    await world.runDue();
    await tellOf(user, 'b');
    await world.runDue();
    expect(receiver.calls).toHaveLength(1);
    expect(await waiting(user)).toEqual([
      { attempts: 1, inMs: MINUTE_MS },
      { attempts: 0, inMs: restMs(1) },
    ]);
    receiver.answer = 200;
    world.clock.advance(MINUTE_MS);
    await world.runDue();
    expect(receiver.calls).toHaveLength(3);
    expect(await waiting(user)).toEqual([]);
  });

  it('waits for the end of quiet hours; a new sign-in does not', async () => {
    const { user, client } = await setUp();
    const quiet = { digest: 'off', digest_at: '08:00', quiet_hours: { from: '11:00', to: '13:00' } };
    await client.put('/api/settings/alerts/delivery', quiet);
    await tellOf(user, 'a');
    const login = { userId: user.id, device: 'Chrome', country: null, at: world.clock.now() };
    await inTransaction(world.test.db, (trx) => world.alerts.service.newLogin(trx, login));
    await world.runDue();
    expect(receiver.calls.map(({ headers }) => headers['x-ezdash-event'])).toEqual(['new_login']);
    world.clock.advance(HOUR_MS);
    await world.runDue();
    expect(receiver.calls.map(({ headers }) => headers['x-ezdash-event'])).toEqual([
      'new_login',
      'token_expiring',
    ]);
  });
});

test('a call that is cut off because the process stops does not count against the address', async () => {
  const { user, client } = await setUp();
  await tellOf(user, 'a');
  const [row] = await world.test.db
    .selectFrom('notice')
    .select('id')
    .where('user_id', '=', user.id)
    .execute();
  const stopping = new AbortController();
  const caller: WebhookCaller = {
    link: () => null,
    call: async () => {
      stopping.abort(new Error('the process stopped'));
      return { ok: false, status: null, error: 'timeout', durationMs: 1 };
    },
  };
  const deps = { db: world.test.db, clock: world.clock, caller, ask: async () => {} };
  await expect(deliverCall(deps, Number(row?.id), stopping.signal)).rejects.toThrow('the process stopped');
  expect(await lastOf(client)).toBeNull();
  await world.runDue();
  expect(receiver.calls).toHaveLength(1);
  expect(await waiting(user)).toEqual([]);
});

test('the pauses are those of a day, and end with it', () => {
  const now = new Date(LATER);
  const since = new Date(now.getTime() - HOUR_MS);
  expect(nextAttempt({ attempts: 1, since }, now)?.getTime()).toBe(now.getTime() + MINUTE_MS);
  expect(nextAttempt({ attempts: 8, since }, now)).toBeNull();
  expect(nextAttempt({ attempts: 2, since: new Date(now.getTime() - DAY_MS) }, now)).toBeNull();
  expect([1, 2, 3, 99].map((failures) => restMs(failures) / 1_000)).toEqual([30, 60, 120, 1_800]);
});
