import { once } from 'node:events';
import { Redis } from 'ioredis';
import { redisUrl } from '../../testing/redisUrl';
import { until } from '../../testing/until';
import type { RawClient, TestBroadcaster } from './testBroadcaster';
import { createNodes, type TestNodes } from './testNodes';

const ROOM = 'presence-conversation.cn_1';
let nodes: TestNodes;
beforeEach(() => {
  nodes = createNodes(redisUrl());
});
afterEach(() => nodes.close());

async function listen(node: TestBroadcaster, channel: string) {
  const { client, socketId } = await node.open();
  client.send('pusher:subscribe', { channel, auth: node.broadcaster.sign(socketId, channel) });
  await client.next('pusher_internal:subscription_succeeded');
  return { client, socketId };
}

async function join(
  node: TestBroadcaster,
  userId: string,
  from: Pick<TestBroadcaster, 'open'> = node,
): Promise<{ client: RawClient; ids: string[] }> {
  const { client, socketId } = await from.open();
  node.subscribePresence(client, socketId, ROOM, userId, { name: userId });
  const { data } = await client.next('pusher_internal:subscription_succeeded');
  return { client, ids: JSON.parse(String(data)).presence.ids.sort() };
}

/** What a client was told of others, without their infos. */
const told = ({ rest }: RawClient) =>
  rest
    .filter(({ event }) => event.startsWith('pusher_internal:member_'))
    .map(({ event, data }) => `${event.slice(23)} ${JSON.parse(String(data)).user_id}`);

describe('two nodes over Redis', () => {
  test('what is sent on one arrives on the other, whoever sends it', async () => {
    const [a, b] = [await nodes.start(), await nodes.start()];
    const [onA, onB] = [await listen(a, 'private-x'), await listen(b, 'private-x')];
    a.broadcaster.publish(['private-x'], 'published', { n: 1 });
    expect(await onB.client.next('published')).toEqual({
      event: 'published',
      channel: 'private-x',
      data: '{"n":1}',
    });
    await onA.client.next('published');
    await b.server.trigger('private-x', 'triggered', { n: 2 }, { socket_id: onA.socketId });
    await onB.client.next('triggered');
    onB.client.send('client-typing', { n: 3 }, 'private-x');
    expect((await onA.client.next('client-typing')).data).toEqual({ n: 3 });
    a.broadcaster.deliver(['private-x'], 'here', {});
    a.broadcaster.publish(['private-x'], 'last', {});
    await onB.client.next('last');
    expect(onA.client.rest.map(({ event }) => event)).toEqual(['here', 'last']);
    expect(onB.client.rest).toEqual([]);
  });

  test('the last event of a cache channel is found on either', async () => {
    const [a, b] = [await nodes.start(), await nodes.start()];
    const early = await listen(b, 'private-cache-x');
    await early.client.next('pusher:cache_miss');
    a.broadcaster.publish(['private-cache-x'], 'kept', { n: 1 });
    await early.client.next('kept');
    expect((await (await listen(b, 'private-cache-x')).client.next('kept')).data).toBe('{"n":1}');
    const late = await nodes.start();
    expect((await (await listen(late, 'private-cache-x')).client.next('kept')).data).toBe('{"n":1}');
    const answer = await late.server.get({ path: '/channels/private-cache-x', params: { info: 'cache' } });
    expect(await answer.json()).toMatchObject({ occupied: true, cache: { data: '{"n":1}' } });
  });

  test('the HTTP API counts over both', async () => {
    const [a, b] = [await nodes.start(), await nodes.start()];
    await listen(a, 'news');
    await listen(b, 'news');
    await listen(b, 'only-b');
    await join(a, 'anna');
    await join(b, 'anna');
    await join(b, 'ben');
    const ask = async (path: string, params: Record<string, string> = {}) =>
      until(
        async () => (await a.server.get({ path, params })).json(),
        (body) => Boolean(body.users ?? body.occupied ?? Object.keys(body.channels).length > 2),
        'The answer of the other node',
      );
    expect(await ask('/channels')).toEqual({ channels: { [ROOM]: {}, news: {}, 'only-b': {} } });
    expect(await ask('/channels/news', { info: 'subscription_count' })).toEqual({
      occupied: true,
      subscription_count: 2,
    });
    expect(await ask('/channels/only-b')).toEqual({ occupied: true });
    expect((await ask(`/channels/${ROOM}/users`)).users).toHaveLength(2);
    expect(await ask(`/channels/${ROOM}`, { info: 'user_count' })).toEqual({ occupied: true, user_count: 2 });
  });

  test('a user is ended on both', async () => {
    const [a, b] = [await nodes.start(), await nodes.start()];
    const signIn = async (node: TestBroadcaster, id: string) => {
      const { client, socketId } = await node.open();
      const userData = JSON.stringify({ id });
      client.send('pusher:signin', {
        auth: node.broadcaster.signUser(socketId, userData),
        user_data: userData,
      });
      await client.next('pusher:signin_success');
      return client;
    };
    const [onA, onB, other] = [await signIn(a, 'u_1'), await signIn(b, 'u_1'), await signIn(b, 'u_2')];
    a.broadcaster.terminateUser('u_1');
    expect(await Promise.all([onA.closed, onB.closed])).toEqual([4009, 4009]);
    await other.settled();
  });

  test('listeners are told how many they are over both', async () => {
    const counting = { subscriptionCounts: true };
    const [a, b] = [await nodes.start(counting), await nodes.start(counting)];
    const count = async ({ client }: { client: RawClient }, wanted: number) => {
      for (;;) {
        const { data } = await client.next('pusher_internal:subscription_count');
        if (JSON.parse(String(data)).subscription_count === wanted) return;
      }
    };
    const onA = await listen(a, 'news');
    await count(onA, 1);
    const onB = await listen(b, 'news');
    await count(onA, 2);
    await count(onB, 2);
    onB.client.socket.close();
    await count(onA, 1);
  });
});

test('what stands on the bus and is none of ours is passed over', async () => {
  const [a, b] = [await nodes.start(), await nodes.start()];
  const onB = await listen(b, 'news');
  const redis = new Redis(redisUrl());
  const bus = `ezdash:realtime:${nodes.appId}:bus`;
  for (const text of ['', 'no json', '[]', '{}', '{"k":"event"}', '{"k":"event","n":"x","c":"news","e":"x"}'])
    await redis.publish(bus, text);
  await redis.publish(bus, '{"k":"roll","c":"presence-x","u":"x","v":"NaN"}');
  redis.disconnect();
  a.broadcaster.publish(['news'], 'after', {});
  await onB.client.next('after');
  expect(onB.client.rest).toEqual([]);
});

describe('presence over nodes', () => {
  test('a user on both is one member, who comes once and leaves once', async () => {
    const [a, b] = [await nodes.start(), await nodes.start()];
    const anna = await join(a, 'anna');
    const benOnA = await join(a, 'ben');
    const benOnB = await join(b, 'ben');
    expect(benOnB.ids).toEqual(['anna', 'ben']);
    const cara = await join(b, 'cara');
    expect(cara.ids).toEqual(['anna', 'ben', 'cara']);
    benOnA.client.socket.close();
    await benOnA.client.closed;
    const dan = await join(a, 'dan');
    expect(dan.ids).toEqual(['anna', 'ben', 'cara', 'dan']);
    benOnB.client.send('pusher:unsubscribe', { channel: ROOM });
    await until(
      async () => told(anna.client).length,
      (length) => length >= 4,
      'What happened',
    );
    expect(told(anna.client)).toEqual(['added ben', 'added cara', 'added dan', 'removed ben']);
    await until(
      async () => told(cara.client).length,
      (length) => length >= 2,
      'What happened',
    );
    expect(told(cara.client)).toEqual(['added dan', 'removed ben']);
  });

  test('the limit of members holds over both', async () => {
    const limits = { presenceMembers: 2 };
    const [a, b] = [await nodes.start({ limits }), await nodes.start({ limits })];
    await join(a, 'anna');
    const ben = await join(b, 'ben');
    const { client, socketId } = await a.open();
    a.subscribePresence(client, socketId, ROOM, 'cara');
    expect((await client.next('pusher:subscription_error')).data).toMatchObject({ type: 'LimitReached' });
    expect((await join(a, 'ben')).ids).toEqual(['anna', 'ben']);
    expect(told(ben.client)).toEqual([]);
  });

  test('many come and go at once, and all nodes agree in the end', async () => {
    const both = [await nodes.start(), await nodes.start()];
    const [a, b] = both;
    if (!a || !b) throw new Error('Two nodes were started');
    const watcher = await join(a, 'watcher');
    const clients = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const node = n % 2 ? a : b;
        const { client, socketId } = await node.open();
        for (let time = 0; time < 5; time += 1) {
          node.subscribePresence(client, socketId, ROOM, `user-${n >> 2}`);
          if (time < 4 || n % 4 === 3) client.send('pusher:unsubscribe', { channel: ROOM });
        }
        await client.settled();
        return client;
      }),
    );
    const users = Array.from({ length: 10 }, (_, n) => `user-${n}`);
    // Three of the four connections of each user stay.
    const members = async (node: TestBroadcaster) =>
      (await (await node.server.get({ path: `/channels/${ROOM}/users` })).json()).users as { id: string }[];
    for (const node of both)
      expect(
        await until(
          () => members(node),
          (all) => all.length === 11,
          'All members',
        ),
      ).toHaveLength(11);
    for (const client of clients) client.socket.close();
    await until(
      () => members(b),
      (all) => all.length === 1,
      'The watcher alone',
    );
    await until(
      async () => told(watcher.client).filter((each) => each.startsWith('removed')).length,
      () => users.every((user) => lastOf(watcher.client, user) === `removed ${user}`),
      'What the watcher is told last',
    );
    // Never twice in a row that somebody came, or left.
    for (const user of users) {
      const own = told(watcher.client).filter((each) => each.endsWith(` ${user}`));
      expect(own).toEqual(own.map((_, index) => `${index % 2 ? 'removed' : 'added'} ${user}`));
    }
  });

  const lastOf = (client: RawClient, user: string) =>
    told(client)
      .filter((each) => each.endsWith(` ${user}`))
      .at(-1);

  test('a node that stops takes its members along at once', async () => {
    const [a, b] = [
      await nodes.start({ limits: { leaseMs: 60_000 } }),
      await nodes.start({ limits: { leaseMs: 60_000 } }),
    ];
    const anna = await join(a, 'anna');
    await join(b, 'ben');
    await anna.client.next('pusher_internal:member_added');
    await b.broadcaster.stop();
    expect(JSON.parse(String((await anna.client.next('pusher_internal:member_removed')).data))).toEqual({
      user_id: 'ben',
    });
  });

  test('kill -9 of a node: its members leave within the lease, and everybody hears of it once', async () => {
    const [a, b] = [await nodes.start(), await nodes.start()];
    const child = await nodes.startChild();
    const anna = await join(a, 'anna');
    const ben = await join(b, 'ben');
    // Cara is on the node that dies and on one that lives.
    await join(a, 'cara');
    await join(a, 'cara', child);
    await join(a, 'dan', child);
    expect((await join(a, 'eve', child)).ids).toEqual(['anna', 'ben', 'cara', 'dan', 'eve']);
    await until(
      async () => told(ben.client).length,
      (length) => length >= 3,
      'Who came',
    );
    child.process.kill('SIGKILL');
    await once(child.process, 'exit');
    for (const { client } of [anna, ben])
      await until(
        async () => told(client).filter((each) => each.startsWith('removed')).length,
        (length) => length >= 2,
        'Who left',
      );
    const last = await join(b, 'last');
    expect(last.ids).toEqual(['anna', 'ben', 'cara', 'last']);
    await until(
      async () => told(anna.client),
      (all) => all.includes('added last'),
      'The last one',
    );
    for (const { client } of [anna, ben]) {
      const left = told(client).filter((each) => each.startsWith('removed'));
      expect(left.sort()).toEqual(['removed dan', 'removed eve']);
    }
  });

  test('a node that was silent for too long is gone, and comes back', async () => {
    const a = await nodes.start();
    const child = await nodes.startChild();
    const anna = await join(a, 'anna');
    const ben = await join(a, 'ben', child);
    child.process.kill('SIGSTOP');
    await anna.client.next('pusher_internal:member_removed');
    child.process.kill('SIGCONT');
    await anna.client.next('pusher_internal:member_added');
    // For those on that node nothing happened: they never were apart.
    a.broadcaster.publish([ROOM], 'hello', {});
    await ben.client.next('hello');
    expect(told(ben.client)).toEqual([]);
    ben.client.socket.close();
    await anna.client.next('pusher_internal:member_removed');
  });
});
