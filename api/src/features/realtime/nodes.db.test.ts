import { CHANNELS, publicId } from '@ezdash/contracts';
import { inTransaction } from '../../platform/db';
import { createTestDb, type MadeUser, makeAdmin, makeAdvertiser, type TestDb } from '../../testing';
import { deposit } from '../ledger';
import { createSigner } from './createSigner';
import { createRealtimeService } from './realtime.service';
import { sessionHash } from './sessionHash';
import { type RealtimeNode, startNode, TEST_APP } from './testNode';
import { closePages } from './testPage';

/** Two servers on one database, and nothing else between them. */

let test: TestDb;
let nodes: readonly [RealtimeNode, RealtimeNode];
beforeAll(async () => {
  test = await createTestDb();
  nodes = [await startNode(test, { name: 'n1' }), await startNode(test, { name: 'n2' })];
});
afterEach(closePages);
afterAll(async () => {
  for (const node of nodes) await node.close();
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
    reference: `nodes-${++payments}`,
    occurredAt: new Date(),
  });

it('a change is told by both', async () => {
  const user = await newcomer();
  const client = nodes[0].client();
  await client.signIn(user);
  const pages = [await nodes[0].page(client), await nodes[1].page(client)];
  for (const page of pages) await page.listen(account(user));
  await pay(user);
  for (const page of pages) await page.hears(account(user), 'balance.changed');
});

it('a message of a transaction is told by both, and once', async () => {
  const [user, operator] = [await newcomer(), await makeAdmin(test.db)];
  const [one, two] = nodes;
  const [customer, answerer] = [one.client(), two.client()];
  await customer.signIn(user);
  await answerer.signIn(operator);
  const pages = [await one.page(customer), await two.page(answerer)];
  const conversation = CHANNELS.conversation(publicId('conversation', user.id));
  for (const page of pages) await page.listen(conversation);
  await inTransaction(test.db, (trx) =>
    one.realtime.publisher.toConversation(trx, user.id, 'message.sent', { message_id: 'm_1001' }),
  );
  await inTransaction(test.db, (trx) =>
    one.realtime.publisher.toConversation(trx, user.id, 'conversation.changed', {}),
  );
  for (const page of pages) {
    await page.hears(conversation, 'conversation.changed');
    expect(page.messages.filter(({ event }) => event === 'message.sent')).toEqual([
      { channel: conversation, event: 'message.sent', data: { message_id: 'm_1001' } },
    ]);
  }
});

it('a connection ends with its session, though another server was asked what it may listen to', async () => {
  const user = await newcomer();
  const [one, two] = nodes;
  const client = two.client();
  await client.signIn(user);
  const page = await one.page(client);
  await page.listen(account(user));
  expect((await client.post('/api/auth/logout')).status).toBe(200);
  await page.isIn('disconnected');
  expect(page.codes).toEqual(new Set([4009]));
});

it('whose a connection is is known before it is looked up who that is', async () => {
  const user = await newcomer();
  const bound: string[] = [];
  const service = createRealtimeService({
    db: test.db,
    signer: createSigner(TEST_APP),
    mayJoinConversation: async () => true,
    bind: (socketId, { session }) => bound.push(`${socketId} ${session}`) > 0,
  });
  // A session that has just ended: whoever ended it comes before or after the note, never between.
  const asking = { userId: user.id, sid: 'ended', session: sessionHash('ended') };
  const asked = service.authorizeChannel(asking, { socket_id: '1.2', channel_name: account(user) });
  await expect(asked).rejects.toMatchObject({ status: 401 });
  expect(bound).toEqual([`1.2 ${asking.session}`]);
});
