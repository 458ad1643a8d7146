import { type Books, type Intent, newId } from './books';
import { type Call, cents, type Endpoint, expandOf, list, need } from './endpoint';
import { type Form, metadataOf, textOf } from './form';
import type { Present } from './present';
import { invalid, missing, StandInError } from './StandInError';

function createHandlers(books: Books, present: Present) {
  const find = (id: string): Intent => {
    const intent = books.intents.get(id);
    if (!intent) throw missing('payment_intent', id, 'intent');
    return intent;
  };
  const methodOf = (form: Form, customer: string | null) => {
    const id = need(form, 'payment_method');
    const method = books.methods.get(id);
    if (!method) throw missing('PaymentMethod', id, 'payment_method');
    if (method.customer !== customer)
      throw invalid('The PaymentMethod does not belong to this customer.', { param: 'payment_method' });
    return method;
  };
  /** A declined card is 402, with the intent that it was for. */
  function answer(intent: Intent): object {
    if (intent.error)
      throw new StandInError(402, {
        type: 'card_error',
        ...intent.error,
        payment_intent: present.intent(intent),
      });
    return present.intent(intent);
  }

  function create({ form }: Call): object {
    const customer = textOf(form.customer);
    if (customer !== null && !books.customers.has(customer)) throw missing('customer', customer, 'customer');
    const method = methodOf(form, customer);
    const intent: Intent = {
      id: newId('pi'),
      amount: cents(textOf(form.amount), 'amount'),
      currency: need(form, 'currency'),
      status: 'requires_payment_method',
      customer,
      method: method.id,
      card: method.card,
      description: textOf(form.description) ?? '',
      metadata: metadataOf(form.metadata),
      error: null,
      charge: null,
      return_url: null,
      session: null,
    };
    books.intents.set(intent.id, intent);
    if (form.confirm !== 'true' || form.off_session !== 'true')
      throw invalid('The stand-in charges off session alone', { param: 'off_session' });
    books.charge(intent, method.card);
    return answer(intent);
  }

  function confirm({ id, form }: Call): object {
    const intent = find(id);
    if (intent.status !== 'requires_payment_method')
      throw invalid(`You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`, {
        code: 'payment_intent_unexpected_state',
      });
    const method = methodOf(form, intent.customer);
    intent.return_url = need(form, 'return_url');
    intent.error = null;
    if (method.card.charged === 'asks') {
      intent.status = 'requires_action';
      books.tell('payment_intent.requires_action', intent);
    } else books.charge(intent, method.card);
    return answer(intent);
  }

  function cancel({ id }: Call): object {
    const intent = find(id);
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw invalid(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, {
        code: 'payment_intent_unexpected_state',
      });
    intent.status = 'canceled';
    books.tell('payment_intent.canceled', intent);
    return present.intent(intent);
  }

  return { find, create, confirm, cancel };
}

const CREATE_TAKES = [
  'amount',
  'currency',
  'customer',
  'payment_method',
  'allowed_payment_method_types',
  'confirm',
  'off_session',
  'description',
  'metadata',
  'expand',
];

/** Payment intents: charged off session, confirmed with the payer, cancelled, read. */
export function intentEndpoints(books: Books, present: Present): Endpoint[] {
  const { find, create, confirm, cancel } = createHandlers(books, present);
  return [
    {
      method: 'POST',
      path: /^\/v1\/payment_intents$/,
      takes: CREATE_TAKES,
      handle: create,
    },
    {
      method: 'GET',
      path: /^\/v1\/payment_intents$/,
      takes: ['customer', 'limit', 'starting_after'],
      handle: ({ form }) => {
        const customer = need(form, 'customer');
        if (!books.customers.has(customer)) throw missing('customer', customer, 'customer');
        const found = [...books.intents.values()].filter((each) => each.customer === customer).reverse();
        return list(
          found.map((each) => present.intent(each)),
          '/v1/payment_intents',
        );
      },
    },
    {
      method: 'GET',
      path: /^\/v1\/payment_intents\/([^/]+)$/,
      takes: ['expand'],
      handle: ({ id, form }) => present.intent(find(id), expandOf(form)),
    },
    {
      method: 'POST',
      path: /^\/v1\/payment_intents\/([^/]+)\/confirm$/,
      takes: ['payment_method', 'off_session', 'return_url', 'expand'],
      handle: confirm,
    },
    { method: 'POST', path: /^\/v1\/payment_intents\/([^/]+)\/cancel$/, takes: ['expand'], handle: cancel },
  ];
}
