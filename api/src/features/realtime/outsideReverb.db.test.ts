import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CHANNELS, publicId } from '@ezdash/contracts';
import { createBroadcaster } from '../../platform/broadcaster';
import { inTransaction } from '../../platform/db';
import { answerUpgrades } from '../../platform/http';
import { silentLog } from '../../platform/log';
import { createMetrics } from '../../platform/metrics';
import { createTestDb, jobsEnd, type MadeUser, makeAdvertiser, type TestDb, until } from '../../testing';
import { deposit } from '../ledger';
import { type RealtimeNode, startNode, TEST_APP } from './testNode';
import { closePages } from './testPage';

/** Another process that speaks Pusher's protocol, as Laravel Reverb does. */
async function startOutside(port = 0) {
  const broadcaster = createBroadcaster({
    app: { id: TEST_APP.appId, key: TEST_APP.key, secret: TEST_APP.secret },
    log: silentLog,
    metrics: createMetrics({ processFigures: false }),
    nodeName: 'outside',
  });
  const server = createServer((req, res) => {
    if (!broadcaster.handle(req, res)) res.writeHead(404).end();
  });
  answerUpgrades(server, broadcaster.upgrade);
  broadcaster.start();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port, scheme: 'http' as const },
    stop: async () => {
      await broadcaster.stop();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

let test: TestDb;
let outside: Awaited<ReturnType<typeof startOutside>>;
let nodes: [RealtimeNode, RealtimeNode];
beforeAll(async () => {
  test = await createTestDb();
  outside = await startOutside();
  const { address } = outside;
  nodes = [
    await startNode(test, { outside: address, name: 'n1' }),
    await startNode(test, { outside: address, name: 'n2' }),
  ];
});
afterEach(closePages);
afterAll(async () => {
  for (const node of nodes) await node.close();
  await outside.stop();
  await test.drop();
});

/** Without money: that of others comes in with a message. */
const newcomer = () => makeAdvertiser(test.db, { cashMicros: 0n });
const account = ({ id }: MadeUser) => CHANNELS.account(publicId('user', id));
let payments = 0;
const pay = (user: MadeUser) =>
  deposit(test.db, {
    advertiserId: user.id,
    amountMicros: 1n,
    reference: `outside-${++payments}`,
    occurredAt: new Date(),
  });

it('tells it what changed, once, however many servers hear of it', async () => {
  const user = await newcomer();
  const client = nodes[1].client();
  await client.signIn(user);
  const page = await nodes[0].page(client);
  await page.listen(account(user));
  await pay(user);
  await page.hears(account(user), 'balance.changed');
  await jobsEnd(test.db);
  await nodes[0].realtime.publisher.toAccount(test.db, user.id, 'notice.changed', { unread: 0 });
  await page.hears(account(user), 'notice.changed');
  expect(page.messages.map(({ event }) => event)).toEqual(['balance.changed', 'notice.changed']);
});

it('sends the messages of a transaction with its commit, and none without', async () => {
  const user = await newcomer();
  const client = nodes[0].client();
  await client.signIn(user);
  const page = await nodes[0].page(client);
  await page.listen(account(user));
  const { publisher } = nodes[0].realtime;
  const undone = inTransaction(test.db, async (trx) => {
    await publisher.toAccount(trx, user.id, 'notice.changed', { unread: 8 });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await inTransaction(test.db, (trx) => publisher.toAccount(trx, user.id, 'notice.changed', { unread: 9 }));
  expect(await page.hears(account(user), 'notice.changed')).toEqual({ unread: 9 });
  expect(page.messages.filter(({ event }) => event === 'notice.changed')).toHaveLength(1);
});

it('ends the connections of a user who signed out', async () => {
  const user = await newcomer();
  const client = nodes[0].client();
  await client.signIn(user);
  const page = await nodes[0].page(client, { signIn: true });
  await page.listen(account(user));
  expect((await client.post('/api/auth/logout')).status).toBe(200);
  await page.isIn('disconnected');
});

it('keeps messages while it cannot be reached, and leaves nothing of them behind', async () => {
  const user = await newcomer();
  const client = nodes[0].client();
  await client.signIn(user);
  const { port } = outside.address;
  await outside.stop();
  await nodes[0].realtime.publisher.toAccount(test.db, user.id, 'notice.changed', { unread: 3 });
  const waiting = async () =>
    (await test.pool.query("SELECT retry_count FROM pgboss.job WHERE name = 'broadcast'")).rows;
  await until(waiting, ([job]) => job?.retry_count > 0 || job === undefined, 'A second attempt');
  outside = await startOutside(port);
  const page = await nodes[0].page(client);
  await page.listen(account(user));
  expect(await page.hears(account(user), 'notice.changed')).toEqual({ unread: 3 });
  await jobsEnd(test.db, { later: true });
  expect(await waiting()).toEqual([]);
});

it('takes no web sockets itself, and sends pages elsewhere', async () => {
  expect(nodes[0].realtime.problems()).toEqual({});
  expect((await nodes[0].client().get('/apps/1/channels')).status).toBe(404);
  expect(nodes[0].realtime.connectSources).toEqual([`ws://127.0.0.1:${outside.address.port}`]);
});

it('is told by another server when the one that did it is gone', async () => {
  const user = await newcomer();
  const client = nodes[1].client();
  await client.signIn(user);
  const page = await nodes[1].page(client);
  await page.listen(account(user));
  // The one that was started first.
  await nodes[0].close();
  nodes[0] = await startNode(test, { outside: outside.address, name: 'n1' });
  const holders = async () =>
    (
      await test.pool.query(
        "SELECT application_name FROM pg_stat_activity JOIN pg_locks USING (pid) WHERE locktype = 'advisory' AND datname = current_database() AND granted",
      )
    ).rows.map((row) => row.application_name);
  await until(holders, (names) => names.includes('ezdash realtime listener'), 'A server that forwards');
  await pay(user);
  await page.hears(account(user), 'balance.changed');
});
