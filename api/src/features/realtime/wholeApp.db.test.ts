import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { CHANNELS, type PublicConfig, publicId, serveAnswer, TYPING_EVENT } from '@ezdash/contracts';
import { sql } from 'kysely';
import { WebSocket } from 'ws';
import { DEFAULT_LIMITS } from '../../platform/broadcaster';
import { systemClock } from '../../platform/clock';
import { type Db, inTransaction } from '../../platform/db';
import { silentLog } from '../../platform/log';
import {
  enterConsole,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  makePublisher,
  type TestClient,
  until,
} from '../../testing';
import { startWholeApp, type WholeApp } from '../../testing/startWholeApp';
import { deposit } from '../ledger';
import { BROWSER, makeWorld } from '../serving/testWorld';
import { createStandingService } from '../standing';
import { closePages, openPage } from './testPage';

/** The whole server, and pages' connections as browsers make them. */

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ REVERB_APP_ID: '7007' });
});
afterEach(closePages);
afterAll(() => app.close());

async function signedIn(user: MadeUser): Promise<TestClient> {
  const client = app.client();
  await client.signIn(user);
  return client;
}
async function address(client = app.client()) {
  const { body } = await client.get<PublicConfig>('/api/config');
  if (!body.broadcaster) throw new Error('The app has no broadcaster');
  return body.broadcaster;
}
const page = async (client: TestClient, options?: { signIn: boolean }) =>
  openPage(await address(client), client, options);
/** Without money: that of others comes in with a message. */
const newcomer = () => makeAdvertiser(app.test.db, { cashMicros: 0n });
const account = (user: { id: number }) => CHANNELS.account(publicId('user', user.id));
let payments = 0;
const pay = (user: MadeUser, db: Db = app.test.db) =>
  deposit(db, {
    advertiserId: user.id,
    amountMicros: 1_000_000n,
    reference: `whole-${++payments}`,
    occurredAt: new Date(),
  });

it('names the address that the page was asked for', async () => {
  expect(await address()).toEqual({
    key: expect.stringMatching(/^[0-9a-f]{20}$/),
    host: '127.0.0.1',
    port: Number(new URL(app.url).port),
    scheme: 'http',
  });
});

it('tells advertiser and publisher when a click is billed elsewhere', async () => {
  const { db } = app.test;
  const world = await makeWorld(db, { pricing: 'CPC' });
  const [advertiser, publisher] = [await makeAdvertiser(db), await makePublisher(db)];
  // The world's people have no password: what is theirs is given to people who have.
  await sql`UPDATE campaign SET advertiser_id = ${advertiser.id} WHERE id = ${world.campaignId}`.execute(db);
  await sql`UPDATE property SET publisher_id = ${publisher.id} WHERE id = ${world.propertyId}`.execute(db);
  const pages = [
    { user: advertiser, page: await page(await signedIn(advertiser)) },
    { user: publisher, page: await page(await signedIn(publisher)) },
  ];
  for (const each of pages) await each.page.listen(account(each.user));

  const visitor = app.client();
  visitor.setHeader('User-Agent', BROWSER);
  visitor.setHeader('X-Forwarded-For', '203.0.113.77');
  const candidate = await until(
    async () => {
      const { body } = await visitor.get(`/serve?zones=${publicId('zone', world.zoneId)}`);
      return serveAnswer.parse(body).ads[0]?.candidates[0];
    },
    (found) => found !== undefined,
    'An ad',
  );
  // What came of the money they were made with is heard before what the click brings.
  await pay(advertiser);
  await pages[0]?.page.hears(account(advertiser), 'balance.changed');
  for (const each of pages) each.page.messages.length = 0;
  expect((await visitor.get(candidate?.impression ?? '')).status).toBe(204);
  // A click in less time than people need would not count.
  await new Promise((resolve) => setTimeout(resolve, 350));
  expect((await visitor.get(candidate?.click ?? '')).status).toBe(302);
  for (const each of pages) expect(await each.page.hears(account(each.user), 'balance.changed')).toEqual({});
});

it('takes forms as pusher-js sends them by itself, with the CSRF token as everywhere', async () => {
  const user = await newcomer();
  const client = await signedIn(user);
  const { body: me } = await client.get<{ csrf_token: string }>('/api/auth/me');
  const body = new URLSearchParams({ socket_id: '1.2', channel_name: account(user) });
  const send = (headers: Record<string, string>) =>
    client.request<{ auth: string }>('/broadcasting/auth', { method: 'POST', body, headers });
  const { status, body: answer, headers } = await send({ 'X-CSRF-TOKEN': me.csrf_token });
  expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  expect(answer.auth).toMatch(/^[0-9a-f]{20}:[0-9a-f]{64}$/);
  expect((await send({})).status).toBe(419);
});

it.each([
  [{}, ['socket_id', 'channel_name']],
  [{ socket_id: '1', channel_name: 'private-operators' }, ['socket_id']],
  [{ socket_id: '1.2:x', channel_name: 'private-operators' }, ['socket_id']],
  [{ socket_id: '1.2', channel_name: '' }, ['channel_name']],
])('says what is wrong with %j', async (body, fields) => {
  const client = await signedIn(await newcomer());
  const answer = await client.post<{ errors: object }>('/broadcasting/auth', body);
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, fields]);
});

it('tells a view with a user’s eyes what the account hears, until the view is stopped', async () => {
  const [admin, user] = [await makeAdmin(app.test.db), await newcomer()];
  const client = await signedIn(admin);
  await enterConsole(client, admin);
  expect((await client.post('/debug-tool/view', { user_id: user.id })).status).toBe(200);
  const view = await page(client, { signIn: true });
  await view.listen(account(user));
  await expect(view.listen(account(admin))).rejects.toThrow('403');
  await expect(view.listen('private-operators')).rejects.toThrow('403');
  const change = { property: 'account_type', value: 3 };
  expect((await client.post('/debug-tool/user/update-property', change)).status).toBe(200);
  await view.hears(account(user), 'account.changed');
  const own = await page(await signedIn(user));
  await own.listen(account(user));
  await client.post('/debug-tool/view/stop');
  await view.isIn('disconnected');
  await pay(user);
  await own.hears(account(user), 'balance.changed');
  expect(view.messages.map(({ event }) => event)).not.toContain('balance.changed');
});

describe('somebody else’s conversation', () => {
  const channelOf = async (user: MadeUser): Promise<string> => {
    const now = new Date();
    const client_id = randomUUID();
    const { id } = await app.test.db
      .insertInto('support_conversation')
      .values({
        user_id: user.id,
        client_id,
        subject: 'A question',
        state: 'waiting',
        created_at: now,
        changed_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.test.db
      .insertInto('support_message')
      .values({
        conversation_id: id,
        sender: 'customer',
        author_id: user.id,
        client_id,
        body: 'Where is it?',
        sent_at: now,
      })
      .execute();
    return CHANNELS.conversation(publicId('conversation', id));
  };
  const audited = (admin: MadeUser) =>
    app.test.db
      .selectFrom('debug_audit')
      .select(['status', 'detail', sql<boolean>`debug_session_id IS NOT NULL`.as('isIn')])
      .where('admin_id', '=', admin.id)
      .where('path', '=', '/broadcasting/auth')
      .orderBy('id')
      .execute();

  it('is closed to an admin by the page’s sign-in alone, open behind the console’s door, and in the audit either way', async () => {
    const [admin, other] = [await makeAdmin(app.test.db), await makeAdmin(app.test.db)];
    const user = await newcomer();
    const channel = await channelOf(user);
    const client = await signedIn(admin);
    const own = await page(client);
    await expect(own.listen(channel)).rejects.toThrow('Refused with 403');
    // What is their own, or names nobody, asks for no debug session.
    for (const open of [account(admin), CHANNELS.operators()]) await own.listen(open);
    await enterConsole(client, admin);
    // The other half of an admin who is not signed in here.
    const theirs = await signedIn(other);
    theirs.cookies.set('ez.debug-page', client.cookies.get('ez.debug-page') ?? '');
    await expect((await page(theirs)).listen(channel)).rejects.toThrow('Refused with 403');
    await (await page(client)).listen(channel);
    await app.test.db
      .updateTable('debug_session')
      .set({ revoked_at: new Date() })
      .where('admin_id', '=', admin.id)
      .execute();
    await expect((await page(client)).listen(channel)).rejects.toThrow('Refused with 403');
    const detail = { channel };
    expect(await audited(admin)).toEqual([
      { status: 403, detail, isIn: false },
      { status: 200, detail, isIn: true },
      { status: 403, detail, isIn: false },
    ]);
    expect(await audited(other)).toEqual([{ status: 403, detail, isIn: false }]);
    await (await page(await signedIn(user))).listen(channel);
    expect(await audited(user)).toEqual([]);
  });
});

it('lets nobody listen to another account, or to what operators hear', async () => {
  const [user, other] = [await newcomer(), await newcomer()];
  const own = await page(await signedIn(user));
  await own.listen(account(user));
  for (const channel of [account(other), 'private-operators', 'private-role.publisher', 'private-x'])
    await expect(own.listen(channel)).rejects.toThrow('Refused with 403');
  await pay(other);
  await pay(user);
  await own.hears(account(user), 'balance.changed');
  expect(own.messages.map(({ channel }) => channel)).toEqual([account(user)]);
  // Guests hear of releases alone.
  const guest = await page(app.client());
  await guest.listen(CHANNELS.releases());
  await expect(guest.listen(account(user))).rejects.toThrow('Refused with 401');
});

it('carries no word from one account to all of its role', async () => {
  const [user, other] = [await newcomer(), await newcomer()];
  const [own, theirs] = [await page(await signedIn(user)), await page(await signedIn(other))];
  const everybody = CHANNELS.role('advertiser');
  for (const each of [own, theirs]) await each.listen(everybody);
  await theirs.listen(account(other));
  expect(own.pusher.channel(everybody).trigger(TYPING_EVENT, { side: 'support' })).toBe(true);
  const refused = async () => own.codes.has(4301);
  await until(refused, Boolean, 'The refusal');
  await pay(other);
  await theirs.hears(account(other), 'balance.changed');
  expect(theirs.messages.map(({ event }) => event)).toEqual(['balance.changed']);
});

it('counts the connections of a whole IPv6 network as those of one home', async () => {
  const { key, host, port } = await address();
  const open = (from: string) =>
    new WebSocket(`ws://${host}:${port}/app/${key}?protocol=7`, { headers: { 'X-Forwarded-For': from } });
  const held = Array.from({ length: DEFAULT_LIMITS.connectionsPerAddress }, (_, index) =>
    open(`2001:db8:7:7::${(index + 1).toString(16)}`),
  );
  await Promise.all(held.map((socket) => once(socket, 'message')));
  const [same, other] = [open('2001:db8:7:7:ffff::1'), open('2001:db8:7:8::1')];
  const first = async (socket: WebSocket) => String((await once(socket, 'message'))[0]);
  const [refused, welcomed] = await Promise.all([first(same), first(other)]);
  expect(refused).toContain('"code":4100');
  expect(welcomed).toContain('connection_established');
  for (const socket of [...held, same, other]) socket.terminate();
});

it('makes one message of many changes', async () => {
  const user = await newcomer();
  const own = await page(await signedIn(user));
  await own.listen(account(user));
  await inTransaction(app.test.db, async (trx) => {
    for (let time = 0; time < 20; time += 1) await pay(user, trx);
    await sql`UPDATE app_user SET company_name = 'Later' WHERE id = ${user.id}`.execute(trx);
  });
  await own.hears(account(user), 'account.changed');
  expect(own.messages.map(({ event }) => event)).toEqual(['balance.changed', 'account.changed']);
});

describe('what ends', () => {
  it('takes its connections with it, whether they signed in or not, and no other’s', async () => {
    const user = await newcomer();
    const [here, there] = [await signedIn(user), await signedIn(user)];
    const pages = [await page(here), await page(here, { signIn: true })];
    const others = await page(there);
    for (const each of [...pages, others]) await each.listen(account(user));
    expect((await here.post('/api/auth/logout')).status).toBe(200);
    for (const each of pages) {
      await each.isIn('disconnected');
      expect(each.codes).toEqual(new Set([4009]));
    }
    await pay(user);
    await others.hears(account(user), 'balance.changed');
    for (const each of pages) expect(each.messages).toEqual([]);
  });

  it('takes them on another device', async () => {
    const user = await newcomer();
    const [here, there] = [await signedIn(user), await signedIn(user)];
    const [kept, ended] = [await page(here), await page(there)];
    for (const each of [kept, ended]) await each.listen(account(user));
    expect((await here.delete('/api/settings/sessions')).status).toBe(200);
    await ended.isIn('disconnected');
    expect(kept.pusher.connection.state).toBe('connected');
  });

  it('keeps the connections of who proved it once more, under a new name', async () => {
    const user = await newcomer();
    const client = await signedIn(user);
    const own = await page(client);
    await own.listen(account(user));
    const proof = await client.post('/api/auth/confirm-password', { password: user.password });
    expect(proof.status).toBe(200);
    await sql`DELETE FROM session WHERE sess ->> 'moved' IS NOT NULL`.execute(app.test.db);
    await pay(user);
    await own.hears(account(user), 'balance.changed');
    expect(own.states).toEqual(['connected']);
    expect((await client.post('/api/auth/logout')).status).toBe(200);
    await own.isIn('disconnected');
  });

  it('makes who lost their rights ask anew', async () => {
    const { db } = app.test;
    const [operator] = [await makeAdmin(db), await makeAdmin(db)];
    const own = await page(await signedIn(operator));
    for (const channel of [account(operator), 'private-operators']) await own.listen(channel);
    const operators = own.pusher.channel('private-operators');
    const refused = new Promise<{ error: string }>((resolve) =>
      operators.bind('pusher:subscription_error', resolve),
    );
    const standing = createStandingService({
      db,
      clock: systemClock,
      log: silentLog,
      mail: { send: async () => ({ id: '1', isNew: true }) },
    });
    await standing.decide({ userId: operator.id, status: 'suspended', reason: 'Left', by: null });
    expect(await refused).toMatchObject({ error: 'Refused with 403' });
    expect(own.codes).toEqual(new Set([4200]));
    const again = async () => own.pusher.channel(account(operator)).subscribed;
    await until(again, Boolean, 'The own channel');
  });
});

it('makes connections anew when changes may have been missed, and goes on', async () => {
  const user = await newcomer();
  const own = await page(await signedIn(user));
  await own.listen(account(user));
  const subscribed = new Promise<void>((resolve) =>
    own.pusher.channel(account(user)).bind('pusher:subscription_succeeded', () => resolve()),
  );
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'ezdash realtime listener'`.execute(
    app.test.db,
  );
  await subscribed;
  expect(own.codes).toEqual(new Set([4200]));
  await pay(user);
  await own.hears(account(user), 'balance.changed');
  expect((await app.client().get('/readyz')).status).toBe(200);
  expect((await app.client().get('/metrics')).text).toContain('ezdash_realtime_gaps_total 1');
});

it('refuses web sockets elsewhere, and the HTTP API without a signature', async () => {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/elsewhere`);
  const [error] = await once(socket, 'error');
  expect(String(error)).toContain('404');
  expect((await app.client().request('/apps/7007/channels')).status).toBe(401);
});

it('lets go of everybody when it stops', async () => {
  const own = await startWholeApp();
  const { body } = await own.client().get<PublicConfig>('/api/config');
  const socket = new WebSocket(`${own.url.replace('http', 'ws')}/app/${body.broadcaster?.key}?protocol=7`);
  await once(socket, 'message');
  const closed = once(socket, 'close');
  await own.close();
  const [code] = await closed;
  expect(code).toBe(4200);
});
