import type { Conversation, ConversationThread, Message, User } from '@ezdash/contracts';
import { fakeLive, fillIn } from '@ezdash/remote-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answer, calls, renderApp, userOf } from '../../testing/renderApp';

const customer = userOf('advertiser');
const now = () => new Date().toISOString();

const message = (
  id: string,
  from: Message['from'],
  body: string,
  change: Partial<Message> = {},
): Message => ({
  id,
  from,
  author: from === 'support' ? 'Sara' : null,
  body,
  findings: [],
  happened: null,
  attachments: [],
  sent_at: now(),
  ...change,
});
const conversation = (id: string, subject: string, change: Partial<Conversation> = {}): Conversation => ({
  id,
  subject,
  state: 'open',
  unread: 0,
  last: { from: 'support', author: 'Sara', text: 'I have raised it', at: now() },
  read_by: { customer: null, support: null },
  agent: 'Sara',
  ...change,
});
const articles = [
  {
    slug: 'pacing',
    title: 'Daily budgets and pacing',
    category: 'Campaigns',
    excerpt: 'A day begins at midnight.',
  },
  { slug: 'tag', title: 'Adding the tag', category: 'Properties', excerpt: 'One script a page.' },
  { slug: 'ads-txt', title: 'Your lines of ads.txt', category: 'Properties', excerpt: 'Who may sell.' },
];
const article = {
  slug: 'tag',
  title: 'Adding the tag',
  category: 'Properties',
  body: [{ type: 'paragraph', children: [{ type: 'text', text: 'Put it before the end of the body.' }] }],
  updated_on: '2026-02-01',
  related: [{ slug: 'ads-txt', title: 'Your lines of ads.txt' }],
};
const budget = message('m_2', 'diagnosis', '', {
  findings: [
    {
      kind: 'campaign-unfunded',
      subject: { id: 'c_1', name: 'Trail season', href: '/advertiser/campaigns/c_1' },
      facts: { available_micros: 0 },
      action: { kind: 'add-funds', href: '/advertiser/funds' },
    },
  ],
});

/** A server of one conversation, as far as these pages ask it. */
function support(thread: ConversationThread, list = [thread.conversation]) {
  let held = thread;
  const change = (next: Partial<Conversation>, ...more: Message[]) => {
    held = { conversation: { ...held.conversation, ...next }, messages: [...held.messages, ...more] };
    return held;
  };
  const path = `/api/support/conversations/${thread.conversation.id}`;
  const json = (body: unknown, status = 200) => Response.json(body, { status });
  const answers: Record<string, Answer> = {
    'GET /api/help/articles': { articles },
    'GET /api/support/conversations': () =>
      json({
        conversations: list.map((one) => (one.id === held.conversation.id ? held.conversation : one)),
        unread: 0,
        usual_wait_minutes: 4,
      }),
    [`GET ${path}`]: () => json(held),
    [`POST ${path}/read`]: () => new Response(null, { status: 204 }),
    [`POST ${path}/messages`]: async (request: Request) => {
      const { body } = (await request.json()) as { body: string };
      const sent = message(`m_${held.messages.length + 1}`, 'customer', body);
      change({ state: 'open' }, sent);
      return json(sent, 201);
    },
    [`POST ${path}/ask-person`]: () => json(change({ state: 'open' })),
    [`POST ${path}/solve`]: () =>
      json(change({ state: 'solved' }, message('m_9', 'system', '', { happened: 'solved' }))),
  };
  return { answers, change, path };
}

const open = conversation('cn_1', 'Why did Trail season stop?');
const show = (search: string, answers: Record<string, Answer>, user: User | null = customer) =>
  renderApp({ path: `/help${search}`, user, answers });
const asked = (call: string) => calls.filter((one) => one.call.startsWith(call));
const write = () => screen.findByRole('textbox', { name: 'Message' });
const messages = () => screen.getByRole('region', { name: 'Messages' });

test('an answer to a stop begins with what was stopped, and with nothing else of the address', async () => {
  const subject = async (stopped: string) => {
    const { unmount } = await show(`?new=1&stopped=${stopped}`, {
      'GET /api/help/articles': { articles: [] },
    });
    const { value } = await screen.findByRole<HTMLInputElement>('textbox', { name: 'What is it about?' });
    unmount();
    return value;
  };
  expect(await subject('c_1k7a')).toBe('Stopped by the network: c_1k7a');
  expect(await subject('send%20money')).toBe('');
});

describe('articles', () => {
  test('a guest searches, reads, and learns how to write', async () => {
    const answers = {
      'GET /api/help/articles': (request: Request) => {
        const q = new URL(request.url).searchParams.get('q') ?? '';
        return Response.json({ articles: articles.filter(({ title }) => title.toLowerCase().includes(q)) });
      },
      'GET /api/help/articles/tag': article,
    };
    await show('', answers, null);
    await screen.findByRole('link', { name: 'Daily budgets and pacing' });
    const signIn = within(screen.getByRole('region', { name: 'Conversations' })).getByRole('link', {
      name: 'Sign in',
    });
    expect(signIn.getAttribute('href')).toBe('/auth/login?next=%2Fhelp');
    expect(screen.queryByRole('link', { name: 'New conversation' })).toBeNull();
    expect(asked('GET /api/support')).toEqual([]);

    const field = screen.getByRole('textbox', { name: 'Search articles' });
    await fillIn(field, 'tag');
    const results = await screen.findByRole('region', { name: 'Articles found' });
    await within(results).findByText('1 article');
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toContain('Adding the tag');
    await userEvent.keyboard('{Enter}');
    await screen.findByText('Put it before the end of the body.');
    expect(window.location.search).toBe('?article=tag');
    expect(document.title).toBe('Adding the tag - EzDash');
    within(screen.getByRole('region', { name: 'Adding the tag' })).getByRole('link', {
      name: 'Your lines of ads.txt',
    });

    field.focus();
    await userEvent.keyboard('{Escape}');
    expect(field).toHaveProperty('value', '');
    expect(screen.queryByRole('region', { name: 'Articles found' })).toBeNull();
  });

  test('those of the page one comes from stand first, under a title of their own', async () => {
    const answers = {
      ...support({ conversation: open, messages: [] }).answers,
      'GET /api/help/articles': { articles, for_page: 1 },
    };
    await renderApp({ path: '/settings/profile', user: customer, answers });
    await userEvent.click(await screen.findByRole('link', { name: 'Help' }));
    const first = await screen.findByRole('region', { name: 'For the page you came from' });
    within(first).getByRole('link', { name: 'Daily budgets and pacing' });
    expect(asked('GET /api/help/articles')[0]?.call).toContain('for=%2Fsettings%2Fprofile');
    expect(within(screen.getByRole('region', { name: 'Articles' })).getAllByRole('link')).toHaveLength(2);
  });

  test('an article that is not there says so, a failed one can be tried again', async () => {
    const failing = () =>
      Response.json({ message: '', code: 'INTERNAL', requestId: 'req_7' }, { status: 500 });
    const answers: Record<string, Answer> = {
      'GET /api/help/articles': { articles },
      'GET /api/help/articles/tag': failing,
    };
    await show('?article=tag', answers, null);
    await screen.findByText('The article could not be loaded');
    screen.getByText('req_7');
    answers['GET /api/help/articles/tag'] = article;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    // The stub reads its answers anew for every call.
    await waitFor(() => expect(asked('GET /api/help/articles/tag')).toHaveLength(2));
  });
});

describe('a conversation', () => {
  test('is found in the list, with its last line, its state and what is unread', async () => {
    const other = conversation('cn_2', 'Postback fires twice', {
      state: 'solved',
      unread: 2,
      last: { from: 'system', author: 'Sara', text: 'solved', at: '2026-01-05T10:00:00Z' },
    });
    const { answers } = support({ conversation: open, messages: [message('m_1', 'customer', 'Hello')] }, [
      open,
      other,
    ]);
    await show('', answers);
    const list = await screen.findByRole('list', { name: 'Conversations' });
    const [first, second] = within(list).getAllByRole('link');
    expect(first?.textContent).toContain('Sara: I have raised it');
    expect(second?.textContent).toContain('Solved by Sara');
    within(second as HTMLElement).getByText('2 unread messages');
    screen.getByText('Usual wait now: 4 minutes.');
    await userEvent.click(first as HTMLElement);
    await screen.findByText('Hello');
    expect(window.location.search).toBe('?conversation=cn_1');
    expect(first?.getAttribute('aria-current')).toBe('true');
  });

  test('the list and the number at its link come from one answer', async () => {
    const { answers } = support({ conversation: { ...open, unread: 2 }, messages: [] });
    answers['GET /api/support/conversations'] = {
      conversations: [{ ...open, unread: 2 }],
      unread: 2,
      usual_wait_minutes: null,
    };
    await show('', answers);
    await screen.findByText('2 unread messages');
    expect(screen.getByRole('link', { name: /^Help/ }).textContent).toContain('2');
    expect(calls.filter(({ call }) => call === 'GET /api/support/conversations')).toHaveLength(1);
  });

  test('the focus goes on where the work does: into the form, and it stays when a button has done its work', async () => {
    const { answers } = support({
      conversation: { ...open, state: 'waiting' },
      messages: [message('m_1', 'customer', 'Hello'), budget],
    });
    await show('', answers);
    await userEvent.click(await screen.findByRole('link', { name: 'New conversation' }));
    const subject = await screen.findByRole('textbox', { name: 'What is it about?' });
    expect(document.activeElement).toBe(subject);
    await userEvent.click(await screen.findByRole('link', { name: /Why did Trail season stop/ }));
    const pane = await screen.findByRole('region', { name: 'Why did Trail season stop?' });
    const ask = await within(pane).findByRole('button', { name: 'It is something else' });
    within(pane).getByText('Waits for you');
    within(pane).getByText(/Nobody was asked/);
    ask.focus();
    await userEvent.keyboard('{Enter}');
    await screen.findByText(/A person has been asked/);
    expect(screen.queryByText(/Nobody was asked/)).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(pane));
  });

  test('a message stands at once, is sent once, and what was seen is told', async () => {
    const { answers, path } = support({
      conversation: open,
      messages: [message('m_1', 'customer', 'Hello'), message('m_2', 'support', 'I will look.')],
    });
    await show('?conversation=cn_1', answers);
    const field = await write();
    await waitFor(() => expect(asked(`POST ${path}/read`)[0]?.body).toBe('{"message_id":"m_2"}'));
    await fillIn(field, 'Thank you');
    await userEvent.keyboard('{Enter}');
    expect(field).toHaveProperty('value', '');
    await waitFor(() => expect(within(messages()).queryByText('Sending')).toBeNull());
    expect(within(messages()).getAllByText('Thank you')).toHaveLength(1);
    expect(asked(`POST ${path}/messages`)).toHaveLength(1);
  });

  test('what could not be sent keeps its words, also elsewhere in the app, and goes again under the same id', async () => {
    const { answers, path } = support({
      conversation: open,
      messages: [message('m_1', 'customer', 'Hello')],
    });
    const send = answers[`POST ${path}/messages`] as (request: Request) => Promise<Response>;
    let broken = true;
    answers[`POST ${path}/messages`] = (request: Request) =>
      broken
        ? Response.json({ message: 'Try later', code: 'INTERNAL', requestId: 'req_8' }, { status: 500 })
        : send(request);
    await show('?conversation=cn_1', answers);
    await fillIn(await write(), 'Is it broken?');
    await userEvent.keyboard('{Enter}');
    await within(messages()).findByText('Not sent.');
    screen.getByText('req_8');
    await userEvent.click(screen.getByRole('link', { name: 'Settings' }));
    await screen.findByRole('heading', { name: 'Profile' });
    act(() => window.history.back());
    await screen.findByText('Not sent.');
    within(messages()).getByText('Is it broken?');
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('Not sent.')).toBeNull());
    await waitFor(() => expect(screen.queryByText('Sending')).toBeNull());
    within(messages()).getByText('Is it broken?');
    const ids = asked(`POST ${path}/messages`).map(
      ({ body }) => (JSON.parse(body) as { client_id: string }).client_id,
    );
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  test('what the network found comes with the way out of it; “It is something else” asks a person', async () => {
    const { answers, path } = support({
      conversation: { ...open, state: 'waiting', agent: null },
      messages: [message('m_1', 'customer', 'Why did it stop?'), budget],
    });
    await show('?conversation=cn_1', answers);
    await screen.findByText('“Trail season” waits for funds: $0.00 are available.');
    expect(screen.getByRole('link', { name: 'Add funds' }).getAttribute('href')).toBe('/advertiser/funds');
    await userEvent.click(screen.getByRole('button', { name: 'It is something else' }));
    await screen.findByText(/A person has been asked and answers here. Usual wait now: 4 minutes./);
    expect(screen.queryByRole('button', { name: 'It is something else' })).toBeNull();
    expect(asked(`POST ${path}/ask-person`)).toHaveLength(1);
  });

  test('solved by its owner, opened again by writing', async () => {
    const { answers } = support({ conversation: open, messages: [message('m_1', 'customer', 'Hello')] });
    await show('?conversation=cn_1', answers);
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as solved' }));
    const field = await screen.findByPlaceholderText('Write to open it again');
    expect(screen.queryByRole('button', { name: 'Mark as solved' })).toBeNull();
    await fillIn(field, 'Not quite');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByRole('button', { name: 'Mark as solved' });
  });

  test('live: who is here, who writes, what comes; and telling that one writes', async () => {
    const { answers, change, path } = support({
      conversation: open,
      messages: [message('m_1', 'customer', 'Hello')],
    });
    await show('?conversation=cn_1', answers);
    await write();
    const channel = 'presence-conversation.cn_1';
    const live = fakeLive();
    act(() => {
      live.members(channel, [
        { name: 'Halden', side: 'customer' },
        { name: 'Sara', side: 'support' },
      ]);
      live.letIn();
      live.tell(channel, 'client-typing', { side: 'support' });
    });
    await screen.findByText('Sara is here');
    screen.getByText('Sara is typing');
    await fillIn(await write(), 'Still');
    expect(live.whispers).toEqual([{ channel, event: 'client-typing', data: { side: 'customer' } }]);

    change({}, message('m_2', 'support', 'It is the budget.'));
    act(() => live.tell(channel, 'message.sent', { message_id: 'm_2' }));
    await within(messages()).findByText('It is the budget.');
    expect(screen.getByTestId('incoming').textContent).toBe('Sara, support: It is the budget.');
    await waitFor(() => expect(screen.queryByText('Sara is typing')).toBeNull());
    await waitFor(() => expect(asked(`POST ${path}/read`).at(-1)?.body).toBe('{"message_id":"m_2"}'));
    expect(await write()).toHaveProperty('value', 'Still');
  });

  test('of somebody else is not there, and says nothing of it', async () => {
    await show('?conversation=cn_77', support({ conversation: open, messages: [] }).answers);
    await screen.findByText('There is no such conversation');
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
  });
});

describe('a new conversation', () => {
  const created: ConversationThread = {
    conversation: conversation('cn_5', 'Why so slow?', { agent: null }),
    messages: [message('m_1', 'customer', 'It was faster.')],
  };

  test('says what is missing, suggests articles, is sent once however often, and opens', async () => {
    const { answers } = support(created);
    let broken = true;
    answers['POST /api/support/conversations'] = () =>
      broken
        ? Response.json({ message: '', code: 'INTERNAL', requestId: 'req_3' }, { status: 503 })
        : Response.json(created, { status: 201 });
    await show('', answers);
    await userEvent.click(await screen.findByRole('link', { name: 'New conversation' }));
    const form = await screen.findByRole('region', { name: 'New conversation' });
    await userEvent.click(within(form).getByRole('button', { name: 'Send' }));
    within(form).getByText('Say in a few words what it is about');
    within(form).getByText('Write what happens');
    expect(asked('POST /api/support/conversations')).toEqual([]);

    await fillIn(within(form).getByRole('textbox', { name: 'What is it about?' }), 'Why so slow?');
    await within(form).findByText('This may answer it');
    await fillIn(within(form).getByRole('textbox', { name: 'Message' }), 'It was faster.');
    await userEvent.click(within(form).getByRole('button', { name: 'Send' }));
    await within(form).findByText('It was not sent.');
    within(form).getByText('req_3');
    expect(within(form).getByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'It was faster.');

    broken = false;
    await userEvent.click(within(form).getByRole('button', { name: 'Send' }));
    await within(await screen.findByRole('region', { name: 'Messages' })).findByText('It was faster.');
    expect(window.location.search).toBe('?conversation=cn_5');
    const sent = asked('POST /api/support/conversations').map(
      ({ body }) => JSON.parse(body) as { client_id: string },
    );
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual(sent[1]);
    expect(sent[0]).toMatchObject({ subject: 'Why so slow?', body: 'It was faster.', attachments: [] });
  });

  test('is kept while one reads an article', async () => {
    const { answers } = support(created);
    await show('?new=1', { ...answers, 'GET /api/help/articles/tag': article });
    await fillIn(await screen.findByRole('textbox', { name: 'What is it about?' }), 'Half a question');
    await userEvent.click(await screen.findByRole('link', { name: 'Adding the tag' }));
    await screen.findByText('Put it before the end of the body.');
    await userEvent.click(screen.getByRole('link', { name: 'New conversation' }));
    expect(await screen.findByRole('textbox', { name: 'What is it about?' })).toHaveProperty(
      'value',
      'Half a question',
    );
  });

  test('the server’s objections stand at their fields', async () => {
    const { answers } = support(created);
    answers['POST /api/support/conversations'] = () =>
      Response.json(
        {
          message: 'Not taken',
          code: 'INVALID',
          errors: { subject: ['Too odd'], attachments: ['A file is gone'] },
          requestId: 'r',
        },
        { status: 422 },
      );
    await show('?new=1', answers);
    const form = await screen.findByRole('region', { name: 'New conversation' });
    await userEvent.clear(within(form).getByRole('textbox', { name: 'What is it about?' }));
    await fillIn(within(form).getByRole('textbox', { name: 'What is it about?' }), 'Odd');
    await userEvent.clear(within(form).getByRole('textbox', { name: 'Message' }));
    await fillIn(within(form).getByRole('textbox', { name: 'Message' }), 'Odd too');
    await userEvent.click(within(form).getByRole('button', { name: 'Send' }));
    await within(form).findByText('Too odd');
    within(form).getByText('A file is gone');
  });
});

test('an operator reads articles and is led to where customers are answered', async () => {
  await show('', { 'GET /api/help/articles': { articles } }, userOf('admin'));
  const link = await screen.findByRole('link', { name: 'Open conversations' });
  expect(link.getAttribute('href')).toBe('/admin/conversations');
  expect(screen.queryByRole('link', { name: 'New conversation' })).toBeNull();
  expect(asked('GET /api/support')).toEqual([]);
});

test('without the list of conversations the articles can be read', async () => {
  await show('', { 'GET /api/help/articles': { articles } });
  await screen.findByText('Your conversations could not be loaded');
  screen.getByRole('button', { name: 'Try again' });
  await screen.findByRole('link', { name: 'Adding the tag' });
});

test('a failed call is reported with its request filled in', async () => {
  await show('?new=1&request=req_01JD3P9Q7W', { 'GET /api/help/articles': { articles: [] } });
  const words = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  expect(words.value).toContain('Request req_01JD3P9Q7W failed.');
});

test('nothing but a request’s name gets into the words by the address', async () => {
  await show('?new=1&request=send%20money', { 'GET /api/help/articles': { articles: [] } });
  const words = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  expect(words.value).not.toContain('send money');
});
