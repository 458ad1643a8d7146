import { createHash, createHmac } from 'node:crypto';
import { fakeClock } from '../../../testing/fakeClock';
import { openBroadcaster, type RawClient, TEST_APP, type TestBroadcaster } from '../testBroadcaster';

const clock = fakeClock();
let at: TestBroadcaster;
beforeEach(async () => {
  at = await openBroadcaster({ clock });
});
afterEach(() => at.close());

interface Call {
  method?: string;
  path?: string;
  body?: string | null;
  /** Signed with the rest; undefined leaves one out. */
  params?: Record<string, string | undefined>;
  secret?: string;
  /** After it was signed. */
  change?: (sent: { query: string; body: string | undefined; path: string }) => {
    query?: string;
    body?: string;
    path?: string;
  };
}
const EVENT = JSON.stringify({ name: 'paid', data: '{"n":1}', channels: ['news'] });
const nowS = () => Math.floor(clock.nowMs() / 1_000);

async function call({
  method = 'POST',
  path = `/apps/${TEST_APP.id}/events`,
  body = method === 'POST' ? EVENT : null,
  params = {},
  secret = TEST_APP.secret,
  change = () => ({}),
}: Call = {}): Promise<{ status: number; body: { message?: string } & Record<string, unknown> }> {
  const all: Record<string, string | undefined> = {
    auth_key: TEST_APP.key,
    auth_timestamp: String(nowS()),
    auth_version: '1.0',
    ...(body !== null && { body_md5: createHash('md5').update(body).digest('hex') }),
    ...params,
  };
  const signed = Object.keys(all)
    .filter((name) => all[name] !== undefined)
    .sort()
    .map((name) => `${name}=${all[name]}`)
    .join('&');
  const signature = createHmac('sha256', secret).update([method, path, signed].join('\n')).digest('hex');
  const sent = { query: `${signed}&auth_signature=${signature}`, body: body ?? undefined, path };
  const changed = { ...sent, ...change(sent) };
  const answer = await fetch(`http://127.0.0.1:${at.port}${changed.path}?${changed.query}`, {
    method,
    body: changed.body,
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

async function listener(channel = 'news'): Promise<RawClient> {
  const { client, socketId } = await at.open();
  client.send('pusher:subscribe', { channel, auth: at.broadcaster.sign(socketId, channel) });
  await client.next('pusher_internal:subscription_succeeded');
  return client;
}

describe('who may call', () => {
  test.each<[string, Call]>([
    ['now', {}],
    ['ten minutes old', { params: { auth_timestamp: String(nowS() - 600) } }],
    ['ten minutes ahead', { params: { auth_timestamp: String(nowS() + 600) } }],
    ['with another parameter', { params: { zoo: 'a' } }],
  ])('a signed call is taken: %s', async (_what, given) => {
    const client = await listener();
    expect(await call(given)).toEqual({ status: 200, body: {} });
    expect((await client.next('paid')).data).toBe('{"n":1}');
  });

  test.each<[string, Call, number]>([
    ['too old', { params: { auth_timestamp: String(nowS() - 601) } }, 401],
    ['too new', { params: { auth_timestamp: String(nowS() + 602) } }, 401],
    ['a time that is none', { params: { auth_timestamp: '1e9' } }, 401],
    ['no time', { params: { auth_timestamp: undefined } }, 401],
    ['no key', { params: { auth_key: undefined } }, 401],
    ['another key', { params: { auth_key: 'other' } }, 401],
    ['no version', { params: { auth_version: undefined } }, 401],
    ['another version', { params: { auth_version: '2.0' } }, 401],
    ['no digest of the body', { params: { body_md5: undefined } }, 401],
    ['another secret', { secret: 'another' }, 401],
    ['another body', { change: () => ({ body: EVENT.replace('paid', 'free') }) }, 401],
    ['no body', { change: () => ({ body: '' }) }, 401],
    ['another path', { change: () => ({ path: `/apps/${TEST_APP.id}/batch_events` }) }, 401],
    ['no signature', { change: ({ query }) => ({ query: query.replace(/&auth_signature=.*/, '') }) }, 401],
    ['half a signature', { change: ({ query }) => ({ query: query.slice(0, -32) }) }, 401],
    [
      'a signature in capitals',
      { change: ({ query }) => ({ query: query.replace(/[0-9a-f]+$/, (hex) => hex.toUpperCase()) }) },
      401,
    ],
    ['a parameter added', { change: ({ query }) => ({ query: `info=x&${query}` }) }, 401],
    ['a parameter twice', { change: ({ query }) => ({ query: `auth_key=${TEST_APP.key}&${query}` }) }, 400],
    ['a query that is none', { change: ({ query }) => ({ query: `${query}&a=%E0%A4%A` }) }, 400],
    ['nothing signed at all', { change: () => ({ query: '' }) }, 401],
    ['another app', { path: '/apps/other/events' }, 404],
    ['another address', { path: `/apps/${TEST_APP.id}/elsewhere` }, 404],
    ['another method', { path: `/apps/${TEST_APP.id}/channels` }, 405],
  ])('refused: %s', async (_what, given, status) => {
    const client = await listener();
    const answer = await call(given);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ message: expect.stringMatching(/\.$/), code: expect.any(String) });
    expect(answer.body.message).not.toMatch(/session|valid/i);
    await client.settled();
    expect(client.rest).toEqual([]);
  });
});

describe('events', () => {
  const post = (body: unknown, path = 'events') =>
    call({
      path: `/apps/${TEST_APP.id}/${path}`,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  test.each<[string, unknown, number]>([
    ['no JSON', 'no json', 400],
    ['a list', [], 400],
    ['no name', { data: '', channels: ['a'] }, 400],
    ['a long name', { name: 'x'.repeat(201), data: '', channels: ['a'] }, 400],
    ["the protocol's own name", { name: 'pusher:error', data: '{}', channels: ['a'] }, 400],
    ['an inner name', { name: 'pusher_internal:member_added', data: '{}', channels: ['a'] }, 400],
    ['data that is no text', { name: 'a', data: { n: 1 }, channels: ['a'] }, 400],
    ['no channel', { name: 'a', data: '' }, 400],
    ['an empty list', { name: 'a', data: '', channels: [] }, 400],
    ['an odd channel', { name: 'a', data: '', channels: ['with space'] }, 400],
    ['channels that are no texts', { name: 'a', data: '', channels: [7] }, 400],
    [
      'too many channels',
      { name: 'a', data: '', channels: Array.from({ length: 101 }, (_, n) => `c${n}`) },
      400,
    ],
    ['an odd socket id', { name: 'a', data: '', channels: ['a'], socket_id: 'x' }, 400],
    ['an unknown info', { name: 'a', data: '', channels: ['a'], info: 'cache' }, 400],
    ['users of a public channel', { name: 'a', data: '', channels: ['a'], info: 'user_count' }, 400],
    ['too much data', { name: 'a', data: 'x'.repeat(10_241), channels: ['a'] }, 413],
    ['too much data in bytes', { name: 'a', data: '€'.repeat(3_414), channels: ['a'] }, 413],
    ['a body without end', { name: 'a', data: 'x'.repeat(1_100_000), channels: ['a'] }, 413],
  ])('refused: %s', async (_what, body, status) => {
    const answer = await post(body);
    expect(answer).toEqual({ status, body: { message: expect.any(String), code: expect.any(String) } });
  });

  test('go to a hundred channels, once each, and not to the socket that is left out', async () => {
    const channels = Array.from({ length: 100 }, (_, n) => `c-${n}`);
    const [in1, out] = [await at.open(), await at.open()];
    for (const { client } of [in1, out])
      for (const channel of channels) client.send('pusher:subscribe', { channel });
    await in1.client.next('pusher_internal:subscription_succeeded', 'c-99');
    await out.client.next('pusher_internal:subscription_succeeded', 'c-99');
    await post({
      name: 'paid',
      data: 'x'.repeat(10_240),
      channels: [...channels, 'c-1'].slice(1),
      socket_id: out.socketId,
    });
    await in1.client.settled();
    await out.client.settled();
    const paid = (client: RawClient) => client.rest.filter(({ event }) => event === 'paid').length;
    expect(paid(in1.client)).toBe(99);
    expect(paid(out.client)).toBe(0);
  });

  test('tell how many listen, where that is asked for', async () => {
    const { client, socketId } = await at.open();
    at.subscribePresence(client, socketId, 'presence-a', 'anna');
    await client.next('pusher_internal:subscription_succeeded');
    const info = 'user_count,subscription_count';
    expect(await post({ name: 'a', data: '', channels: ['presence-a', 'presence-b'], info })).toEqual({
      status: 200,
      body: {
        channels: {
          'presence-a': { user_count: 1, subscription_count: 1 },
          'presence-b': { user_count: 0, subscription_count: 0 },
        },
      },
    });
    const batch = [
      { channel: 'presence-a', name: 'b', data: '{"n":1}', info: 'user_count' },
      { channel: 'news', name: 'b', data: '{"n":2}' },
    ];
    expect((await post({ batch }, 'batch_events')).body).toEqual({ batch: [{ user_count: 1 }, {}] });
    expect((await client.next('b')).data).toBe('{"n":1}');
  });

  test('in a batch go all or none', async () => {
    const client = await listener();
    const one = { name: 'b', data: '', channel: 'news' };
    expect((await post({ batch: [one, { ...one, channel: 'odd name' }] }, 'batch_events')).status).toBe(400);
    expect((await post({ batch: Array.from({ length: 11 }, () => one) }, 'batch_events')).status).toBe(400);
    expect((await post({ batch: [] }, 'batch_events')).status).toBe(400);
    await client.settled();
    expect(client.rest).toEqual([]);
    expect(await post({ batch: Array.from({ length: 10 }, () => one) }, 'batch_events')).toEqual({
      status: 200,
      body: {},
    });
    await client.settled();
    expect(client.rest).toHaveLength(10);
  });
});

describe('channels and users', () => {
  const get = (path: string, params: Record<string, string> = {}) =>
    call({ method: 'GET', path: `/apps/${TEST_APP.id}${path}`, params });

  test('shows what is listened to', async () => {
    await listener('news');
    await listener('private-a');
    const { client, socketId } = await at.open();
    at.subscribePresence(client, socketId, 'presence-a', 'anna');
    await client.next('pusher_internal:subscription_succeeded');
    expect((await get('/channels')).body).toEqual({
      channels: { news: {}, 'private-a': {}, 'presence-a': {} },
    });
    expect((await get('/channels', { filter_by_prefix: 'presence-', info: 'user_count' })).body).toEqual({
      channels: { 'presence-a': { user_count: 1 } },
    });
    expect((await get('/channels', { info: 'user_count' })).status).toBe(400);
    expect((await get('/channels/news', { info: 'subscription_count' })).body).toEqual({
      occupied: true,
      subscription_count: 1,
    });
    expect((await get('/channels/nobody')).body).toEqual({ occupied: false });
    expect((await get('/channels/news', { info: 'user_count' })).status).toBe(400);
    expect((await get('/channels/presence-a/users')).body).toEqual({ users: [{ id: 'anna' }] });
    expect((await get('/channels/news/users')).status).toBe(400);
  });

  test('shows the last event of a cache channel for as long as it is kept', async () => {
    expect((await get('/channels/cache-a', { info: 'cache' })).body).toEqual({
      occupied: false,
      cache: null,
    });
    await call({ body: JSON.stringify({ name: 'a', data: '{"n":1}', channel: 'cache-a' }) });
    clock.advance(60_000);
    expect((await get('/channels/cache-a', { info: 'cache' })).body).toEqual({
      occupied: false,
      cache: { data: '{"n":1}', ttl: 29 * 60 },
    });
    clock.advance(29 * 60_000);
    expect((await get('/channels/cache-a', { info: 'cache' })).body).toEqual({
      occupied: false,
      cache: null,
    });
    expect((await get('/channels/news', { info: 'cache' })).status).toBe(400);
  });

  test('the server library reads and ends as it is written', async () => {
    const now = await openBroadcaster();
    const { client, socketId } = await now.open();
    const userData = JSON.stringify({ id: 'user@example.test' });
    client.send('pusher:signin', { auth: now.broadcaster.signUser(socketId, userData), user_data: userData });
    await client.next('pusher:signin_success');
    client.send('pusher:subscribe', { channel: 'news' });
    await client.next('pusher_internal:subscription_succeeded');
    const channels = await now.server.get({ path: '/channels', params: { filter_by_prefix: 'ne' } });
    expect(await channels.json()).toEqual({ channels: { news: {} } });
    await now.server.terminateUserConnections('somebody else');
    await client.settled();
    await now.server.terminateUserConnections('user@example.test');
    expect(await client.closed).toBe(4009);
    await now.close();
  });
});
