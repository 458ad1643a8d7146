import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import { type RenderedRemote, renderRemote, reply, type StubRoutes } from '@ezdash/remote-kit/testing';
import { page, storage } from '@ezdash/store';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../../../locales/en.json';
import { debugAnswers } from '../../../testing/debugData';
import { makeXero, makeXeroPayment } from '../../../testing/moneyData';
import { resetXeroWindow } from '../../money/accounting/xeroWindow';
import { resetSending } from '../writeLog';
import { invoiceFileName } from './downloadInvoice';
import { XeroTab } from './XeroTab';

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes = {}): RenderedRemote {
  rendered = renderRemote(<XeroTab />, { routes: { ...debugAnswers, ...routes }, texts: { debug: texts } });
  return rendered;
}
const withPayments = (...payments: ReturnType<typeof makeXeroPayment>[]): StubRoutes => ({
  'GET /debug-tool/xero/recent-payments': { payments },
});
const block = (name: string) => within(screen.getByRole('region', { name }));
const value = (part: string, term: string) =>
  block(part).getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;
const made = ({ calls }: RenderedRemote, what: string) =>
  calls.filter(({ method, path }) => `${method} ${path}` === what).length;

beforeEach(() => {
  window.localStorage.clear();
  resetSending();
  jest.spyOn(page, 'reload').mockImplementation(() => {});
  jest.spyOn(page, 'go').mockImplementation(() => {});
});
afterEach(() => {
  rendered?.unmount();
  resetXeroWindow();
  jest.restoreAllMocks();
});

test.each([
  [true, true, 'Connected'],
  [false, true, 'Expired'],
  [false, false, 'Not Connected'],
])('connected %p with credentials %p: %s', async (connected, has_credentials, shown) => {
  show({ 'GET /debug-tool/xero/status': makeXero({ status: { connected, has_credentials } }) });
  expect(await screen.findByText(shown)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Clear credentials' }) !== null).toBe(has_credentials);
});

test.each([
  ['GET /debug-tool/xero/status', 'Recent payments'],
  ['GET /debug-tool/xero/recent-payments', 'Config'],
])('an empty answer of %s leaves the rest', async (call, part) => {
  show({ [call]: {} });
  expect(await screen.findByRole('region', { name: part })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull());
});

test('the token, the config with its secret masked, and the debug URLs are shown', async () => {
  show();
  await screen.findByText('Connected');
  expect(value('Connection', 'Token')).toBe('expires in 25 minutes (1500 s)');
  expect(value('Config', 'Client id')).toBe('CLIENT-1');
  expect(value('Config', 'Client secret')).toBe('••••••••c3d4');
  expect(value('Config', 'Auto create')).toBe('no');
  expect(value('Config', 'Redirect URI')).toBe('https://ads.example/xero/auth/callback');
  expect(value('Debug URLs', 'auth_url')).toContain('https://ads.example/debug-tool/xero/auth');
  expect(value('Debug URLs', 'package_auth_url')).toContain('https://ads.example/xero/auth/authorize');
  expect(block('Debug URLs').getAllByRole('button', { name: /^Copy/ })).toHaveLength(2);
});

/** A window as far as the page sees one of another origin. */
const fakeWindow = () => ({ closed: false, close: jest.fn(), location: { replace: jest.fn() } });
const say = (popup: object, data: unknown) => {
  const event = new MessageEvent('message', { data, origin: window.location.origin });
  Object.defineProperty(event, 'source', { value: popup });
  act(() => void window.dispatchEvent(event));
};

test('Connect opens the window of the sign-in', async () => {
  const popup = fakeWindow();
  const open = jest.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
  show({ 'POST /debug-tool/xero/auth': { success: true, auth_url: 'https://login.xero.example/a' } });
  await userEvent.click(await screen.findByRole('button', { name: 'Connect again' }));
  expect(open).toHaveBeenCalledWith('', 'xero-auth', expect.stringContaining('width=600,height=700'));
  await waitFor(() => expect(popup.location.replace).toHaveBeenCalledWith('https://login.xero.example/a'));
  await waitFor(() => expect(screen.getByText(/Sign in to Xero in the window/)).toBeTruthy());
  say(popup, { type: 'xero-auth-error', error: 'access_denied' });
  expect((await screen.findByRole('alert')).textContent).toContain('access_denied');
  say(popup, { type: 'xero-auth-error' });
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('OAuth authorization failed'));
});

test.each([
  [reply(500), 'Failed to initiate Xero authentication'],
  [{}, 'Failed to initiate Xero authentication'],
  [reply(409, { message: 'There is no app at Xero yet' }), 'There is no app at Xero yet'],
])('Connect that fails %#', async (answer, text) => {
  const popup = fakeWindow();
  jest.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
  show({ 'POST /debug-tool/xero/auth': answer });
  await userEvent.click(await screen.findByRole('button', { name: 'Connect again' }));
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(popup.close).toHaveBeenCalledTimes(1);
});

test('while one action runs the others are disabled, say why, and keep the focus', async () => {
  let finish: (answer: unknown) => void = () => {};
  const open = jest.spyOn(window, 'open');
  const remote = show({
    ...withPayments(makeXeroPayment(), makeXeroPayment({ id: 'pay_2', has_invoice: true, invoice_id: 'i' })),
    'POST /debug-tool/xero/invoice/:id': () => new Promise((resolve) => (finish = resolve)),
  });
  const create = await screen.findByRole('button', { name: /^Create Invoice/ });
  const others = () =>
    [/^Connect again/, /^Clear credentials/, /^PDF/].map((name) => screen.getByRole('button', { name }));
  const told = (element: HTMLElement) =>
    document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? null;
  expect(others().map((each) => each.getAttribute('aria-disabled'))).toEqual([null, null, null]);
  await userEvent.click(create);
  expect([create.getAttribute('aria-busy'), told(create)]).toEqual(['true', null]);
  for (const each of others()) {
    expect([each.getAttribute('aria-disabled'), each.hasAttribute('data-disabled')]).toEqual(['true', true]);
    expect(told(each)).toBe('Another action is still running.');
    await userEvent.click(each);
    expect(document.activeElement).toBe(each);
  }
  expect(open).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'Keep them' })).toBeNull();
  await act(async () => finish({ success: true, invoice_id: 'i', invoice_number: 'INV-1' }));
  await waitFor(() => expect(others().map(told)).toEqual([null, null, null]));
  expect(document.activeElement).toBe(others()[2]);
  expect(
    remote.calls.filter(({ method, path }) => method === 'POST' && path !== '/debug-tool/log'),
  ).toHaveLength(1);
});

test('what is cleared is no longer said to be connected', async () => {
  const popup = fakeWindow();
  jest.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
  show({
    'POST /debug-tool/xero/auth': { success: true, auth_url: 'https://login.xero.example/a' },
    'POST /debug-tool/xero/clear-credentials': { success: true },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Connect again' }));
  await screen.findByText(/Sign in to Xero in the window/);
  say(popup, { type: 'xero-auth-success' });
  expect(await screen.findByText('Xero is connected')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Clear credentials' }));
  await userEvent.click(screen.getByRole('button', { name: 'Clear credentials' }));
  await waitFor(() => expect(screen.queryByText('Xero is connected')).toBeNull());
});

test('the credentials are cleared after a question whose focus starts on the way out', async () => {
  const remote = show({ 'POST /debug-tool/xero/clear-credentials': { success: true } });
  await userEvent.click(await screen.findByRole('button', { name: 'Clear credentials' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep them' }));
  await userEvent.keyboard('{Enter}');
  expect(made(remote, 'POST /debug-tool/xero/clear-credentials')).toBe(0);
  await userEvent.click(await screen.findByRole('button', { name: 'Clear credentials' }));
  remote.answer({
    'GET /debug-tool/xero/status': makeXero({ status: { connected: false, has_credentials: false } }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Clear credentials' }));
  expect(await screen.findByText('Not Connected')).toBeTruthy();
  expect(made(remote, 'POST /debug-tool/xero/clear-credentials')).toBe(1);
});

describe('recent payments', () => {
  test('the latest 10, each with its fields', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => makeXeroPayment({ id: `pay_${i}` }));
    const [first] = rows;
    if (first)
      Object.assign(first, { credit: '1100.00', external_transaction_id: 'ch_12345678901234567890' });
    show(withPayments(...rows));
    await screen.findByText('pay_0');
    const items = screen.getAllByRole('listitem');
    expect(items).toHaveLength(10);
    const one = within(items[0] as HTMLElement);
    for (const text of [
      '$1,000.00',
      'ines@halden.example',
      'Completed',
      '$1,100.00',
      'Stripe',
      '4711',
      'ch_12345…34567890',
    ])
      expect(one.getAllByText(text, { exact: false }).length).toBeGreaterThan(0);
    expect(one.getByTitle('ch_12345678901234567890')).toBeTruthy();
    expect(one.getByTitle('5 minutes ago')).toBeTruthy();
  });

  test.each([
    ['a completed deposit without an invoice', {}, true, false],
    ['an open deposit', { status: 'pending' }, false, false],
    ['a completed refund', { type: 'refund' }, false, false],
    ['one that has an invoice', { has_invoice: true, invoice_id: 'inv-1' }, false, true],
  ])('%s', async (_, over, creates, downloads) => {
    show(withPayments(makeXeroPayment(over)));
    await screen.findByText('pay_1000');
    expect(screen.queryByRole('button', { name: /^Create Invoice/ }) !== null).toBe(creates);
    expect(screen.queryByRole('button', { name: /^PDF/ }) !== null).toBe(downloads);
  });

  test('ids of invoices of more than 20 characters are shortened, with all of it as the title', async () => {
    const id = '12345678-aaaa-bbbb-cccc-123456789012';
    show(withPayments(makeXeroPayment({ has_invoice: true, invoice_id: id })));
    expect((await screen.findByText('12345678…56789012')).title).toBe(id);
  });

  test('Create Invoice makes one, and the list is asked for again', async () => {
    const remote = show({
      ...withPayments(makeXeroPayment()),
      'POST /debug-tool/xero/invoice/:id': reply(201, {
        success: true,
        invoice_id: 'i',
        invoice_number: 'INV-1',
      }),
    });
    const button = await screen.findByRole('button', { name: /^Create Invoice/ });
    remote.answer(withPayments(makeXeroPayment({ has_invoice: true, invoice_id: 'i' })));
    await userEvent.click(button);
    expect(await screen.findByRole('button', { name: /^PDF/ })).toBeTruthy();
    expect(made(remote, 'POST /debug-tool/xero/invoice/pay_1000')).toBe(1);
  });

  test('an invoice that is refused without words has the default text', async () => {
    show({ ...withPayments(makeXeroPayment()), 'POST /debug-tool/xero/invoice/:id': reply(502) });
    await userEvent.click(await screen.findByRole('button', { name: /^Create Invoice/ }));
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to create Xero invoice');
  });

  describe('the PDF', () => {
    const PDF = 'GET /debug-tool/xero/invoice/:id/pdf';
    const sent: Headers[] = [];
    const press = async (answer: unknown) => {
      sent.length = 0;
      storage.set(STORAGE_KEYS.debugToken, 'half');
      show({ ...withPayments(makeXeroPayment({ has_invoice: true, invoice_id: 'i' })), [PDF]: answer });
      const stubbed = globalThis.fetch;
      globalThis.fetch = (input, init) => {
        if (input instanceof Request && input.url.endsWith('/pdf')) sent.push(input.headers);
        return stubbed(input, init);
      };
      await userEvent.click(await screen.findByRole('button', { name: /^PDF/ }));
    };

    test('is saved as invoice-{id}.pdf, fetched with the tool’s headers', async () => {
      const saved: string[] = [];
      jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
        saved.push(this.download);
      });
      Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} });
      await press({ pdf: true });
      await waitFor(() => expect(saved).toEqual(['invoice-pay_1000.pdf']));
      expect(sent).toHaveLength(1);
      expect(sent[0]?.get('X-Debug-Token')).toBe('half');
      expect(sent[0]?.get('X-Requested-With')).toBe('XMLHttpRequest');
      expect(sent[0]?.has('X-CSRF-TOKEN')).toBe(true);
    });

    test.each([
      [reply(502), 'Failed to download invoice PDF'],
      [reply(404, { message: 'There is no invoice' }), 'There is no invoice'],
      [reply(0), 'Failed to download PDF'],
    ])('that fails %#', async (answer, text) => {
      await press(answer);
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toContain(text);
      expect(page.reload).not.toHaveBeenCalled();
    });

    test('a session that is over drops the token and loads the page anew; a page too old leads on', async () => {
      await press(reply(401, { message: 'Invalid session' }));
      await waitFor(() => expect(page.reload).toHaveBeenCalledTimes(1));
      expect(storage.get(STORAGE_KEYS.debugToken)).toBeNull();
      rendered?.unmount();
      await press(reply(419, { redirect: '/auth/login' }));
      await waitFor(() => expect(page.go).toHaveBeenCalledWith('/auth/login'));
    });

    test('its name holds nothing that a file cannot have', () =>
      expect(invoiceFileName('../a b')).toBe('invoice-ab.pdf'));
  });
});

test.each([
  ['GET /debug-tool/xero/status', 'Failed to fetch Xero status'],
  ['GET /debug-tool/xero/recent-payments', 'Failed to fetch recent payments'],
])('%s failing without words shows %s', async (call, text) => {
  show({ [call]: reply(500) });
  expect((await screen.findByRole('alert')).textContent).toContain(text);
});
