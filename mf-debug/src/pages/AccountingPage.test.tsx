import type { XeroStatus } from '@ezdash/contracts';
import {
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
import { resetXeroWindow } from '../features/money/accounting/xeroWindow';
import texts from '../locales/en.json';
import { makeXero, makeXeroPayment } from '../testing/moneyData';
import { AccountingPage } from './AccountingPage';

let rendered: RenderedRemote | undefined;
function show(status: XeroStatus, routes: StubRoutes = {}): RenderedRemote {
  rendered = renderRemote(<AccountingPage />, {
    path: '/admin/accounting',
    user: testUser({ role: 'admin' }),
    texts: { debug: texts },
    routes: { 'GET /api/operator/xero': status, ...routes },
  });
  return rendered;
}
afterEach(() => {
  rendered?.unmount();
  resetXeroWindow();
  jest.restoreAllMocks();
});

const sent = ({ calls }: RenderedRemote) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }));
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const connection = async () => within(await screen.findByRole('region', { name: 'Xero' }));

test.each([
  ['Connected', { connected: true, has_credentials: true }],
  ['Expired', { connected: false, has_credentials: true }],
  ['Not Connected', { connected: false, has_credentials: false }],
])('is %s', async (word, status) => {
  show(makeXero({ status }));
  const panel = await connection();
  expect(panel.getByText(word)).toBeTruthy();
  expect(Boolean(panel.queryByRole('button', { name: 'Clear credentials' }))).toBe(status.has_credentials);
});

test('shows the organisation, the token and the app, never a secret', async () => {
  show(makeXero({ waiting: 2, failed: 1 }));
  const panel = await connection();
  expect(panel.getByText('Demo Company')).toBeTruthy();
  expect(panel.getByText(/^until .*, in 2[45] min/)).toBeTruthy();
  expect(panel.getByText('••••••••c3d4')).toBeTruthy();
  expect(panel.getByText('https://ads.example/xero/auth/callback')).toBeTruthy();
  expect(screen.getByText('2 invoices wait')).toBeTruthy();
  expect(screen.getByText('Xero refused 1 invoice')).toBeTruthy();
});

test('connects in a window of its own, after the proof', async () => {
  const popup = { closed: false, close: jest.fn(), location: { replace: jest.fn() } };
  const open = jest.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
  let proved = false;
  show(makeXero({ status: { connected: false, has_credentials: false }, token: null, tenant: null }), {
    'POST /api/operator/xero/auth': () =>
      proved
        ? { success: true, auth_url: 'https://login.xero.example/authorize?state=1' }
        : reply(403, { message: 'Confirm', code: 'REAUTH_REQUIRED' }),
  });
  await userEvent.click(await button('Connect to Xero'));
  await waitFor(() => expect(currentProof()).not.toBeNull());
  // The window of the press, which had nowhere to go.
  expect(popup.close).toHaveBeenCalledTimes(1);
  expect(popup.location.replace).not.toHaveBeenCalled();
  proved = true;
  open.mockReturnValue(null);
  currentProof()?.answer(Date.now() + 300_000);
  expect(await screen.findByText('The browser did not open a window')).toBeTruthy();
  open.mockReturnValue(popup as unknown as Window);
  await userEvent.click(await button('Open the window'));
  expect(open).toHaveBeenLastCalledWith(
    'https://login.xero.example/authorize?state=1',
    'xero-auth',
    expect.stringContaining('width=600,height=700'),
  );
  expect(await screen.findByText(/Sign in to Xero in the window/)).toBeTruthy();
});

test('says as specified what could not be begun', async () => {
  show(makeXero({ status: { connected: false, has_credentials: true } }), {
    'POST /api/operator/xero/auth': reply(502, { message: 'Xero does not answer', code: 'XERO_FAILED' }),
  });
  await userEvent.click(await button('Connect again'));
  expect(await screen.findByText('Failed to initiate Xero authentication')).toBeTruthy();
});

test('one action at a time: the others say that they wait, and keep the focus', async () => {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const remote = show(makeXero({ recent_payments: [makeXeroPayment()] }), {
    'POST /api/operator/xero/invoices/:id': async () => {
      await held;
      return reply(201, { success: true, invoice_id: 'i_1', invoice_number: 'INV-7' });
    },
  });
  await userEvent.click(await button(/Create invoice/));
  for (const name of ['Clear credentials', 'App at Xero', 'Connect again']) {
    const other = await button(name);
    expect(other.getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById(other.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Another action is still running.',
    );
    await userEvent.click(other);
    expect(document.activeElement).toBe(other);
  }
  await userEvent.click(screen.getByRole('switch', { name: /Make invoices by themselves/ }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent(remote)).toHaveLength(1);
  answer();
  expect(await screen.findByText('Invoice INV-7 is at Xero')).toBeTruthy();
  await waitFor(async () => expect((await button('App at Xero')).getAttribute('aria-disabled')).toBeNull());
});

test('clears credentials only after a question', async () => {
  const remote = show(makeXero(), {
    'POST /api/operator/xero/disconnect': makeXero({ status: { connected: false, has_credentials: false } }),
  });
  await userEvent.click(await button('Clear credentials'));
  await userEvent.click(await button('Keep as it is'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(remote)).toEqual([]);
  await userEvent.click(await button('Clear credentials'));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Clear credentials' }));
  expect(await screen.findByText('Xero is no longer connected')).toBeTruthy();
  expect(sent(remote)).toEqual([{ method: 'POST', path: '/api/operator/xero/disconnect', body: {} }]);
});

test('switches invoices that are made by themselves, and the organisation', async () => {
  const other = { id: '5d1c7b9e-0d1f-4a57-9a5e-222222222222', name: 'Second books' };
  const status = makeXero();
  const remote = show(
    { ...status, tenants: [...status.tenants, other] },
    { 'PUT /api/operator/xero': makeXero() },
  );
  await userEvent.click(await screen.findByRole('switch', { name: /Make invoices by themselves/ }));
  await userEvent.click(await screen.findByRole('combobox', { name: 'Organisation' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Second books' }));
  await waitFor(() =>
    expect(sent(remote).map(({ body }) => body)).toEqual([{ auto_create: true }, { tenant_id: other.id }]),
  );
});

test('without an app there is nothing to connect with: both of its parts are asked for', async () => {
  const status = makeXero({ status: { connected: false, has_credentials: false } });
  const remote = show(
    { ...status, config: { ...status.config, client_id: '', client_secret: '' } },
    { 'PUT /api/operator/xero': makeXero() },
  );
  expect(((await button('Connect to Xero')) as HTMLButtonElement).disabled).toBe(true);
  await userEvent.click(await button('App at Xero'));
  const drawer = within(await screen.findByRole('dialog'));
  await userEvent.click(drawer.getByRole('button', { name: 'Save' }));
  expect(await drawer.findByText('Enter the client secret')).toBeTruthy();
  await fillIn(drawer.getByRole('textbox', { name: 'Client id' }), 'APP');
  await fillIn(drawer.getByLabelText('Client secret'), 'secret-of-the-app');
  await userEvent.click(drawer.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('App at Xero saved')).toBeTruthy();
  expect(sent(remote)[0]?.body).toEqual({ client_id: 'APP', client_secret: 'secret-of-the-app' });
});

describe('recent payments', () => {
  const INVOICE = 'a1b2c3d4-0000-4000-8000-00000000f00d';
  const rows = [
    makeXeroPayment(),
    makeXeroPayment({ id: 'pay_1001', status: 'pending' }),
    makeXeroPayment({ id: 'pay_1002', type: 'refund' }),
    makeXeroPayment({ id: 'pay_1003', has_invoice: true, invoice_id: INVOICE, credit: '1100.00' }),
  ];

  test('get an invoice by the rule, and a PDF where there is one', async () => {
    const remote = show(makeXero({ recent_payments: rows }), {
      'POST /api/operator/xero/invoices/:id': reply(201, {
        success: true,
        invoice_id: INVOICE,
        invoice_number: 'INV-7',
      }),
    });
    const table = within(await screen.findByRole('table', { name: 'Recent payments' }));
    expect(table.getAllByRole('button').map((one) => one.textContent)).toEqual([
      expect.stringContaining('Create invoice for pay_1000'),
      expect.stringContaining('PDF for pay_1003'),
    ]);
    expect(table.getByText('a1b2c3d4…0000f00d')).toBeTruthy();
    expect(table.getByText('$1,100.00 credited')).toBeTruthy();
    await userEvent.click(table.getByRole('button', { name: /Create invoice/ }));
    expect(await screen.findByText('Invoice INV-7 is at Xero')).toBeTruthy();
    expect(sent(remote).map(({ path }) => path)).toEqual(['/api/operator/xero/invoices/pay_1000']);
  });

  test('say what went wrong, in the words of the specification', async () => {
    show(makeXero({ recent_payments: rows }), {
      'POST /api/operator/xero/invoices/:id': reply(409, {
        message: 'Connect to Xero first',
        code: 'XERO_NOT_CONNECTED',
      }),
      'GET /api/operator/xero/invoices/:id/pdf': reply(502, { message: 'Xero failed', code: 'XERO_FAILED' }),
    });
    await userEvent.click(await button(/Create invoice/));
    expect(await screen.findByText('Failed to create Xero invoice')).toBeTruthy();
    await userEvent.click(await button(/^PDF/));
    expect(await screen.findByText('Failed to download invoice PDF')).toBeTruthy();
    expect(screen.queryByText('Failed to create Xero invoice')).toBeNull();
  });

  test('the PDF is saved under its name', async () => {
    const saved: string[] = [];
    URL.createObjectURL = () => 'blob:pdf';
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    show(makeXero({ recent_payments: rows }), { 'GET /api/operator/xero/invoices/:id/pdf': { pdf: true } });
    await userEvent.click(await button(/^PDF/));
    await waitFor(() => expect(saved).toEqual(['invoice-pay_1003.pdf']));
  });
});

test('says that the status did not come', async () => {
  const remote = show(makeXero(), { 'GET /api/operator/xero': reply(500, { message: 'Busy', code: 'X' }) });
  expect(await screen.findByText('Failed to fetch Xero status')).toBeTruthy();
  remote.answer({ 'GET /api/operator/xero': makeXero() });
  await userEvent.click(await button('Try again'));
  expect(await screen.findByText('Connected')).toBeTruthy();
});
