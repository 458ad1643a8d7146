import type { DeadLetterList } from '@ezdash/contracts';
import {
  type Call,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
  testUser,
} from '@ezdash/remote-kit/testing';
import { currentProof } from '@ezdash/store';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../locales/en.json';
import { DeadLettersPage } from './DeadLettersPage';

const mail = {
  queue: 'mail',
  id: '0b0c1f9e-0000-4000-8000-000000000001',
  payload: '{"to":"ines@halden.example","template":"receipt"}',
  reason: 'No such mailbox',
  failed_at: '2025-11-20T09:00:00.000Z',
};
const invoice = {
  queue: 'xero-invoice',
  id: '0b0c1f9e-0000-4000-8000-000000000002',
  payload: '{"payment":7}',
  reason: 'Account code 200 is not a valid code for this document',
  failed_at: '2025-11-21T09:00:00.000Z',
};
const listOf = (dead: DeadLetterList['dead']): DeadLetterList => ({
  dead,
  queues: [...new Set(dead.map(({ queue }) => queue))].map((queue) => ({
    queue,
    dead: dead.filter((one) => one.queue === queue).length,
  })),
});

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes): RenderedRemote {
  rendered = renderRemote(<DeadLettersPage />, {
    path: '/admin/dead-letters',
    user: testUser({ role: 'admin' }),
    texts: { debug: texts },
    routes: { 'GET /api/operator/dead-letters': listOf([mail, invoice]), ...routes },
  });
  return rendered;
}
afterEach(() => rendered?.unmount());

const replays = ({ calls }: RenderedRemote) =>
  calls.filter(({ method }) => method === 'POST').map(({ path }) => path);

test('nothing failed is good news', async () => {
  show({ 'GET /api/operator/dead-letters': listOf([]) });
  expect(await screen.findByText('No job has failed')).toBeTruthy();
});

test('latest first, and each opens with what it was to do; sent anew, it is gone', async () => {
  let left = [mail, invoice];
  let proved = false;
  const remote = show({
    'GET /api/operator/dead-letters': () => listOf(left),
    'POST /api/operator/dead-letters/:queue/:id/replay': ({ params }: Call) => {
      if (!proved) return reply(403, { message: 'Confirm', code: 'REAUTH_REQUIRED' });
      left = left.filter(({ id }) => id !== params.id);
      return reply(204);
    },
  });
  const table = within(await screen.findByRole('table', { name: 'Failed jobs' }));
  expect(table.getAllByRole('row')[1]?.textContent).toContain('xero-invoice');
  expect(screen.getByText('2 jobs failed for good')).toBeTruthy();
  await userEvent.click(table.getByRole('button', { name: 'mail' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Failed job of mail' }));
  expect(drawer.getByText('No such mailbox')).toBeTruthy();
  expect(drawer.getByText(/"receipt"/)).toBeTruthy();
  await userEvent.click(drawer.getByRole('button', { name: 'Send anew' }));
  await waitFor(() => expect(currentProof()).not.toBeNull());
  proved = true;
  currentProof()?.answer(Date.now() + 300_000);
  expect(await screen.findByText('1 job was sent anew')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('1 job failed for good')).toBeTruthy();
  expect(replays(remote)).toEqual([
    `/api/operator/dead-letters/mail/${mail.id}/replay`,
    `/api/operator/dead-letters/mail/${mail.id}/replay`,
  ]);
});

test('several are sent anew; one that somebody else has sent counts, another failure stops', async () => {
  const remote = show({
    'POST /api/operator/dead-letters/:queue/:id/replay': ({ params }: Call) =>
      params.queue === 'mail'
        ? reply(500, { message: 'The queue does not answer', code: 'X' })
        : reply(404, { message: 'Gone', code: 'NOT_FOUND' }),
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send 2 anew' }));
  expect(await screen.findByText('Not all were sent anew')).toBeTruthy();
  expect(replays(remote).length).toBeGreaterThan(0);
});

test('one queue alone is shown, and all again when it has none left', async () => {
  const remote = show({});
  await userEvent.click(await screen.findByRole('combobox', { name: 'Queue' }));
  await userEvent.click(await screen.findByRole('option', { name: 'mail (1)' }));
  const rows = () => within(screen.getByRole('table')).getAllByRole('row').length;
  await waitFor(() => expect(rows()).toBe(2));
  remote.answer({
    'GET /api/operator/dead-letters': listOf([invoice, { ...invoice, id: `${invoice.id}x` }]),
    'POST /api/operator/dead-letters/:queue/:id/replay': reply(204),
  });
  await userEvent.click(screen.getByRole('button', { name: `Actions for mail ${mail.id}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Send anew' }));
  await waitFor(() => expect(rows()).toBe(3));
});

test('says that they could not be loaded', async () => {
  show({ 'GET /api/operator/dead-letters': reply(500, { message: 'Busy', code: 'X' }) });
  expect(await screen.findByText('Failed jobs could not be loaded')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
