-- What advertisers are given for an incident that news tell of (docs/news.md).
ALTER TABLE ledger_transaction DROP CONSTRAINT ledger_transaction_kind_check;
ALTER TABLE ledger_transaction ADD CONSTRAINT ledger_transaction_kind_check CHECK (kind IN (
  'ad_spend', 'invalid_traffic', 'deposit', 'bonus', 'bonus_return', 'incident_credit', 'credit_draw',
  'credit_repayment', 'hold', 'hold_return', 'refund', 'chargeback', 'release', 'payout_request', 'payout_return',
  'payout', 'referral', 'referral_release', 'referral_return', 'correction', 'reversal', 'opening'));
ALTER TABLE money_audit DROP CONSTRAINT money_audit_action_check;
ALTER TABLE money_audit ADD CONSTRAINT money_audit_action_check CHECK (action IN (
  'reversal_started', 'reversal_finished', 'share_changed',
  'transfer_matched', 'transfer_booked', 'payment_refunded', 'promo_code_saved', 'credit_line_changed',
  'payout_approved', 'payout_refused', 'payout_sent', 'payout_settled', 'payout_terms_changed', 'job_replayed',
  'referral_refused', 'referral_allowed', 'incident_credited'));

CREATE TABLE incident_credit (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  client_key uuid NOT NULL UNIQUE,
  article_id integer NOT NULL REFERENCES news_article (id),
  advertiser_id integer NOT NULL REFERENCES app_user (id),
  amount_micros bigint NOT NULL CHECK (amount_micros > 0),
  why text NOT NULL CHECK (length(why) BETWEEN 3 AND 500),
  granted_by integer NOT NULL REFERENCES app_user (id),
  granted_at timestamptz NOT NULL,
  transaction_id bigint NOT NULL UNIQUE REFERENCES ledger_transaction (id)
);
CREATE INDEX incident_credit_article ON incident_credit (article_id, id DESC);
CREATE INDEX incident_credit_advertiser ON incident_credit (advertiser_id, article_id);
CREATE TRIGGER incident_credit_append_only BEFORE UPDATE OR DELETE ON incident_credit
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
COMMENT ON TABLE incident_credit IS 'Bonus that operators gave advertisers for an incident, append-only.';
COMMENT ON COLUMN incident_credit.client_key IS 'Made by the page that gives it: sent twice, it is given once.';
COMMENT ON COLUMN incident_credit.article_id IS 'The article of the incident; it cannot be deleted any more.';
COMMENT ON COLUMN incident_credit.transaction_id IS 'Of kind incident_credit, under the client key.';
