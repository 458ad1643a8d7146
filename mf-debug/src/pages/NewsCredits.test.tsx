import type { IncidentCredit, OperatorNewsArticle } from '@ezdash/contracts';
import { type Call, fillIn, type RenderedRemote, renderRemote, testUser } from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { forgetUnsaved } from '../features/news/unsaved';
import texts from '../locales/en.json';
import { makeUserRow } from '../testing/consoleData';
import { NewsEditorPage } from './NewsEditorPage';

const ARTICLE: OperatorNewsArticle = {
  id: 'nw_1000',
  title: 'No ads at noon',
  category: 'incident',
  audiences: ['advertiser'],
  pinned: false,
  body: 'The ad server did not answer.',
  published_at: '2025-11-21T09:00:00.000Z',
  withdrawn: false,
  updated_at: null,
  created_at: '2025-11-20T14:02:00.000Z',
  author: 'Mara Okafor',
  version: 3,
  changed_at: '2025-11-20T15:02:00.000Z',
  changed_by: 'Tomas Berg',
  readers: 41,
  audience_size: 1_204,
};
const listOf = (credits: IncidentCredit[]) => ({
  credits,
  total_micros: credits.reduce((sum, { amount_micros }) => sum + amount_micros, 0),
});
const GIVEN: IncidentCredit = {
  transaction: 'tx_9a1',
  account: { id: 1001, email: 'ines@halden.example', company: 'Halden Outdoor' },
  amount_micros: 12_000_000,
  why: 'Twenty minutes without ads',
  granted_at: '2025-11-21T10:00:00.000Z',
  granted_by: 'Mara Okafor',
  taken_back: false,
};

let rendered: RenderedRemote | undefined;
function show(article: Partial<OperatorNewsArticle> = {}, before: IncidentCredit[] = []): RenderedRemote {
  let credits = before;
  rendered = renderRemote(
    <Routes>
      <Route path="/admin/news/:id" element={<NewsEditorPage />} />
    </Routes>,
    {
      path: '/admin/news/nw_1000',
      user: testUser({ role: 'admin' }),
      texts: { debug: texts },
      routes: {
        'POST /api/operator/news/preview': { body: [] },
        'GET /api/operator/news/:id': { ...ARTICLE, ...article },
        'GET /api/operator/users': ({ query }: Call) =>
          query.role === 'advertiser' ? { users: [makeUserRow()], total: 1 } : { users: [], total: 0 },
        'GET /api/operator/news/:id/credits': () => listOf(credits),
        'POST /api/operator/news/:id/credits': () => {
          credits = [GIVEN];
          return listOf(credits);
        },
      },
    },
  );
  return rendered;
}
afterEach(() => {
  rendered?.unmount();
  forgetUnsaved('nw_1000');
});
const panel = async () => within(await screen.findByRole('region', { name: 'Credits for this incident' }));
const isGiving = ({ path, method }: Call) => method === 'POST' && path.endsWith('/credits');

test('a credit is asked about with its amount, given once, and stands in the list', async () => {
  const remote = show();
  const inside = await panel();
  expect(await inside.findByText('Nobody was given anything yet.')).toBeTruthy();
  await fillIn(inside.getByRole('combobox', { name: 'Advertiser' }), 'halden');
  await userEvent.click(await screen.findByRole('option', { name: /Halden Outdoor/ }));
  await fillIn(inside.getByRole('textbox', { name: 'Amount' }), '12');
  await fillIn(inside.getByRole('textbox', { name: 'Why' }), GIVEN.why);
  await userEvent.click(inside.getByRole('button', { name: 'Give $12.00' }));
  const question = within(await screen.findByRole('dialog', { name: 'Give $12.00 to Halden Outdoor?' }));
  expect(remote.calls.some(isGiving)).toBe(false);
  await userEvent.click(question.getByRole('button', { name: 'Give $12.00' }));
  expect(await inside.findByText('$12.00 in all')).toBeTruthy();
  expect(inside.getByRole('listitem').textContent).toContain('Twenty minutes without ads');
  await waitFor(() => expect(remote.calls.filter(isGiving)).toHaveLength(1));
  expect(remote.calls.find(isGiving)?.body).toEqual({
    key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    advertiser_id: 1001,
    amount_micros: 12_000_000,
    why: GIVEN.why,
  });
});

test('what was taken back is told as such', async () => {
  show({}, [GIVEN, { ...GIVEN, transaction: 'tx_9a2', taken_back: true }]);
  const items = await (await panel()).findAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent?.includes('taken back'))).toEqual([false, true]);
});

test('what is missing is said beside its field, and nothing is sent', async () => {
  const remote = show();
  const inside = await panel();
  await userEvent.click(inside.getByRole('button', { name: 'Give credit' }));
  expect(await inside.findByText('Choose who is given it')).toBeTruthy();
  expect(inside.getByText(/^Enter more than nothing/)).toBeTruthy();
  expect(remote.calls.some(isGiving)).toBe(false);
});

test.each([
  ['a draft', { published_at: null }],
  ['of another category', { category: 'product' }],
  ['for publishers alone', { audiences: ['publisher'] }],
] as const)('%s has none', async (_name, change) => {
  show(change as Partial<OperatorNewsArticle>);
  expect(await screen.findByRole('textbox', { name: 'Title' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Credits for this incident' })).toBeNull();
});
