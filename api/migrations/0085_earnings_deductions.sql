-- What was taken back from publishers, by its cause: summed up together with the days of earnings.
CREATE TABLE earnings_deduction (
  publisher_id integer NOT NULL REFERENCES app_user (id),
  day date NOT NULL,
  cause text NOT NULL CHECK (cause IN ('invalid_traffic', 'conversion', 'correction')),
  reversal_id integer REFERENCES traffic_reversal (id),
  micros bigint NOT NULL CHECK (micros > 0),
  UNIQUE NULLS NOT DISTINCT (publisher_id, day, cause, reversal_id),
  CHECK ((cause = 'invalid_traffic') = (reversal_id IS NOT NULL))
);
COMMENT ON TABLE earnings_deduction IS 'The part of earnings_day that was deducted, by cause, as far as earnings_fold says.';
COMMENT ON COLUMN earnings_deduction.cause IS 'invalid_traffic: traffic was found to be invalid later; conversion: a paid conversion was taken back; correction: a booking was put right.';
COMMENT ON COLUMN earnings_deduction.reversal_id IS 'Which traffic, and why.';

-- The cause of a posting on what is pending; for the sums and for what is not summed up yet.
CREATE FUNCTION deduction_cause(kind text, meta jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN kind <> 'invalid_traffic' THEN 'correction' WHEN meta ? 'reversal' THEN 'invalid_traffic'
    ELSE 'conversion' END
$$;

INSERT INTO earnings_deduction (publisher_id, day, cause, reversal_id, micros)
SELECT f.publisher_id, (t.occurred_at AT TIME ZONE 'UTC')::date, deduction_cause(t.kind, t.meta),
  CASE WHEN deduction_cause(t.kind, t.meta) = 'invalid_traffic' THEN (t.meta ->> 'reversal')::int END,
  -sum(p.amount_micros)
FROM earnings_fold f
JOIN ledger_account a ON a.owner_id = f.publisher_id AND a.kind = 'publisher_pending' AND a.currency = 'USD'
JOIN ledger_posting p ON p.account_id = a.id AND p.id <= f.posting_id AND p.amount_micros < 0
JOIN ledger_transaction t ON t.id = p.transaction_id
LEFT JOIN ledger_transaction undone ON undone.id = t.reverses_id
WHERE NOT (t.kind = 'release' OR (t.kind = 'reversal' AND coalesce(undone.kind = 'release', false)))
GROUP BY 1, 2, 3, 4;

CREATE VIEW publisher_deduction AS
SELECT publisher_id, day, cause, reversal_id, micros FROM earnings_deduction
UNION ALL
SELECT a.owner_id, (t.occurred_at AT TIME ZONE 'UTC')::date, deduction_cause(t.kind, t.meta),
  CASE WHEN deduction_cause(t.kind, t.meta) = 'invalid_traffic' THEN (t.meta ->> 'reversal')::int END,
  -p.amount_micros
FROM ledger_account a
LEFT JOIN earnings_fold f ON f.publisher_id = a.owner_id
JOIN ledger_posting p ON p.account_id = a.id AND p.id > coalesce(f.posting_id, 0) AND p.amount_micros < 0
JOIN ledger_transaction t ON t.id = p.transaction_id
LEFT JOIN ledger_transaction undone ON undone.id = t.reverses_id
WHERE a.kind = 'publisher_pending' AND a.currency = 'USD'
  AND NOT (t.kind = 'release' OR (t.kind = 'reversal' AND coalesce(undone.kind = 'release', false)));
COMMENT ON VIEW publisher_deduction IS 'Taken back by publisher, day (UTC), cause and reversal, several rows of one: to be summed up.';

CREATE INDEX traffic_reversal_sum_publisher ON traffic_reversal_sum (publisher_id, reversal_id);
