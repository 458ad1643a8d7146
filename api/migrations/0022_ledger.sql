-- Invalid traffic that is found later gives money back on both sides; earnings are released and paid out; money that
-- was not spent goes back.
ALTER TABLE ledger_transaction DROP CONSTRAINT ledger_transaction_kind_check;
ALTER TABLE ledger_transaction ADD CONSTRAINT ledger_transaction_kind_check CHECK (kind IN (
  'ad_spend', 'invalid_traffic', 'deposit', 'bonus', 'release', 'payout', 'refund', 'correction', 'reversal', 'opening'));

-- What a page shows of an account's past, kept with its balance instead of summed over every posting.
ALTER TABLE ledger_account
  ADD COLUMN spent_micros bigint NOT NULL DEFAULT 0,
  ADD COLUMN last_deposit_at timestamptz;
UPDATE ledger_account a SET spent_micros = s.spent, last_deposit_at = s.deposited_at
FROM (
  SELECT p.account_id, coalesce(-sum(p.amount_micros) FILTER (WHERE t.kind = 'ad_spend'), 0) AS spent,
    max(t.occurred_at) FILTER (WHERE t.kind = 'deposit') AS deposited_at
  FROM ledger_posting p JOIN ledger_transaction t ON t.id = p.transaction_id GROUP BY p.account_id) s
WHERE s.account_id = a.id AND a.kind IN ('advertiser_cash', 'advertiser_bonus');
CREATE INDEX ledger_account_owner ON ledger_account (owner_id);
COMMENT ON COLUMN ledger_account.spent_micros IS 'Of an advertiser''s cash or bonus: what ad spend took, less what came back for invalid traffic. Kept with the balance.';
COMMENT ON COLUMN ledger_account.last_deposit_at IS 'Of an advertiser''s cash: when money last came in.';

-- One decision of an operator that traffic was invalid, carried out in batches.
CREATE TABLE traffic_reversal (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reason smallint NOT NULL CHECK (reason > 0),
  selection jsonb NOT NULL CHECK (jsonb_typeof(selection) = 'object'),
  fingerprint char(64) NOT NULL,
  why text NOT NULL CHECK (length(why) BETWEEN 1 AND 500),
  actor text NOT NULL,
  batches integer NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
CREATE UNIQUE INDEX traffic_reversal_unfinished ON traffic_reversal (fingerprint) WHERE finished_at IS NULL;
COMMENT ON TABLE traffic_reversal IS 'Traffic that was found to be invalid after it was counted: who decided it, why, and what was selected.';
COMMENT ON COLUMN traffic_reversal.reason IS 'A code of contracts'' INVALID_REASONS, which its events carry from then on.';
COMMENT ON COLUMN traffic_reversal.selection IS 'Rows'' numbers (zone, property, publisher, campaign) and a span of decisions, or decision ids.';
COMMENT ON COLUMN traffic_reversal.fingerprint IS 'SHA-256 of reason and selection: the same one asked for again goes on with what is unfinished.';

-- What an event was before, as long as the raw event is kept. One row an event: none is given back twice.
CREATE TABLE reversed_event (
  decision_id uuid NOT NULL,
  kind smallint NOT NULL,
  decided_at timestamptz NOT NULL,
  reversal_id integer NOT NULL REFERENCES traffic_reversal (id),
  previous_reason smallint NOT NULL,
  price_micros bigint NOT NULL,
  payout_micros bigint NOT NULL,
  bonus_micros bigint NOT NULL,
  PRIMARY KEY (decision_id, kind)
);
CREATE INDEX reversed_event_decided_at ON reversed_event (decided_at);
COMMENT ON TABLE reversed_event IS 'Events that were found to be invalid after they were stored, with what they had cost. The event in ad_event carries the reason and costs nothing.';
COMMENT ON COLUMN reversed_event.previous_reason IS 'The event''s invalid_reason before; 0 was counted.';

-- What reversals gave back, for good: the ledger is verified against it.
CREATE TABLE traffic_reversal_sum (
  reversal_id integer NOT NULL REFERENCES traffic_reversal (id),
  day date NOT NULL,
  campaign_id integer NOT NULL REFERENCES campaign (id),
  advertiser_id integer NOT NULL,
  publisher_id integer NOT NULL,
  events bigint NOT NULL,
  counted bigint NOT NULL,
  price_micros bigint NOT NULL,
  payout_micros bigint NOT NULL,
  bonus_micros bigint NOT NULL,
  PRIMARY KEY (reversal_id, day, campaign_id, advertiser_id, publisher_id)
);
COMMENT ON TABLE traffic_reversal_sum IS 'Sums of reversed_event, which outlive the raw events.';
COMMENT ON COLUMN traffic_reversal_sum.counted IS 'Of the events, those that had counted before.';
COMMENT ON COLUMN traffic_reversal_sum.day IS 'UTC day of the decisions.';

-- A publisher's share, and a property's own where it differs. A decision carries its price and payout from then on.
ALTER TABLE app_user ADD COLUMN revenue_share_bps integer NOT NULL DEFAULT 8000
  CHECK (revenue_share_bps BETWEEN 0 AND 10000);
COMMENT ON COLUMN app_user.revenue_share_bps IS 'A publisher''s share of the price in basis points (8000 = 80 %), where a property has none of its own.';
ALTER TABLE property ALTER COLUMN revenue_share_bps DROP NOT NULL, ALTER COLUMN revenue_share_bps DROP DEFAULT;
UPDATE property SET revenue_share_bps = NULL WHERE revenue_share_bps = 8000;
COMMENT ON COLUMN property.revenue_share_bps IS 'The property''s own share of the price in basis points; null: its publisher''s.';
DROP TRIGGER app_user_serving ON app_user;
CREATE TRIGGER app_user_serving AFTER UPDATE OF status, account_type_id, deletes_at, revenue_share_bps ON app_user
  FOR EACH STATEMENT EXECUTE FUNCTION notify_serving();

-- What operators decided about money, outside of the ordinary course.
CREATE TABLE money_audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  happened_at timestamptz NOT NULL DEFAULT now(),
  actor text NOT NULL,
  action text NOT NULL CHECK (action IN ('reversal_started', 'reversal_finished', 'share_changed')),
  why text NOT NULL,
  detail jsonb NOT NULL
);
CREATE TRIGGER money_audit_append_only BEFORE UPDATE OR DELETE ON money_audit FOR EACH ROW EXECUTE FUNCTION refuse_change();
COMMENT ON TABLE money_audit IS 'Decisions of operators about money, append-only: invalid traffic taken back, revenue shares changed.';
COMMENT ON COLUMN money_audit.actor IS 'admin 1001, or the person at the command line.';
