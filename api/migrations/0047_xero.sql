-- The connection to Xero, and the invoices that are made there.
CREATE TABLE xero_connection (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  tenant_id uuid,
  tenant_name text,
  tenants jsonb NOT NULL DEFAULT '[]',
  tokens_sealed bytea,
  access_expires_at timestamptz,
  refreshed_at timestamptz,
  client_id text,
  client_secret_sealed bytea,
  auto_create boolean NOT NULL DEFAULT true,
  trouble text CHECK (trouble IN ('refused', 'tenant-gone')),
  connected_by integer REFERENCES app_user (id),
  connected_at timestamptz,
  updated_at timestamptz NOT NULL
);
COMMENT ON TABLE xero_connection IS 'The one connection to Xero. Tokens and secret are sealed; the row''s lock is held while they are renewed.';
COMMENT ON COLUMN xero_connection.client_id IS 'As entered by an operator; null: the one of the environment.';
COMMENT ON COLUMN xero_connection.auto_create IS 'Whether completed deposits get an invoice by themselves.';
COMMENT ON COLUMN xero_connection.trouble IS 'Why it has to be connected anew.';

CREATE TABLE xero_flow (
  state_sha256 char(64) PRIMARY KEY,
  admin_id integer NOT NULL REFERENCES app_user (id),
  verifier_sealed bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
COMMENT ON TABLE xero_flow IS 'Sign-ins to Xero that were begun; each works once, for ten minutes.';

CREATE TABLE xero_invoice (
  payment_id integer PRIMARY KEY REFERENCES payment (id),
  state text NOT NULL CHECK (state IN ('wanted', 'created', 'failed')),
  idempotency_key text NOT NULL UNIQUE CHECK (length(idempotency_key) BETWEEN 1 AND 128),
  invoice_id uuid UNIQUE,
  invoice_number text,
  invoice_status text,
  paid_at timestamptz,
  trouble text,
  asked_by integer REFERENCES app_user (id),
  wanted_at timestamptz NOT NULL,
  created_at timestamptz,
  tenant_id uuid,
  begun_at timestamptz,
  payment_begun_at timestamptz,
  claim_id uuid,
  claimed_until timestamptz,
  CHECK ((state = 'created') = (invoice_id IS NOT NULL))
);
CREATE INDEX xero_invoice_wanted ON xero_invoice (wanted_at) WHERE state = 'wanted';
COMMENT ON TABLE xero_invoice IS 'At most one invoice a payment. Wanted in the transaction that completed the payment, created by a job.';
COMMENT ON COLUMN xero_invoice.paid_at IS 'When the payment was recorded on it.';
COMMENT ON COLUMN xero_invoice.tenant_id IS 'The organisation that it is or was to be made in; kept once that was begun.';
COMMENT ON COLUMN xero_invoice.begun_at IS 'When it was first sent to Xero: from then on it is looked for before it is sent again.';
COMMENT ON COLUMN xero_invoice.payment_begun_at IS 'The same of the payment on it.';
COMMENT ON COLUMN xero_invoice.claim_id IS 'Who works on it until claimed_until, by the database''s clock; nobody else does meanwhile.';
COMMENT ON COLUMN xero_invoice.trouble IS 'What Xero said last when it refused.';

CREATE TABLE xero_call (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id uuid NOT NULL,
  begun_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX xero_call_tenant ON xero_call (tenant_id, begun_at);
COMMENT ON TABLE xero_call IS 'Calls of the last day, by which all servers together keep to Xero''s limits. The database''s clock.';
COMMENT ON COLUMN xero_call.ended_at IS 'Null while it is under way, and for good when nobody knows whether Xero still works on it.';

CREATE TABLE xero_pause (
  tenant_id uuid PRIMARY KEY,
  until timestamptz NOT NULL
);
COMMENT ON TABLE xero_pause IS 'Until when Xero wants to hear nothing, as its Retry-After said.';

CREATE TABLE xero_contact (
  user_id integer NOT NULL REFERENCES app_user (id),
  tenant_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  PRIMARY KEY (user_id, tenant_id)
);
COMMENT ON TABLE xero_contact IS 'Who a customer is in Xero.';

CREATE TABLE xero_event (
  id text PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 200),
  resource_id uuid NOT NULL,
  category text NOT NULL,
  kind text NOT NULL,
  received_at timestamptz NOT NULL,
  worked_at timestamptz
);
COMMENT ON TABLE xero_event IS 'What Xero told us, once an event. Forgotten after 90 days.';
