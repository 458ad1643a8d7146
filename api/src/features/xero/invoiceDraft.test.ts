import { draftOf } from './invoiceDraft';

const payment = {
  id: 1001,
  userId: 7,
  amountMicros: 250_000_000n,
  feeMicros: 7_250_000n,
  currency: 'USD',
  gatewayName: 'Stripe',
  externalTransactionId: 'txn_1',
  // The day is UTC's, wherever the server is.
  completedAt: new Date('2026-11-16T23:30:00-05:00'),
};

it('has a line for the deposit and one for the fee, and what was charged as its total', () => {
  expect(draftOf(payment, null)).toEqual({
    number: 'pay_10rt',
    reference: 'pay_10rt',
    date: '2026-11-17',
    currency: 'USD',
    lines: [
      { description: 'Advertising deposit pay_10rt', amount: 250 },
      { description: 'Payment fee, Stripe', amount: 7.25 },
    ],
    total: 257.25,
  });
});

it('has no line for a fee that there was not, and our own number when there is one', () => {
  const draft = draftOf({ ...payment, feeMicros: 0n }, 'INV-2026-00042');
  expect(draft).toMatchObject({ number: 'INV-2026-00042', reference: 'pay_10rt', total: 250 });
  expect(draft.lines).toHaveLength(1);
});
