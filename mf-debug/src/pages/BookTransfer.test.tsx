import type { OperatorPaymentList } from '@ezdash/contracts';
import {
  type Call,
  fillIn,
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
import { makeUserRow } from '../testing/consoleData';
import { makePayment } from '../testing/moneyData';
import { sentKeys } from '../testing/sentKeys';
import { PaymentsPage } from './PaymentsPage';

const UNIT = 1_000_000;
const none: OperatorPaymentList = { payments: [], next: null, awaited: { count: 0, micros: 0 } };

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes): RenderedRemote {
  rendered = renderRemote(<PaymentsPage />, {
    path: '/admin/payments',
    user: testUser({ role: 'admin' }),
    texts: { debug: texts },
    routes: {
      'GET /api/operator/payments': none,
      'GET /api/operator/users': ({ query }: Call) =>
        query.search === 'halden' && query.role === 'advertiser'
          ? { users: [makeUserRow()], total: 1 }
          : { users: [], total: 0 },
      ...routes,
    },
  });
  return rendered;
}
afterEach(() => rendered?.unmount());

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Book a bank transfer' }));
const deposits = ({ calls }: RenderedRemote) =>
  calls.filter(({ path }) => path === '/api/operator/deposits').map(({ body }) => body);

async function fillAll(amount = '100'): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Book a transfer' }));
  const inside = await dialog();
  await fillIn(inside.getByRole('combobox', { name: 'Advertiser' }), 'halden');
  await userEvent.click(
    await screen.findByRole('option', { name: 'Halden Outdoor · ines@halden.example · 1001' }),
  );
  await fillIn(inside.getByRole('textbox', { name: 'Amount that came in' }), amount);
  await fillIn(inside.getByRole('textbox', { name: 'Reference of the bank' }), 'STATEMENT 12');
  await userEvent.click(inside.getByRole('button', { name: 'Continue' }));
}

const SENTENCE = /^\$100\.00 to Halden Outdoor \(ines@halden\.example\), reference STATEMENT 12, arrived /;

test('the account is found, the words say what is booked, and only then it is booked, with a proof', async () => {
  let proved = false;
  const remote = show({
    'POST /api/operator/deposits': () =>
      proved
        ? reply(201, makePayment({ state: 'completed', origin: 'operator' }))
        : reply(403, { message: 'Confirm', code: 'REAUTH_REQUIRED' }),
  });
  const keys = sentKeys('/api/operator/deposits');
  await fillAll();
  const inside = await dialog();
  expect(await inside.findByText(SENTENCE)).toBeTruthy();
  expect(deposits(remote)).toEqual([]);
  await userEvent.click(inside.getByRole('button', { name: 'Book $100.00' }));
  await waitFor(() => expect(currentProof()).not.toBeNull());
  proved = true;
  currentProof()?.answer(Date.now() + 300_000);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(deposits(remote).at(-1)).toMatchObject({
    advertiser_id: 1_001,
    amount_micros: 100 * UNIT,
    reference: 'STATEMENT 12',
    occurred_at: expect.stringMatching(/T12:00:00/),
  });
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[0]).toBe(keys[1]);
});

test('a double click on Continue books nothing, and the words have the focus', async () => {
  const remote = show({
    'POST /api/operator/deposits': reply(201, makePayment({ state: 'completed', origin: 'operator' })),
  });
  await fillAll();
  const inside = await dialog();
  const words = await inside.findByText(SENTENCE);
  expect(document.activeElement?.contains(words)).toBe(true);
  await userEvent.click(inside.getByRole('button', { name: 'Change it' }));
  await waitFor(() =>
    expect(document.activeElement).toBe(inside.getByRole('combobox', { name: 'Advertiser' })),
  );
  await userEvent.dblClick(inside.getByRole('button', { name: 'Continue' }));
  await inside.findByText(SENTENCE);
  expect(deposits(remote)).toEqual([]);
});

test('why there is nobody to choose stands in the list as an option that cannot be chosen', async () => {
  show({});
  await userEvent.click(await screen.findByRole('button', { name: 'Book a transfer' }));
  const inside = await dialog();
  const field = inside.getByRole<HTMLInputElement>('combobox', { name: 'Advertiser' });
  await userEvent.click(field);
  const hint = await screen.findByRole('option', { name: /^Type a part of the e-mail address/ });
  expect(hint.hasAttribute('data-combobox-disabled')).toBe(true);
  await fillIn(field, 'nobody');
  await userEvent.click(await screen.findByRole('option', { name: 'No account matches' }));
  expect(field.value).toBe('nobody');
});

test('says what is missing, and asks for nothing', async () => {
  const remote = show({});
  await userEvent.click(await screen.findByRole('button', { name: 'Book a transfer' }));
  const inside = await dialog();
  await userEvent.click(inside.getByRole('button', { name: 'Continue' }));
  expect(await inside.findByText('Choose the account that the money is for')).toBeTruthy();
  expect(document.activeElement).toBe(inside.getByRole('combobox', { name: 'Advertiser' }));
  expect(inside.getByText('Enter the reference of the bank')).toBeTruthy();
  expect(deposits(remote)).toEqual([]);
});

test('a reference that was booked before is told at its field, and what was typed stays', async () => {
  const message = 'This bank reference was booked before: $70.00 for anna@tideline.example on 2025-10-01';
  show({ 'POST /api/operator/deposits': reply(409, { message, code: 'BANK_REFERENCE_USED' }) });
  await fillAll();
  const inside = await dialog();
  await userEvent.click(await inside.findByRole('button', { name: 'Book $100.00' }));
  expect(await inside.findByText(message)).toBeTruthy();
  const reference = inside.getByRole<HTMLInputElement>('textbox', { name: 'Reference of the bank' });
  expect([reference.value, reference.getAttribute('aria-invalid')]).toEqual(['STATEMENT 12', 'true']);
  const account = inside.getByRole<HTMLInputElement>('combobox', { name: 'Advertiser' });
  expect(account.value).toContain('Halden Outdoor');
});

test('a call that failed leaves everything as it is, to be sent again with the same key', async () => {
  const remote = show({ 'POST /api/operator/deposits': reply(500, { message: 'Busy', code: 'X' }) });
  const keys = sentKeys('/api/operator/deposits');
  await fillAll();
  const inside = await dialog();
  await userEvent.click(await inside.findByRole('button', { name: 'Book $100.00' }));
  expect(await inside.findByText('The transfer was not booked')).toBeTruthy();
  expect(inside.getByText(SENTENCE)).toBeTruthy();
  remote.answer({ 'POST /api/operator/deposits': reply(201, makePayment({ state: 'completed' })) });
  await userEvent.click(inside.getByRole('button', { name: 'Book $100.00' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(keys[0]).toBe(keys[1]);
});
