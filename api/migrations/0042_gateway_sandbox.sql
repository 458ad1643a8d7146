-- The books of the sandbox gateway's payments, which stands where a real one would: nothing else reads them.
CREATE TABLE sandbox_payment (
  id uuid PRIMARY KEY,
  idempotency_key text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('checkout', 'charge', 'refund', 'dispute')),
  parent_id uuid REFERENCES sandbox_payment (id),
  user_id integer NOT NULL REFERENCES app_user (id),
  payment_id text NOT NULL,
  amount_micros bigint NOT NULL CHECK (amount_micros > 0),
  currency char(3) NOT NULL,
  description text NOT NULL,
  return_url text,
  method_label text,
  scenario text,
  state text NOT NULL CHECK (state IN ('open', 'confirming', 'paid', 'declined', 'cancelled', 'expired')),
  failure text,
  settles_at timestamptz,
  created_at timestamptz NOT NULL,
  expires_at timestamptz
);
CREATE INDEX sandbox_payment_parent ON sandbox_payment (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX sandbox_payment_user ON sandbox_payment (user_id);
COMMENT ON TABLE sandbox_payment IS 'Checkouts, charges, refunds and disputes of the sandbox gateway, outside production only.';
COMMENT ON COLUMN sandbox_payment.parent_id IS 'What a refund or a dispute takes back.';
COMMENT ON COLUMN sandbox_payment.user_id IS 'The payer: nobody else sees its page.';
COMMENT ON COLUMN sandbox_payment.method_label IS 'Visa 4242: what was paid with.';
COMMENT ON COLUMN sandbox_payment.scenario IS 'The outcome that was chosen on its page.';
COMMENT ON COLUMN sandbox_payment.settles_at IS 'When a late answer becomes true.';

CREATE TABLE sandbox_webhook (
  id uuid PRIMARY KEY,
  sandbox_payment_id uuid NOT NULL REFERENCES sandbox_payment (id) ON DELETE CASCADE,
  kind text NOT NULL,
  due_at timestamptz NOT NULL,
  sent_at timestamptz,
  times integer NOT NULL DEFAULT 0
);
CREATE INDEX sandbox_webhook_payment ON sandbox_webhook (sandbox_payment_id);
COMMENT ON TABLE sandbox_webhook IS 'What the sandbox gateway has to tell, and when.';
COMMENT ON COLUMN sandbox_webhook.id IS 'The event''s id: each time that it is sent bears the same one.';
COMMENT ON COLUMN sandbox_webhook.times IS 'How often it was taken.';

-- What Stripe calls a customer, for methods that are kept there.
CREATE TABLE stripe_customer (
  user_id integer PRIMARY KEY REFERENCES app_user (id),
  customer_id text NOT NULL UNIQUE CHECK (length(customer_id) BETWEEN 1 AND 120),
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE stripe_customer IS 'Who a customer is at Stripe.';

-- A visit that stores a card, by our number of it: Stripe finds its sessions by its own alone.
CREATE TABLE stripe_setup (
  setup_id uuid PRIMARY KEY,
  session_id text NOT NULL UNIQUE CHECK (length(session_id) BETWEEN 1 AND 120),
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE stripe_setup IS 'Stripe''s sessions for storing a card; forgotten a week after they began.';

-- Stripe tells of refunds and disputes by the payment intent; a checkout is known by its session.
CREATE TABLE stripe_intent (
  intent_id text PRIMARY KEY CHECK (length(intent_id) BETWEEN 1 AND 120),
  external_id text NOT NULL CHECK (length(external_id) BETWEEN 1 AND 120)
);
COMMENT ON TABLE stripe_intent IS 'Which payment a payment intent belongs to.';
COMMENT ON COLUMN stripe_intent.external_id IS 'payment.external_id: a checkout''s session, or the intent itself.';
