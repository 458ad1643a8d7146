import { startRedis, type TestRedis } from '../../testing/startRedis';
import { until } from '../../testing/until';
import { openBroadcaster, type RawClient, type TestBroadcaster } from './testBroadcaster';
import { createNodes, hearsOthers, type TestNodes } from './testNodes';

const ROOM = 'presence-room';
let redis: TestRedis;
let nodes: TestNodes;
afterEach(async () => {
  await nodes.close();
  await redis.stop();
});

async function join(node: TestBroadcaster, userId: string): Promise<RawClient> {
  const { client, socketId } = await node.open();
  node.subscribePresence(client, socketId, ROOM, userId);
  await client.next('pusher_internal:subscription_succeeded');
  return client;
}
const userOf = ({ data }: { data?: unknown }) => JSON.parse(String(data)).user_id as string;
const isAlone = (node: TestBroadcaster) =>
  until(
    async () => node.broadcaster.problem(),
    (problem) => problem !== null,
    'That Redis is gone',
  );

test('without Redis each node serves its own; when it is back, empty, all is as it should be', async () => {
  redis = await startRedis();
  nodes = createNodes(redis.url);
  const [a, b] = [await nodes.start(), await nodes.start()];
  const anna = await join(a, 'anna');
  const ben = await join(b, 'ben');
  const leaver = await join(b, 'leaver');
  await anna.next('pusher_internal:member_added');
  await anna.next('pusher_internal:member_added');
  await ben.next('pusher_internal:member_added');
  await redis.kill();
  await Promise.all([isAlone(a), isAlone(b)]);
  expect(a.broadcaster.problem()).toMatch(/^Redis does not answer/);

  a.broadcaster.publish([ROOM], 'still', { n: 1 });
  expect((await anna.next('still')).data).toBe('{"n":1}');
  const cara = await join(a, 'cara');
  expect(userOf(await anna.next('pusher_internal:member_added'))).toBe('cara');
  leaver.socket.close();
  expect(userOf(await ben.next('pusher_internal:member_removed'))).toBe('leaver');
  const late = await join(a, 'late');
  late.socket.close();
  await anna.next('pusher_internal:member_added');
  expect(userOf(await anna.next('pusher_internal:member_removed'))).toBe('late');

  await redis.startAgain();
  await Promise.all([hearsOthers(a), hearsOthers(b)]);
  expect(userOf(await ben.next('pusher_internal:member_added'))).toBe('cara');
  expect(userOf(await anna.next('pusher_internal:member_removed'))).toBe('leaver');
  b.broadcaster.publish([ROOM], 'again', {});
  await anna.next('again');
  await cara.next('again');
  const users = await a.server.get({ path: `/channels/${ROOM}/users` });
  const ids = (await users.json()).users.map(({ id }: { id: string }) => id);
  expect(ids.sort()).toEqual(['anna', 'ben', 'cara']);
  expect([...anna.rest, ...ben.rest].filter(({ event }) => event.includes('member'))).toEqual([]);
});

test('a server starts without Redis and meets the others once it is there', async () => {
  redis = await startRedis();
  nodes = createNodes(redis.url);
  await redis.kill();
  const alone = await openBroadcaster({ redisUrl: redis.url, nodeName: 'alone' });
  expect(alone.broadcaster.problem()).not.toBeNull();
  const anna = await join(alone, 'anna');
  await redis.startAgain();
  await hearsOthers(alone);
  const other = await openBroadcaster({ redisUrl: redis.url, nodeName: 'other' });
  await hearsOthers(other);
  await join(other, 'ben');
  expect(userOf(await anna.next('pusher_internal:member_added'))).toBe('ben');
  await Promise.all([alone.close(), other.close()]);
});

test('a cluster, named by one of its nodes', async () => {
  redis = await startRedis({ cluster: true });
  nodes = createNodes(redis.url);
  const [a, b] = [await nodes.start(), await nodes.start()];
  const child = await nodes.startChild();
  const anna = await join(a, 'anna');
  const { client, socketId } = await child.open();
  a.subscribePresence(client, socketId, ROOM, 'dan');
  await client.next('pusher_internal:subscription_succeeded');
  expect(userOf(await anna.next('pusher_internal:member_added'))).toBe('dan');
  const { client: reader } = await b.open();
  reader.send('pusher:subscribe', { channel: 'cache-news' });
  await reader.next('pusher:cache_miss');
  a.broadcaster.publish(['cache-news', ROOM], 'headline', {});
  await reader.next('headline');
  await client.next('headline');
  const { client: later } = await b.open();
  later.send('pusher:subscribe', { channel: 'cache-news' });
  await later.next('headline');
  const answer = await b.server.get({
    path: '/channels',
    params: { filter_by_prefix: 'presence-', info: 'user_count' },
  });
  expect(await answer.json()).toEqual({ channels: { [ROOM]: { user_count: 2 } } });
  child.process.kill('SIGKILL');
  expect(userOf(await anna.next('pusher_internal:member_removed'))).toBe('dan');
});

test('a password is used, and a wrong one is a problem that is told, not a crash', async () => {
  redis = await startRedis({ password: 'p@ss word' });
  const right = redis.url.replace('p@ss word', encodeURIComponent('p@ss word'));
  nodes = createNodes(right);
  const [a, b] = [await nodes.start(), await nodes.start()];
  const anna = await join(a, 'anna');
  b.broadcaster.publish([ROOM], 'hello', {});
  await anna.next('hello');
  const wrong = await openBroadcaster({ redisUrl: `redis://:wrong@127.0.0.1:${redis.port}` });
  const alone = await join(wrong, 'ben');
  wrong.broadcaster.publish([ROOM], 'hello', {});
  await alone.next('hello');
  expect(wrong.broadcaster.problem()).not.toBeNull();
  await wrong.close();
});
