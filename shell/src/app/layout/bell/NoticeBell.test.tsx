import type { Notice, NoticePage } from '@ezdash/contracts';
import { fakeLive } from '@ezdash/remote-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answer, calls, renderApp, userOf } from '../../../testing/renderApp';

const path = '/advertiser/dashboard';
const user = userOf('advertiser');
const ACCOUNT = 'private-account.u_1007';

const notice = (id: string, change: Partial<Notice> = {}): Notice => ({
  id,
  event: 'campaign_rejected',
  data: {
    campaign_id: 'c_1',
    campaign: 'Winter shells',
    reasons: ['quality', 'rights'],
    message: 'Too dark',
  },
  href: '/advertiser/campaigns/c_1',
  created_at: new Date().toISOString(),
  read: false,
  ...change,
});
const low = notice('n_1', {
  event: 'funds_low',
  data: { balance_micros: 12_500_000, per_day_micros: 5_000_000, days_left: 2.5 },
  href: null,
  created_at: '2025-11-21T14:02:00Z',
});
const pageOf = (notices: Notice[], change: Partial<NoticePage> = {}): NoticePage => ({
  notices,
  unread: notices.filter(({ read }) => !read).length,
  next: null,
  ...change,
});

/** The app with a server that remembers what was read. */
async function shown(notices: Notice[], answers: Record<string, Answer> = {}) {
  const server = { page: pageOf(notices) };
  const read = async (request: Request) => {
    const { ids, until } = (await request.json()) as { ids?: string[]; until?: string };
    const from = server.page.notices.findIndex(({ id }) => id === until);
    const next = server.page.notices.map((one, index) =>
      ids?.includes(one.id) || (from >= 0 && index >= from) ? { ...one, read: true } : one,
    );
    server.page = pageOf(next);
    return Response.json({ unread: server.page.unread });
  };
  const app = await renderApp({
    path,
    user,
    answers: {
      'GET /api/notices': () => Response.json(server.page),
      'POST /api/notices/read': read,
      ...answers,
    },
  });
  return { server, app, person: userEvent.setup() };
}
const bell = (name: string) => screen.findByRole('button', { name });
const panel = () => screen.findByRole('dialog', { name: 'Notices' });
const asked = (name: string) => calls.filter(({ call }) => call.startsWith(name));

test('the bell says how many are unread, and shows what happened with its figures, by day', async () => {
  const { person } = await shown([notice('n_2'), low]);
  await person.click(await bell('Notices, 2 unread'));
  const dialog = within(await panel());
  await dialog.findByText('“Winter shells” was rejected');
  dialog.getByText('Poor picture or text and Rights of others. “Too dark”');
  dialog.getByText('$12.50 is left: about 2 days at $5.00 a day.');
  const days = dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(days).toEqual(['Today', 'Fri 21 Nov 2025']);
  expect(dialog.getAllByText('Unread:')).toHaveLength(2);
  expect(dialog.getByRole('link', { name: 'Choose what you are told' }).getAttribute('href')).toBe(
    '/settings/alerts',
  );
});

test('the focus goes into the panel, and back to the bell with Esc', async () => {
  const { person } = await shown([notice('n_2')]);
  const button = await bell('Notices, 1 unread');
  button.focus();
  await person.keyboard('{Enter}');
  const dialog = await panel();
  await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole('heading', { level: 2 })));
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('following a notice reads it, closes the panel, and it stays read', async () => {
  const { person, app } = await shown([notice('n_2'), low]);
  await person.click(await bell('Notices, 2 unread'));
  await person.click(await within(await panel()).findByRole('link', { name: /Winter shells/ }));
  expect(window.location.pathname).toBe('/advertiser/campaigns/c_1');
  await bell('Notices, 1 unread');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(asked('POST /api/notices/read')[0]?.body).toBe('{"ids":["n_2"]}'));
  app.unmount();
  await renderApp({
    path,
    user,
    answers: { 'GET /api/notices': pageOf([notice('n_2', { read: true }), low]) },
  });
  await bell('Notices, 1 unread');
});

test('one without a place is read where it stands', async () => {
  const { person } = await shown([low]);
  await person.click(await bell('Notices, 1 unread'));
  const dialog = within(await panel());
  await person.click(await dialog.findByRole('button', { name: /Your funds run low/ }));
  await bell('Notices');
  expect(dialog.queryByText('Unread:')).toBeNull();
});

test('all that were seen are read at once, with the newest of them named', async () => {
  const { person } = await shown([notice('n_2'), low]);
  await person.click(await bell('Notices, 2 unread'));
  await person.click(within(await panel()).getByRole('button', { name: 'Mark all as read' }));
  await bell('Notices');
  await waitFor(() => expect(asked('POST /api/notices/read')[0]?.body).toBe('{"until":"n_2"}'));
});

test.each([/Your funds run low/, 'Mark all as read'])(
  'the focus stays in the panel when what it was on is read: %s',
  async (name) => {
    const { person } = await shown([low]);
    await person.click(await bell('Notices, 1 unread'));
    const dialog = await panel();
    (await within(dialog).findByRole('button', { name })).focus();
    await person.keyboard('{Enter}');
    const button = await bell('Notices');
    expect(document.activeElement).not.toBe(document.body);
    expect(dialog.contains(document.activeElement)).toBe(true);
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
  },
);

test('what the server does not take is unread again, and says so', async () => {
  const { person } = await shown([low], {
    'POST /api/notices/read': () => Response.json({ message: 'x', code: 'INTERNAL' }, { status: 500 }),
  });
  await person.click(await bell('Notices, 1 unread'));
  await person.click(await within(await panel()).findByRole('button', { name: /Your funds run low/ }));
  await screen.findByText(/The server did not take it/);
  await bell('Notices, 1 unread');
});

test('older ones come when they are asked for', async () => {
  const page = (request: Request) =>
    Response.json(
      new URL(request.url).searchParams.get('before') === 'n_2'
        ? pageOf([low])
        : pageOf([notice('n_2')], { next: 'n_2' }),
    );
  const { person } = await shown([], { 'GET /api/notices': page });
  await person.click(await bell('Notices, 1 unread'));
  await person.click(await screen.findByRole('button', { name: 'Show older ones' }));
  await screen.findByText('Your funds run low');
  screen.getByText('“Winter shells” was rejected');
  expect(screen.queryByRole('button', { name: 'Show older ones' })).toBeNull();
});

test('without any it says what will be told here', async () => {
  const { person } = await shown([]);
  await person.click(await bell('Notices'));
  await within(await panel()).findByText('No notices yet');
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

test('when they cannot be loaded the panel says so, with the request’s id, and tries again', async () => {
  let works = false;
  const { person } = await shown([], {
    'GET /api/notices': () =>
      works
        ? Response.json(pageOf([low]))
        : Response.json({ message: 'x', code: 'INTERNAL', requestId: 'req_7' }, { status: 500 }),
  });
  await person.click(await bell('Notices'));
  await within(await panel()).findByText('The notices could not be loaded');
  screen.getByText('req_7');
  works = true;
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Your funds run low');
});

test('a list that could not be loaded is not asked for again by looking at it', async () => {
  const { person } = await shown([], {
    'GET /api/notices': () => Response.json({ message: 'x', code: 'INTERNAL' }, { status: 500 }),
  });
  await waitFor(() => expect(asked('GET /api/notices')).toHaveLength(1));
  await person.click(await bell('Notices'));
  await within(await panel()).findByText('The notices could not be loaded');
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(asked('GET /api/notices')).toHaveLength(2));
  await act(async () => {});
  screen.getByText('The notices could not be loaded');
  expect(asked('GET /api/notices')).toHaveLength(2);
});

test('one that arrives is counted at once, said politely, and stands in the open panel', async () => {
  const { person, server } = await shown([low]);
  await person.click(await bell('Notices, 1 unread'));
  await screen.findByText('Your funds run low');
  server.page = pageOf([notice('n_2'), low]);
  const live = fakeLive();
  act(() => live.letIn());
  expect(live.channels()).toEqual([ACCOUNT, 'private-role.advertiser', 'releases']);
  act(() => live.tell(ACCOUNT, 'notice.changed', { unread: 2 }));
  await bell('Notices, 2 unread');
  await screen.findByText('2 unread notices');
  await screen.findByText('“Winter shells” was rejected');
});

test('more than nine are "9+" to the eye and whole to the ear', async () => {
  await shown([], { 'GET /api/notices': pageOf([low], { unread: 1_204 }) });
  expect((await bell('Notices, 1,204 unread')).textContent).toBe('9+');
});

test('of an event that this page does not know, the rest of the list is shown all the same', async () => {
  const strange = notice('n_3', { event: 'moon_landed' as Notice['event'], data: {} });
  const broken = notice('n_2', { data: {} });
  const { person } = await shown([strange, broken, low]);
  await person.click(await bell('Notices, 3 unread'));
  await screen.findByText('Something happened in your account');
  await screen.findByText('Your funds run low');
});

test('an answer that is none costs the bell alone, not the page', async () => {
  const told = jest.spyOn(console, 'error').mockImplementation(() => {});
  await renderApp({ path, user, answers: { 'GET /api/notices': { notices: null, unread: 1, next: null } } });
  await waitFor(() => expect(told).toHaveBeenCalled());
  expect(screen.queryByRole('button', { name: /^Notices/ })).toBeNull();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
  told.mockRestore();
});
