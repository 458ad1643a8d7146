import {
  type Call,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
  testUser,
} from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import texts from '../locales/en.json';
import { makeArticle, makeItem, makeNewsPage } from '../testing/newsData';
import { NewsArticlePage } from './NewsArticlePage';
import { NewsPage } from './NewsPage';

const second = makeItem({
  id: 'nw_1001',
  title: 'Bots of last week',
  category: 'traffic',
  read: true,
  pinned: true,
  updated_at: '2025-11-21T09:00:00.000Z',
});
const page = makeNewsPage([second, makeItem()]);

let rendered: RenderedRemote | undefined;
function show(path: string, routes: StubRoutes): RenderedRemote {
  rendered = renderRemote(
    <Routes>
      <Route path="/advertiser/news" element={<NewsPage />} />
      <Route path="/advertiser/news/:id" element={<NewsArticlePage />} />
    </Routes>,
    { path, user: testUser({ role: 'advertiser' }), texts: { advertiser: texts }, routes },
  );
  return rendered;
}
afterEach(() => rendered?.unmount());
const lists = ({ calls }: RenderedRemote) => calls.filter(({ path }) => path === '/api/news');
const rows = async () => {
  await screen.findAllByRole('listitem');
  return screen.getAllByRole('listitem');
};

test('lists articles as they come, each with what tells it apart', async () => {
  show('/advertiser/news', { 'GET /api/news': page });
  const [first, last] = await rows();
  expect(first?.textContent).toMatch(/^Bots of last week.*TrafficPinnedUpdated 21 Nov 2025$/);
  expect(last?.textContent).toMatch(/Campaigns can now pay per conversion\./);
  expect(screen.getByText('1 unread article')).toBeTruthy();
  // Not by colour alone: the word stands in the name of the link.
  expect(screen.getByRole('link', { name: 'Unread: Pay per conversion' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Bots of last week' })).toBeTruthy();
  const day = last && within(last).getByText('20 Nov 2025');
  expect(day?.getAttribute('datetime')).toBe('2025-11-20T14:02:00.000Z');
});

test('a category and what is unread are asked for, and stand in the address', async () => {
  const remote = show('/advertiser/news', {
    'GET /api/news': ({ query }: Call) =>
      query.category === 'traffic' ? makeNewsPage([second], { unread: 1 }) : page,
  });
  await rows();
  await userEvent.click(screen.getByRole('radio', { name: 'Traffic' }));
  await waitFor(() => expect(screen.queryByText('Pay per conversion')).toBeNull());
  expect(remote.address()).toBe('/advertiser/news?category=traffic');
  expect(await screen.findByText('Bots of last week')).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Unread only' }));
  expect(remote.address()).toBe('/advertiser/news?category=traffic&unread=1');
  await waitFor(() =>
    expect(lists(remote).at(-1)?.query).toMatchObject({ category: 'traffic', unread: '1' }),
  );
});

test('nothing that matches leads back to all', async () => {
  const remote = show('/advertiser/news?category=policy&unread=1', {
    'GET /api/news': ({ query }: Call) => (query.category ? makeNewsPage([], { unread: 1 }) : page),
  });
  expect(await screen.findByText('No article matches')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await rows()).toHaveLength(2);
  expect(remote.address()).toBe('/advertiser/news');
});

test('all read, and nothing at all', async () => {
  const remote = show('/advertiser/news?unread=1', { 'GET /api/news': makeNewsPage([]) });
  expect(await screen.findByText('Nothing is unread')).toBeTruthy();
  expect(screen.getByText('All read')).toBeTruthy();
  remote.unmount();
  show('/advertiser/news', { 'GET /api/news': makeNewsPage([]) });
  expect(await screen.findByText('No news yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

test('all are marked as read, and it is said when they could not be', async () => {
  let isRead = false;
  const remote = show('/advertiser/news', {
    'GET /api/news': () => makeNewsPage([makeItem({ read: isRead })]),
    'POST /api/news/read-all': reply(500, { message: 'The database is away' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  expect(await screen.findByText('The articles could not be marked as read')).toBeTruthy();
  remote.answer({
    'POST /api/news/read-all': () => {
      isRead = true;
      return { unread: 0 };
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('All read')).toBeTruthy();
  expect(screen.queryByText('The articles could not be marked as read')).toBeNull();
  expect(screen.queryByRole('link', { name: /Unread/ })).toBeNull();
});

test('older ones come on demand, and one that moved is not shown twice', async () => {
  const remote = show('/advertiser/news', {
    'GET /api/news': ({ query }: Call) =>
      query.before
        ? makeNewsPage([makeItem(), makeItem({ id: 'nw_1002', title: 'Oldest' })])
        : { ...page, next: '0-1-nw_1000' },
  });
  await rows();
  await userEvent.click(screen.getByRole('button', { name: 'Show older articles' }));
  expect(await screen.findByText('Oldest')).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  expect(lists(remote).at(-1)?.query.before).toBe('0-1-nw_1000');
  expect(screen.queryByRole('button', { name: 'Show older articles' })).toBeNull();
});

test('a list that did not come says so and is tried again', async () => {
  const remote = show('/advertiser/news', { 'GET /api/news': reply(500, { message: 'Busy' }) });
  expect(await screen.findByText('News could not be loaded')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('req_test');
  remote.answer({ 'GET /api/news': page });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await rows()).toHaveLength(2);
});

describe('an article', () => {
  const routes = (read = false): StubRoutes => ({
    'GET /api/news': page,
    'GET /api/news/:id': makeArticle({ read, updated_at: '2025-11-21T09:00:00.000Z' }),
    'POST /api/news/:id/read': { unread: 0 },
  });
  const reads = ({ calls }: RenderedRemote) => calls.filter(({ method }) => method === 'POST');

  test('is shown under its title with what is known of it, and is read by that', async () => {
    const remote = show('/advertiser/news/nw_1000', routes());
    expect(await screen.findByRole('heading', { level: 1, name: 'Pay per conversion' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: 'How it works' })).toBeTruthy();
    expect(screen.getByText('20 Nov 2025, 14:02')).toBeTruthy();
    expect(screen.getByText('21 Nov 2025, 09:00')).toBeTruthy();
    await waitFor(() => expect(reads(remote)).toHaveLength(1));
    expect(reads(remote)[0]?.path).toBe('/api/news/nw_1000/read');
    expect(document.title).toContain('Pay per conversion');
    // The others, and the way back.
    const others = within(screen.getByRole('region', { name: 'More news' }));
    expect(others.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/advertiser/news/nw_1001',
    ]);
    expect(screen.getByRole('link', { name: 'News' }).getAttribute('href')).toBe('/advertiser/news');
  });

  test('of an incident says what the account was given for it, line by line', async () => {
    const credit = (transaction: string, granted_at: string) => ({
      transaction,
      granted_at,
      amount_micros: 6_000_000,
    });
    const credits = [credit('tx_9a2', '2025-11-22T10:00:00Z'), credit('tx_9a1', '2025-11-21T10:00:00Z')];
    show('/advertiser/news/nw_1000', {
      ...routes(true),
      'GET /api/news/:id': makeArticle({ read: true, category: 'incident', credits }),
    });
    expect(await screen.findByText('You were given $12.00 for this incident')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Ledger line of 22 Nov 2025' });
    expect(link.getAttribute('href')).toBe('/advertiser/funds?line=tx_9a2');
  });

  test('that was read before is not marked again', async () => {
    const remote = show('/advertiser/news/nw_1000', routes(true));
    await screen.findByText('You pay when somebody buys.');
    await screen.findByText('Bots of last week');
    expect(reads(remote)).toEqual([]);
  });

  test('that could not be marked is shown all the same', async () => {
    const remote = show('/advertiser/news/nw_1000', {
      ...routes(),
      'POST /api/news/:id/read': reply(500, { message: 'Busy' }),
    });
    await screen.findByText('You pay when somebody buys.');
    await waitFor(() => expect(reads(remote)).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('that was withdrawn says so', async () => {
    show('/advertiser/news/nw_1000', { 'GET /api/news': page, 'GET /api/news/:id': reply(404) });
    expect(await screen.findByText('This article is not there any more')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'News' })).toBeTruthy();
  });

  test('that did not come is tried again', async () => {
    const remote = show('/advertiser/news/nw_1000', {
      'GET /api/news': page,
      'GET /api/news/:id': reply(500, { message: 'Busy' }),
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    remote.answer(routes(true));
    await userEvent.click(again);
    expect(await screen.findByText('You pay when somebody buys.')).toBeTruthy();
  });
});
