import {
  type ConversationThread,
  conversationThread,
  type Message,
  type OperatorConversationThread,
  rowId,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import { type MadeUser, makeAdmin, makeAdvertiser } from '../../testing';
import { exportConversations } from './personalData';
import { openSupport, type SupportWorld } from './testSupport';

const MORE = 700;
let world: SupportWorld;
let ann: MadeUser;
let id: string;

beforeAll(async () => {
  world = await openSupport(async () => []);
  ann = await makeAdvertiser(world.db);
  id = (await world.openConversation(ann, { body: 'The first' })).body.conversation.id;
  await sql`INSERT INTO support_message (conversation_id, sender, author_id, client_id, body, findings, sent_at)
    SELECT ${rowId('conversation', id)}, 'customer', ${ann.id}, gen_random_uuid(), 'Word ' || n, '[]', now()
    FROM generate_series(1, ${MORE}::int) AS n ORDER BY n`.execute(world.db);
});
afterAll(() => world.close());

const bodies = (messages: readonly Message[]) => messages.map(({ body }) => body);
const words = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `Word ${from + index}`);

test('both sides read a long conversation from its newest messages back to its first', async () => {
  const admin = await makeAdmin(world.db);
  for (const [who, path] of [
    [ann, `/api/support/conversations/${id}`],
    [admin, `/api/operator/conversations/${id}`],
  ] as const) {
    const client = await world.clientOf(who);
    const { body } = await client.get<ConversationThread | OperatorConversationThread>(path);
    expect(conversationThread.parse(body).earlier).toBe(true);
    expect(bodies(body.messages)).toEqual(words(201, MORE));
    const before = `${path}?before=${body.messages[0]?.id}`;
    const earlier = (await client.get<ConversationThread>(before)).body;
    expect(earlier.earlier).toBe(false);
    expect(bodies(earlier.messages)).toEqual(['The first', ...words(1, 200)]);
  }
});

test('what came after a message is read from there on, without a gap', async () => {
  const client = await world.clientOf(ann);
  const path = `/api/support/conversations/${id}`;
  const { body: newest } = await client.get<ConversationThread>(path);
  const { body: before } = await client.get<ConversationThread>(`${path}?before=${newest.messages[0]?.id}`);
  const { body } = await client.get<ConversationThread>(`${path}?after=${before.messages[0]?.id}`);
  expect(bodies(body.messages)).toEqual(words(1, 500));
  expect((await client.get(`${path}?before=nothing`)).status).toBe(422);
  expect((await client.get(`${path}?before=m_1&after=m_2`)).status).toBe(422);
});

test("a person's archive has every message", async () => {
  const [conversation] = (await exportConversations(world.db, ann.id)) as { messages: Message[] }[];
  expect(bodies(conversation?.messages ?? [])).toEqual(['The first', ...words(1, MORE)]);
});
