import type { Funds } from '@ezdash/contracts';
import {
  type Call,
  fakeLive,
  fillIn,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
  testUser,
} from '@ezdash/remote-kit/testing';
import { liveChannels, page, startBridge, useAppStore, useLive } from '@ezdash/store';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { App } from '../App';
import en from '../locales/en.json';
import { depositLine, makeFunds, makeLine, makeLines, makePayment } from '../testing/fundsData';

const FUNDS = 'GET /api/advertiser/funds';
const LINES = 'GET /api/advertiser/transactions';

const basics = (funds: Funds = makeFunds()): StubRoutes => ({
  [FUNDS]: funds,
  [LINES]: makeLines([makeLine(), depositLine]),
  'GET /api/documents': { documents: [], next: null },
  'GET /api/advertiser/promo-codes': { promo_codes: [] },
});

/** What the shell does for every page: what is told becomes fresh data. */
function Live() {
  const store = useAppStore();
  useEffect(() => startBridge(store, liveChannels), [store]);
  useLive('account', 'u_1001', {});
  return null;
}

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes = {}, path = '/advertiser/funds', user = testUser()): RenderedRemote {
  rendered = renderRemote(
    <>
      <App />
      <Live />
    </>,
    {
      path,
      user,
      routes: { ...basics(), ...routes },
      texts: { advertiser: en },
    },
  );
  return rendered;
}
let gone: string[] = [];
beforeEach(() => {
  gone = [];
  sessionStorage.clear();
  jest.spyOn(page, 'go').mockImplementation((url) => void gone.push(url));
});
afterEach(() => {
  rendered?.unmount();
  jest.restoreAllMocks();
});

const posts = (remote: RenderedRemote, path: string) =>
  remote.calls.filter((call) => call.path === path && call.method === 'POST');
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('the balance', () => {
  test('is split, and says how long it lasts', async () => {
    show();
    const panel = within(await screen.findByRole('region', { name: 'Balance' }));
    expect(panel.getByText('Lasts until about 27 Nov at $690 a day')).toBeTruthy();
    expect(panel.getByText('$3,802.18')).toBeTruthy();
    expect(panel.getByText('$416.22')).toBeTruthy();
    expect(panel.getByText('Of it held for running bids').nextSibling?.textContent).toBe('$100.00');
    expect(panel.queryByText(/on its way back/)).toBeNull();
  });

  test.each([
    [{ days_left: null, per_day_micros: null }, 'How long it lasts shows after a day of spend'],
    [{ days_left: 0.4 }, 'Lasts less than a day at $690 a day'],
    [{ days_left: 900 }, 'Lasts over a year at $690 a day'],
    [{ days_left: 0 }, 'Nothing is left at $690 a day'],
  ])('lasts: %j', async (change, text) => {
    show({ [FUNDS]: makeFunds(change) });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test('names what is on its way back, and a balance below nothing', async () => {
    const balance = { ...makeFunds().balance, total_micros: -50_000_000, refunding_micros: 20_000_000 };
    show({ [FUNDS]: makeFunds({ balance }) });
    expect(await screen.findByText(/\$20\.00 is on its way back to you/)).toBeTruthy();
    expect(screen.getByText(/More went back than was left/)).toBeTruthy();
  });

  test('stands with its credit line, and what is overdue', async () => {
    const credit = {
      state: 'overdue' as const,
      limit_micros: 5_000_000_000,
      owed_micros: 1_200_000_000,
      available_micros: 0,
      terms_days: 30,
      due: { micros: 800_000_000, at: '2026-11-18T00:00:00Z', overdue_days: 3 },
    };
    const statement = {
      id: 'cs_1',
      period: '2026-10-01',
      owed_micros: 800_000_000,
      drawn_micros: 800_000_000,
      repaid_micros: 0,
      issued_at: '2026-11-01T00:00:00Z',
      due_at: '2026-11-18T00:00:00Z',
      settled_at: null,
      state: 'overdue',
      document: { id: 'doc_2', number: 'CS-2026-000001', kind: 'credit_statement' },
    };
    show({
      [FUNDS]: makeFunds({ credit }),
      'GET /api/advertiser/credit': { credit, statements: [statement] },
    });
    const panel = within(await screen.findByRole('region', { name: 'Credit line' }));
    expect(panel.getByRole('alert').textContent).toContain('$800.00 was due on 18 Nov, 3 days ago.');
    expect(panel.getByText('$5,000.00')).toBeTruthy();
    const link = await panel.findByRole('link', { name: /CS-2026-000001/ });
    expect(link.getAttribute('href')).toBe('/api/documents/doc_2.pdf');
    // What comes in repays first.
    expect(screen.getByText('Repays the credit line').closest('div')?.textContent).toContain('−$1,000.00');
  });

  test('that did not come says so and is tried again', async () => {
    const remote = show({ [FUNDS]: reply(500, { message: 'The database is away' }) });
    expect(await screen.findByText('Your funds could not be loaded')).toBeTruthy();
    const said = screen.getByRole('alert').textContent;
    expect(said).toContain('The database is away. Campaigns run and are billed as usual.');
    expect(said).toContain('req_test');
    remote.answer(basics());
    await press('Try again');
    expect(await screen.findByText('$3,802.18')).toBeTruthy();
  });

  test('is asked for again when a payment or the balance changes', async () => {
    const remote = show();
    await screen.findByText('$3,802.18');
    const live = fakeLive();
    await act(async () => live.letIn());
    const balance = { ...makeFunds().balance, cash_micros: 4_802_180_000, total_micros: 5_218_400_000 };
    remote.answer({ [FUNDS]: makeFunds({ balance }) });
    act(() => live.tell('private-account.u_1001', 'payment.changed', { payment_id: 'pay_2s8' }));
    expect(await screen.findByText('$4,802.18')).toBeTruthy();
  });
});

describe('the ledger', () => {
  const rows = async () => {
    const table = await screen.findByRole('table', { name: 'Lines of the ledger' });
    return within(table).getAllByRole('row').slice(1);
  };

  test('says of each line what it was, its state, its invoice and the balance after it', async () => {
    show();
    const [spend, deposit] = await rows();
    expect(spend?.textContent).toContain('Ad spend, 13:00 to 14:00');
    expect(spend?.textContent).toContain('3 campaigns · 41,206 events');
    // Four digits, the last two small.
    expect(spend?.textContent).toContain('−$86.4127');
    expect(spend?.querySelector('small.ez-quiet')?.textContent).toBe('27');
    expect(deposit?.textContent).toContain('Deposit, Visa 4242');
    expect(deposit?.textContent).toContain('Paid');
    expect(deposit?.textContent).toContain('+$2,000.0000');
    const invoice = within(deposit as HTMLElement).getByRole('link', { name: /INV-2026-000412/ });
    expect(invoice.getAttribute('href')).toBe('/api/documents/doc_1aa.pdf');
    expect(invoice.getAttribute('target')).toBe('_blank');
  });

  test.each([
    [
      { kind: 'invalid_traffic', params: { events: 1_904, reason: 'data-centre' } },
      'Invalid traffic returned1,904 events · data-centre addresses',
    ],
    [
      {
        kind: 'deposit_failed',
        params: { method: 'Visa 4242', amount_micros: 5e8, failure: 'authentication' },
      },
      'Deposit, Visa 4242of $500.00 · 3-D Secure was not passed',
    ],
    [{ kind: 'bonus', params: { code: 'WINTER10' } }, 'Promo code WINTER10'],
    [{ kind: 'correction', description: 'Outage of 14 Nov' }, 'CorrectionOutage of 14 Nov'],
    [{ kind: 'chargeback', params: {} }, 'Chargeback by the payer’s bank'.replace('’', "'")],
    [{ kind: 'hold', params: {} }, 'Set aside for a refund'],
  ] as const)('words %j', async (change, text) => {
    show({ [LINES]: makeLines([makeLine({ params: {}, ...change })]) });
    const [row] = await rows();
    expect(row?.querySelector('.ez-name')?.textContent).toBe(text);
  });

  test('is paged by cursor, and filtered from the address', async () => {
    const newest = makeLines(
      Array.from({ length: 25 }, (_, at) => makeLine({ id: `tx_a${at}` })),
      {
        next: '99',
        total: 1_284,
      },
    );
    const remote = show({
      [LINES]: ({ query }: Call) =>
        query.before === '99' ? makeLines([makeLine({ id: 'tx_old' })], { total: 1_284 }) : newest,
    });
    expect(await screen.findByText('1 to 25 of 1,284')).toBeTruthy();
    await press('Next page');
    expect(await screen.findByText('26 to 26 of 1,284')).toBeTruthy();
    await press('Previous page');
    expect(await screen.findByText('1 to 25 of 1,284')).toBeTruthy();
    await press('Next page');
    await screen.findByText('26 to 26 of 1,284');
    await userEvent.click(screen.getByRole('radio', { name: 'Spend' }));
    expect(remote.address()).toBe('/advertiser/funds?filter=spend');
    // Another filter begins with its newest.
    expect(await screen.findByText('1 to 25 of 1,284')).toBeTruthy();
    expect(remote.calls.filter(({ path }) => path.endsWith('/transactions')).at(-1)?.query).toEqual({
      filter: 'spend',
    });
  });

  test('empty, and nothing that matches', async () => {
    const remote = show({ [LINES]: makeLines([]) });
    expect(await screen.findByText('Nothing has moved yet')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Corrections' }));
    expect(await screen.findByText('No line matches')).toBeTruthy();
    await press('Clear');
    expect(remote.address()).toBe('/advertiser/funds');
  });

  test('that did not come leaves the rest of the page alive', async () => {
    const remote = show({ [LINES]: reply(500, { message: 'Busy' }) });
    expect(await screen.findByText('The ledger could not be loaded')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Pay $1,000.00' })).toBeTruthy();
    remote.answer({ [LINES]: makeLines([makeLine()]) });
    await press('Try again');
    expect(await rows()).toHaveLength(1);
  });

  test('opens a line with its postings and the events behind it', async () => {
    const remote = show({
      'GET /api/advertiser/transactions/:id': ({ params }: Call) => ({
        line: makeLine({ id: params.id }),
        postings: [
          { account: 'advertiser_cash', amount_micros: -86_412_700 },
          { account: 'publisher_pending', amount_micros: 69_130_160 },
          { account: 'network_revenue', amount_micros: 17_282_540 },
        ],
        events: [
          {
            campaign_id: 'c_7k2',
            campaign: 'Winter shells',
            kind: 'impression',
            count: 41_200,
            micros: 80_412_700,
          },
          { campaign_id: 'c_7k2', campaign: 'Winter shells', kind: 'click', count: 6, micros: 6_000_000 },
        ],
        exact: false,
      }),
    });
    await rows();
    await press('Ad spend, 13:00 to 14:00');
    expect(remote.address()).toBe('/advertiser/funds?line=tx_9a1');
    const drawer = within(await screen.findByRole('dialog', { name: 'Ad spend, 13:00 to 14:00' }));
    const behind = within(await drawer.findByRole('table', { name: 'Events behind it' }));
    expect(behind.getAllByRole('row').at(-1)?.textContent).toBe('Together$86.412700');
    expect(drawer.getByText('Your cash').parentElement?.textContent).toContain('−$86.412700');
    expect(drawer.getByText(/these sums are from the daily figures/)).toBeTruthy();
    await userEvent.click(drawer.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(remote.address()).toBe('/advertiser/funds'));
  });

  test.each([
    ['referral_release', {}, 'Earnings by referrals', '/advertiser/referrals'],
    [
      'incident_credit',
      { article: 'nw_1004', incident: 'No ads at noon' },
      'What happened',
      '/advertiser/news/nw_1004',
    ],
    ['reversal', { transaction: 'tx_9a0' }, 'The line that was reversed', '/advertiser/funds?line=tx_9a0'],
  ] as const)('of a %s leads to what is behind it', async (kind, params, link, address) => {
    const line = makeLine({ id: 'tx_1', kind, params });
    const whole = { line, postings: [], events: null, exact: true };
    show({ 'GET /api/advertiser/transactions/:id': whole }, '/advertiser/funds?line=tx_1');
    const drawer = within(await screen.findByRole('dialog'));
    expect((await drawer.findByRole('link', { name: link })).getAttribute('href')).toBe(address);
  });

  test('a line of somebody else’s is not there', async () => {
    show({ 'GET /api/advertiser/transactions/:id': reply(404) }, '/advertiser/funds?line=tx_zzz');
    expect(await screen.findByText('There is no such line')).toBeTruthy();
  });
});

describe('documents and statement', () => {
  test('are listed newest first, older ones on demand', async () => {
    const doc = (id: string, number: string) => ({
      id,
      number,
      kind: 'invoice',
      issued_at: '2026-11-20T09:12:00Z',
      total_micros: 2_000_000_000,
      currency: 'USD',
    });
    show({
      'GET /api/documents': ({ query }: Call) =>
        query.before
          ? { documents: [doc('doc_1', 'INV-2026-000001')], next: null }
          : { documents: [doc('doc_2', 'INV-2026-000002')], next: 'c1' },
    });
    const panel = within(await screen.findByRole('region', { name: 'Invoices and documents' }));
    expect(await panel.findByRole('link', { name: /INV-2026-000002/ })).toBeTruthy();
    await userEvent.click(panel.getByRole('button', { name: 'Show older documents' }));
    expect(await panel.findByRole('link', { name: /INV-2026-000001/ })).toBeTruthy();
    expect(panel.getAllByRole('link')).toHaveLength(2);
  });

  test('a statement is downloaded for the days chosen', async () => {
    const clicked: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.getAttribute('href') ?? '');
    });
    show();
    await press('Statement');
    const dialog = within(await screen.findByRole('dialog', { name: 'Statement' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Last month' }));
    const last = dialog.getByLabelText('Last day', { selector: 'input' });
    await userEvent.clear(last);
    await fillIn(last, '2026-09-01');
    await userEvent.click(dialog.getByRole('button', { name: 'Download CSV' }));
    expect(await dialog.findByText('The last day lies before the first')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Last month' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() =>
      expect(clicked).toEqual(['/api/advertiser/transactions.csv?from=2026-10-01&to=2026-10-31']),
    );
  });
});

describe('open payments', () => {
  const transfer = makePayment({
    id: 'pay_3t0',
    gateway: { id: 'bank-transfer', name: 'Bank transfer', way: 'transfer' },
    next: {
      kind: 'transfer',
      account: { holder: 'EzDash GmbH', iban: 'AT611904300234573201', bic: null, bank: 'Test Bank' },
      reference: 'EZ-7K2-0091',
      amount_micros: 1_000_000_000,
    },
  });

  test('are gone on with', async () => {
    show({ [FUNDS]: makeFunds({ open_payments: [makePayment()] }) });
    const go = await screen.findByRole('link', { name: 'Continue $1,000.00' });
    expect(go.getAttribute('href')).toBe('https://pay.stripe.test/c/1');
  });

  test('tell where a transfer goes, each fact to be copied', async () => {
    const user = userEvent.setup();
    show({ [FUNDS]: makeFunds({ open_payments: [transfer] }) });
    const copied = jest.spyOn(navigator.clipboard, 'writeText');
    await screen.findByText('AT61 1904 3002 3457 3201');
    expect(screen.queryByText('BIC')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Copy IBAN' }));
    expect(copied).toHaveBeenLastCalledWith('AT611904300234573201');
    await user.click(screen.getByRole('button', { name: 'Copy Reference' }));
    expect(copied).toHaveBeenLastCalledWith('EZ-7K2-0091');
    await user.click(screen.getByRole('button', { name: 'Copy Amount' }));
    expect(copied).toHaveBeenLastCalledWith('1000.00');
  });

  test('are cancelled after a question; one that has ended says so', async () => {
    const remote = show({
      [FUNDS]: makeFunds({ open_payments: [transfer] }),
      'POST /api/payments/:id/cancel': reply(409, { code: 'PAYMENT_ENDED', message: 'It was paid' }),
    });
    await press('Cancel deposit $1,000.00');
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel deposit' }),
    );
    expect(await screen.findByText(/It has ended meanwhile/)).toBeTruthy();
    remote.answer({
      'POST /api/payments/:id/cancel': makePayment({ state: 'cancelled' }),
      [FUNDS]: makeFunds(),
    });
    await press('Cancel deposit $1,000.00');
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel deposit' }),
    );
    await waitFor(() => expect(screen.queryByText('EZ-7K2-0091')).toBeNull());
    expect(posts(remote, '/api/payments/pay_3t0/cancel')).toHaveLength(2);
  });
});
