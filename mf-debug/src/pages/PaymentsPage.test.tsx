import type { OperatorPayment, OperatorPaymentList } from '@ezdash/contracts';
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
import { makePayment } from '../testing/moneyData';
import { PaymentsPage } from './PaymentsPage';

const UNIT = 1_000_000;
const listOf = (payments: OperatorPayment[], next: string | null = null): OperatorPaymentList => ({
  payments,
  next,
  awaited: { count: payments.length, micros: 1_000 * UNIT },
});
const isAwaited = ({ query }: Call) => query.gateway === 'bank-transfer' && query.state === 'pending';

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes, path = '/admin/payments'): RenderedRemote {
  rendered = renderRemote(<PaymentsPage />, {
    path,
    user: testUser({ role: 'admin' }),
    texts: { debug: texts },
    routes: { 'GET /api/operator/payments': listOf([makePayment()]), ...routes },
  });
  return rendered;
}
afterEach(() => rendered?.unmount());

const field = (name: string) => screen.findByRole('textbox', { name });
const transfers = ({ calls }: RenderedRemote) =>
  calls.filter(({ path }) => path === '/api/operator/bank-transfers').map(({ body }) => body);
async function fillTransfer(amount: string, reference = 'd 7k3m q9xb') {
  await fillIn(await field('Reference'), reference);
  await fillIn(await field('Amount that came in'), amount);
  await fillIn(await field('Reference of the bank'), 'NOTPROVIDED 1');
}

describe('matching a transfer', () => {
  test('takes the keyboard alone, shows what is owed, and begins anew with the next', async () => {
    const remote = show({
      'POST /api/operator/bank-transfers': makePayment({ state: 'completed' }),
    });
    await screen.findByRole('button', { name: 'Match D-7K3M-Q9XB of Halden Outdoor' });
    await fillTransfer('1000');
    expect(
      await screen.findByText(/Halden Outdoor owes \$1,000\.00 since 14 Nov 2025\. The amount agrees\./),
    ).toBeTruthy();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText(/Matched: \$1,000\.00 for Halden Outdoor/)).toBeTruthy();
    expect(transfers(remote)).toEqual([
      expect.objectContaining({
        reference: 'd 7k3m q9xb',
        amount_micros: 1_000 * UNIT,
        bank_reference: 'NOTPROVIDED 1',
        accept_difference: false,
      }),
    ]);
    const reference = await field('Reference');
    expect(document.activeElement).toBe(reference);
    expect((reference as HTMLInputElement).value).toBe('');
    expect(((await field('Amount that came in')) as HTMLInputElement).value).toBe('');
  });

  test('sends no difference that is known before it was accepted', async () => {
    const remote = show({
      'POST /api/operator/bank-transfers': makePayment({ state: 'completed', amount_micros: 980 * UNIT }),
    });
    await screen.findByRole('button', { name: 'Match D-7K3M-Q9XB of Halden Outdoor' });
    await fillTransfer('980');
    await userEvent.keyboard('{Enter}{Enter}');
    expect(await screen.findByText('$20.00 less than expected.')).toBeTruthy();
    expect(screen.getByText(/Halden Outdoor owes \$1,000\.00 since 14 Nov 2025\.$/)).toBeTruthy();
    expect(transfers(remote)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Accept $980.00' }));
    await waitFor(() => expect(transfers(remote)).toHaveLength(1));
    expect(transfers(remote)[0]).toMatchObject({ amount_micros: 980 * UNIT, accept_difference: true });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept $980.00' })).toBeNull());
  });

  test('a difference that only the server knows is asked about too, and goes with another amount', async () => {
    const remote = show({
      'GET /api/operator/payments': listOf([]),
      'POST /api/operator/bank-transfers': reply(409, { message: 'Not the amount', code: 'AMOUNT_DIFFERS' }),
    });
    await fillTransfer('980');
    await userEvent.click(await screen.findByRole('button', { name: 'Match' }));
    expect(await screen.findByRole('button', { name: 'Accept $980.00' })).toBeTruthy();
    expect(transfers(remote)).toHaveLength(1);
    await fillIn(await field('Amount that came in'), '5');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull());
  });

  test('says at its field what the server refuses', async () => {
    show({
      'GET /api/operator/payments': listOf([]),
      'POST /api/operator/bank-transfers': reply(409, {
        message: 'This transfer was matched to another deposit',
        code: 'BANK_REFERENCE_USED',
      }),
    });
    await fillTransfer('980');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('This transfer was matched to another deposit')).toBeTruthy();
    expect((await field('Reference of the bank')).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(await field('Reference of the bank'));
  });

  test('looks up a reference that is not in the list, and says when there is none', async () => {
    const late = makePayment({ id: 'pay_1001', reference: 'D-AAAA-BBBB', state: 'cancelled' });
    show({
      'GET /api/operator/payments': (call: Call) =>
        isAwaited(call) ? listOf([]) : listOf(call.query.search === 'D-AAAA-BBBB' ? [late] : []),
    });
    await fillIn(await field('Reference'), 'D-AAAA-BBBB');
    expect(await screen.findByText(/Halden Outdoor owes \$1,000\.00/)).toBeTruthy();
    await userEvent.clear(await field('Reference'));
    await fillIn(await field('Reference'), 'D-ZZZZ-ZZZZ');
    expect(await screen.findByText('No deposit has this reference.')).toBeTruthy();
  });

  test('a row of the awaited fills the reference and moves on to the amount', async () => {
    show({});
    await userEvent.click(await screen.findByRole('button', { name: 'Match D-7K3M-Q9XB of Halden Outdoor' }));
    expect(((await field('Reference')) as HTMLInputElement).value).toBe('D-7K3M-Q9XB');
    expect(document.activeElement).toBe(await field('Amount that came in'));
  });
});

describe('all payments', () => {
  const done = makePayment({
    id: 'pay_1002',
    state: 'completed',
    gateway: { id: 'stripe', name: 'Stripe', way: 'checkout' },
    method: 'Visa 4242',
    documents: [{ id: 'doc_1000', number: 'INV-2025-0412', kind: 'invoice' }],
    external_id: 'cs_test_1',
    refundable_micros: 400 * UNIT,
  });
  const back = makePayment({ id: 'pay_1003', type: 'refund', state: 'failed', failure: 'gateway-error' });

  test('are listed with what they are, searched and filtered by the address', async () => {
    const remote = show(
      { 'GET /api/operator/payments': (call: Call) => listOf(isAwaited(call) ? [] : [done, back]) },
      '/admin/payments?state=completed&type=nonsense',
    );
    const table = within(await screen.findByRole('table', { name: 'All payments' }));
    const [, first, second] = table.getAllByRole('row');
    expect(first?.textContent).toMatch(
      /Halden Outdoorines@halden\.examplepay_1002.*DepositStripe · Visa 4242Completed/,
    );
    expect(first?.textContent).toContain('$1,000.00');
    expect(second?.textContent).toMatch(/RefundBank transferFailedThe gateway failed.*−\$1,000\.00/);
    const asked = () => remote.calls.filter((call) => !isAwaited(call)).at(-1)?.query;
    expect(asked()).toEqual({ state: 'completed' });
    await fillIn(screen.getByRole('searchbox', { name: 'Search payments' }), 'ines@');
    await waitFor(() => expect(asked()).toEqual({ state: 'completed', search: 'ines@' }));
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(asked()).toEqual({}));
    expect(remote.address()).toBe('/admin/payments');
  });

  test('come page by page, and none twice', async () => {
    show({
      'GET /api/operator/payments': (call: Call) =>
        isAwaited(call) ? listOf([]) : call.query.before ? listOf([done, back]) : listOf([done], 'pay_1002'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Show older' }));
    const table = within(screen.getByRole('table', { name: 'All payments' }));
    await waitFor(() => expect(table.getAllByRole('row')).toHaveLength(3));
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  test('say that they could not be loaded, and come with another try', async () => {
    const remote = show({ 'GET /api/operator/payments': reply(500, { message: 'Busy', code: 'X' }) });
    expect(await screen.findByText('Payments could not be loaded')).toBeTruthy();
    remote.answer({ 'GET /api/operator/payments': listOf([]) });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No payments yet')).toBeTruthy();
  });

  test('open with their course and ids, and are given back once, with a proof', async () => {
    let proofs = 0;
    const remote = show(
      {
        'GET /api/operator/payments': (call: Call) => listOf(isAwaited(call) ? [] : [done]),
        'GET /api/operator/payments/:id': {
          ...done,
          events: [
            { at: '2025-11-14T16:40:00.000Z', kind: 'created', source: 'person', detail: {} },
            {
              at: '2025-11-14T16:41:00.000Z',
              kind: 'completed',
              source: 'gateway',
              detail: { amount_micros: 1_000 * UNIT, reason: 'declined' },
            },
          ],
        },
        'POST /api/operator/payments/:id/refunds': () => {
          proofs += 1;
          return proofs === 1
            ? reply(403, { message: 'Confirm that it is you', code: 'REAUTH_REQUIRED' })
            : reply(201, makePayment({ type: 'refund' }));
        },
      },
      '/admin/payments?payment=pay_1002',
    );
    const drawer = within(await screen.findByRole('dialog', { name: 'Deposit of $1,000.00' }));
    expect(drawer.getByText('cs_test_1')).toBeTruthy();
    expect(drawer.getByText('$1,000.00 · Declined by the bank')).toBeTruthy();
    expect(drawer.getByRole('link', { name: /INV-2025-0412/ }).getAttribute('href')).toBe(
      '/api/documents/doc_1000.pdf',
    );
    const amount = drawer.getByRole('textbox', { name: 'Amount to give back' });
    await userEvent.clear(amount);
    await fillIn(amount, '401');
    await userEvent.click(drawer.getByRole('button', { name: 'Give back $401.00' }));
    expect(await drawer.findByText('At most $400.00 can be given back')).toBeTruthy();
    expect(await drawer.findByText('Say why, in at least 3 characters')).toBeTruthy();
    await userEvent.clear(amount);
    await fillIn(amount, '50');
    await fillIn(drawer.getByRole('textbox', { name: 'Why' }), 'Asked for by e-mail');
    await userEvent.click(drawer.getByRole('button', { name: 'Give back $50.00' }));
    await waitFor(() => expect(currentProof()).not.toBeNull());
    currentProof()?.answer(Date.now() + 300_000);
    expect(await screen.findByText('$50.00 go back to Halden Outdoor')).toBeTruthy();
    const bodies = remote.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]).toMatchObject({ amount_micros: 50 * UNIT, why: 'Asked for by e-mail' });
  });

  test('one that is not there says so', async () => {
    show(
      { 'GET /api/operator/payments/:id': reply(404, { message: 'No', code: 'NOT_FOUND' }) },
      '/admin/payments?payment=pay_zzzz',
    );
    expect(await screen.findByText('There is no such payment')).toBeTruthy();
  });
});
