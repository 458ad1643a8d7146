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

-- What postings on what is pending come to by day: summed up as they come, so that years of them are read at once.
CREATE TABLE earnings_fold (
  publisher_id integer PRIMARY KEY REFERENCES app_user (id),
  posting_id bigint NOT NULL DEFAULT 0,
  released_until date
);
COMMENT ON TABLE earnings_fold IS 'How far the earnings of each publisher are summed up and released.';
COMMENT ON COLUMN earnings_fold.posting_id IS 'Postings up to this one are in earnings_day; those of one account have ids in the order in which they count.';
COMMENT ON COLUMN earnings_fold.released_until IS 'First day of the last month that was looked at for a release; what comes later of it goes with the next.';

CREATE TABLE earnings_day (
  publisher_id integer NOT NULL REFERENCES app_user (id),
  day date NOT NULL,
  earned_micros bigint NOT NULL CHECK (earned_micros >= 0),
  deducted_micros bigint NOT NULL CHECK (deducted_micros >= 0),
  released_micros bigint NOT NULL,
  PRIMARY KEY (publisher_id, day)
);
COMMENT ON TABLE earnings_day IS 'Sums of the postings on what is pending of a publisher by day (UTC), as far as earnings_fold says.';

CREATE VIEW publisher_earnings AS
SELECT publisher_id, day, earned_micros, deducted_micros, released_micros FROM earnings_day
UNION ALL
SELECT a.owner_id, (t.occurred_at AT TIME ZONE 'UTC')::date,
  CASE WHEN NOT what.is_release AND p.amount_micros > 0 THEN p.amount_micros ELSE 0 END,
  CASE WHEN NOT what.is_release AND p.amount_micros < 0 THEN -p.amount_micros ELSE 0 END,
  CASE WHEN what.is_release THEN -p.amount_micros ELSE 0 END
FROM ledger_account a
LEFT JOIN earnings_fold f ON f.publisher_id = a.owner_id
JOIN ledger_posting p ON p.account_id = a.id AND p.id > coalesce(f.posting_id, 0)
JOIN ledger_transaction t ON t.id = p.transaction_id
LEFT JOIN ledger_transaction undone ON undone.id = t.reverses_id
CROSS JOIN LATERAL (
  SELECT t.kind = 'release' OR (t.kind = 'reversal' AND coalesce(undone.kind = 'release', false)) AS is_release) what
WHERE a.kind = 'publisher_pending' AND a.currency = 'USD';
COMMENT ON VIEW publisher_earnings IS 'Earned, taken back and released by publisher and day (UTC), several rows a day: to be summed up.';

-- A bank account is locked for a while after it was made the default: since when it is, whoever makes it so.
ALTER TABLE payment_method ADD COLUMN default_since timestamptz;
UPDATE payment_method SET default_since = created_at WHERE is_default;
COMMENT ON COLUMN payment_method.default_since IS 'Since when it is the default; null while it is not. Kept by a trigger.';
CREATE FUNCTION note_default_method() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT NEW.is_default THEN
    NEW.default_since := NULL;
  ELSIF TG_OP = 'INSERT' THEN
    NEW.default_since := coalesce(NEW.default_since, NEW.created_at);
  ELSIF NOT OLD.is_default THEN
    NEW.default_since := coalesce(NEW.default_since, now());
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_method_default_since BEFORE INSERT OR UPDATE OF is_default ON payment_method
  FOR EACH ROW EXECUTE FUNCTION note_default_method();
