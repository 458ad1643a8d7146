import { type RenderedRemote, renderRemote, reply, type StubRoutes } from '@ezdash/remote-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { needsOf } from '../features/console/needs';
import texts from '../locales/en.json';
import { admin, makeOverview } from '../testing/consoleData';
import { OverviewPage } from './OverviewPage';

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes): RenderedRemote {
  rendered = renderRemote(<OverviewPage />, { path: '/admin', user: admin, texts: { debug: texts }, routes });
  return rendered;
}
afterEach(() => rendered?.unmount());

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test('what needs staff stands there, the worst first, each with its way', async () => {
  show({
    'GET /api/operator/overview': makeOverview({
      campaigns: { count: 1, oldest_at: ago(10) },
      conversations: { count: 2, oldest_at: ago(300) },
      failed_invoices: { count: 1, oldest_at: null },
      accounts: { count: 3, oldest_at: ago(60 * 30) },
    }),
  });
  const panel = within(await screen.findByRole('region', { name: 'Needs you' }));
  const rows = panel.getAllByRole('listitem').map((row) => row.textContent?.trim());
  expect(rows).toEqual([
    '2 conversations wait for an answer, the oldest for 5 hAnswer',
    '1 invoice was refused by Xero.Look',
    '3 accounts are pending, the oldest for 1 d 6 hLook',
    '1 campaign waits for review, for 10 mReview',
  ]);
  expect(panel.getByRole('link', { name: 'Answer' }).getAttribute('href')).toBe('/admin/conversations');
});

test('nothing that waits says so, as does a day without decisions', async () => {
  show({ 'GET /api/operator/overview': makeOverview() });
  expect(await screen.findByText('Nothing waits')).toBeTruthy();
  expect(screen.getByText('Nothing yet today')).toBeTruthy();
});

test('what one did today has its words, and the call itself; what was refused says so', async () => {
  const call = { id: '9', method: 'POST', path: '/api/operator/payouts/po_1/decision', status: 200 };
  const happened_at = ago(1);
  show({
    'GET /api/operator/overview': makeOverview({
      recent: [
        { ...call, happened_at },
        { ...call, id: '8', path: '/api/operator/something/new', status: 403, happened_at },
      ],
    }),
  });
  const panel = within(await screen.findByRole('region', { name: 'What you did today' }));
  expect(panel.getByText('Decided on a payout')).toBeTruthy();
  expect(panel.getByText('refused (403)')).toBeTruthy();
  expect(panel.getByRole('link', { name: 'All in the audit log' }).getAttribute('href')).toBe(
    '/admin/audit?admin=mara%40ezdash.test',
  );
});

test('says that it could not be loaded, with the request, and tries again', async () => {
  const remote = show({ 'GET /api/operator/overview': reply(500, { message: 'Busy', code: 'X' }) });
  expect(await screen.findByText('The overview could not be loaded')).toBeTruthy();
  expect(screen.getByText(/req_test/)).toBeTruthy();
  remote.answer({ 'GET /api/operator/overview': makeOverview() });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing waits')).toBeTruthy();
});

test.each([
  ['failed_invoices', 0, 'bad'],
  ['dead_letters', 1, 'warn'],
  ['dead_letters', 25, 'bad'],
  ['campaigns', 1, 'info'],
  ['campaigns', 3, 'warn'],
  ['campaigns', 5, 'bad'],
  ['bank_transfers', 24, 'info'],
  ['payouts_approved', 25, 'warn'],
] as const)('%s that wait for %i h are %s', (what, hours, tone) => {
  const nowMs = Date.parse('2026-11-22T12:00:00Z');
  const oldest_at = new Date(nowMs - hours * 3_600_000).toISOString();
  expect(needsOf(makeOverview({ [what]: { count: 1, oldest_at } }), nowMs)).toMatchObject([{ what, tone }]);
});
