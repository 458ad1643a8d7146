import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import { fakeLive } from '@ezdash/remote-kit/testing';
import { api, storage } from '@ezdash/store';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { calls, manifests, renderApp, texts, userOf } from '../../testing/renderApp';

const path = '/advertiser/dashboard';
const user = userOf('advertiser');
const campaigns = [
  { id: 'c_1', name: 'Winter shells', state: 'running' },
  { id: 'c_2', name: 'Trail season', state: 'paused' },
];
const funds = { balance_micros: 100_000_000, bonus_micros: 5_500_000, days_left: 6.4 };
const answers = {
  'GET /api/campaigns/page': { campaigns },
  'GET /api/advertiser/dashboard': funds,
};

beforeEach(() => {
  window.localStorage.clear();
});
afterEach(() => jest.restoreAllMocks());

async function openPalette() {
  const person = userEvent.setup();
  await screen.findByRole('heading', { name: 'Dashboard' });
  await person.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog');
  return person;
}
const optionNames = () => screen.getAllByRole('option').map((option) => option.firstChild?.textContent);

test('the navigation holds what is built for the role, and marks where one is', async () => {
  await renderApp({ path, user, answers });
  const navigation = await screen.findByRole('navigation', { name: 'Main' });
  const links = within(navigation).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([path, path, '/help', '/settings/profile']);
  const here = within(navigation).getByRole('link', { name: 'Dashboard' });
  expect(here.getAttribute('aria-current')).toBe('page');
});

test('the balance counts the bonus and says how long it lasts', async () => {
  await renderApp({ path, user, answers });
  await screen.findByText('$105.50');
  await screen.findByText('6 days left');
});

test('what the session says of the balance, until the figures come, has the bonus in it once', async () => {
  const balance = { ...user.balance, balance: 110_000_000, available_balance: 105_500_000, bonus: 5_500_000 };
  const never = () => new Promise<Response>(() => {});
  await renderApp({
    path,
    user: { ...user, balance },
    answers: { ...answers, 'GET /api/advertiser/dashboard': never },
  });
  await screen.findByText('$105.50');
});

test.each([
  ['over a year, however long', 1_892, 'Over a year left'],
  ['nothing before a day of spend', null, null],
])('the balance lasts: %s', async (_case, days_left, said) => {
  const answer = { ...answers, 'GET /api/advertiser/dashboard': { ...funds, days_left } };
  await renderApp({ path, user, answers: answer });
  const figure = (await screen.findByText('$105.50')).closest('.ez-balance');
  expect(figure?.textContent).toBe(`Balance $105.50 ${said ?? ''}`);
});

test('a publisher sees what is payable and what is pending', async () => {
  await renderApp({ path: '/settings/profile', user: userOf('publisher') });
  await screen.findByText('$21.50');
  await screen.findByText('$3.00 pending');
});

test('Ctrl+K finds a campaign by its name and opens it', async () => {
  await renderApp({ path, user, answers });
  const person = await openPalette();
  await screen.findByRole('option', { name: /Winter shells/ });
  await person.keyboard('winter{Enter}');
  await waitFor(() => expect(window.location.pathname).toBe('/advertiser/campaigns/c_1'));
});

test('the palette offers pages and actions of the role only', async () => {
  await renderApp({ path, user, answers });
  await openPalette();
  await screen.findByRole('option', { name: /Trail season/ });
  const names = optionNames();
  expect(names).toEqual(expect.arrayContaining(['Dashboard', 'Help', 'Create campaign', 'Theme: Dark']));
  // Not built, or not this role's.
  expect(names).not.toContain('Metrics');
  expect(names).not.toContain('Sign in');
});

test('campaigns are asked for when the palette opens, not before', async () => {
  await renderApp({ path, user, answers });
  await screen.findByText('6 days left');
  expect(calls.some(({ call }) => call.startsWith('GET /api/campaigns'))).toBe(false);
  await openPalette();
  await waitFor(() => expect(calls.some(({ call }) => call.startsWith('GET /api/campaigns'))).toBe(true));
});

test('of thousands of campaigns the palette asks for a few that match what is typed', async () => {
  await renderApp({ path, user, answers });
  const person = await openPalette();
  await screen.findByRole('option', { name: /Winter shells/ });
  await person.keyboard('trail');
  await waitFor(() => expect(calls.at(-1)?.call).toContain('q=trail'));
  expect(calls.at(-1)?.call).toContain('limit=25');
  expect(calls.every(({ call }) => !/^GET \/api\/campaigns(\?|$)/.test(call))).toBe(true);
});

test('the palette changes the language of the page', async () => {
  const german = {
    locale: 'de',
    dir: 'ltr',
    translations: { ...texts, shell: { balance: { label: 'Guthaben' } } },
  };
  await renderApp({
    path,
    user,
    answers: { ...answers, 'GET /api/translations/de': german, 'POST /api/locale': {} },
  });
  const person = await openPalette();
  await person.keyboard('deutsch{Enter}');
  await screen.findByText('Guthaben');
  expect(document.documentElement.lang).toBe('de');
  await waitFor(() => expect(calls.map(({ call }) => call)).toContain('POST /api/locale'));
});

test('a theme chosen here is painted, stored and sent', async () => {
  await renderApp({ path, user, answers: { ...answers, 'PATCH /api/settings/appearance': user } });
  const person = await openPalette();
  await person.keyboard('theme dark{Enter}');
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark');
  expect(window.localStorage.getItem('appearance')).toBe('dark');
  await waitFor(() =>
    expect(calls.at(-1)).toEqual({ call: 'PATCH /api/settings/appearance', body: '{"theme":"dark"}' }),
  );
});

test('a sign-out that did not reach the server says that one is still signed in', async () => {
  const refused = () => new Response('{"message":"x","code":"Y"}', { status: 500 });
  await renderApp({ path, user, answers: { ...answers, 'POST /api/auth/logout': refused } });
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: /Halden Outdoor/ }));
  // Without a layout the menu may count as scrolled away, and be hidden.
  await person.click(await screen.findByRole('menuitem', { name: 'Sign out', hidden: true }));
  await screen.findByText(/You are still signed in/);
});

test('the days of the page are chosen in the top bar; a wrong pair is told at its field', async () => {
  await renderApp({ path, user, answers });
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: /Days shown/ }));
  await person.click(await screen.findByRole('button', { name: 'Yesterday' }));
  await person.click(await screen.findByRole('button', { name: /Days shown/ }));
  expect((await screen.findByRole('button', { name: 'Yesterday' })).getAttribute('aria-pressed')).toBe(
    'true',
  );
  await person.clear(screen.getByLabelText('First day'));
  await person.type(screen.getByLabelText('First day'), '2026-02-10');
  await person.clear(screen.getByLabelText('Last day'));
  await person.type(screen.getByLabelText('Last day'), '2026-02-01');
  await person.click(screen.getByRole('button', { name: 'Show these days' }));
  await screen.findByText('The last day lies before the first');
  await person.clear(screen.getByLabelText('Last day'));
  await person.type(screen.getByLabelText('Last day'), '2026-02-12');
  await person.click(screen.getByRole('button', { name: 'Show these days' }));
  await screen.findByRole('button', { name: /10\s?–\s?12 Feb 2026/ });
});

test('an operator is an admin, not a customer of some tier', async () => {
  await renderApp({ path: '/settings/profile', user: userOf('admin') });
  await screen.findByText('Ines Vidal · Admin');
});

test('an operator who is not signed in to the console has no counts, and asks for none', async () => {
  await renderApp({ path: '/settings/profile', user: userOf('admin') });
  await screen.findByText('Ines Vidal · Admin');
  expect(calls.filter(({ call }) => call.includes('/api/operator'))).toEqual([]);
});

test('an operator sees how many creatives wait, and how many are left after a decision elsewhere', async () => {
  const waiting = (...counts: number[]) => ({
    reviews: counts.map((count) => ({ campaign: { creatives: Array.from({ length: count }, () => ({})) } })),
  });
  let queue = waiting(2, 1_203);
  const read = () => new Response(JSON.stringify(queue));
  storage.set(STORAGE_KEYS.debugToken, 'half');
  const { store } = await renderApp({
    path: '/settings/profile',
    user: userOf('admin'),
    answers: { 'GET /api/operator/reviews': read },
  });
  await screen.findByRole('link', { name: 'Review queue 1,205' });
  queue = waiting();
  store.dispatch(api.util.invalidateTags(['Review']));
  await screen.findByRole('link', { name: 'Review queue' });
});

test('counts of what is unread stand at the links, and are asked again when something is told', async () => {
  let unread = 2;
  const newsPage = {
    id: 'news',
    path: '/advertiser/news',
    titleKey: 'advertiser:page.news',
    access: { roles: ['advertiser' as const] },
    built: true,
  };
  const [first, ...others] = manifests;
  if (!first) throw new Error('The fixture has no remote');
  const withNews = {
    ...first,
    pages: [...first.pages, newsPage],
    navigation: [
      ...first.navigation,
      {
        page: 'news',
        icon: 'news',
        group: 2 as const,
        labelKey: 'page.help',
        roles: ['advertiser' as const],
      },
    ],
  };
  await renderApp({
    path,
    user,
    remotes: [withNews, ...others],
    answers: {
      ...answers,
      'GET /api/news': () => Response.json({ articles: [], unread, next: null }),
      'GET /api/support/conversations': { conversations: [], unread: 1, usual_wait_minutes: null },
    },
  });
  const count = (href: string) =>
    document.querySelector(`.ez-nav a[href="${href}"] .ez-nav-badge`)?.textContent;
  await waitFor(() => expect(count('/advertiser/news')).toBe('2'));
  await waitFor(() => expect(count('/help')).toBe('1'));
  const live = fakeLive();
  act(() => live.letIn());
  unread = 3;
  act(() => live.tell('private-role.advertiser', 'news.changed', {}));
  await waitFor(() => expect(count('/advertiser/news')).toBe('3'));
});

test('an operator’s counts follow what is told to operators', async () => {
  let open = 4;
  storage.set(STORAGE_KEYS.debugToken, 'half');
  await renderApp({
    path: '/settings/profile',
    user: userOf('admin'),
    answers: {
      'GET /api/operator/reviews': () =>
        Response.json({ reviews: [{ campaign: { creatives: Array.from({ length: open }, () => ({})) } }] }),
    },
  });
  await screen.findByRole('link', { name: 'Review queue 4' });
  const live = fakeLive();
  act(() => live.letIn());
  open = 5;
  act(() => live.tell('private-operators', 'review.changed', {}));
  await screen.findByRole('link', { name: 'Review queue 5' });
});

test('nobody else asks for the queue', async () => {
  await renderApp({ path, user, answers });
  await screen.findByText('$105.50');
  expect(calls.map(({ call }) => call)).not.toContain('GET /api/operator/reviews');
});

test('beside the days stands how many they are, for a phone', async () => {
  await renderApp({ path, user, answers });
  const button = await screen.findByRole('button', { name: /Days shown/ });
  within(button).getByText('28 days');
});
