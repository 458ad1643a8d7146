-- Payment methods. Card and account numbers stay at the gateway: what is here opens nothing without it.
CREATE TABLE payment_method (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id integer NOT NULL REFERENCES app_user (id),
  kind text NOT NULL CHECK (kind IN ('card', 'bank_account')),
  gateway text NOT NULL CHECK (length(gateway) BETWEEN 1 AND 40),
  token_sealed bytea NOT NULL,
  brand text CHECK (length(brand) BETWEEN 1 AND 80),
  last4 char(4) NOT NULL,
  expires text CHECK (expires ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  is_default boolean NOT NULL,
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  CHECK (NOT (is_default AND removed_at IS NOT NULL))
);
CREATE UNIQUE INDEX payment_method_default ON payment_method (user_id) WHERE is_default;
CREATE INDEX payment_method_user ON payment_method (user_id, created_at) WHERE removed_at IS NULL;
COMMENT ON TABLE payment_method IS 'Cards to pay with and bank accounts to be paid on, as their gateways know them; at most one default for each account.';
COMMENT ON COLUMN payment_method.token_sealed IS 'The gateway''s token, AES-256-GCM bound to the row''s id: version (1 byte), nonce (12), tag (16), text.';
COMMENT ON COLUMN payment_method.last4 IS 'The last four characters of the card or account number.';
COMMENT ON COLUMN payment_method.expires IS 'The last month a card works in, as 2029-04; null for bank accounts.';
COMMENT ON COLUMN payment_method.removed_at IS 'Its owner took it away; the row goes when the gateway has let go of it, too.';

CREATE TABLE payment_setup (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id integer NOT NULL REFERENCES app_user (id),
  idempotency_key text NOT NULL CHECK (length(idempotency_key) BETWEEN 1 AND 200),
  gateway text NOT NULL CHECK (length(gateway) BETWEEN 1 AND 40),
  kind text NOT NULL CHECK (kind IN ('card', 'bank_account')),
  url text,
  method_id uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  UNIQUE (user_id, idempotency_key)
);
CREATE INDEX payment_setup_expires_at ON payment_setup (expires_at);
COMMENT ON TABLE payment_setup IS 'Visits to a gateway''s page. Each leaves at most one method behind; forgotten some days after its end.';
COMMENT ON COLUMN payment_setup.url IS 'The gateway''s page; null until the gateway has answered.';
COMMENT ON COLUMN payment_setup.method_id IS 'What it left behind; the method itself may be gone by now.';

-- The books of the sandbox gateway, which stands where a real one would: nothing else reads them.
CREATE TABLE sandbox_setup (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('card', 'bank_account')),
  return_url text NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'done', 'cancelled', 'declined')),
  form_sha256 char(64),
  token text UNIQUE,
  brand text,
  last4 char(4),
  expires text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  detached_at timestamptz,
  CHECK ((state = 'done') = (token IS NOT NULL)),
  CHECK ((token IS NULL) = (last4 IS NULL))
);
COMMENT ON TABLE sandbox_setup IS 'Visits to the page of the sandbox gateway, outside production only. No number that was typed there is kept.';
COMMENT ON COLUMN sandbox_setup.form_sha256 IS 'SHA-256 of the form that may be sent next, in hex; it works once.';
COMMENT ON COLUMN sandbox_setup.detached_at IS 'When the token was given back; it opens nothing since.';
