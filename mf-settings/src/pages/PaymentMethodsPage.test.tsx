import type { PaymentMethod, PaymentMethodList } from '@ezdash/contracts';
import { type Call, renderRemote, reply, testUser } from '@ezdash/remote-kit/testing';
import { page } from '@ezdash/store';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { App } from '../App';
import en from '../locales/en.json';
import { renderSettings } from '../testing/renderSettings';

const PATH = '/settings/payment-methods';
const LIST = '/api/settings/payment-methods';
const GET = `GET ${LIST}`;
const SETUP = `POST ${LIST}/setups`;
const TAKE = `POST ${LIST}`;

const method = (change: Partial<PaymentMethod> = {}): PaymentMethod => ({
  id: 'pm_1',
  kind: 'card',
  gateway: 'sandbox',
  brand: 'Visa',
  last4: '4242',
  expires: '2099-04',
  expired: false,
  is_default: true,
  created_at: '2026-01-05T09:00:00Z',
  ...change,
});
const OLD = method({
  id: 'pm_0',
  brand: 'Mastercard',
  last4: '0005',
  expired: true,
  expires: '2025-01',
  is_default: false,
});
const list = (methods: PaymentMethod[] = [], change: Partial<PaymentMethodList> = {}): PaymentMethodList => ({
  kind: 'card',
  methods,
  gateways: [{ id: 'sandbox', name: 'Sandbox' }],
  ...change,
});
const show = (routes: Record<string, unknown> = {}, path = PATH) =>
  renderSettings(path, { [GET]: list(), ...routes });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const act = async (name: string, item: string) => {
  await press(`Actions for ${name}`);
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};
const made = (calls: Call[], verb: string) => calls.filter(({ method: each }) => each === verb);

let go: jest.SpyInstance;
beforeEach(() => {
  go = jest.spyOn(page, 'go').mockImplementation(() => undefined);
});
afterEach(() => go.mockRestore());

test('what is kept: brand, digits, expiry, default, expired, the gateway by its name', async () => {
  show({ [GET]: list([method(), OLD]) });
  const table = within(await screen.findByRole('table', { name: 'Your payment methods' }));
  const rows = table.getAllByRole('row').map(({ textContent }) => textContent ?? '');
  expect(rows[1]).toContain('Visa •••• 4242');
  expect(rows[1]).toContain('Default');
  expect(rows[1]).toContain('04/2099');
  expect(rows[1]).toContain('Test gateway');
  expect(rows[2]).toContain('Mastercard •••• 0005');
  expect(rows[2]).toContain('Expired');
  expect(rows[2]).not.toContain('Default');
  expect(screen.getByText(/The test gateway moves no money/)).toBeTruthy();
});

test('adding leads to the gateway by a full page load, with a key a press', async () => {
  const keys: (string | null)[] = [];
  const { calls, answer } = show({ [SETUP]: reply(502, { message: 'Away', code: 'GATEWAY_FAILED' }) });
  const stub = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    if (request.url.endsWith('/setups')) keys.push(request.headers.get('Idempotency-Key'));
    return stub(request);
  };
  await screen.findByText('No card yet');
  await press('Add card');
  await screen.findByText('No card was added.');
  answer({ [SETUP]: { id: 'ps_1', url: 'https://pay.example/setup/ps_1' } });
  await press('Add card');
  await waitFor(() => expect(go.mock.calls).toEqual([['https://pay.example/setup/ps_1']]));
  expect(made(calls, 'POST').map(({ body }) => body)).toEqual([
    { gateway: 'sandbox' },
    { gateway: 'sandbox' },
  ]);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(keys).size).toBe(2);
});

test('never to what is no page of the web', async () => {
  show({ [SETUP]: { id: 'ps_1', url: 'javascript:alert(1)' } });
  await press('Add card');
  await screen.findByText('No card was added.');
  expect(go.mock.calls).toEqual([]);
});

test('of several gateways one is chosen; an old proof is asked for with the same key', async () => {
  const gateways = [
    { id: 'acme', name: 'Acme Pay' },
    { id: 'sandbox', name: 'Sandbox' },
  ];
  const { answer, calls } = show({
    [GET]: list([], { gateways }),
    [SETUP]: reply(403, { message: 'Prove it', code: 'REAUTH_REQUIRED' }),
    'GET /api/settings/factors': reply(500, { message: '', code: 'X' }),
    'POST /api/auth/confirm-password': { confirmed_until: '2099-01-01T00:00:00Z' },
  });
  await press('Add card');
  const question = within(await screen.findByRole('dialog', { name: 'Choose a payment provider' }));
  expect(question.getByRole('radio', { name: 'Acme Pay' })).toBeTruthy();
  await userEvent.click(question.getByRole('radio', { name: /Test gateway/ }));
  await userEvent.click(question.getByRole('button', { name: 'Continue' }));
  const proof = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  answer({ [SETUP]: { id: 'ps_1', url: '/gateway/sandbox/setup/ps_1' } });
  fireEvent.change(proof.getByLabelText('Password'), { target: { value: 'a long password' } });
  await userEvent.click(proof.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(go.mock.calls).toEqual([['/gateway/sandbox/setup/ps_1']]));
  const setups = made(calls, 'POST').filter(({ path }) => path.endsWith('/setups'));
  expect(setups.map(({ body }) => body)).toEqual([{ gateway: 'sandbox' }, { gateway: 'sandbox' }]);
});

test('without a gateway nothing can be added, and that is said', async () => {
  show({ [GET]: list([], { kind: 'bank_account', gateways: [] }) });
  await screen.findByText('No payment provider is set up.');
  expect(screen.getByText('No bank account yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
});

test('the return from the gateway is taken in once, also when effects run twice', async () => {
  const routes = { [GET]: list([method()]), [TAKE]: reply(201, method()) };
  const { calls, address } = renderRemote(
    <StrictMode>
      <App />
    </StrictMode>,
    { path: `${PATH}?setup=ps_1`, user: testUser(), routes, texts: { settings: en } },
  );
  await screen.findByText('Visa •••• 4242 was added.');
  await waitFor(() => expect(address()).toBe(PATH));
  expect(made(calls, 'POST').map(({ body }) => body)).toEqual([{ setup: 'ps_1' }]);
});

test.each([
  ['SETUP_CANCELLED', 409, 'You left the payment provider', false],
  ['SETUP_EXPIRED', 409, 'The visit took too long', false],
  ['METHOD_DECLINED', 409, 'The payment provider refused it', false],
  ['TOO_MANY_METHODS', 409, 'Remove one first', false],
  ['NOT_FOUND', 404, 'not known to your account', false],
  ['SETUP_OPEN', 409, 'has not finished yet', true],
  ['GATEWAY_FAILED', 502, 'What you entered there is not lost', true],
  ['SOMETHING_NEW', 409, 'In the words of the server.', false],
])('%s is told, and tried again only where that may help', async (code, status, text, again) => {
  const refusal = reply(status, { message: 'In the words of the server', code });
  const { answer, address, calls } = show({ [TAKE]: refusal }, `${PATH}?setup=ps_1`);
  await screen.findByText(new RegExp(text));
  await waitFor(() => expect(address()).toBe(PATH));
  expect(screen.queryAllByRole('button', { name: 'Look again' })).toHaveLength(again ? 1 : 0);
  if (!again) return;
  answer({ [TAKE]: reply(200, method()) });
  await press('Look again');
  await screen.findByText('Visa •••• 4242 was added.');
  expect(made(calls, 'POST').map(({ body }) => body)).toEqual([{ setup: 'ps_1' }, { setup: 'ps_1' }]);
});

test('another default, and Undo', async () => {
  const other = method({ id: 'pm_2', last4: '1111', is_default: false });
  const { calls } = show({ [GET]: list([method(), other]), [`PATCH ${LIST}/:id`]: list([method(), other]) });
  await screen.findByText('Visa •••• 1111');
  await act('Visa •••• 1111', 'Make default');
  await screen.findByText('Visa •••• 1111 is the default now');
  await press('Undo');
  await waitFor(() => expect(made(calls, 'PATCH').map(({ params }) => params.id)).toEqual(['pm_2', 'pm_1']));
  expect(made(calls, 'PATCH')[0]?.body).toEqual({ is_default: true });
});

test('another default takes a recent proof: given, it is made; not given, nothing is said', async () => {
  const PATCH = `PATCH ${LIST}/:id`;
  const other = method({ id: 'pm_2', last4: '1111', is_default: false });
  const { answer, calls } = show({
    [GET]: list([method(), other]),
    [PATCH]: reply(403, { message: 'Prove it', code: 'REAUTH_REQUIRED' }),
    'GET /api/settings/factors': reply(500, { message: '', code: 'X' }),
    'POST /api/auth/confirm-password': { confirmed_until: '2099-01-01T00:00:00Z' },
  });
  const question = async () => within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  await screen.findByText('Visa •••• 1111');
  await act('Visa •••• 1111', 'Make default');
  await userEvent.click((await question()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  await act('Visa •••• 1111', 'Make default');
  const proof = await question();
  answer({ [PATCH]: list([method(), other]) });
  fireEvent.change(proof.getByLabelText('Password'), { target: { value: 'a long password' } });
  await userEvent.click(proof.getByRole('button', { name: 'Confirm' }));
  await screen.findByText('Visa •••• 1111 is the default now');
  expect(made(calls, 'PATCH').map(({ params }) => params.id)).toEqual(['pm_2', 'pm_2', 'pm_2']);
});

test('removing asks, names the consequence, and a failure is told', async () => {
  const DELETE = `DELETE ${LIST}/:id`;
  const { answer } = show({
    [GET]: list([method(), OLD]),
    [DELETE]: reply(409, { message: 'In use', code: 'X' }),
  });
  await screen.findByText('Visa •••• 4242');
  const remove = async () => {
    await act('Visa •••• 4242', 'Remove');
    const question = within(await screen.findByRole('dialog', { name: 'Remove Visa •••• 4242?' }));
    expect(question.getByText(/Another one becomes the default/)).toBeTruthy();
    await userEvent.click(question.getByRole('button', { name: 'Remove' }));
  };
  await remove();
  await screen.findByText('Visa •••• 4242 was not removed.');
  answer({ [DELETE]: reply(204), [GET]: list() });
  await remove();
  await screen.findByText('Visa •••• 4242 is removed');
  await screen.findByText('No card yet');
});

test('what could not be loaded can be tried again', async () => {
  const { answer } = show({ [GET]: reply(503, { message: 'Away', code: 'X' }) });
  await screen.findByText('Your payment methods could not be loaded');
  answer({ [GET]: list([method()]) });
  await press('Try again');
  await screen.findByText('Visa •••• 4242');
});
