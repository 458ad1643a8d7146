-- Earnings by a payee's own word wait on hold until they are looked at (docs/adr/0043-payees-are-not-believed.md).
ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_kind_check;
ALTER TABLE ledger_account ADD CONSTRAINT ledger_account_kind_check CHECK (kind IN (
  'advertiser_cash', 'advertiser_bonus', 'advertiser_hold', 'advertiser_credit',
  'publisher_hold', 'publisher_pending', 'publisher_payable', 'publisher_payout',
  'network_revenue', 'payment_fee', 'promo_expense', 'tax', 'clearing', 'referral'));
ALTER TABLE ledger_transaction DROP CONSTRAINT ledger_transaction_kind_check;
ALTER TABLE ledger_transaction ADD CONSTRAINT ledger_transaction_kind_check CHECK (kind IN (
  'ad_spend', 'invalid_traffic', 'hold_release', 'deposit', 'bonus', 'bonus_return', 'incident_credit', 'credit_draw',
  'credit_repayment', 'hold', 'hold_return', 'refund', 'chargeback', 'release', 'payout_request', 'payout_return',
  'payout', 'referral', 'referral_release', 'referral_return', 'correction', 'reversal', 'opening'));
ALTER TABLE money_audit DROP CONSTRAINT money_audit_action_check;
ALTER TABLE money_audit ADD CONSTRAINT money_audit_action_check CHECK (action IN (
  'reversal_started', 'reversal_finished', 'share_changed',
  'transfer_matched', 'transfer_booked', 'payment_refunded', 'promo_code_saved', 'credit_line_changed',
  'payout_approved', 'payout_refused', 'payout_sent', 'payout_settled', 'payout_terms_changed', 'job_replayed',
  'referral_refused', 'referral_allowed', 'incident_credited', 'hold_released', 'hold_taken_back'));

-- Nobody knows how old the keys are that there are: their first days begin now.
ALTER TABLE property ADD COLUMN server_key_made_at timestamptz;
UPDATE property SET server_key_made_at = now() WHERE server_key_sha256 IS NOT NULL;
COMMENT ON COLUMN property.server_key_made_at IS 'When the server key in use was made; its first days begin then.';

CREATE TABLE hold_case (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  publisher_id integer NOT NULL REFERENCES app_user (id),
  property_id integer NOT NULL REFERENCES property (id),
  source smallint NOT NULL CHECK (source BETWEEN 1 AND 3),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'released', 'taken_back')),
  reasons text[] NOT NULL CHECK (cardinality(reasons) > 0),
  figures jsonb NOT NULL,
  opened_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by integer REFERENCES app_user (id),
  why text CHECK (length(why) BETWEEN 3 AND 500),
  decided_micros bigint NOT NULL DEFAULT 0 CHECK (decided_micros >= 0),
  reversal_id integer REFERENCES traffic_reversal (id),
  CHECK ((state = 'open') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX hold_case_open ON hold_case (property_id, source) WHERE state = 'open';
CREATE INDEX hold_case_publisher ON hold_case (publisher_id, id DESC);
COMMENT ON TABLE hold_case IS 'Server-side traffic of a property that an operator has to look at, with its figures.';
COMMENT ON COLUMN hold_case.source IS 'A code of CLAIM_SOURCES.';
COMMENT ON COLUMN hold_case.reasons IS 'HOLD_REASONS that held when it was last looked at.';
COMMENT ON COLUMN hold_case.figures IS 'As of the last look, or of the decision.';
COMMENT ON COLUMN hold_case.decided_by IS 'The admin; null when its reasons ended before anybody decided.';
COMMENT ON COLUMN hold_case.decided_micros IS 'What was on hold, of the publisher''s part, when it was decided.';

CREATE TABLE earnings_hold (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  publisher_id integer NOT NULL REFERENCES app_user (id),
  property_id integer NOT NULL REFERENCES property (id),
  source smallint NOT NULL CHECK (source BETWEEN 1 AND 3),
  confirmed boolean NOT NULL,
  day date NOT NULL,
  views bigint NOT NULL DEFAULT 0 CHECK (views >= 0),
  clicks bigint NOT NULL DEFAULT 0 CHECK (clicks >= 0),
  held_micros bigint NOT NULL DEFAULT 0 CHECK (held_micros >= 0),
  returned_micros bigint NOT NULL DEFAULT 0 CHECK (returned_micros BETWEEN 0 AND held_micros),
  case_id integer REFERENCES hold_case (id),
  released_at timestamptz,
  transaction_id bigint REFERENCES ledger_transaction (id)
);
CREATE UNIQUE INDEX earnings_hold_open ON earnings_hold (property_id, source, confirmed, day)
  WHERE released_at IS NULL AND case_id IS NULL;
CREATE INDEX earnings_hold_place ON earnings_hold (property_id, source, day);
CREATE INDEX earnings_hold_kept ON earnings_hold (publisher_id, day) WHERE released_at IS NULL;
COMMENT ON TABLE earnings_hold IS 'Earnings of server-side traffic by property, source and UTC day. Events name their row, so that the ledger can be verified against them.';
COMMENT ON COLUMN earnings_hold.source IS 'A code of CLAIM_SOURCES.';
COMMENT ON COLUMN earnings_hold.confirmed IS 'The event came from the address that its decision named.';
COMMENT ON COLUMN earnings_hold.day IS 'Of the decision (UTC); of a conversion, of its report.';
COMMENT ON COLUMN earnings_hold.views IS 'Impressions that counted; invalid traffic found later is not taken off.';
COMMENT ON COLUMN earnings_hold.held_micros IS 'The publisher''s part that was put on hold.';
COMMENT ON COLUMN earnings_hold.returned_micros IS 'Of it, what went back to advertisers before a release.';
COMMENT ON COLUMN earnings_hold.case_id IS 'The case that decided on it; events that come later have a row of their own.';
COMMENT ON COLUMN earnings_hold.transaction_id IS 'The release; null when nothing was left.';

ALTER TABLE ad_event ADD COLUMN hold_id integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN ad_event.hold_id IS 'The row of earnings_hold of server-side traffic; 0: the visitor''s own browser asked and reported.';
ALTER TABLE conversion ADD COLUMN hold_id integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN conversion.hold_id IS 'The row of earnings_hold that its price was put into; 0 when its click was no server-side traffic.';

CREATE TABLE claim_origin (
  property_id integer NOT NULL REFERENCES property (id),
  source smallint NOT NULL CHECK (source BETWEEN 1 AND 3),
  day date NOT NULL,
  events bigint NOT NULL CHECK (events > 0),
  senders bigint NOT NULL CHECK (senders >= 0),
  visitors bigint NOT NULL CHECK (visitors >= 0),
  networks bigint NOT NULL CHECK (networks >= 0),
  PRIMARY KEY (property_id, source, day)
);
COMMENT ON TABLE claim_origin IS 'How many addresses server-side views and clicks came from and named, by UTC day; no address is kept.';
COMMENT ON COLUMN claim_origin.senders IS 'Different addresses that sent them (a /64 of IPv6 is one), as far as the servers told them apart.';
COMMENT ON COLUMN claim_origin.visitors IS 'Different visitors'' addresses that they were said to be of.';
COMMENT ON COLUMN claim_origin.networks IS 'Different networks (/16, /32 of IPv6) of these visitors.';
