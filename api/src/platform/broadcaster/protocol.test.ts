import { openBroadcaster, type RawClient, TEST_APP, type TestBroadcaster } from './testBroadcaster';

let at: TestBroadcaster;
beforeEach(async () => {
  at = await openBroadcaster();
});
afterEach(() => at.close());

const dataOf = ({ data }: { data?: unknown }) => JSON.parse(String(data));

describe('the handshake', () => {
  test('tells socket id and activity time-out, as JSON in a string', async () => {
    const client = at.raw();
    const { event, data } = await client.next('pusher:connection_established');
    expect(typeof data).toBe('string');
    expect(dataOf({ data })).toEqual({
      socket_id: expect.stringMatching(/^\d+\.\d+$/),
      activity_timeout: 30,
    });
    expect(event).toBe('pusher:connection_established');
  });

  test.each([
    ['another key', '/app/other?protocol=7', 4001],
    ['no key', '/app/?protocol=7', 4005],
    ['more behind the key', `/app/${TEST_APP.key}/more?protocol=7`, 4005],
    ['a version that is no number', `/app/${TEST_APP.key}?protocol=seven`, 4006],
    ['a version that is not spoken', `/app/${TEST_APP.key}?protocol=4`, 4007],
    ['no version', `/app/${TEST_APP.key}`, 4008],
  ])('refuses %s', async (_what, path, code) => {
    const client = at.raw(path);
    const { data } = await client.next('pusher:error');
    expect(data).toEqual({ code, message: expect.any(String) });
    expect(await client.closed).toBe(code);
    expect(client.rest).toEqual([]);
  });

  test('refuses pages of other origins; what names no origin is let in', async () => {
    const closed = await openBroadcaster({ allowedOrigins: ['https://ads.example'] });
    const path = `/app/${TEST_APP.key}?protocol=7`;
    expect(await closed.raw(path, { origin: 'https://evil.example' }).closed).toBe(4009);
    expect(await closed.raw(path, { origin: 'null' }).closed).toBe(4009);
    await closed.raw(path, { origin: 'https://ads.example' }).socketId();
    await closed.raw(path).socketId();
    await closed.close();
  });

  test('other paths are not taken, and a call without an upgrade is told so', async () => {
    const elsewhere = at.raw('/apple?protocol=7');
    await elsewhere.closed;
    expect(elsewhere.refusedWith).toBe(404);
    const answer = await fetch(`http://127.0.0.1:${at.port}/app/${TEST_APP.key}?protocol=7`);
    expect(answer.status).toBe(426);
    expect((await fetch(`http://127.0.0.1:${at.port}/elsewhere`)).status).toBe(404);
  });
});

describe('subscriptions', () => {
  test('answers ping with pong', async () => {
    const { client } = await at.open();
    client.send('pusher:ping', {});
    expect(await client.next('pusher:pong')).toEqual({ event: 'pusher:pong', data: '{}' });
  });

  test('public channels need no signature, and events end with the subscription', async () => {
    const { client } = await at.open();
    client.send('pusher:subscribe', { channel: 'news' });
    expect(await client.next('pusher_internal:subscription_succeeded')).toEqual({
      event: 'pusher_internal:subscription_succeeded',
      channel: 'news',
      data: '{}',
    });
    at.broadcaster.publish(['news', 'other'], 'a', { n: 1 });
    expect(await client.next('a')).toEqual({ event: 'a', channel: 'news', data: '{"n":1}' });
    client.send('pusher:unsubscribe', { channel: 'news' });
    await client.settled();
    at.broadcaster.publish(['news'], 'b', {});
    await client.settled();
    expect(client.rest).toEqual([]);
  });

  test.each(['private-a', 'private-encrypted-a', 'private-cache-a', 'presence-a', 'presence-cache-a'])(
    'refuses %s without the right signature',
    async (channel) => {
      const { client, socketId } = await at.open();
      const member = JSON.stringify({ user_id: 'anna' });
      const right = at.broadcaster.sign(socketId, channel, member);
      for (const auth of [
        undefined,
        '',
        'nonsense',
        `${TEST_APP.key}:${'0'.repeat(64)}`,
        at.broadcaster.sign('1.1', channel, member),
        at.broadcaster.sign(socketId, 'private-b', member),
        right.replace(TEST_APP.key, 'other-key'),
        right.toUpperCase(),
      ]) {
        client.send('pusher:subscribe', { channel, auth, channel_data: member });
        const { channel: told, data } = await client.next('pusher:subscription_error');
        expect(told).toBe(channel);
        expect(data).toEqual({ type: 'AuthError', error: expect.any(String), status: 401 });
      }
      at.broadcaster.publish([channel], 'secret', {});
      await client.settled();
      expect(client.rest).toEqual([]);
    },
  );

  test('who somebody is comes from signed data alone', async () => {
    const { client, socketId } = await at.open();
    const channel = 'presence-room';
    const signed = JSON.stringify({ user_id: 'anna', user_info: { name: 'Anna' } });
    const auth = at.broadcaster.sign(socketId, channel, signed);
    const forged = JSON.stringify({ user_id: 'admin', user_info: { name: 'Anna' } });
    client.send('pusher:subscribe', { channel, auth, channel_data: forged });
    await client.next('pusher:subscription_error');
    for (const data of ['{}', '[]', '"x"', 'no json', '{"user_id":""}', '{"user_id":{}}']) {
      client.send('pusher:subscribe', {
        channel,
        auth: at.broadcaster.sign(socketId, channel, data),
        channel_data: data,
      });
      expect((await client.next('pusher:subscription_error')).data).toMatchObject({ status: 401 });
    }
    client.send('pusher:subscribe', { channel, auth, channel_data: signed });
    expect(dataOf(await client.next('pusher_internal:subscription_succeeded'))).toEqual({
      presence: { count: 1, ids: ['anna'], hash: { anna: { name: 'Anna' } } },
    });
  });

  test('odd user ids are names and nothing else', async () => {
    const { client, socketId } = await at.open();
    at.subscribePresence(client, socketId, 'presence-room', '__proto__', { a: 1 });
    const { data } = await client.next('pusher_internal:subscription_succeeded');
    expect(String(data)).toBe('{"presence":{"count":1,"ids":["__proto__"],"hash":{"__proto__":{"a":1}}}}');
  });

  test('bounds presence: members of a channel, size of an info', async () => {
    const small = await openBroadcaster({ limits: { presenceMembers: 2, presenceUserInfoBytes: 50 } });
    const clients = await Promise.all(Array.from({ length: 4 }, () => small.open()));
    const [first, second, third, again] = clients;
    if (!first || !second || !third || !again) throw new Error('Four clients were opened');
    small.subscribePresence(third.client, third.socketId, 'presence-x', 'third', 'x'.repeat(60));
    expect((await third.client.next('pusher:subscription_error')).data).toMatchObject({ status: 401 });
    for (const [each, id] of [[first, 'first'] as const, [second, 'second'] as const]) {
      small.subscribePresence(each.client, each.socketId, 'presence-x', id);
      await each.client.next('pusher_internal:subscription_succeeded');
    }
    small.subscribePresence(third.client, third.socketId, 'presence-x', 'third');
    expect((await third.client.next('pusher:subscription_error')).data).toMatchObject({
      type: 'LimitReached',
    });
    small.subscribePresence(again.client, again.socketId, 'presence-x', 'first');
    await again.client.next('pusher_internal:subscription_succeeded');
    second.client.socket.close();
    await first.client.next('pusher_internal:member_removed');
    small.subscribePresence(third.client, third.socketId, 'presence-x', 'third');
    await third.client.next('pusher_internal:subscription_succeeded');
    await small.close();
  });

  test('bounds subscriptions, names no odd channel, and knows what it has', async () => {
    const small = await openBroadcaster({ limits: { subscriptionsPerConnection: 2 } });
    const { client } = await small.open();
    for (const channel of ['a', 'b']) client.send('pusher:subscribe', { channel });
    client.send('pusher:subscribe', { channel: 'a' });
    expect((await client.next('pusher:subscription_error')).data).toMatchObject({ status: 409 });
    client.send('pusher:subscribe', { channel: 'c' });
    expect((await client.next('pusher:subscription_error')).data).toMatchObject({ type: 'LimitReached' });
    client.send('pusher:unsubscribe', { channel: 'a' });
    for (const channel of ['', 'with space', 'ä', 'x'.repeat(201), '#server-to-user-', '#other', 'a/b']) {
      client.send('pusher:subscribe', { channel });
      expect((await client.next('pusher:subscription_error')).data).toMatchObject({ status: 400 });
    }
    client.send('pusher:subscribe', { channel: 'c' });
    await client.next('pusher_internal:subscription_succeeded', 'c');
    small.broadcaster.publish(['a', 'b', 'c'], 'e', {});
    await client.settled();
    expect(client.rest.filter(({ event }) => event === 'e').map(({ channel }) => channel)).toEqual([
      'b',
      'c',
    ]);
    await small.close();
  });

  test('tells how many listen where that is asked for', async () => {
    const counting = await openBroadcaster({ subscriptionCounts: true });
    const [one, two] = [await counting.open(), await counting.open()];
    for (const { client } of [one, two]) client.send('pusher:subscribe', { channel: 'news' });
    expect(dataOf(await one.client.next('pusher_internal:subscription_count'))).toEqual({
      subscription_count: 2,
    });
    two.client.socket.close();
    expect(dataOf(await one.client.next('pusher_internal:subscription_count'))).toEqual({
      subscription_count: 1,
    });
    await counting.close();
  });
});

describe('signing in', () => {
  test('opens the channel of this user alone', async () => {
    const { client, socketId } = await at.open();
    const userData = JSON.stringify({ id: 'u_1', user_info: { name: 'Anna' } });
    client.send('pusher:subscribe', { channel: '#server-to-user-u_1' });
    expect((await client.next('pusher:subscription_error')).data).toMatchObject({ status: 401 });
    client.send('pusher:signin', { auth: at.broadcaster.signUser(socketId, userData), user_data: userData });
    expect(dataOf(await client.next('pusher:signin_success'))).toEqual({ user_data: userData });
    client.send('pusher:subscribe', { channel: '#server-to-user-u_2' });
    await client.next('pusher:subscription_error');
    client.send('pusher:subscribe', { channel: '#server-to-user-u_1' });
    await client.next('pusher_internal:subscription_succeeded');
    // A presence channel without channel data takes who signed in.
    client.send('pusher:subscribe', {
      channel: 'presence-room',
      auth: at.broadcaster.sign(socketId, 'presence-room'),
    });
    expect(dataOf(await client.next('pusher_internal:subscription_succeeded')).presence.hash).toEqual({
      u_1: { name: 'Anna' },
    });
  });

  test.each([
    ['another connection', (socketId: string) => [`1${socketId}`, '{"id":"u_1"}', '{"id":"u_1"}']],
    ['other data', (socketId: string) => [socketId, '{"id":"u_1"}', '{"id":"admin"}']],
    ['data without an id', (socketId: string) => [socketId, '{}', '{}']],
  ])('ends the connection when the signature is for %s', async (_what, make) => {
    const { client, socketId } = await at.open();
    const [signedId = '', signed = '', sent = ''] = make(socketId);
    client.send('pusher:signin', { auth: at.broadcaster.signUser(signedId, signed), user_data: sent });
    expect((await client.next('pusher:error')).data).toMatchObject({ code: 4009 });
    expect(await client.closed).toBe(4009);
  });

  test('a connection is one user for good', async () => {
    const { client, socketId } = await at.open();
    const signIn = (id: string) => {
      const userData = JSON.stringify({ id });
      client.send('pusher:signin', {
        auth: at.broadcaster.signUser(socketId, userData),
        user_data: userData,
      });
    };
    signIn('u_1');
    signIn('u_1');
    await client.next('pusher:signin_success');
    await client.next('pusher:signin_success');
    signIn('u_2');
    expect(await client.closed).toBe(4009);
  });

  test('a signature for a channel is none for a sign-in, nor the other way round', async () => {
    const { client, socketId } = await at.open();
    client.send('pusher:subscribe', {
      channel: 'private-a',
      auth: at.broadcaster.signUser(socketId, 'private-a'),
    });
    await client.next('pusher:subscription_error');
    client.send('pusher:signin', {
      auth: at.broadcaster.sign(socketId, 'private-a', '{"id":"u_1"}'),
      user_data: '{"id":"u_1"}',
    });
    expect(await client.closed).toBe(4009);
  });
});

describe('events of browsers', () => {
  const listen = async (channel: string) => {
    const opened = await at.open();
    opened.client.send('pusher:subscribe', { channel, auth: at.broadcaster.sign(opened.socketId, channel) });
    await opened.client.next('pusher_internal:subscription_succeeded');
    return opened.client;
  };

  test.each([
    ['a public channel', 'news', 'client-x'],
    ['an encrypted channel', 'private-encrypted-a', 'client-x'],
    ['a channel it does not listen to', 'private-other', 'client-x'],
    ['no channel', undefined, 'client-x'],
  ])('are refused on %s', async (_what, channel, event) => {
    const [sender, reader] = [await listen(channel ?? 'news'), await listen(channel ?? 'news')];
    if (channel === 'private-other') {
      sender.send('pusher:unsubscribe', { channel });
    }
    sender.send(event, { a: 1 }, channel);
    expect((await sender.next('pusher:error')).data).toMatchObject({ code: 4301 });
    await reader.settled();
    expect(reader.rest).toEqual([]);
  });

  test.each(['anything', 'pusher:error', 'pusher_internal:member_added', 'Client-x', ' client-x'])(
    'cannot be called %s',
    async (event) => {
      const [sender, reader] = [await listen('private-a'), await listen('private-a')];
      sender.send(event, {}, 'private-a');
      expect((await sender.next('pusher:error')).data).toMatchObject({ code: 4200 });
      await reader.settled();
      expect(reader.rest).toEqual([]);
    },
  );

  test('cannot name another sender', async () => {
    const [one, two] = [await at.open(), await at.open()];
    at.subscribePresence(one.client, one.socketId, 'presence-room', 'anna');
    await one.client.next('pusher_internal:subscription_succeeded');
    at.subscribePresence(two.client, two.socketId, 'presence-room', 'ben');
    await two.client.next('pusher_internal:subscription_succeeded');
    two.client.socket.send(
      JSON.stringify({ event: 'client-x', channel: 'presence-room', data: { a: 1 }, user_id: 'admin' }),
    );
    expect(await one.client.next('client-x')).toEqual({
      event: 'client-x',
      channel: 'presence-room',
      data: { a: 1 },
      user_id: 'ben',
    });
  });

  test('are bounded in size and number, and the connection stays', async () => {
    const [sender, reader] = [await listen('private-a'), await listen('private-a')];
    sender.send('client-x', 'x'.repeat(10 * 1024 + 1), 'private-a');
    expect((await sender.next('pusher:error')).data).toMatchObject({ code: 4301 });
    for (let n = 0; n < 30; n += 1) sender.send('client-x', { n }, 'private-a');
    await sender.settled();
    await reader.settled();
    const came = reader.rest.filter(({ event }) => event === 'client-x').length;
    const refused = sender.rest.filter(({ event }) => event === 'pusher:error').length;
    expect(came).toBeGreaterThanOrEqual(10);
    expect(refused).toBeGreaterThanOrEqual(10);
    expect(came + refused).toBe(30);
  });

  test('are not kept for who comes later', async () => {
    const sender = await listen('private-cache-a');
    await sender.next('pusher:cache_miss');
    sender.send('client-x', { forged: true }, 'private-cache-a');
    await sender.settled();
    const later = await listen('private-cache-a');
    await later.next('pusher:cache_miss');
  });
});

describe('what was told before somebody joined', () => {
  const FOR_MS = 1_000;
  let near: TestBroadcaster;
  const time = { nowMs: 0 };
  const clock = { nowMs: () => time.nowMs, now: () => new Date(time.nowMs) };
  beforeAll(async () => {
    near = await openBroadcaster({
      clock,
      limits: { recentMs: FOR_MS },
      tellsRecent: (channel) => channel.startsWith('private-'),
    });
  });
  afterAll(() => near.close());

  async function join(channel: string): Promise<RawClient> {
    const { client, socketId } = await near.open();
    client.send('pusher:subscribe', { channel, auth: near.broadcaster.sign(socketId, channel) });
    await client.next('pusher_internal:subscription_succeeded', channel);
    return client;
  }

  test('is told once it has joined, for so long, and of no other channel', async () => {
    near.broadcaster.publish(['private-a', 'other'], 'changed', { n: 1 });
    near.broadcaster.publish(['private-a'], 'changed', { n: 1 });
    near.broadcaster.publish(['private-a'], 'changed', { n: 2 });
    time.nowMs += FOR_MS - 1;
    const early = await join('private-a');
    await early.settled();
    expect(early.rest.map(({ data }) => data)).toEqual(['{"n":1}', '{"n":2}']);
    const other = (await near.open()).client;
    other.send('pusher:subscribe', { channel: 'other' });
    await other.next('pusher_internal:subscription_succeeded');
    await other.settled();
    expect(other.rest).toEqual([]);
    time.nowMs += 1;
    const late = await join('private-a');
    await late.settled();
    expect(late.rest).toEqual([]);
  });

  test('but nothing that browsers said', async () => {
    const sender = await join('private-b');
    sender.send('client-x', { forged: true }, 'private-b');
    await sender.settled();
    const later = await join('private-b');
    await later.settled();
    expect(later.rest).toEqual([]);
  });
});

describe('ends by the app', () => {
  test('whatever was claimed ends, whether it signed in or not', async () => {
    const [one, two, three] = [await at.open(), await at.open(), await at.open()];
    expect(at.broadcaster.claim(one.socketId, ['session:a', 'user:1'])).toBe(true);
    expect(at.broadcaster.claim(two.socketId, ['session:b'])).toBe(true);
    expect(at.broadcaster.claim(two.socketId, ['user:1'])).toBe(true);
    expect(at.broadcaster.claim('1.1', ['user:1'])).toBe(false);
    at.broadcaster.endClaimed('session:b', { code: 4009, message: 'Signed out' });
    expect((await two.client.next('pusher:error')).data).toEqual({ code: 4009, message: 'Signed out' });
    expect(await two.client.closed).toBe(4009);
    await one.client.settled();
    at.broadcaster.endClaimed('user:1', { code: 4200, message: 'Ask anew' });
    expect(await one.client.closed).toBe(4200);
    await three.client.settled();
    at.broadcaster.endAll({ code: 4200, message: 'Something may have been missed' });
    expect(await three.client.closed).toBe(4200);
  });

  test('nothing arrives after the end, though the other side keeps the line open', async () => {
    const { client, socketId } = await at.open();
    client.send('pusher:subscribe', {
      channel: 'private-a',
      auth: at.broadcaster.sign(socketId, 'private-a'),
    });
    await client.next('pusher_internal:subscription_succeeded');
    at.broadcaster.claim(socketId, ['session:a']);
    at.broadcaster.endClaimed('session:a', { code: 4009, message: 'Signed out' });
    at.broadcaster.publish(['private-a'], 'secret', {});
    await client.closed;
    expect(client.rest.map(({ event }) => event)).toEqual(['pusher:error']);
  });

  test.each(['', '1', '1.1:private-a', '1.1:private-a:', 'a.b'])(
    'nothing is signed for the connection %j',
    (id) => {
      expect(() => at.broadcaster.sign(id, 'private-a')).toThrow(RangeError);
      expect(() => at.broadcaster.signUser(id, '{"id":"u_1"}')).toThrow(RangeError);
      expect(() => at.broadcaster.sign('1.1', 'private-a:{}')).toThrow(RangeError);
    },
  );
});
