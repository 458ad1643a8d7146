import { type Books, newId, type Session } from './books';
import { type Call, cents, type Endpoint, expandOf, need } from './endpoint';
import { formOf, metadataOf, textOf } from './form';
import type { Present } from './present';
import { invalid, missing } from './StandInError';

const DAY_SECONDS = 86_400;
const CREATE_TAKES = [
  'mode',
  'client_reference_id',
  'customer',
  'customer_email',
  'line_items',
  'payment_intent_data',
  'allowed_payment_method_types',
  'metadata',
  'success_url',
  'cancel_url',
  'locale',
  'expires_at',
  'expand',
];

function createSession(books: Books, present: Present, { form }: Call): object {
  const mode = need(form, 'mode');
  if (mode !== 'payment' && mode !== 'setup') throw invalid('Invalid mode', { param: 'mode' });
  const [item] = Array.isArray(form.line_items) ? form.line_items : [];
  const price = formOf(formOf(item).price_data);
  const customer = textOf(form.customer);
  if (customer !== null && !books.customers.has(customer)) throw missing('customer', customer, 'customer');
  const intentData = formOf(form.payment_intent_data);
  const session: Session = {
    id: newId('cs_test'),
    mode,
    status: 'open',
    created: books.seconds(),
    expires_at: books.seconds() + DAY_SECONDS,
    amount:
      mode === 'payment' ? cents(textOf(price.unit_amount), 'line_items[0][price_data][unit_amount]') : null,
    currency: textOf(price.currency) ?? 'eur',
    description: textOf(intentData.description) ?? '',
    customer,
    client_reference_id: textOf(form.client_reference_id),
    metadata: metadataOf(form.metadata),
    intentMetadata: metadataOf(intentData.metadata),
    success_url: need(form, 'success_url'),
    cancel_url: textOf(form.cancel_url) ?? '',
    intent: null,
    setupIntent: null,
  };
  books.sessions.set(session.id, session);
  return present.session(session, expandOf(form));
}

/** Checkout sessions: made, read, ended. */
export function sessionEndpoints(books: Books, present: Present): Endpoint[] {
  const find = (id: string): Session => {
    const session = books.session(id);
    if (!session) throw missing('checkout.session', id);
    return session;
  };
  return [
    {
      method: 'POST',
      path: /^\/v1\/checkout\/sessions$/,
      takes: CREATE_TAKES,
      handle: (call) => createSession(books, present, call),
    },
    {
      method: 'GET',
      path: /^\/v1\/checkout\/sessions\/([^/]+)$/,
      takes: ['expand'],
      handle: ({ id, form }) => present.session(find(id), expandOf(form)),
    },
    {
      method: 'POST',
      path: /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/,
      takes: ['expand'],
      handle: ({ id }) => {
        const session = find(id);
        if (session.status !== 'open')
          throw invalid(
            `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
          );
        session.status = 'expired';
        books.tell('checkout.session.expired', session);
        return present.session(session);
      },
    },
  ];
}
