-- The books of the sandbox gateway's payments, which stands where a real one would: nothing else reads them.
CREATE TABLE sandbox_payment (
  id uuid PRIMARY KEY,
  idempotency_key text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('checkout', 'charge', 'refund')),
  parent_id uuid REFERENCES sandbox_payment (id),
  payment_id text NOT NULL,
  amount_micros bigint NOT NULL CHECK (amount_micros > 0),
  currency char(3) NOT NULL,
  description text NOT NULL,
  return_url text,
  token text,
  scenario text,
  state text NOT NULL CHECK (state IN ('open', 'confirming', 'paid', 'declined', 'cancelled', 'expired')),
  failure text,
  refunded_micros bigint NOT NULL DEFAULT 0,
  disputed_micros bigint NOT NULL DEFAULT 0,
  settles_at timestamptz,
  created_at timestamptz NOT NULL,
  expires_at timestamptz
);
CREATE INDEX sandbox_payment_parent ON sandbox_payment (parent_id) WHERE parent_id IS NOT NULL;
COMMENT ON TABLE sandbox_payment IS 'Checkouts, charges and refunds of the sandbox gateway, outside production only.';
COMMENT ON COLUMN sandbox_payment.scenario IS 'The outcome that was chosen on its page.';
COMMENT ON COLUMN sandbox_payment.settles_at IS 'When a late answer becomes true.';

CREATE TABLE sandbox_webhook (
  id uuid PRIMARY KEY,
  sandbox_payment_id uuid NOT NULL REFERENCES sandbox_payment (id),
  kind text NOT NULL,
  due_at timestamptz NOT NULL,
  sent_at timestamptz,
  times integer NOT NULL DEFAULT 0
);
CREATE INDEX sandbox_webhook_due ON sandbox_webhook (due_at) WHERE sent_at IS NULL;
COMMENT ON TABLE sandbox_webhook IS 'What the sandbox gateway has to tell, and when.';

-- What Stripe calls a customer, for methods that are kept there.
CREATE TABLE stripe_customer (
  user_id integer PRIMARY KEY REFERENCES app_user (id),
  customer_id text NOT NULL UNIQUE CHECK (length(customer_id) BETWEEN 1 AND 120),
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE stripe_customer IS 'Who a customer is at Stripe.';
