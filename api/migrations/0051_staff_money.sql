-- What the network's staff do with money in the console: transfers that nobody announced, invalid traffic taken back.
ALTER TABLE money_audit DROP CONSTRAINT money_audit_action_check;
ALTER TABLE money_audit ADD CONSTRAINT money_audit_action_check CHECK (action IN (
  'reversal_started', 'reversal_finished', 'share_changed',
  'transfer_matched', 'transfer_booked', 'payment_refunded', 'promo_code_saved', 'credit_line_changed',
  'payout_approved', 'payout_refused', 'payout_sent', 'payout_settled', 'payout_terms_changed', 'job_replayed'));

-- A key of an operator names one deposit, whoever's account it is for.
CREATE UNIQUE INDEX payment_operator_key ON payment (client_key) WHERE origin = 'operator' AND type = 'deposit';

ALTER TABLE traffic_reversal
  ADD COLUMN request_key text UNIQUE CHECK (length(request_key) BETWEEN 1 AND 240),
  ADD COLUMN expected_events bigint CHECK (expected_events >= 0);
COMMENT ON COLUMN traffic_reversal.request_key IS 'Of whoever began it in the console: the same key is the same reversal. A job carries those out; null: the command line does.';
COMMENT ON COLUMN traffic_reversal.expected_events IS 'What the preview counted when it was begun in the console.';
