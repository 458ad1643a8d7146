import { makeXeroPayment } from '../../../testing/moneyData';
import { invoiceAction, microsOf, shortId, standingOf } from './xeroRules';

test.each([
  [true, true, 'connected'],
  [false, true, 'expired'],
  [false, false, 'not-connected'],
] as const)('connected %p, credentials %p: %s', (connected, has_credentials, standing) =>
  expect(standingOf({ connected, has_credentials })).toBe(standing),
);

test.each([
  ['a completed deposit without one', {}, 'create'],
  ['one that is there', { has_invoice: true, invoice_id: 'x' }, 'pdf'],
  ['an open deposit', { status: 'pending' }, null],
  ['a refund', { type: 'refund' }, null],
] as const)('%s', (_, over, action) => expect(invoiceAction(makeXeroPayment(over))).toBe(action));

test('ids of more than 20 characters keep their first and last 8', () => {
  expect(shortId('12345678901234567890')).toBe('12345678901234567890');
  expect(shortId('123456789012345678901')).toBe('12345678…45678901');
});

test.each([
  ['1000.00', 1_000_000_000],
  ['0.29', 290_000],
  ['-12.50', -12_500_000],
])('%s', (decimal, micros) => expect(microsOf(decimal)).toBe(micros));
