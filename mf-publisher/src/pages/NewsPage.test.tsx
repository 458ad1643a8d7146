import { type Call, type RenderedRemote, renderRemote, testUser } from '@ezdash/remote-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import texts from '../locales/en.json';
import { makeArticle, makeItem, makeNewsPage } from '../testing/newsData';
import { NewsArticlePage } from './NewsArticlePage';
import { NewsPage } from './NewsPage';

let rendered: RenderedRemote | undefined;
afterEach(() => rendered?.unmount());

test('from the list to an article and back: it is read, and stays read', async () => {
  let read = false;
  const remote = renderRemote(
    <Routes>
      <Route path="/publisher/news" element={<NewsPage />} />
      <Route path="/publisher/news/:id" element={<NewsArticlePage />} />
    </Routes>,
    {
      path: '/publisher/news?unread=1',
      user: testUser({ role: 'publisher' }),
      texts: { publisher: texts },
      routes: {
        'GET /api/news': ({ query }: Call) =>
          makeNewsPage(query.unread && read ? [] : [makeItem({ read })], { unread: read ? 0 : 1 }),
        'GET /api/news/:id': () => makeArticle({ read }),
        'POST /api/news/:id/read': () => {
          read = true;
          return { unread: 0 };
        },
      },
    },
  );
  rendered = remote;
  await userEvent.click(await screen.findByRole('link', { name: 'Unread: Pay per conversion' }));
  expect(await screen.findByText('You pay when somebody buys.')).toBeTruthy();
  expect(remote.address()).toBe('/publisher/news/nw_1000');
  await waitFor(() => expect(read).toBe(true));
  await userEvent.click(screen.getByRole('link', { name: 'News' }));
  expect(await screen.findByText('All read')).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Pay per conversion' })).toBeTruthy();
});
