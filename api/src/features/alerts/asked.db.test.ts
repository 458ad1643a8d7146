import { type NoticePage, publicId } from '@ezdash/contracts';
import { inTransaction } from '../../platform/db';
import { type MadeUser, makeAdmin, makeAdvertiser } from '../../testing';
import { type AlertsWorld, LATER, openAlerts } from './testAlerts';

const MINUTE_MS = 60_000;
let world: AlertsWorld;
let conversationId = 50;

beforeAll(async () => {
  world = await openAlerts({ startsAt: LATER });
  await world.startJobs();
});
beforeEach(() => {
  world.clock.set(LATER);
  conversationId += 1;
});
afterAll(() => world.close());

const templatesTo = async ({ email }: MadeUser) =>
  (await world.mailsTo(email)).map(({ template }) => template);
async function pageOf(user: MadeUser): Promise<NoticePage> {
  const client = world.app.client();
  await client.signIn(user);
  return (await client.get<NoticePage>('/api/notices')).body;
}
const ask = (waitingSince = world.clock.now()) =>
  inTransaction(world.test.db, (trx) =>
    world.alerts.service.supportAsked(trx, {
      conversationId,
      waitingSince,
    }),
  );
const over = () =>
  inTransaction(world.test.db, (trx) => world.alerts.service.askingOver(trx, { conversationId }));

test('a customer who waits is told to every active operator at once, and by mail after five minutes', async () => {
  const [operator, resting, customer] = await Promise.all([
    makeAdmin(world.test.db),
    makeAdmin(world.test.db, { status: 'suspended' }),
    makeAdvertiser(world.test.db),
  ]);
  const since = world.clock.now();
  await ask(since);
  const conversation_id = publicId('conversation', conversationId);
  expect(await pageOf(operator)).toMatchObject({
    unread: 1,
    notices: [
      {
        event: 'support_asked',
        href: `/admin/conversations/${conversation_id}`,
        data: { conversation_id, waiting_since: LATER },
      },
    ],
  });
  // They write again while they wait.
  world.clock.advance(MINUTE_MS);
  await ask(since);
  expect((await pageOf(operator)).unread).toBe(1);
  await world.runDue();
  expect(await templatesTo(operator)).toEqual([]);
  world.clock.advance(4 * MINUTE_MS);
  await world.runDue();
  expect(await templatesTo(operator)).toEqual(['support-asked']);
  for (const user of [resting, customer]) {
    expect((await pageOf(user)).notices).toEqual([]);
    expect(await templatesTo(user)).toEqual([]);
  }
});

test('what is answered within five minutes is mailed to nobody, and read in the bell of all', async () => {
  const operator = await makeAdmin(world.test.db);
  await ask();
  await over();
  expect(await pageOf(operator)).toMatchObject({ unread: 0, notices: [{ read: true }] });
  expect(world.publisher.sent.filter(({ to }) => to === `account:${operator.id}`).at(-1)).toMatchObject({
    event: 'notice.changed',
    payload: { unread: 0 },
  });
  world.clock.advance(5 * MINUTE_MS);
  await world.runDue();
  expect(await templatesTo(operator)).toEqual([]);
  await ask();
  expect((await pageOf(operator)).unread).toBe(1);
});

test('operators find it among their alerts, and customers do not', async () => {
  const client = world.app.client();
  await client.signIn(await makeAdmin(world.test.db));
  const { body } = await client.get<{ alerts: object[] }>('/api/settings/alerts');
  expect(body.alerts).toContainEqual({
    event: 'support_asked',
    channels: { app: true, mail: true, webhook: true },
  });
});
