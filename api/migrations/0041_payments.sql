-- Payments: every movement of money between a customer and a gateway, what gateways said, automatic top-ups.
CREATE TABLE payment (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user (id),
  type text NOT NULL CHECK (type IN ('deposit', 'refund', 'chargeback')),
  state text NOT NULL CHECK (state IN ('created', 'pending', 'completed', 'failed', 'cancelled')),
  origin text NOT NULL CHECK (origin IN ('person', 'top-up', 'operator', 'gateway')),
  client_key text NOT NULL CHECK (length(client_key) BETWEEN 1 AND 120),
  parent_id integer REFERENCES payment (id),
  currency char(3) NOT NULL DEFAULT 'USD',
  amount_micros bigint NOT NULL CHECK (amount_micros > 0),
  fee_micros bigint NOT NULL DEFAULT 0 CHECK (fee_micros >= 0),
  bonus_micros bigint NOT NULL DEFAULT 0 CHECK (bonus_micros >= 0),
  promo_code text,
  gateway text NOT NULL CHECK (length(gateway) BETWEEN 1 AND 40),
  method_id uuid,
  method_label text,
  external_id text CHECK (length(external_id) BETWEEN 1 AND 200),
  external_transaction_id text CHECK (length(external_transaction_id) BETWEEN 1 AND 200),
  reference text UNIQUE CHECK (reference ~ '^[A-Z0-9-]{6,20}$'),
  checkout_url text,
  failure text CHECK (length(failure) BETWEEN 1 AND 60),
  note text NOT NULL DEFAULT '',
  trouble text CHECK (trouble IN ('amount-differs', 'currency-differs', 'came-back')),
  transaction_id bigint REFERENCES ledger_transaction (id),
  actor_id integer REFERENCES app_user (id),
  created_at timestamptz NOT NULL,
  pending_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz,
  asked_at timestamptz,
  UNIQUE (user_id, client_key),
  UNIQUE (gateway, external_id),
  CHECK ((type = 'deposit') = (parent_id IS NULL)),
  CHECK ((state IN ('completed', 'failed', 'cancelled')) = (ended_at IS NOT NULL)),
  CHECK (state <> 'completed' OR transaction_id IS NOT NULL)
);
CREATE INDEX payment_user ON payment (user_id, id DESC);
CREATE INDEX payment_parent ON payment (parent_id) WHERE parent_id IS NOT NULL;
CREATE UNIQUE INDEX payment_transfer ON payment (gateway, external_transaction_id) WHERE reference IS NOT NULL AND external_transaction_id IS NOT NULL;
CREATE INDEX payment_open ON payment (created_at) WHERE state IN ('created', 'pending');
CREATE INDEX payment_newest ON payment (created_at DESC, id DESC);
COMMENT ON TABLE payment IS 'Deposits, refunds and chargebacks with their state; the ledger says what they moved.';
COMMENT ON COLUMN payment.client_key IS 'Made by who asked (for a deposit by the browser, a UUID): the same one is the same payment.';
COMMENT ON COLUMN payment.parent_id IS 'The deposit that a refund or chargeback gives back.';
COMMENT ON COLUMN payment.amount_micros IS 'What the balance gets or loses; the payer was charged fee_micros on top of a deposit.';
COMMENT ON COLUMN payment.bonus_micros IS 'What a promo code added when the deposit was completed.';
COMMENT ON COLUMN payment.promo_code IS 'As it was typed, in capitals.';
COMMENT ON COLUMN payment.method_label IS 'What the payer knows the way by, as Visa 4242; kept when the method is gone.';
COMMENT ON COLUMN payment.external_id IS 'How the gateway is asked for it: a checkout, a charge, a refund.';
COMMENT ON COLUMN payment.external_transaction_id IS 'The gateway''s own number of the money''s movement, once there is one.';
COMMENT ON COLUMN payment.reference IS 'What the payer writes into a bank transfer.';
COMMENT ON COLUMN payment.failure IS 'A code of contracts'' PAYMENT_FAILURES.';
COMMENT ON COLUMN payment.note IS 'Why an operator did it.';
COMMENT ON COLUMN payment.trouble IS 'What a person has to look at: the gateway took another amount or currency than was asked for (nothing is booked), or what was given back came back.';
COMMENT ON COLUMN payment.asked_at IS 'When the gateway was last asked how it stands.';

CREATE TABLE payment_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id integer NOT NULL REFERENCES payment (id),
  happened_at timestamptz NOT NULL,
  kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  source text NOT NULL CHECK (source IN ('person', 'gateway', 'job', 'operator')),
  detail jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX payment_event_payment ON payment_event (payment_id, id);
CREATE TRIGGER payment_event_append_only BEFORE UPDATE OR DELETE ON payment_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
COMMENT ON TABLE payment_event IS 'The course of every payment, append-only; kinds are contracts'' PAYMENT_EVENTS.';

CREATE TABLE gateway_event (
  gateway text NOT NULL CHECK (length(gateway) BETWEEN 1 AND 40),
  event_id text NOT NULL CHECK (length(event_id) BETWEEN 1 AND 200),
  kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 120),
  subject jsonb NOT NULL,
  received_at timestamptz NOT NULL,
  times integer NOT NULL DEFAULT 1,
  worked_at timestamptz,
  PRIMARY KEY (gateway, event_id)
);
CREATE INDEX gateway_event_received ON gateway_event (received_at);
COMMENT ON TABLE gateway_event IS 'What gateways told us, once an event however often it is told. Forgotten after 90 days.';
COMMENT ON COLUMN gateway_event.subject IS 'What it is about: ids to ask the gateway for, nothing that is believed.';
COMMENT ON COLUMN gateway_event.times IS 'How often it came.';

CREATE TABLE auto_top_up (
  user_id integer PRIMARY KEY REFERENCES app_user (id),
  enabled boolean NOT NULL,
  below_micros bigint NOT NULL CHECK (below_micros > 0),
  amount_micros bigint NOT NULL CHECK (amount_micros > 0),
  month_most_micros bigint NOT NULL CHECK (month_most_micros >= amount_micros),
  method_id uuid NOT NULL,
  stopped text CHECK (stopped IN ('declined', 'month-most', 'method-gone')),
  failures integer NOT NULL DEFAULT 0,
  last_payment_id integer REFERENCES payment (id),
  updated_at timestamptz NOT NULL
);
COMMENT ON TABLE auto_top_up IS 'Who is charged by itself when the balance falls below an amount.';
COMMENT ON COLUMN auto_top_up.month_most_micros IS 'At most so much in a calendar month (UTC) by itself.';
COMMENT ON COLUMN auto_top_up.stopped IS 'Why nothing is charged at present; a person has to look at it.';

ALTER TABLE money_audit DROP CONSTRAINT money_audit_action_check;
ALTER TABLE money_audit ADD CONSTRAINT money_audit_action_check CHECK (action IN (
  'reversal_started', 'reversal_finished', 'share_changed',
  'transfer_matched', 'payment_refunded', 'promo_code_saved', 'credit_line_changed',
  'payout_approved', 'payout_refused', 'payout_sent', 'payout_settled', 'payout_terms_changed', 'job_replayed'));
