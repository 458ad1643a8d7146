-- Earnings that are released, asked for, approved and paid out.
ALTER TABLE app_user
  ADD COLUMN payout_terms_days smallint NOT NULL DEFAULT 30 CHECK (payout_terms_days BETWEEN 0 AND 90),
  ADD COLUMN payout_held boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN app_user.payout_terms_days IS 'Of a publisher: days after the end of a month (UTC) until its earnings become payable.';
COMMENT ON COLUMN app_user.payout_held IS 'The operator holds all payouts of this publisher.';

CREATE TABLE earnings_release (
  publisher_id integer NOT NULL REFERENCES app_user (id),
  period date NOT NULL,
  earned_micros bigint NOT NULL,
  deducted_micros bigint NOT NULL CHECK (deducted_micros >= 0),
  released_micros bigint NOT NULL CHECK (released_micros >= 0),
  transaction_id bigint REFERENCES ledger_transaction (id),
  released_at timestamptz NOT NULL,
  PRIMARY KEY (publisher_id, period)
);
COMMENT ON TABLE earnings_release IS 'What each month (UTC, its first day) of a publisher came to when it was validated.';
COMMENT ON COLUMN earnings_release.deducted_micros IS 'Taken back for invalid traffic until then, whichever month it was of.';

CREATE TABLE payout_batch (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  client_key text NOT NULL UNIQUE CHECK (length(client_key) BETWEEN 1 AND 120),
  created_by integer NOT NULL REFERENCES app_user (id),
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE payout_batch IS 'Payouts that were sent to the bank together.';

CREATE TABLE payout (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  publisher_id integer NOT NULL REFERENCES app_user (id),
  client_key text NOT NULL CHECK (length(client_key) BETWEEN 1 AND 120),
  amount_micros bigint NOT NULL CHECK (amount_micros > 0),
  currency char(3) NOT NULL DEFAULT 'USD',
  state text NOT NULL CHECK (state IN ('requested', 'approved', 'sent', 'paid', 'refused', 'failed')),
  method_id uuid NOT NULL,
  method_label text NOT NULL,
  batch_id integer REFERENCES payout_batch (id),
  bank_reference text CHECK (length(bank_reference) BETWEEN 1 AND 120),
  reason text NOT NULL DEFAULT '',
  requested_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by integer REFERENCES app_user (id),
  sent_at timestamptz,
  due_at timestamptz NOT NULL,
  ended_at timestamptz,
  UNIQUE (publisher_id, client_key),
  CHECK ((state IN ('paid', 'refused', 'failed')) = (ended_at IS NOT NULL))
);
CREATE INDEX payout_publisher ON payout (publisher_id, id DESC);
CREATE INDEX payout_open ON payout (state, id) WHERE state IN ('requested', 'approved', 'sent');
COMMENT ON TABLE payout IS 'What publishers asked to be paid. requested → approved → sent → paid | failed; requested → refused.';
COMMENT ON COLUMN payout.method_label IS 'Where it goes, as its owner knows it; kept when the method is gone.';
COMMENT ON COLUMN payout.due_at IS 'Until then the network decides and sends it.';
COMMENT ON COLUMN payout.reason IS 'Why it was refused or failed, for its owner.';
