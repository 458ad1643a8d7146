import {
  type Call,
  fillIn,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
} from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { callKey } from '../features/console/calls';
import texts from '../locales/en.json';
import { admin, makeAuditRow } from '../testing/consoleData';
import { AuditPage } from './AuditPage';

let rendered: RenderedRemote | undefined;
function show(path: string, routes: StubRoutes): RenderedRemote {
  rendered = renderRemote(<AuditPage />, { path, user: admin, texts: { debug: texts }, routes });
  return rendered;
}
afterEach(() => rendered?.unmount());

const GET = 'GET /api/operator/audit';
const rows = [
  makeAuditRow({ id: '901', detail: { user: 7, to: 'suspended' } }),
  makeAuditRow({ id: '900', admin: null, method: 'GET', path: '/debug-tool/verify', status: 401 }),
];

test('calls stand in words and as they were, newest first, and open', async () => {
  show('/admin/audit', {
    [GET]: ({ query }: Call) =>
      query.before ? { rows: [makeAuditRow({ id: '899' })], more: false } : { rows, more: true },
  });
  const table = within(await screen.findByRole('table', { name: 'Calls' }));
  expect(table.getByText('not signed in')).toBeTruthy();
  expect(table.getByText('GET /debug-tool/verify')).toBeTruthy();
  await userEvent.click(table.getByRole('button', { name: 'Decided on a campaign' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Call 901' }));
  expect(drawer.getByText(/"suspended"/)).toBeTruthy();
  expect(drawer.getByText('a1b2c3')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }));
  await waitFor(() => expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(4));
});

test('filters go to the server and stand in the address', async () => {
  const remote = show('/admin/audit?admin=mara', { [GET]: { rows: [], more: false } });
  expect(await screen.findByText('No call matches')).toBeTruthy();
  expect(remote.calls[0]?.query).toEqual({ admin: 'mara' });
  await fillIn(screen.getByRole('searchbox', { name: 'Address of the call' }), '/payouts');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Refused only' }));
  await waitFor(() =>
    expect(remote.calls.at(-1)?.query).toEqual({ admin: 'mara', path: '/payouts', refused: 'true' }),
  );
  await waitFor(() =>
    expect(remote.address()).toMatch(/\?(?=.*admin=mara)(?=.*path=%2Fpayouts)(?=.*refused=true)/),
  );
});

test('changes only: with the other filters, in the address, and in the place of what was refused', async () => {
  const remote = show('/admin/audit?admin=mara&changes=true', { [GET]: { rows, more: false } });
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  await screen.findByRole('table', { name: 'Calls' });
  expect(remote.calls[0]?.query).toEqual({ admin: 'mara', changes: 'true' });
  expect(box('Changes only').checked).toBe(true);
  await userEvent.click(box('Refused only'));
  await waitFor(() => expect(remote.calls.at(-1)?.query).toEqual({ admin: 'mara', refused: 'true' }));
  expect(box('Changes only').checked).toBe(false);
  await userEvent.click(box('Changes only'));
  await waitFor(() => expect(remote.calls.at(-1)?.query).toEqual({ admin: 'mara', changes: 'true' }));
  expect(remote.address()).toMatch(/^[^?]*\?(?=.*admin=mara)(?=.*changes=true)(?!.*refused)/);
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(remote.calls.at(-1)?.query).toEqual({}));
  expect(remote.address()).not.toContain('changes');
});

test.each([
  [{ whole: true, broken_row: null }, 'The chain is whole.'],
  [{ whole: false, broken_row: '417' }, 'The chain breaks at call 417.'],
])('the chain is checked when asked: %j', async (answer, words) => {
  show('/admin/audit', { [GET]: { rows, more: false }, 'GET /api/operator/audit/check': answer });
  await userEvent.click(await screen.findByRole('button', { name: 'Check the chain' }));
  expect(await screen.findByText(words)).toBeTruthy();
});

test('what could not be loaded or checked says so', async () => {
  const busy = reply(500, { message: 'Busy', code: 'X' });
  show('/admin/audit', { [GET]: busy, 'GET /api/operator/audit/check': busy });
  expect(await screen.findByText('The audit log could not be loaded')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Check the chain' }));
  expect(await screen.findByText('The chain could not be checked')).toBeTruthy();
});

test('every named call has its words, and a call without a name none', () => {
  const calls: Record<string, string> = texts.console.call;
  const key = callKey('POST', '/api/operator/news/n_1/publish');
  expect(key && calls[key.replace('console.call.', '')]).toBe('Published an article');
  expect(callKey('GET', '/api/operator/news')).toBeNull();
});
