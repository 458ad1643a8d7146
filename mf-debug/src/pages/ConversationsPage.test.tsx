import type { Message, OperatorConversation } from '@ezdash/contracts';
import {
  fakeLive,
  fillIn,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
  testUser,
} from '@ezdash/remote-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import texts from '../locales/en.json';
import { ConversationsPage } from './ConversationsPage';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 1_000).toISOString();

const message = (id: string, from: Message['from'], body: string): Message => ({
  id,
  from,
  author: { customer: 'Ines Vidal', support: 'Sara' }[from as 'customer' | 'support'] ?? null,
  body,
  findings: [],
  happened: null,
  attachments: [],
  sent_at: minutesAgo(5),
});
function conversation(
  id: string,
  subject: string,
  change: Partial<OperatorConversation> = {},
): OperatorConversation {
  return {
    id,
    subject,
    state: 'open',
    unread: 1,
    last: { from: 'customer', author: 'Ines Vidal', text: 'Is it broken?', at: minutesAgo(5) },
    read_by: { customer: null, support: null },
    agent: null,
    customer: {
      id: 'u_7',
      name: 'Halden Outdoor',
      email: 'ines@halden.test',
      role: 'advertiser',
      account_type: 'Premium',
      status: 'active',
    },
    waiting_since: minutesAgo(72),
    ...change,
  };
}

const first = conversation('cn_1', 'Why did Trail season stop?');
const second = conversation('cn_2', 'Invoice', { waiting_since: minutesAgo(3), unread: 0 });
const solved = conversation('cn_3', 'Postbacks', { state: 'solved', waiting_since: null, agent: 'Sara' });
const LIST = 'GET /api/operator/conversations';
const THREAD = 'GET /api/operator/conversations/:id';
const SEND = 'POST /api/operator/conversations/:id/messages';
const STATE = 'POST /api/operator/conversations/:id/state';

let rendered: RenderedRemote | undefined;
let thread = { conversation: first, messages: [message('m_1', 'customer', 'Is it broken?')] };

function show(path = '/admin/conversations', routes: StubRoutes = {}): RenderedRemote {
  const all = [first, second, solved];
  rendered = renderRemote(
    <Routes>
      <Route path="/admin/conversations/:id?" element={<ConversationsPage />} />
    </Routes>,
    {
      path,
      user: testUser({ role: 'admin', id: 1 }),
      texts: { debug: texts },
      routes: {
        [LIST]: ({ query }: { query: Record<string, string> }) => ({
          conversations: all.filter(
            ({ state, subject }) => state === query.state && subject.toLowerCase().includes(query.q ?? ''),
          ),
          counts: { open: 2, waiting: 0, solved: 1 },
        }),
        [THREAD]: () => thread,
        'POST /api/operator/conversations/:id/read': reply(204),
        [SEND]: ({ body }: { body: { body: string } }) => {
          const sent = message('m_2', 'support', body.body);
          thread = {
            conversation: { ...first, state: 'waiting', agent: 'Sara', waiting_since: null },
            messages: [...thread.messages, sent],
          };
          return reply(201, sent);
        },
        [STATE]: ({ body }: { body: { state: 'solved' } }) => {
          thread = { ...thread, conversation: { ...thread.conversation, state: body.state } };
          return thread;
        },
        ...routes,
      },
    },
  );
  return rendered;
}
const made = (page: RenderedRemote, method: string) => page.calls.filter((call) => call.method === method);
const queue = () => screen.findByRole('list', { name: 'Conversations' });

beforeEach(() => {
  thread = { conversation: first, messages: [message('m_1', 'customer', 'Is it broken?')] };
});
afterEach(() => rendered?.unmount());

test('the queue: who waits longest first, since when, with counts of every state', async () => {
  show();
  const rows = within(await queue()).getAllByRole('link');
  expect(rows.map((row) => row.querySelector('b')?.textContent)).toEqual([
    'Why did Trail season stop?',
    'Invoice',
  ]);
  within(rows[0] as HTMLElement).getByText('Halden Outdoor');
  expect(within(rows[0] as HTMLElement).getByText('waits 1 h 12 m').dataset.late).toBe('true');
  expect(within(rows[1] as HTMLElement).getByText('waits 3 m').dataset.late).toBeUndefined();
  within(rows[0] as HTMLElement).getByText('1 unread message');
  screen.getByText('2 wait for an answer');
  screen.getByText('the longest for 1 h 12 m');
  expect(screen.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
    'Open 2',
    'Waiting 0',
    'Solved 1',
  ]);
  screen.getByText('Choose a conversation');
});

test('another state is another address; words find among it', async () => {
  const page = show();
  await queue();
  await userEvent.click(screen.getByRole('radio', { name: 'Solved 1' }));
  await screen.findByText('Postbacks');
  expect(page.address()).toBe('/admin/conversations?state=solved');
  await fillIn(screen.getByRole('textbox', { name: 'Subject, name or e-mail' }), 'nothing');
  await screen.findByText('Nothing fits “nothing” here. The other states may have it.');
  expect(page.calls.at(-1)?.query).toEqual({ state: 'solved', q: 'nothing' });
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  await userEvent.click(await screen.findByRole('link', { name: /Postbacks/ }));
  expect(page.address()).toBe('/admin/conversations/cn_3?state=solved');
});

test('a conversation with who asks; the answer goes once, and what was seen is told', async () => {
  const page = show('/admin/conversations/cn_1');
  const region = await screen.findByRole('region', { name: 'Messages' });
  within(region).getByText('Ines Vidal');
  const facts = within(screen.getByRole('region', { name: 'Customer' }));
  expect(facts.getByRole('link', { name: 'ines@halden.test' }).getAttribute('href')).toBe(
    'mailto:ines@halden.test',
  );
  expect(facts.getByRole('link', { name: 'Halden Outdoor' }).getAttribute('href')).toBe(
    '/admin/users?search=ines%40halden.test',
  );
  for (const fact of ['Halden Outdoor', 'Advertiser', 'Premium', 'Active', 'Nobody yet'])
    facts.getByText(fact);
  await waitFor(() =>
    expect(made(page, 'POST').map(({ path, body }) => [path, body])).toEqual([
      ['/api/operator/conversations/cn_1/read', { message_id: 'm_1' }],
    ]),
  );
  await fillIn(screen.getByRole('textbox', { name: 'Message' }), 'It reached its budget.');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByText('Sending')).toBeNull());
  within(region).getByText('It reached its budget.');
  within(region).getByText('Sara');
  const sent = made(page, 'POST').filter(({ path }) => path.endsWith('/messages'));
  expect(sent.map(({ body }) => body)).toEqual([
    { client_id: expect.any(String), body: 'It reached its budget.', attachments: [] },
  ]);
  facts.getByText('Not at the moment');
});

test('answered, a conversation keeps its marked row until another is chosen', async () => {
  const second = conversation('cn_2', 'Invoice');
  show('/admin/conversations/cn_1', {
    [LIST]: () => ({
      conversations: [thread.conversation, second].filter(({ state }) => state === 'open'),
      counts: { open: 1, waiting: 1, solved: 0 },
    }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as solved' }));
  await screen.findByText('The conversation is solved');
  const rows = () => within(screen.getByRole('list', { name: 'Conversations' })).getAllByRole('link');
  await waitFor(() => expect(rows()[0]?.textContent).toContain('Solved'));
  expect(rows().map((row) => row.getAttribute('aria-current'))).toEqual(['true', null]);
  await userEvent.click(screen.getByRole('link', { name: /Invoice/ }));
  await waitFor(() => expect(rows()).toHaveLength(1));
});

test('who has just written waits less than a minute', async () => {
  show('/admin/conversations', {
    [LIST]: {
      conversations: [conversation('cn_4', 'Just now', { waiting_since: minutesAgo(0) })],
      counts: { open: 1, waiting: 0, solved: 0 },
    },
  });
  within(await queue()).getByText('waits less than a minute');
});

test('an answer that failed keeps its words', async () => {
  const page = show('/admin/conversations/cn_2', { [SEND]: reply(0) });
  await fillIn(await screen.findByRole('textbox', { name: 'Message' }), 'Here it is.');
  await userEvent.keyboard('{Enter}');
  await screen.findByText('Not sent.');
  page.answer({ [SEND]: reply(201, message('m_2', 'support', 'Here it is.')) });
  thread = { ...thread, messages: [...thread.messages, message('m_2', 'support', 'Here it is.')] };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Not sent.')).toBeNull());
  expect(await screen.findAllByText('Here it is.')).toHaveLength(1);
  const sent = made(page, 'POST').filter(({ path }) => path.endsWith('/messages'));
  expect(new Set(sent.map(({ body }) => (body as { client_id: string }).client_id)).size).toBe(1);
});

test('its state is changed and said; a refusal stands at the conversation', async () => {
  const page = show('/admin/conversations/cn_1');
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as solved' }));
  await screen.findByText('The conversation is solved');
  expect(made(page, 'POST').find(({ path }) => path.endsWith('/state'))?.body).toEqual({ state: 'solved' });
  page.answer({
    [STATE]: reply(409, { message: 'Somebody was faster', code: 'CHANGED', requestId: 'req_4' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Open again' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The state was not changed. Somebody was faster Request req_4');
});

test('live: the customer is here and writes, and hears that one writes', async () => {
  const page = show('/admin/conversations/cn_1');
  const field = await screen.findByRole('textbox', { name: 'Message' });
  const channel = 'presence-conversation.cn_1';
  const live = fakeLive();
  act(() => {
    live.members(channel, [
      { name: 'Halden Outdoor', side: 'customer' },
      { name: 'Sara', side: 'support' },
    ]);
    live.letIn();
    live.tell(channel, 'client-typing', { side: 'customer' });
  });
  await screen.findByText('Halden Outdoor is here');
  screen.getByText('Halden Outdoor is typing');
  await fillIn(field, 'One moment');
  expect(live.whispers).toEqual([{ channel, event: 'client-typing', data: { side: 'support' } }]);

  thread = { ...thread, messages: [...thread.messages, message('m_5', 'customer', 'Since noon.')] };
  act(() => live.tell(channel, 'message.sent', { message_id: 'm_5' }));
  await within(screen.getByRole('region', { name: 'Messages' })).findByText('Since noon.');
  expect(screen.queryByText('Halden Outdoor is typing')).toBeNull();
  await waitFor(() => expect(made(page, 'POST').at(-1)?.body).toEqual({ message_id: 'm_5' }));
});

test('a queue that does not come, an empty one, and a conversation that is not there', async () => {
  const page = show('/admin/conversations/cn_9', {
    [LIST]: reply(503, { message: '', code: 'DOWN', requestId: 'req_1' }),
    [THREAD]: reply(404, { message: 'No such conversation', code: 'NOT_FOUND', requestId: 'req_2' }),
  });
  await screen.findByText('The conversations could not be loaded');
  screen.getByText('req_1');
  await screen.findByText('There is no such conversation');
  page.answer({ [LIST]: { conversations: [], counts: { open: 0, waiting: 0, solved: 0 } } });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Nobody waits for an answer.');
});
