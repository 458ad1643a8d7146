import {
  fillIn,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
  testUser,
} from '@ezdash/remote-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../locales/en.json';
import { makeLine } from '../testing/moneyData';
import { CreditPage } from './CreditPage';

const UNIT = 1_000_000;
const calm = makeLine({
  account: { id: 'u_102c', email: 'joe@morrow.example', company: 'Morrow', account_type: 'VIP2' },
});
const late = makeLine({
  state: 'overdue',
  owed_micros: 1_500 * UNIT,
  ageing_micros: { current: 500 * UNIT, days_30: 0, days_60: 1_000 * UNIT, days_90: 0, older: 0 },
  note: 'Agreed by phone',
});

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes): RenderedRemote {
  rendered = renderRemote(<CreditPage />, {
    path: '/admin/credit-lines',
    user: testUser({ role: 'admin' }),
    texts: { debug: texts },
    routes: { 'GET /api/operator/credit-lines': { lines: [calm, late] }, ...routes },
  });
  return rendered;
}
afterEach(() => rendered?.unmount());

const puts = ({ calls }: RenderedRemote) =>
  calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => ({ path, body }));
const dialog = async () => within(await screen.findByRole('dialog'));

test('lines with their ages, the most overdue first, summed in the foot', async () => {
  show({});
  const table = within(await screen.findByRole('table', { name: 'Credit lines' }));
  const [head, first, second, foot] = table.getAllByRole('row');
  expect(head?.textContent).toMatch(/Limit.*Owed.*Not due.*1–30 days.*31–60 days.*61–90 days.*Older/);
  expect(first?.textContent).toMatch(
    /Halden Outdoor.*OverdueAgreed by phone\$5,000\.00\$1,500\.00\$500\.00–\$1,000\.00––/,
  );
  expect(second?.textContent).toContain('Morrow');
  expect(foot?.textContent).toContain('$10,000.00');
  expect(screen.getByText('$1,500.00 owed')).toBeTruthy();
  expect(screen.getByText('$1,000.00 overdue')).toBeTruthy();
});

test('pausing one asks why, and what is refused stands in place', async () => {
  const remote = show({
    'PUT /api/operator/credit-lines/:id': reply(409, {
      message: 'What is overdue has to be paid: then the line opens by itself',
      code: 'LINE_OVERDUE',
    }),
  });
  await screen.findByRole('table');
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Halden Outdoor' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Pause' }));
  const drawer = await dialog();
  expect(drawer.getByText('This line is overdue')).toBeTruthy();
  expect((drawer.getByRole('radio', { name: /^Paused/ }) as HTMLInputElement).checked).toBe(true);
  await userEvent.click(drawer.getByRole('button', { name: 'Save' }));
  expect(await drawer.findByText('Say why, in at least 3 characters')).toBeTruthy();
  expect(puts(remote)).toEqual([]);
  await fillIn(drawer.getByRole('textbox', { name: 'Why' }), 'Late twice');
  await userEvent.click(drawer.getByRole('button', { name: 'Save' }));
  expect(await drawer.findByText('It was not saved')).toBeTruthy();
  expect(puts(remote)).toEqual([
    {
      path: '/api/operator/credit-lines/u_102a',
      body: { limit_micros: 5_000 * UNIT, terms_days: 30, state: 'paused', why: 'Late twice' },
    },
  ]);
});

test('the first line is agreed from the empty page; an account without credit is named at its field', async () => {
  const remote = show({
    'GET /api/operator/credit-lines': { lines: [] },
    'PUT /api/operator/credit-lines/:id': reply(409, {
      message: 'Accounts of this type have no credit line',
      code: 'TYPE_HAS_NO_CREDIT',
    }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Agree a line' }));
  const drawer = await dialog();
  const id = drawer.getByRole('textbox', { name: 'Account id' });
  await fillIn(id, 'halden');
  await fillIn(drawer.getByRole('textbox', { name: 'Limit' }), '2,500');
  await fillIn(drawer.getByRole('textbox', { name: 'Why' }), 'Contract of 1 Nov');
  await userEvent.click(drawer.getByRole('button', { name: 'Agree' }));
  expect(await drawer.findByText('Enter an account id such as u_102a')).toBeTruthy();
  await userEvent.clear(id);
  await fillIn(id, ' u_102a ');
  await userEvent.click(drawer.getByRole('button', { name: 'Agree' }));
  expect(await drawer.findByText('Accounts of this type have no credit line')).toBeTruthy();
  expect(id.getAttribute('aria-invalid')).toBe('true');
  remote.answer({ 'PUT /api/operator/credit-lines/:id': makeLine() });
  await userEvent.click(drawer.getByRole('button', { name: 'Agree' }));
  expect(await screen.findByText('Credit line of Halden Outdoor saved')).toBeTruthy();
  expect(puts(remote).at(-1)).toEqual({
    path: '/api/operator/credit-lines/u_102a',
    body: { limit_micros: 2_500 * UNIT, terms_days: 30, state: 'open', why: 'Contract of 1 Nov' },
  });
});

test('says that lines could not be loaded', async () => {
  const remote = show({ 'GET /api/operator/credit-lines': reply(500, { message: 'Busy', code: 'X' }) });
  expect(await screen.findByText('Credit lines could not be loaded')).toBeTruthy();
  remote.answer({ 'GET /api/operator/credit-lines': { lines: [] } });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No credit lines yet')).toBeTruthy();
});
