import type { Books, Dispute, Intent, Method, Refund, Session } from './books';

type Json = Record<string, unknown>;

/** Objects as Stripe sends them, with what was asked to be expanded in place. */
export function createPresent(books: Books, base: () => string) {
  const charge = (intent: Intent): Json => ({
    id: intent.charge,
    object: 'charge',
    amount: intent.amount,
    amount_refunded: books.refunds
      .filter((each) => each.intent === intent.id && each.status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0),
    currency: intent.currency,
    disputed: books.disputes.some((each) => each.intent === intent.id),
    metadata: intent.metadata,
    paid: intent.status === 'succeeded',
    payment_intent: intent.id,
    payment_method_details: {
      type: 'card',
      card: { brand: intent.card?.brand, last4: intent.card?.last4, exp_month: 4, exp_year: 2029 },
    },
    status: intent.status === 'succeeded' ? 'succeeded' : 'pending',
  });

  const intent = (row: Intent, expand: readonly string[] = []): Json => ({
    id: row.id,
    object: 'payment_intent',
    amount: row.amount,
    amount_received: row.status === 'succeeded' ? row.amount : 0,
    currency: row.currency,
    customer: row.customer,
    description: row.description,
    last_payment_error: row.error && { type: 'card_error', ...row.error },
    latest_charge: row.charge && (expand.includes('latest_charge') ? charge(row) : row.charge),
    livemode: false,
    metadata: row.metadata,
    next_action:
      row.status === 'requires_action'
        ? {
            type: 'redirect_to_url',
            redirect_to_url: { url: `${base()}/authenticate/${row.id}`, return_url: row.return_url },
          }
        : null,
    payment_method: row.method,
    status: row.status,
  });

  const method = (row: Method): Json => ({
    id: row.id,
    object: 'payment_method',
    type: 'card',
    customer: row.customer,
    card: { brand: row.card.brand, last4: row.card.last4, exp_month: 4, exp_year: 2029 },
  });

  function setupIntent(id: string, expand: readonly string[]): Json | string {
    const row = books.setupIntents.get(id);
    const kept = row?.method ? books.methods.get(row.method) : undefined;
    if (!row || expand.length === 0) return id;
    return {
      id,
      object: 'setup_intent',
      status: 'succeeded',
      customer: row.customer,
      payment_method: expand.includes('payment_method') && kept ? method(kept) : row.method,
    };
  }

  const within = (expand: readonly string[], name: string) =>
    expand
      .filter((each) => each === name || each.startsWith(`${name}.`))
      .map((each) => each.slice(name.length + 1));

  function session(row: Session, expand: readonly string[] = []): Json {
    const paid = row.intent === null ? undefined : books.intents.get(row.intent);
    const intentExpand = within(expand, 'payment_intent');
    return {
      id: row.id,
      object: 'checkout.session',
      amount_total: row.amount,
      cancel_url: row.cancel_url,
      client_reference_id: row.client_reference_id,
      created: row.created,
      currency: row.currency,
      customer: row.customer,
      expires_at: row.expires_at,
      livemode: false,
      metadata: row.metadata,
      mode: row.mode,
      payment_intent: paid ? (intentExpand.length > 0 ? intent(paid, intentExpand) : paid.id) : null,
      payment_status:
        row.mode === 'setup' ? 'no_payment_required' : paid?.status === 'succeeded' ? 'paid' : 'unpaid',
      setup_intent: row.setupIntent && setupIntent(row.setupIntent, within(expand, 'setup_intent')),
      status: row.status,
      success_url: row.success_url,
      url: row.status === 'open' ? `${base()}/pay/${row.id}` : null,
    };
  }

  const refund = (row: Refund): Json => ({
    id: row.id,
    object: 'refund',
    amount: row.amount,
    charge: books.intents.get(row.intent)?.charge,
    created: row.created,
    currency: books.intents.get(row.intent)?.currency,
    metadata: row.metadata,
    payment_intent: row.intent,
    status: row.status,
  });

  const dispute = (row: Dispute): Json => ({
    id: row.id,
    object: 'dispute',
    amount: row.amount,
    charge: books.intents.get(row.intent)?.charge,
    currency: books.intents.get(row.intent)?.currency,
    payment_intent: row.intent,
    status: row.status,
  });

  /** What an event is about, told by how its id begins. */
  function any(object: object): Json {
    const id = 'id' in object ? String(object.id) : '';
    const aSession = books.sessions.get(id);
    if (aSession) return session(aSession);
    const anIntent = books.intents.get(id);
    if (anIntent) return intent(anIntent);
    const aDispute = books.disputes.find((each) => each.id === id);
    return aDispute ? dispute(aDispute) : { ...object };
  }

  return { session, intent, method, refund, dispute, charge, any };
}
export type Present = ReturnType<typeof createPresent>;
