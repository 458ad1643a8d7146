import { type Books, newId } from './books';
import { type Call, type Endpoint, list, need } from './endpoint';
import { metadataOf, textOf } from './form';
import type { Present } from './present';
import { invalid, missing } from './StandInError';

/** Refunds and disputes of payment intents. */
export function refundEndpoints(books: Books, present: Present): Endpoint[] {
  function create({ form }: Call): object {
    const id = need(form, 'payment_intent');
    const intent = books.intents.get(id);
    if (!intent) throw missing('payment_intent', id, 'payment_intent');
    if (intent.status !== 'succeeded')
      throw invalid('This PaymentIntent does not have a successful charge to refund.', {
        code: 'payment_intent_unexpected_state',
      });
    const before = books.refunds.filter((each) => each.intent === id && each.status !== 'failed');
    const left = intent.amount - before.reduce((sum, { amount }) => sum + amount, 0);
    const amount = Number(textOf(form.amount) ?? left);
    if (left === 0) throw invalid('Charge has already been refunded.', { code: 'charge_already_refunded' });
    if (!Number.isInteger(amount) || amount <= 0 || amount > left)
      throw invalid('Refund amount is greater than unrefunded amount on charge', { param: 'amount' });
    const refund = {
      id: newId('re'),
      intent: id,
      amount,
      status: 'succeeded' as const,
      metadata: metadataOf(form.metadata),
      created: books.seconds(),
    };
    books.refunds.push(refund);
    books.tell('charge.refunded', { ...present.charge(intent) });
    return present.refund(refund);
  }
  return [
    {
      method: 'POST',
      path: /^\/v1\/refunds$/,
      takes: ['payment_intent', 'amount', 'metadata', 'reason', 'expand'],
      handle: create,
    },
    {
      method: 'GET',
      path: /^\/v1\/refunds$/,
      takes: ['payment_intent', 'limit', 'starting_after', 'ending_before'],
      handle: ({ form }) => {
        const found = books.refunds.filter((each) => each.intent === textOf(form.payment_intent));
        return list(found.map(present.refund), '/v1/refunds');
      },
    },
    {
      method: 'GET',
      path: /^\/v1\/disputes$/,
      takes: ['payment_intent', 'limit'],
      handle: ({ form }) => {
        const found = books.disputes.filter((each) => each.intent === textOf(form.payment_intent));
        return list(found.map(present.dispute), '/v1/disputes');
      },
    },
  ];
}
