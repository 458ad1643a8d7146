import { randomUUID } from 'node:crypto';
import type {
  Conversation,
  ConversationList,
  ConversationThread,
  ErrorBody,
  Message,
  OperatorConversationList,
  OperatorConversationThread,
} from '@ezdash/contracts';
import {
  conversationList,
  conversationThread,
  message,
  operatorConversationList,
  operatorConversationThread,
  rowId,
} from '@ezdash/contracts';
import { type MadeUser, makeAdmin, makeAdvertiser, makePublisher } from '../../testing';
import type { Diagnose } from './diagnosis/createDiagnosis';
import { FOUND, openSupport, type SupportWorld } from './testSupport';

let diagnose: Diagnose = async () => [];
let world: SupportWorld;
let ann: MadeUser;
let admin: MadeUser;
beforeAll(async () => {
  world = await openSupport((user, text) => diagnose(user, text));
});
beforeEach(async () => {
  diagnose = async () => [];
  ann = await makeAdvertiser(world.db, { first_name: 'Ann', company_name: 'Ann & Co' });
  admin = await makeAdmin(world.db, { first_name: 'Sara', username: 'Sara Support' });
  world.publisher.sent.length = 0;
  world.answered.length = 0;
  world.asked.length = 0;
  world.over.length = 0;
});
afterAll(() => world.close());

const MINE = '/api/support/conversations';
const THEIRS = '/api/operator/conversations';

const opened = async (more: object = {}) => (await world.openConversation(ann, more)).body.conversation;
const read = async (id: string) =>
  (await (await world.clientOf(ann)).get<ConversationThread>(`${MINE}/${id}`)).body;
const readAsOperator = async (id: string) =>
  (await (await world.clientOf(admin)).get<OperatorConversationThread>(`${THEIRS}/${id}`)).body;
const write = async (id: string, body: string, more: object = {}) =>
  (await world.clientOf(ann)).post<Message & ErrorBody>(`${MINE}/${id}/messages`, {
    client_id: randomUUID(),
    body,
    ...more,
  });
const answer = async (id: string, body: string, by = admin, more: object = {}) =>
  (await world.clientOf(by)).post<Message & ErrorBody>(`${THEIRS}/${id}/messages`, {
    client_id: randomUUID(),
    body,
    ...more,
  });
const post = async (by: MadeUser, address: string, body: object = {}) =>
  (await world.clientOf(by)).post<ErrorBody & { conversation: Conversation }>(address, body);
const events = () => world.publisher.sent.map(({ to, event }) => `${to.replace(/\d+$/, '')} ${event}`);

test('a conversation is opened, answered, solved, and opened again by a new message', async () => {
  const made = await world.openConversation(ann, { subject: ' Invoice ', body: 'Where is it?\nThank you' });
  expect(made.status).toBe(201);
  const { conversation } = conversationThread.parse(made.body);
  expect(conversation).toMatchObject({
    subject: 'Invoice',
    state: 'open',
    unread: 0,
    agent: null,
    last: { from: 'customer', author: 'Ann', text: 'Where is it?' },
  });
  const { id } = conversation;
  expect(events()).toEqual([
    'conversation: message.sent',
    'account: support.changed',
    'operators support.changed',
  ]);

  world.clock.advance(60_000);
  const said = await answer(id, 'In your mail.');
  expect(said.status).toBe(201);
  expect(message.parse(said.body)).toMatchObject({ from: 'support', author: 'Sara', body: 'In your mail.' });
  expect((await read(id)).conversation).toMatchObject({ state: 'waiting', unread: 1, agent: 'Sara' });
  expect(world.answered).toEqual([
    {
      userId: ann.id,
      conversationId: rowId('conversation', id),
      subject: 'Invoice',
      author: 'Sara',
      messageId: said.body.id,
      excerpt: 'In your mail.',
    },
  ]);

  expect((await post(ann, `${MINE}/${id}/solve`)).body.conversation.state).toBe('solved');
  await write(id, 'One more thing');
  const { conversation: after, messages } = conversationThread.parse(await read(id));
  expect(after.state).toBe('open');
  expect(messages.map(({ from, happened, body }) => happened ?? `${from}: ${body}`)).toEqual([
    'customer: Where is it?\nThank you',
    'support: In your mail.',
    'solved',
    'reopened',
    'customer: One more thing',
  ]);
  // What a browser has already is not sent again.
  const newer = await (await world.clientOf(ann)).get<ConversationThread>(
    `${MINE}/${id}?after=${messages[3]?.id}`,
  );
  expect(newer.body.messages.map(({ body }) => body)).toEqual(['One more thing']);
});

test('what is sent twice stands once, also at the same moment', async () => {
  const client_id = randomUUID();
  const both = await Promise.all([1, 2, 3].map(() => world.openConversation(ann, { client_id })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
  const ids = new Set(both.map(({ body }) => body.conversation.id));
  expect(ids.size).toBe(1);
  const [id = ''] = ids;
  const again = { client_id: randomUUID() };
  const sent = await Promise.all([1, 2, 3, 4].map(() => write(id, 'Hello?', again)));
  expect(sent.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
  const said = await Promise.all([1, 2, 3].map(() => answer(id, 'Yes', admin, again)));
  expect(said.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
  expect((await read(id)).messages.map(({ body }) => body)).toEqual(['How does it work?', 'Hello?', 'Yes']);
  expect(world.answered).toHaveLength(1);
});

test('what is unread, and who has read what, is told to both sides', async () => {
  const { id } = await opened();
  await answer(id, 'First');
  const second = await answer(id, 'Second');
  const before = await (await world.clientOf(ann)).get<ConversationList>(MINE);
  expect(conversationList.parse(before.body)).toMatchObject({ unread: 2, usual_wait_minutes: null });
  expect((await readAsOperator(id)).conversation).toMatchObject({ unread: 1, read_by: { customer: null } });

  world.publisher.sent.length = 0;
  const mark = { message_id: second.body.id };
  expect((await post(ann, `${MINE}/${id}/read`, mark)).status).toBe(204);
  expect((await post(ann, `${MINE}/${id}/read`, mark)).status).toBe(204);
  expect(events()).toEqual(['conversation: conversation.read', 'account: support.changed']);
  // Mails about it need not go any more.
  expect(world.reads.at(-1)).toEqual({ userId: ann.id, conversationId: rowId('conversation', id) });
  expect((await read(id)).conversation).toMatchObject({
    unread: 0,
    read_by: { customer: { message_id: second.body.id }, support: null },
  });
  // A mark never goes back.
  const [first] = (await read(id)).messages;
  await post(ann, `${MINE}/${id}/read`, { message_id: first?.id });
  expect((await read(id)).conversation.read_by.customer?.message_id).toBe(second.body.id);

  world.publisher.sent.length = 0;
  await post(admin, `${THEIRS}/${id}/read`, { message_id: first?.id });
  expect(events()).toEqual(['conversation: conversation.read', 'operators support.changed']);
  expect((await readAsOperator(id)).conversation.unread).toBe(0);
  // Of another conversation: nothing moves.
  const other = await opened();
  await post(ann, `${MINE}/${other.id}/read`, mark);
  expect((await read(other.id)).conversation.read_by.customer).toBeNull();
});

test('figures that say something answer first, and wait for the customer; a person is asked by a word', async () => {
  diagnose = async (_user, { subject }) => (subject === 'Spring' ? [FOUND] : []);
  const { body } = await world.openConversation(ann, { subject: 'Spring', skip_diagnosis: false });
  expect(conversationThread.parse(body).messages[1]).toMatchObject({
    from: 'diagnosis',
    author: null,
    findings: [FOUND],
  });
  const { id } = body.conversation;
  expect((await readAsOperator(id)).conversation).toMatchObject({ state: 'waiting', waiting_since: null });

  world.clock.advance(90_000);
  const asked = await post(ann, `${MINE}/${id}/ask-person`);
  expect(asked.body.conversation.state).toBe('open');
  const waitingSince = world.clock.now().toISOString();
  world.clock.advance(90_000);
  await post(ann, `${MINE}/${id}/ask-person`);
  await write(id, 'Anybody?');
  expect((await readAsOperator(id)).conversation.waiting_since).toBe(waitingSince);

  const other = await world.openConversation(ann, { subject: 'Something else', skip_diagnosis: false });
  expect(other.body).toMatchObject({ conversation: { state: 'open' }, messages: [{ from: 'customer' }] });
});

test('figures that say that all is well leave it with a person', async () => {
  const facts = {
    impressions: 4_000,
    spend_micros: 2_200_000,
    daily_budget_micros: 5_000_000,
    state: 'running',
  };
  const well = { ...FOUND, kind: 'campaign-delivers', facts, action: null } as const;
  diagnose = async () => [well];
  const { body } = await world.openConversation(ann, { skip_diagnosis: false });
  expect(body.conversation.state).toBe('open');
  expect(conversationThread.parse(body).messages[1]?.findings).toEqual([well]);
  const seen = (await readAsOperator(body.conversation.id)).conversation;
  expect([seen.state, seen.waiting_since === null]).toEqual(['open', false]);

  diagnose = async () => [FOUND, well];
  const mixed = await world.openConversation(ann, { skip_diagnosis: false });
  expect(mixed.body.conversation.state).toBe('waiting');
});

test('figures that cannot be read, or come too late, leave it with a person', async () => {
  diagnose = async () => {
    throw new Error('the database is busy');
  };
  const failed = await world.openConversation(ann, { skip_diagnosis: false });
  expect([failed.status, failed.body.conversation.state, failed.body.messages.length]).toEqual([
    201,
    'open',
    1,
  ]);
  expect(world.audit.eventsOf(ann.id)).toContain('support.diagnosis_failed');

  // A person answers while the figures are still being read.
  diagnose = async () => {
    const [row] = await world.db
      .selectFrom('support_conversation')
      .select('id')
      .orderBy('id', 'desc')
      .execute();
    await answer(`cn_${((row?.id ?? 0) + 46_656).toString(36)}`, 'I was faster');
    return [FOUND];
  };
  const late = await world.openConversation(ann, { skip_diagnosis: false });
  expect(late.body.messages.map(({ from }) => from)).toEqual(['customer', 'support']);
});

test('operators see who waits longest first, find by subject, name and mail, and take over from each other', async () => {
  const bob = await makePublisher(world.db, {
    company_name: 'Bob’s 100% News',
    first_name: 'Bob',
    last_name: 'Marley',
  });
  const older = (await world.openConversation(bob, { subject: 'Pay_out' })).body.conversation.id;
  world.clock.advance(60_000);
  const newer = (await opened({ subject: 'Budget' })).id;
  const client = await world.clientOf(admin);
  const list = async (query: string) => {
    const { body } = await client.get<OperatorConversationList>(`${THEIRS}${query}`);
    return operatorConversationList.parse(body);
  };
  const idsOf = async (query: string) =>
    (await list(query)).conversations.map(({ id }) => id).filter((id) => [older, newer].includes(id));
  expect(await idsOf('?state=open')).toEqual([older, newer]);
  expect(await idsOf('?q=pay_')).toEqual([older]);
  expect(await idsOf('?q=100%25')).toEqual([older]);
  expect(await idsOf('?q=bob%20marl')).toEqual([older]);
  expect(await idsOf(`?q=${encodeURIComponent(ann.email.toUpperCase())}`)).toEqual([newer]);
  expect(await idsOf('?q=%25%25%25')).toEqual([]);

  await answer(older, 'On it');
  expect(await idsOf('')).toEqual([newer, older]);
  const other = await makeAdmin(world.db, { first_name: 'Tom' });
  await answer(older, 'Tom here', other);
  const thread = operatorConversationThread.parse(await readAsOperator(older));
  expect(thread.messages.map(({ happened, author }) => happened ?? author)).toEqual([
    'Bob',
    'Sara',
    'assigned',
    'Tom',
  ]);
  expect(thread.conversation).toMatchObject({
    agent: 'Tom',
    customer: { name: 'Bob’s 100% News', role: 'publisher' },
  });
  expect((await list('')).counts.waiting).toBeGreaterThan(0);
});

test('an operator changes the state; each change is in the thread and in the log', async () => {
  const { id } = await opened();
  const set = (state: string) => post(admin, `${THEIRS}/${id}/state`, { state });
  expect((await set('solved')).body.conversation.state).toBe('solved');
  await set('solved');
  expect((await set('open')).body.conversation).toMatchObject({ state: 'open' });
  expect((await set('waiting')).body.conversation).toMatchObject({ state: 'waiting', waiting_since: null });
  expect((await set('gone')).status).toBe(422);
  expect((await readAsOperator(id)).messages.flatMap(({ happened }) => happened ?? [])).toEqual([
    'solved',
    'reopened',
  ]);
  expect((await read(id)).conversation.last).toMatchObject({
    from: 'system',
    author: 'Sara',
    text: 'reopened',
  });
  await answer(id, 'Anything else?');
  expect(world.audit.eventsOf(admin.id).filter((event) => event.startsWith('support.'))).toEqual([
    'support.state_changed',
    'support.state_changed',
    'support.state_changed',
    'support.answered',
  ]);
});

test('somebody else’s conversation does not exist, whatever is asked of it', async () => {
  const { id } = await opened();
  const [first] = (await read(id)).messages;
  const eve = await makeAdvertiser(world.db);
  const client = await world.clientOf(eve);
  const body = { client_id: randomUUID(), body: 'x' };
  const answers = [
    await client.get(`${MINE}/${id}`),
    await client.post(`${MINE}/${id}/messages`, body),
    await client.post(`${MINE}/${id}/read`, { message_id: first?.id }),
    await client.post(`${MINE}/${id}/ask-person`),
    await client.post(`${MINE}/${id}/solve`),
    await client.get(`${MINE}/cn_zzzz`),
    await client.get(`${MINE}/nothing`),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  expect((await client.get(THEIRS)).status).toBe(403);
  expect((await (await world.clientOf(admin)).get(MINE)).status).toBe(403);
  expect((await world.client().get(MINE)).status).toBe(401);
  const row = rowId('conversation', id) ?? 0;
  expect(await world.support.mayJoinConversation(ann, row)).toBe(true);
  expect(await world.support.mayJoinConversation(eve, row)).toBe(false);
  expect(await world.support.mayJoinConversation(admin, row)).toBe(true);
  expect(await world.support.mayJoinConversation({ ...admin, status: 'suspended' }, row)).toBe(false);
  expect(await world.support.mayJoinConversation(admin, 2_000_000)).toBe(false);
});

test('whoever is suspended may ask why', async () => {
  const sam = await makeAdvertiser(world.db, { status: 'suspended' });
  const made = await world.openConversation(sam);
  expect(made.status).toBe(201);
  const client = await world.clientOf(sam);
  const sent = await client.post(`${MINE}/${made.body.conversation.id}/messages`, {
    client_id: randomUUID(),
    body: 'Why?',
  });
  expect(sent.status).toBe(201);
});

test('so many conversations an hour, and no more; what was sent already is answered all the same', async () => {
  const client_id = randomUUID();
  for (let count = 0; count < 10; count += 1)
    expect((await world.openConversation(ann, count === 0 ? { client_id } : {})).status).toBe(201);
  const refused = await world.openConversation(ann);
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true]);
  expect((await world.openConversation(ann, { client_id })).status).toBe(200);
});

test('what is wrong is said by field', async () => {
  const { id } = await opened();
  const nothing = await write(id, '  ');
  expect([nothing.status, nothing.body.errors?.body]).toEqual([422, ['Write something']]);
  expect((await write(id, 'x'.repeat(4_001))).body.errors?.body).toBeDefined();
  expect((await write(id, 'x', { client_id: 'mine' })).body.errors?.client_id).toBeDefined();
  expect((await write(id, 'x\0')).status).toBe(422);
  expect((await world.openConversation(ann, { subject: ' ' })).body.errors?.subject).toBeDefined();
  expect((await post(ann, `${MINE}/${id}/read`, { message_id: 'x' })).body.errors?.message_id).toBeDefined();
});

test('the usual wait is the median of the first answers by a person, from five on', async () => {
  await world.db.updateTable('support_conversation').set({ answered_at: null }).execute();
  const usual = async () =>
    (await (await world.clientOf(ann)).get<ConversationList>(MINE)).body.usual_wait_minutes;
  const waits = [2, 4, 6, 60];
  for (const minutes of waits) {
    const { id } = await opened();
    world.clock.advance(minutes * 60_000);
    await answer(id, 'Here');
    // Only the first one counts.
    world.clock.advance(3_600_000);
    await answer(id, 'Still here');
  }
  expect(await usual()).toBeNull();
  const { id } = await opened();
  world.clock.advance(5 * 60_000);
  await answer(id, 'Here');
  expect(await usual()).toBe(5);
  world.clock.advance(31 * 86_400_000);
  expect(await usual()).toBeNull();
});

it('of an account that somebody looks after is theirs from the start', async () => {
  const managed = { manager_id: admin.id };
  ann = await makeAdvertiser(world.db, { ...managed, account_type_id: 5 });
  expect((await opened()).agent).toBe('Sara');
  // Only VIP3 has managed campaigns.
  ann = await makeAdvertiser(world.db, { ...managed, account_type_id: 4 });
  expect((await opened()).agent).toBeNull();
});
