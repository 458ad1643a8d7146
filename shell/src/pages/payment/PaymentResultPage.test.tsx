import { type PaymentDetail, type PaymentEvent, publicId } from '@ezdash/contracts';
import { fakeLive } from '@ezdash/remote-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { calls, renderApp, userOf } from '../../testing/renderApp';

const user = userOf('advertiser');
const channel = `private-account.${publicId('user', user.id)}`;
const path = '/payment/result?payment=pay_2s8';
const READ = 'GET /api/payments/pay_2s8';

const event = (
  kind: PaymentEvent['kind'],
  at: string,
  detail: PaymentEvent['detail'] = {},
): PaymentEvent => ({
  kind,
  at: `2026-02-01T14:02:${at}Z`,
  source: 'gateway',
  detail,
});

function makeDetail(change: Partial<PaymentDetail> = {}): PaymentDetail {
  return {
    id: 'pay_2s8',
    type: 'deposit',
    state: 'completed',
    origin: 'person',
    currency: 'USD',
    amount_micros: 1_000_000_000,
    fee_micros: 0,
    charged_micros: 1_000_000_000,
    bonus_micros: 0,
    promo_code: null,
    gateway: { id: 'stripe', name: 'Stripe', way: 'checkout' },
    method: 'Visa 4242',
    failure: null,
    refunded_micros: 0,
    refunding_micros: 0,
    charged_back_micros: 0,
    next: null,
    documents: [{ id: 'doc_1aa', number: 'INV-2026-000412', kind: 'invoice' }],
    created_at: '2026-02-01T14:02:00Z',
    ended_at: '2026-02-01T14:02:40Z',
    expires_at: null,
    events: [event('created', '00'), event('completed', '40')],
    ...change,
  };
}
const pending: Partial<PaymentDetail> = { state: 'pending', documents: [], ended_at: null, method: null };
const show = (detail: PaymentDetail | ((request: Request) => Response)) =>
  renderApp({ path, user, answers: { [READ]: detail } });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const href = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

test('a paid deposit says so, with its facts, its invoice and its course', async () => {
  await show(
    makeDetail({
      fee_micros: 29_300_000,
      charged_micros: 1_029_300_000,
      bonus_micros: 100_000_000,
      promo_code: 'WINTER10',
      events: [
        event('created', '00'),
        event('asked-gateway', '10'),
        event('asked-gateway', '20'),
        event('completed', '40', { amount_micros: 1_000_000_000 }),
        event('document-issued', '40', { number: 'INV-2026-000412' }),
      ],
    }),
  );
  await heading('$1,000.00 paid in');
  expect(screen.getByText(/with a bonus of \$100\.00/)).toBeTruthy();
  expect(screen.getByText('$1,029.30')).toBeTruthy();
  expect(screen.getByText('$100.00 · WINTER10')).toBeTruthy();
  expect(screen.getByText('Visa 4242 · Stripe')).toBeTruthy();
  expect(href(/Invoice INV-2026-000412/)).toBe('/api/documents/doc_1aa.pdf');
  expect(href('To your funds')).toBe('/advertiser/funds');
  const course = within(screen.getByRole('region', { name: 'How it went' }));
  expect(course.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
    'Deposit begun',
    'Gateway asked how it stands',
    'Paid and booked$1,000.00',
    'Document issuedINV-2026-000412',
  ]);
  expect(document.title).toContain('$1,000.00 paid in');
  expect(calls.filter(({ call }) => call === READ)).toHaveLength(1);
});

test('turns from waiting to paid by a message, and says it aloud', async () => {
  let answer = makeDetail({ ...pending, events: [] });
  await show(() => Response.json(answer));
  await heading('Waiting for Stripe');
  expect(screen.getByText(/This page turns by itself/)).toBeTruthy();
  const said = screen.getByRole('heading', { level: 1 }).closest('[role="status"]');
  const live = fakeLive();
  await waitFor(() => expect(live.channels()).toContain(channel));
  act(() => live.letIn());
  answer = makeDetail();
  act(() => live.tell(channel, 'payment.changed', { payment_id: 'pay_2s8' }));
  await heading('$1,000.00 paid in');
  expect(said?.textContent).toContain('$1,000.00 paid in');
  expect(said?.isConnected).toBe(true);
});

test('turns without a message too, by asking', async () => {
  const answers = [makeDetail({ ...pending, events: [] }), makeDetail()];
  await show(() => Response.json(answers.length > 1 ? answers.shift() : answers[0]));
  await heading('Waiting for Stripe');
  expect(await screen.findByRole('heading', { name: '$1,000.00 paid in' }, { timeout: 20_000 })).toBeTruthy();
});

test('a visit that was broken off is gone on with', async () => {
  await show(
    makeDetail({ ...pending, state: 'created', next: { kind: 'checkout', url: 'https://pay.test/c/1' } }),
  );
  // Whoever comes from the gateway may have paid: that is asked first.
  await heading('Asking Stripe');
  expect(
    await screen.findByRole('heading', { name: '$1,000.00 not paid yet' }, { timeout: 20_000 }),
  ).toBeTruthy();
  expect(href('Continue at Stripe')).toBe('https://pay.test/c/1');
});

test.each([
  ['failed', 'declined', '$1,000.00 not paid', /^The bank declined it\. Nothing was charged\./],
  ['failed', 'authentication', '$1,000.00 not paid', /3-D Secure was not passed/],
  ['cancelled', 'expired', 'Deposit cancelled', /It was not paid in time/],
  ['cancelled', null, 'Deposit cancelled', /^Nothing was charged\.$/],
] as const)('%s (%s) says why, and offers to try again as it was', async (state, failure, title, text) => {
  await show(makeDetail({ state, failure, promo_code: 'SPRING50', documents: [] }));
  await heading(title);
  expect(screen.getByText(text)).toBeTruthy();
  expect(href('Try again')).toBe('/advertiser/funds?amount=1000&way=stripe&code=SPRING50');
});

test('a transfer says where it goes', async () => {
  await show(
    makeDetail({
      ...pending,
      gateway: { id: 'bank-transfer', name: 'Bank transfer', way: 'transfer' },
      next: {
        kind: 'transfer',
        account: { holder: 'EzDash', iban: 'AT611904300234573201', bic: 'TESTATWW', bank: 'Test Bank' },
        reference: 'EZ-7K2-0091',
        amount_micros: 1_000_000_000,
      },
      documents: [{ id: 'doc_9', number: 'PRO-2026-000001', kind: 'proforma' }],
    }),
  );
  await heading('Waiting for your transfer');
  expect(screen.getByText('AT61 1904 3002 3457 3201')).toBeTruthy();
  expect(screen.getByText('EZ-7K2-0091')).toBeTruthy();
  expect(screen.getByText('TESTATWW')).toBeTruthy();
  expect(href(/Proforma invoice PRO-2026-000001/)).toBe('/api/documents/doc_9.pdf');
});

test('what went back since is told', async () => {
  await show(
    makeDetail({
      refunded_micros: 200_000_000,
      refunding_micros: 100_000_000,
      charged_back_micros: 50_000_000,
    }),
  );
  await heading('$1,000.00 paid in');
  expect(screen.getByText('$200.00 of it was refunded.')).toBeTruthy();
  expect(screen.getByText('$100.00 of it is on its way back.')).toBeTruthy();
  expect(screen.getByText(/^\$50\.00 of it was charged back/)).toBeTruthy();
});

test.each([
  [{ type: 'refund', state: 'completed' }, '$1,000.00 refunded'],
  [{ type: 'refund', state: 'pending' }, '$1,000.00 on its way back'],
  [{ type: 'refund', state: 'failed' }, 'Refund not made'],
  [{ type: 'chargeback', state: 'completed' }, '$1,000.00 charged back'],
] as const)('a payment of another type: %j', async (change, title) => {
  await show(makeDetail({ ...change, documents: [] }));
  await heading(title);
});

test.each(['/payment/result?payment=pay_2s8', '/payment/result'])(
  'an unknown payment, or somebody else’s: %s',
  async (address) => {
    await renderApp({ path: address, user });
    await heading('There is no such payment');
    expect(screen.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(document.title).toBe('Payment result - EzDash'));
  },
);

test('that could not be loaded is tried again', async () => {
  let isBroken = true;
  await show(() =>
    isBroken
      ? Response.json({ message: 'Busy', code: 'INTERNAL', requestId: 'req_9' }, { status: 500 })
      : Response.json(makeDetail()),
  );
  await heading('The payment could not be loaded');
  expect(screen.getByRole('alert').textContent).toContain('req_9');
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('$1,000.00 paid in');
});

test('who is not signed in signs in first, and comes back', async () => {
  await renderApp({ path });
  await waitFor(() => expect(window.location.pathname).toBe('/auth/login'));
  expect(new URLSearchParams(window.location.search).get('next')).toBe(path);
});

test('is printed', async () => {
  const print = jest.fn();
  window.print = print;
  await show(makeDetail());
  await heading('$1,000.00 paid in');
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
});
