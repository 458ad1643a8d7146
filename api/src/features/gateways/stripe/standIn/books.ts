import { randomBytes } from 'node:crypto';
import { CARDS, DECLINES, type StandInCard } from './cards';
import type { ErrorBody } from './StandInError';

export interface Session {
  id: string;
  mode: 'payment' | 'setup';
  status: 'open' | 'complete' | 'expired';
  created: number;
  expires_at: number;
  amount: number | null;
  currency: string;
  description: string;
  customer: string | null;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  intentMetadata: Record<string, string>;
  success_url: string;
  cancel_url: string;
  intent: string | null;
  setupIntent: string | null;
}
export interface Intent {
  id: string;
  amount: number;
  currency: string;
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  customer: string | null;
  method: string | null;
  card: StandInCard | null;
  description: string;
  metadata: Record<string, string>;
  error: Omit<ErrorBody, 'type'> | null;
  charge: string | null;
  return_url: string | null;
  session: string | null;
}
export interface Method {
  id: string;
  customer: string | null;
  card: StandInCard;
}
export interface Refund {
  id: string;
  intent: string;
  amount: number;
  status: 'succeeded' | 'pending' | 'failed';
  metadata: Record<string, string>;
  created: number;
}
export interface Dispute {
  id: string;
  intent: string;
  amount: number;
  status: 'needs_response' | 'won' | 'lost' | 'warning_needs_response';
}

export const newId = (kind: string): string => `${kind}_${randomBytes(12).toString('hex')}`;

/** What the stand-in knows; `tell` is called with every change that Stripe has an event for. */
export class Books {
  readonly sessions = new Map<string, Session>();
  readonly intents = new Map<string, Intent>();
  readonly setupIntents = new Map<string, { id: string; method: string | null; customer: string | null }>();
  readonly methods = new Map<string, Method>();
  readonly customers = new Map<string, { id: string; metadata: Record<string, string> }>();
  readonly refunds: Refund[] = [];
  readonly disputes: Dispute[] = [];

  constructor(
    readonly nowMs: () => number,
    readonly tell: (type: string, object: object) => void,
  ) {}

  seconds(): number {
    return Math.floor(this.nowMs() / 1_000);
  }

  /** A session whose time is over has expired, whoever looks. */
  session(id: string): Session | undefined {
    const session = this.sessions.get(id);
    if (session?.status === 'open' && session.expires_at <= this.seconds()) session.status = 'expired';
    return session;
  }

  /** The money is there. */
  succeed(intent: Intent): void {
    intent.status = 'succeeded';
    intent.error = null;
    intent.charge ??= newId('ch');
    this.tell('payment_intent.succeeded', intent);
    if (!intent.card?.disputed) return;
    const dispute: Dispute = {
      id: newId('du'),
      intent: intent.id,
      amount: intent.amount,
      status: 'needs_response',
    };
    this.disputes.push(dispute);
    this.tell('charge.dispute.created', dispute);
  }

  fail(intent: Intent, error: Omit<ErrorBody, 'type'>): void {
    intent.status = 'requires_payment_method';
    intent.error = error;
    this.tell('payment_intent.payment_failed', intent);
  }

  /** Charges a card without its owner; what a bank asks for is an error then. */
  charge(intent: Intent, card: StandInCard): void {
    intent.card = card;
    if (card.charged === 'fine') this.succeed(intent);
    else this.fail(intent, DECLINES[card.charged]);
  }

  /** A card that the payer has entered at the page of a session. */
  enter(session: Session, number: string): 'done' | 'declined' | 'asks' {
    const card = CARDS[number];
    if (!card || card.entered === 'declined') return 'declined';
    if (card.entered === 'asks' && session.mode === 'payment') return 'asks';
    if (session.mode === 'setup') this.completeSetup(session, card);
    else this.completePayment(session, card);
    return 'done';
  }

  completePayment(session: Session, card: StandInCard): void {
    const intent: Intent = {
      id: newId('pi'),
      amount: session.amount ?? 0,
      currency: session.currency,
      status: 'processing',
      customer: session.customer,
      method: newId('pm'),
      card,
      description: session.description,
      metadata: session.intentMetadata,
      error: null,
      charge: newId('ch'),
      return_url: null,
      session: session.id,
    };
    this.intents.set(intent.id, intent);
    session.intent = intent.id;
    session.status = 'complete';
    if (!card.slow) this.succeed(intent);
    this.tell('checkout.session.completed', session);
  }

  completeSetup(session: Session, card: StandInCard): void {
    const method: Method = { id: newId('pm'), customer: session.customer, card };
    const setupIntent = { id: newId('seti'), method: method.id, customer: session.customer };
    this.methods.set(method.id, method);
    this.setupIntents.set(setupIntent.id, setupIntent);
    session.setupIntent = setupIntent.id;
    session.status = 'complete';
    this.tell('checkout.session.completed', session);
  }
}
