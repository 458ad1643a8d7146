import type { OperatorNewsArticle } from '@ezdash/contracts';
import {
  type Call,
  fillIn,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
  testUser,
} from '@ezdash/remote-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import { forgetUnsaved } from '../features/news/unsaved';
import texts from '../locales/en.json';
import { NewNewsPage, NewsEditorPage } from './NewsEditorPage';
import { NewsPage } from './NewsPage';

const makeArticle = (over: Partial<OperatorNewsArticle> = {}): OperatorNewsArticle => ({
  id: 'nw_1000',
  title: 'Pay per lead',
  category: 'product',
  audiences: ['advertiser'],
  pinned: false,
  body: 'It **works**.',
  published_at: null,
  withdrawn: false,
  updated_at: null,
  created_at: '2025-11-20T14:02:00.000Z',
  author: 'Mara Okafor',
  version: 3,
  changed_at: '2025-11-20T15:02:00.000Z',
  changed_by: 'Tomas Berg',
  readers: 0,
  audience_size: 1_204,
  ...over,
});
const PUBLISHED = { published_at: '2025-11-21T09:00:00.000Z', readers: 41 };
const PREVIEW = {
  body: [{ type: 'paragraph', children: [{ type: 'text', text: 'As the server reads it' }] }],
};

let rendered: RenderedRemote | undefined;
function show(path: string, routes: StubRoutes): RenderedRemote {
  rendered = renderRemote(
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <Link to="/admin/news/nw_1000">The article</Link>
      <Routes>
        <Route path="/admin/news" element={<NewsPage />} />
        <Route path="/admin/news/new" element={<NewNewsPage />} />
        <Route path="/admin/news/:id" element={<NewsEditorPage />} />
        <Route path="/elsewhere" element={<p>Elsewhere it is</p>} />
      </Routes>
    </>,
    {
      path,
      user: testUser({ role: 'admin' }),
      texts: { debug: texts },
      routes: { 'POST /api/operator/news/preview': PREVIEW, ...routes },
    },
  );
  return rendered;
}
afterEach(() => {
  rendered?.unmount();
  // The tab's, not the page's.
  for (const id of ['new', 'nw_1000']) forgetUnsaved(id);
});

const title = () => screen.findByRole('textbox', { name: 'Title' });
const body = () => screen.getByRole('textbox', { name: 'Text' });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const sent = ({ calls }: RenderedRemote, method: string) =>
  calls.filter((call) => call.method === method && !call.path.endsWith('/preview'));
const dialog = async () => within(await screen.findByRole('dialog'));

describe('the list', () => {
  test('has each article with its state, whom it is for and who has opened it', async () => {
    show('/admin/news', {
      'GET /api/operator/news': {
        articles: [
          makeArticle(),
          makeArticle({ id: 'nw_1002', title: 'Back', withdrawn: true, readers: 3 }),
          makeArticle({ id: 'nw_1001', title: 'Out', pinned: true, category: 'incident', ...PUBLISHED }),
        ],
      },
    });
    const table = within(await screen.findByRole('table', { name: 'Articles' }));
    const [, draft, back, out] = table.getAllByRole('row');
    expect(draft?.textContent).toMatch(
      /Pay per leadChanged by Tomas Berg, 20 Nov 2025, 15:02DraftProductAdvertisers––/,
    );
    expect(back?.textContent).toContain('Withdrawn');
    expect(out?.textContent).toMatch(/PublishedPinnedIncidentAdvertisers21 Nov 202541 of 1,204/);
    expect(screen.getByText('1 published')).toBeTruthy();
    expect(screen.getByText('1 draft')).toBeTruthy();
    expect(table.getByRole('link', { name: 'Out' }).getAttribute('href')).toBe('/admin/news/nw_1001');
  });

  test('is empty at first, and tells when it did not come', async () => {
    const remote = show('/admin/news', { 'GET /api/operator/news': reply(500, { message: 'Busy' }) });
    expect(await screen.findByText('News could not be loaded')).toBeTruthy();
    remote.answer({ 'GET /api/operator/news': { articles: [] } });
    await press('Try again');
    expect(await screen.findByText('Write the first article')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Write article' })).toHaveLength(1);
  });
});

describe('a new article', () => {
  test('says what is missing and sends nothing', async () => {
    const remote = show('/admin/news/new', {});
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Advertisers' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Publishers' }));
    await press('Save draft');
    for (const problem of ['Enter a title', 'Write something', 'Choose who it is for'])
      expect(await screen.findByText(problem)).toBeTruthy();
    expect(document.activeElement).toBe(await title());
    expect(sent(remote, 'POST')).toEqual([]);
  });

  test('becomes a draft with an address of its own', async () => {
    const remote = show('/admin/news/new', {
      'POST /api/operator/news': makeArticle({ version: 1 }),
      'GET /api/operator/news/:id': makeArticle({ version: 1 }),
    });
    await fillIn(await title(), ' Pay per lead ');
    await fillIn(body(), 'It **works**.');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Publishers' }));
    await press('Save draft');
    expect(await screen.findByText('Draft saved')).toBeTruthy();
    expect(sent(remote, 'POST')[0]?.body).toEqual({
      title: 'Pay per lead',
      category: 'product',
      audiences: ['advertiser'],
      pinned: false,
      body: 'It **works**.',
    });
    await waitFor(() => expect(remote.address()).toBe('/admin/news/nw_1000'));
    expect(await screen.findByText('Draft')).toBeTruthy();
  });

  test('what the server refuses stands at its field, and the words stay', async () => {
    show('/admin/news/new', {
      'POST /api/operator/news': reply(422, {
        message: 'Check what you entered',
        code: 'INVALID_INPUT',
        errors: { body: ['This is not what belongs here'] },
      }),
    });
    await fillIn(await title(), 'Title');
    await fillIn(body(), 'Words');
    await press('Save draft');
    expect(await screen.findByText('This is not what belongs here')).toBeTruthy();
    expect(body()).toHaveProperty('value', 'Words');
  });

  test('is seen beside the form as its readers will see it', async () => {
    const remote = show('/admin/news/new', {});
    expect(await screen.findByText('What you write appears here.')).toBeTruthy();
    await fillIn(await title(), 'Seen');
    await fillIn(body(), 'Words');
    expect(await screen.findByText('As the server reads it')).toBeTruthy();
    const preview = within(screen.getByRole('region', { name: 'As readers see it' }));
    expect(preview.getByRole('heading', { level: 3, name: 'Seen' })).toBeTruthy();
    expect(preview.getByText('Product')).toBeTruthy();
    expect(remote.calls.at(-1)?.body).toEqual({ body: 'Words' });
  });
});

describe('an article', () => {
  test('is saved, then published once that was confirmed with the number of its readers', async () => {
    let article = makeArticle();
    const remote = show('/admin/news/nw_1000', {
      'GET /api/operator/news/:id': () => article,
      'PUT /api/operator/news/:id': ({ body: input }: Call) => {
        article = { ...article, ...(input as OperatorNewsArticle), version: 4 };
        return article;
      },
      'POST /api/operator/news/:id/publish': () => {
        article = { ...article, ...PUBLISHED, version: 5 };
        return article;
      },
    });
    await fillIn(await title(), ' today');
    await press('Publish');
    const asked = await dialog();
    expect(asked.getByText('Publish to 1,204 accounts?')).toBeTruthy();
    expect(sent(remote, 'PUT')[0]?.body).toMatchObject({ version: 3, title: 'Pay per lead today' });
    await userEvent.click(asked.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('“Pay per lead today” is published')).toBeTruthy();
    expect(sent(remote, 'POST')[0]).toMatchObject({
      path: '/api/operator/news/nw_1000/publish',
      body: { version: 4 },
    });
    expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  });

  test('stays a draft when it is not confirmed, and saving it later does not ask again', async () => {
    const remote = show('/admin/news/nw_1000', {
      'GET /api/operator/news/:id': makeArticle(),
      'PUT /api/operator/news/:id': makeArticle(),
    });
    await title();
    await press('Publish');
    await userEvent.click((await dialog()).getByRole('button', { name: 'Keep it a draft' }));
    expect(sent(remote, 'POST')).toEqual([]);
    await press('Save draft');
    expect(await screen.findByText('Draft saved')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('that is out is withdrawn, with how many have opened it', async () => {
    let article = makeArticle(PUBLISHED);
    const remote = show('/admin/news/nw_1000', {
      'GET /api/operator/news/:id': () => article,
      'POST /api/operator/news/:id/withdraw': () => {
        article = { ...article, published_at: null, version: 4 };
        return article;
      },
    });
    await title();
    expect(screen.getByText('Opened by 41 of 1,204 accounts')).toBeTruthy();
    await press('Withdraw');
    const asked = await dialog();
    expect(asked.getByText(/41 accounts have opened it/)).toBeTruthy();
    await userEvent.click(asked.getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByRole('button', { name: 'Publish' })).toBeTruthy();
    expect(sent(remote, 'POST')[0]?.body).toEqual({ version: 3 });
  });

  test('that is a draft is deleted', async () => {
    const remote = show('/admin/news/nw_1000', {
      'GET /api/operator/news/:id': makeArticle(),
      'GET /api/operator/news': { articles: [] },
      'DELETE /api/operator/news/:id': reply(204),
    });
    await title();
    await press('Delete draft');
    await userEvent.click((await dialog()).getByRole('button', { name: 'Delete draft' }));
    expect(await screen.findByText('Write the first article')).toBeTruthy();
    expect(sent(remote, 'DELETE')[0]?.query).toEqual({ version: '3' });
  });

  test('what was not done is said', async () => {
    show('/admin/news/nw_1000', {
      'GET /api/operator/news/:id': makeArticle(PUBLISHED),
      'POST /api/operator/news/:id/withdraw': reply(500, { message: 'The database is away' }),
    });
    await title();
    await press('Withdraw');
    await userEvent.click((await dialog()).getByRole('button', { name: 'Withdraw' }));
    const said = await screen.findByText(/The database is away\. Request req_test/);
    expect(said.textContent).toContain('That was not done');
  });
});

describe('two at once', () => {
  const theirs = makeArticle({ title: 'Theirs', body: 'Their words', version: 4, changed_by: 'Mara Okafor' });
  const CHANGED = reply(409, { message: 'Somebody changed this article', code: 'CHANGED' });

  async function collide(): Promise<RenderedRemote> {
    let article = makeArticle();
    const remote = show('/admin/news/nw_1000', {
      'GET /api/operator/news/:id': () => article,
      'PUT /api/operator/news/:id': ({ body: input }: Call) => {
        if ((input as { version: number }).version === 4)
          return { ...theirs, ...(input as object), version: 5 };
        article = theirs;
        return CHANGED;
      },
    });
    await title();
    await fillIn(body(), ' And mine.');
    await press('Save draft');
    await screen.findByText(/Mara Okafor changed this article on/);
    return remote;
  }

  test('the second is told, sees the other text and goes on with their own', async () => {
    const remote = await collide();
    expect(body()).toHaveProperty('value', 'It **works**. And mine.');
    await press('Show theirs');
    const shown = within(screen.getByRole('region', { name: 'The text of Mara Okafor' }));
    expect(shown.getByText('Their words')).toBeTruthy();
    await press('Go on with mine');
    expect(screen.queryByText(/changed this article/)).toBeNull();
    await press('Save draft');
    expect(await screen.findByText('Draft saved')).toBeTruthy();
    expect(sent(remote, 'PUT').at(-1)?.body).toMatchObject({ version: 4, body: 'It **works**. And mine.' });
  });

  test('or takes the other', async () => {
    await collide();
    await press('Take theirs');
    expect(body()).toHaveProperty('value', 'Their words');
    expect(await title()).toHaveProperty('value', 'Theirs');
    expect(screen.queryByText(/changed this article/)).toBeNull();
  });

  test('what somebody else deletes meanwhile is saved as a new draft', async () => {
    let isThere = true;
    const remote = show('/admin/news/nw_1000', {
      'GET /api/operator/news/:id': () => (isThere ? makeArticle() : reply(404)),
      'PUT /api/operator/news/:id': () => {
        isThere = false;
        return reply(404, { message: 'No such article', code: 'NOT_FOUND' });
      },
      'POST /api/operator/news': makeArticle({ id: 'nw_2000' }),
    });
    await title();
    await fillIn(body(), ' And mine.');
    await press('Save draft');
    expect(await screen.findByText('Somebody deleted this article while you had it open')).toBeTruthy();
    await press('Save draft');
    await waitFor(() => expect(sent(remote, 'POST')).toHaveLength(1));
    expect(sent(remote, 'POST')[0]?.body).toMatchObject({ body: 'It **works**. And mine.' });
    await waitFor(() => expect(remote.address()).toBe('/admin/news/nw_2000'));
  });
});

test('words that are not saved are there again after a look elsewhere', async () => {
  show('/admin/news/nw_1000', { 'GET /api/operator/news/:id': makeArticle() });
  await title();
  await fillIn(body(), ' More.');
  const leaving = new Event('beforeunload', { cancelable: true });
  act(() => void window.dispatchEvent(leaving));
  expect(leaving.defaultPrevented).toBe(true);
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await screen.findByText('Elsewhere it is');
  await userEvent.click(screen.getByRole('link', { name: 'The article' }));
  expect(await screen.findByText('These changes of an earlier visit are not saved')).toBeTruthy();
  expect(body()).toHaveProperty('value', 'It **works**. More.');
  await press('Discard them');
  expect(body()).toHaveProperty('value', 'It **works**.');
  expect(screen.queryByText('These changes of an earlier visit are not saved')).toBeNull();
  const leavingAgain = new Event('beforeunload', { cancelable: true });
  act(() => void window.dispatchEvent(leavingAgain));
  expect(leavingAgain.defaultPrevented).toBe(false);
});

test('an article that is not there says so', async () => {
  show('/admin/news/nw_1000', { 'GET /api/operator/news/:id': reply(404) });
  expect(await screen.findByText('There is no such article')).toBeTruthy();
});
