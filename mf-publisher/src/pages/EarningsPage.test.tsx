import { type Earnings, type PayoutRequest, publicId } from '@ezdash/contracts';
import {
  fakeLive,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
  testUser,
} from '@ezdash/remote-kit/testing';
import { channelName, currentProof, liveChannels, startBridge, useAppStore } from '@ezdash/store';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import texts from '../locales/en.json';
import { makeDeductions, makeEarnings, makePayout } from '../testing/earningsData';
import { EarningsPage } from './EarningsPage';

const EARNINGS = 'GET /api/publisher/earnings';
const PAYOUTS = 'GET /api/publisher/payouts';
const DEDUCTIONS = 'GET /api/publisher/deductions';
const ASK = 'POST /api/publisher/payouts';
const BOOKS = {
  [EARNINGS]: makeEarnings(),
  [PAYOUTS]: { payouts: [makePayout()], next: null },
  [DEDUCTIONS]: makeDeductions(),
  'GET /api/auth/me': { user: testUser({ role: 'publisher' }), csrf_token: 't' },
};

/** As the shell does it around every page. */
function Live() {
  const store = useAppStore();
  useEffect(() => startBridge(store, liveChannels), [store]);
  return null;
}

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes = {}, user = testUser({ role: 'publisher' })): RenderedRemote {
  const page = (
    <>
      <Live />
      <EarningsPage />
    </>
  );
  rendered = renderRemote(page, {
    path: '/publisher/earnings',
    user,
    texts: { publisher: texts },
    routes: { ...BOOKS, ...routes },
  });
  return rendered;
}
afterEach(() => rendered?.unmount());

const panel = (name: string) => within(screen.getByRole('region', { name }));
const refused = (reason: string, params: Record<string, string | number> = {}): Partial<Earnings> => ({
  request: { ok: false, reason: reason as 'held', params },
});

test('shows what is on hold, with its reason, beside the months it belongs to', async () => {
  const [current, ...months] = makeEarnings().months;
  if (!current) throw new Error('There is no month');
  show({
    [EARNINGS]: makeEarnings({
      on_hold_micros: 12_340_000,
      months: [{ ...current, held_micros: 12_340_000 }, ...months],
      holds: [
        {
          id: 'h1',
          property: { id: 'p_1k7a', name: 'Velo blog' },
          source: 'key',
          state: 'open',
          reasons: ['young-key', 'little-known'],
          since: '2026-11-10',
          amount_micros: 12_340_000,
          release_at: null,
          decided_at: null,
        },
        {
          id: 'h2',
          property: { id: 'p_1k7b', name: 'Boat blog' },
          source: 'seat',
          state: 'taken_back',
          reasons: ['one-machine'],
          since: '2026-11-01',
          amount_micros: 5_000_000,
          release_at: null,
          decided_at: '2026-11-12T08:00:00Z',
        },
      ],
    }),
  });
  expect((await screen.findByText('On hold', { selector: 'dt' })).parentElement?.textContent).toBe(
    'On hold$12.34reported by servers',
  );
  const rows = panel('Server-side earnings')
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(rows[1]).toContain('In review');
  expect(rows[1]).toContain('New key, Needs 100 impressions and clicks across your properties first');
  expect(rows[2]).toContain('Returned to advertisers');
  expect(panel('Months').getByRole('columnheader', { name: 'On hold' })).toBeTruthy();
});

test('shows what becomes of earnings as one flow, to the cent', async () => {
  show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Earnings' })).toBeTruthy();
  expect(document.title).toBe('Earnings - EzDash');
  expect(screen.getByText(/^What you earn becomes payable 30 days after the end of its month/)).toBeTruthy();
  const steps = panel('From estimate to payout')
    .getAllByText(/./, { selector: 'dt' })
    .map((step) => step.parentElement?.textContent);
  expect(steps).toEqual([
    'Estimated$64.12this month so far',
    expect.stringMatching(/^Validating\$210\.00\$210\.00 payable on 1 Dec/),
    'Payable$120.00payouts from $50.00',
    expect.stringMatching(/^Paid\$1,240\.00last on 5 Nov/),
  ]);
});

test('names every month with what was taken back, and every payout with its statement', async () => {
  show();
  const months = within(await screen.findByRole('table', { name: 'Months' }));
  const rows = months.getAllByRole('row').map((row) => row.textContent);
  expect(rows[1]).toMatch(/^November 2026.*Estimated.*payable on 31 Dec.*\$64\.12––$/);
  expect(rows[2]).toMatch(/^October 2026.*Validating.*\$228\.00−\$18\.00–$/);
  expect(rows[3]).toMatch(/^September 2026.*Payable.*since 31 Oct.*\$120\.00–\$120\.00$/);
  const payouts = within(await screen.findByRole('table', { name: 'Payouts' }));
  const line = payouts.getAllByRole('row')[1];
  expect(line?.textContent).toMatch(
    /2 Nov.*10:00.*po_1000.*Paid.*5 Nov.*T-17.*September 2026 to October 2026.*\$4\.00 of it from referrals.*Test bank Germany 3000/,
  );
  const statement = payouts.getByRole('link', { name: 'PAY-2026-000001' });
  expect(statement.getAttribute('href')).toBe('/api/documents/doc_1000.pdf');
});

test('says why earnings were taken back, and that it comes to what the months say', async () => {
  const remote = show();
  const table = within(await screen.findByRole('table', { name: 'Deductions' }));
  const rows = table.getAllByRole('row').map((row) => row.textContent);
  expect(rows[1]).toMatch(
    /^Traffic from a data centre42 events of 2 Oct to 3 Oct.*10 Nov to 11 Nov.*−\$17\.50$/,
  );
  expect(rows[2]).toMatch(/^Conversion taken backThe advertiser reported.*4 Nov−\$0\.50$/);
  expect(rows.at(-1)).toMatch(/−\$18\.00$/);
  remote.answer({
    [DEDUCTIONS]: {
      ...makeDeductions(),
      deductions: [{ ...makeDeductions().deductions[1], id: 'conversion-2026-09' }],
      next: null,
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Older deductions' }));
  await waitFor(() => expect(table.getAllByRole('row')).toHaveLength(5));
  expect(remote.calls.some(({ query }) => query.before === 'conversion-2026-11')).toBe(true);
});

test('without a deduction there is no list of them, and one that fails says so', async () => {
  const remote = show({ [EARNINGS]: makeEarnings({ deducted_micros: 0 }) });
  await screen.findByRole('table', { name: 'Payouts' });
  expect(screen.queryByText('Deductions')).toBeNull();
  remote.unmount();
  show({ [DEDUCTIONS]: reply(500, { message: 'The database does not answer', request_id: 'r-1' }) });
  expect(await screen.findByText('The deductions could not be loaded')).toBeTruthy();
});

test('asks for all that is available, once, and shows it on its way', async () => {
  const remote = show({ [ASK]: reply(201, makePayout({ state: 'requested' })) });
  const button = await screen.findByRole('button', { name: 'Request $120.00' });
  expect(panel('Payout').getByText('Test bank Germany 3000')).toBeTruthy();
  expect(panel('Payout').getByText('$0.001234')).toBeTruthy();
  remote.answer({
    [EARNINGS]: makeEarnings({
      payable_micros: 1_234,
      on_the_way_micros: 120_000_000,
      ...refused('open-payout'),
    }),
  });
  await userEvent.click(button);
  expect(await screen.findByText('A payout is on its way.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Request/ })).toBeNull();
  expect(screen.getByText('On its way', { selector: 'dt' }).parentElement?.textContent).toContain('$120.00');
  const sent = remote.calls
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => body as PayoutRequest);
  expect(sent).toEqual([
    { payout_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/), amount_micros: 120_000_000 },
  ]);
});

test('a press after a lost answer sends the same id', async () => {
  const remote = show({ [ASK]: reply(0) });
  await userEvent.click(await screen.findByRole('button', { name: 'Request $120.00' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The payout was not requested');
  remote.answer({ [ASK]: reply(201, makePayout({ state: 'requested' })) });
  await userEvent.click(screen.getByRole('button', { name: 'Request $120.00' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  const ids = remote.calls
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => (body as PayoutRequest).payout_id);
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(1);
});

test('a lost one that ended meanwhile is not taken for the one that is asked for now', async () => {
  const remote = show({ [ASK]: reply(0) });
  await userEvent.click(await screen.findByRole('button', { name: 'Request $120.00' }));
  await screen.findByRole('alert');
  const sent = () =>
    remote.calls
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => (body as PayoutRequest).payout_id);
  const [lost] = sent();
  remote.answer({
    [ASK]: ({ body }: { body: PayoutRequest }) =>
      body.payout_id === lost
        ? makePayout({ state: 'refused', amount_micros: body.amount_micros, reason: 'Ask again' })
        : reply(201, makePayout({ state: 'requested', amount_micros: body.amount_micros })),
  });
  const before = sent().length;
  await userEvent.click(screen.getByRole('button', { name: 'Request $120.00' }));
  expect(await screen.findByText('Payout of $120.00 requested')).toBeTruthy();
  const [again, anew] = sent().slice(before);
  expect([again, anew === undefined, anew === lost]).toEqual([lost, false, false]);
});

test('another amount by now is said and shown', async () => {
  const remote = show({
    [ASK]: reply(409, {
      message: 'What can be paid out has changed. Look at the new amount',
      code: 'AMOUNT_CHANGED',
      requestId: 'req_test',
    }),
  });
  const button = await screen.findByRole('button', { name: 'Request $120.00' });
  remote.answer({ [EARNINGS]: makeEarnings({ request: { ok: true, amount_micros: 90_000_000 } }) });
  await userEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toContain('Look at the new amount');
  expect(await screen.findByRole('button', { name: 'Request $90.00' })).toBeTruthy();
});

test('an old proof is renewed over the page, and the same payout is asked for', async () => {
  const refusal = reply(403, { message: 'Confirm that it is you', code: 'REAUTH_REQUIRED', requestId: 'r' });
  const remote = show({ [ASK]: refusal });
  const button = await screen.findByRole('button', { name: 'Request $120.00' });
  const answerProof = async (until: number | null) => {
    await waitFor(() => expect(currentProof()).not.toBeNull());
    act(() => currentProof()?.answer(until));
  };
  await userEvent.click(button);
  await answerProof(null);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.click(button);
  await waitFor(() => expect(currentProof()).not.toBeNull());
  remote.answer({ [ASK]: reply(201, makePayout({ state: 'requested', amount_micros: 120_000_000 })) });
  await answerProof(Date.now() + 300_000);
  expect(await screen.findByText('Payout of $120.00 requested')).toBeTruthy();
  const ids = remote.calls
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => (body as PayoutRequest).payout_id);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(1);
  expect(remote.address()).toBe('/publisher/earnings');
});

test.each([
  ['no-method', {}, 'There is no bank account yet.', 'Add bank account', '/settings/payment-methods'],
  [
    'method-locked',
    { until: '2026-11-18T10:00:00Z', method: 'Test bank' },
    /^Your bank account is locked until 18 Nov.*10:00 UTC\.$/,
    null,
    null,
  ],
  ['open-payout', {}, 'A payout is on its way.', null, null],
  [
    'below-threshold',
    { threshold_micros: 50_000_000, missing_micros: 12_500_000 },
    '$12.50 more to the next payout.',
    null,
    null,
  ],
  ['held', {}, 'Your payouts are held.', 'Write to support', '/help'],
  ['account', { status: 'suspended' }, 'Your account is not active.', 'Write to support', '/help'],
  ['not-reconciled', {}, 'Your figures are being checked.', 'Write to support', '/help'],
  ['of-a-newer-server', {}, 'Nothing can be paid out now', 'Write to support', '/help'],
])('says why nothing can be asked for: %s', async (reason, params, title, action, href) => {
  show({ [EARNINGS]: makeEarnings(refused(reason, params)) });
  expect(await screen.findByText(title, { selector: 'b' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Request/ })).toBeNull();
  if (action) expect(screen.getByRole('link', { name: action }).getAttribute('href')).toBe(href);
});

test('a debt is taken off what can be asked for', async () => {
  show({
    [EARNINGS]: makeEarnings({ debt_micros: 30_000_000, request: { ok: true, amount_micros: 90_000_000 } }),
  });
  expect(await screen.findByText('less $30.00 for invalid traffic')).toBeTruthy();
  expect(panel('Payout').getByText('Owed for invalid traffic').nextSibling?.textContent).toBe('−$30.00');
});

test('what an account that is not active may not do is held', async () => {
  show({ [ASK]: reply(403) }, testUser({ role: 'publisher', status: 'suspended' }));
  const button = await screen.findByRole('button', { name: 'Request $120.00' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
});

test('a new publisher reads what starts it', async () => {
  show({
    [EARNINGS]: makeEarnings({
      estimated_micros: 0,
      validating_micros: 0,
      payable_micros: 0,
      paid_micros: 0,
      deducted_micros: 0,
      months: [],
      next_release: null,
      last_paid_at: null,
      method: null,
      ...refused('no-method'),
    }),
  });
  expect(await screen.findByRole('heading', { name: 'Nothing earned yet' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open properties' }).getAttribute('href')).toBe(
    '/publisher/properties',
  );
});

test('failures say what still works; one part failing leaves the others', async () => {
  const remote = show({
    [EARNINGS]: reply(500, { message: 'The database is away', code: 'INTERNAL', requestId: 'req_test' }),
    [PAYOUTS]: reply(500, { message: 'The database is away', code: 'INTERNAL', requestId: 'req_test' }),
  });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The earnings could not be loaded');
  expect(alert.textContent).toContain('req_test');
  remote.answer({ [EARNINGS]: makeEarnings() });
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Request $120.00' })).toBeTruthy();
  expect(await screen.findByText('The payouts could not be loaded')).toBeTruthy();
});

test('payouts that failed or wait say why and until when; older ones are fetched on demand', async () => {
  const reason = `The account is closed ${'and was moved to another bank '.repeat(6)}`.trim();
  const remote = show({
    [PAYOUTS]: ({ query }: { query: Record<string, string> }) =>
      query.before
        ? { payouts: [makePayout({ id: 'po_0999' })], next: null }
        : {
            payouts: [
              makePayout({ id: 'po_1002', state: 'sent', ended_at: null, reference: null, documents: [] }),
              makePayout({ id: 'po_1001', state: 'failed', reason, reference: null, documents: [] }),
            ],
            next: 'po_1001',
          },
  });
  const payouts = within(await screen.findByRole('table', { name: 'Payouts' }));
  expect(payouts.getByText(/^sent by 7 Nov/)).toBeTruthy();
  expect(payouts.getByText(reason)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Older payouts' }));
  expect(await payouts.findByText('po_0999')).toBeTruthy();
  expect(remote.calls.some(({ query }) => query.before === 'po_1001')).toBe(true);
  expect(screen.queryByRole('button', { name: 'Older payouts' })).toBeNull();
});

test('a step of a payout shows by itself', async () => {
  const user = testUser({ role: 'publisher' });
  const channel = channelName('account', publicId('user', user.id));
  const remote = show();
  await screen.findByRole('button', { name: 'Request $120.00' });
  const live = fakeLive();
  const leave = liveChannels.listen(channel, {});
  remote.answer({ [EARNINGS]: makeEarnings(refused('open-payout')) });
  await act(async () => {
    live.letIn();
    live.tell(channel, 'payout.changed', { payout_id: 'po_1000' });
  });
  expect(await screen.findByText('A payout is on its way.')).toBeTruthy();
  leave();
});
