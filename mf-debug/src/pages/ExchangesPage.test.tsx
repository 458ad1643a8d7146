import type { OperatorSeat } from '@ezdash/contracts';
import {
  fillIn,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
} from '@ezdash/remote-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../locales/en.json';
import { admin } from '../testing/consoleData';
import { ExchangesPage } from './ExchangesPage';

const GET = 'GET /api/operator/rtb-seats';
const ADD = 'POST /api/operator/rtb-seats';
const REVOKE = 'POST /api/operator/rtb-seats/:id/revoke';
const FIND = 'GET /api/operator/rtb-seats/properties';
const property = { id: 'p_1000', name: 'Alpine Weather', domain: 'weather.example' };
const seat: OperatorSeat = {
  id: 901,
  name: 'Alpine',
  property,
  buyer_seat: null,
  click_macro: null,
  requests_per_second: 1_000,
  created_at: '2025-11-21T09:00:00.000Z',
  revoked_at: null,
  last_notice_at: null,
  wins: 1_200,
  losses: 300,
  billed: 1_100,
  billed_micros: 4_500_000,
  impressions: 1_090,
  earned_micros: 4_400_000,
};
const KEY = `rtb_${'k'.repeat(43)}`;

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes): RenderedRemote {
  rendered = renderRemote(<ExchangesPage />, {
    path: '/admin/exchanges',
    user: admin,
    texts: { debug: texts },
    routes: { 'POST /debug-tool/log': {}, ...routes },
  });
  return rendered;
}
afterEach(() => rendered?.unmount());
const dialog = async () => within(await screen.findByRole('dialog'));

test('adds the first exchange, and shows its key this once', async () => {
  let seats: OperatorSeat[] = [];
  const { calls } = show({
    [GET]: () => ({ seats }),
    [FIND]: { properties: [property] },
    [ADD]: () => {
      seats = [seat];
      return reply(201, { seat, key: KEY });
    },
  });
  await screen.findByText('No exchange yet');
  await userEvent.click(screen.getByRole('button', { name: 'Add an exchange' }));
  const form = await dialog();
  await userEvent.click(form.getByRole('button', { name: 'Add an exchange' }));
  form.getByText('Give it a name');
  form.getByText('Choose the property that stands for the exchange');
  await fillIn(form.getByLabelText('Name'), 'Alpine');
  await userEvent.click(form.getByRole('combobox', { name: 'Property' }));
  await userEvent.click(await screen.findByRole('option', { name: /Alpine Weather/ }));
  await userEvent.click(form.getByRole('button', { name: 'Add an exchange' }));
  expect(await screen.findByText('The key is shown only this once')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Key' }).textContent).toBe(KEY);
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Alpine',
    property_id: 'p_1000',
    buyer_seat: null,
    click_macro: null,
    requests_per_second: 1_000,
  });
  await userEvent.keyboard('{Escape}');
  const beside = document.querySelector('.mantine-Modal-overlay');
  if (beside) await userEvent.click(beside);
  expect(screen.getByRole('region', { name: 'Key' }).textContent).toBe(KEY);
  await userEvent.click(screen.getByRole('button', { name: 'I have the key' }));
  expect(await screen.findByRole('row', { name: /Alpine/ })).toBeTruthy();
  expect(document.body.textContent).not.toContain(KEY);
});

test('shows what exchanges said beside what was counted, and revokes one after a question', async () => {
  let revoked_at: string | null = null;
  show({
    [GET]: () => ({ seats: [{ ...seat, revoked_at }] }),
    [REVOKE]: () => {
      revoked_at = '2025-11-22T09:00:00.000Z';
      return { seats: [{ ...seat, revoked_at }] };
    },
  });
  const row = within(await screen.findByRole('row', { name: /Alpine/ }));
  row.getByText('1,200 won, 300 lost');
  row.getByText('$4.50');
  row.getByText('$4.40');
  row.getByText('none in 30 days');
  await userEvent.click(screen.getByRole('button', { name: 'Revoke Alpine' }));
  const question = await dialog();
  question.getByText(/stops working within five seconds/);
  await userEvent.click(question.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Alpine may no longer ask for bids')).toBeTruthy();
  expect(await screen.findByText('revoked on 22 Nov 2025')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Revoke Alpine' })).toBeNull();
  // The button went with its right, and did not take the focus along.
  expect(document.activeElement?.textContent).toBe('Exchanges');
});

test('says what was not revoked, and what could not be loaded', async () => {
  show({ [GET]: { seats: [seat] }, [REVOKE]: reply(404, { message: 'This does not exist', code: 'X' }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Alpine' }));
  await userEvent.click((await dialog()).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('The exchange was not revoked')).toBeTruthy();
  rendered?.unmount();
  show({ [GET]: reply(500, { message: 'Busy', code: 'X', requestId: 'r9' }) });
  expect(await screen.findByText('The exchanges could not be loaded')).toBeTruthy();
  expect(screen.getByText(/r9/)).toBeTruthy();
});
