-- Credit lines: how much an advertiser may owe, and when it is due.
CREATE TABLE credit_line (
  advertiser_id integer PRIMARY KEY REFERENCES app_user (id),
  limit_micros bigint NOT NULL CHECK (limit_micros >= 0),
  terms_days smallint NOT NULL CHECK (terms_days BETWEEN 1 AND 90),
  state text NOT NULL CHECK (state IN ('open', 'overdue', 'paused', 'closed')),
  note text NOT NULL DEFAULT '',
  agreed_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  closed_month date,
  closed_posting_id bigint NOT NULL DEFAULT 0,
  closed_owed_micros bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE credit_line IS 'What an advertiser may owe. Only an open line of an active account whose type has one lends anything.';
COMMENT ON COLUMN credit_line.terms_days IS 'Days from a statement to its due date.';
COMMENT ON COLUMN credit_line.state IS 'overdue: stopped by itself until what is due was paid; paused and closed: by the operator.';
COMMENT ON COLUMN credit_line.note IS 'Why an operator last changed it.';
COMMENT ON COLUMN credit_line.closed_month IS 'First day of the last month (UTC) that was closed, with a statement where something was owed.';
COMMENT ON COLUMN credit_line.closed_posting_id IS 'The last posting of the credit account in the closed months: in the order of the postings, none is in two months or in none.';
COMMENT ON COLUMN credit_line.closed_owed_micros IS 'Owed when that month was closed.';

CREATE TABLE credit_statement (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  advertiser_id integer NOT NULL REFERENCES app_user (id),
  period date NOT NULL,
  owed_micros bigint NOT NULL CHECK (owed_micros > 0),
  drawn_micros bigint NOT NULL CHECK (drawn_micros >= 0),
  repaid_micros bigint NOT NULL CHECK (repaid_micros >= 0),
  issued_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL CHECK (due_at > issued_at),
  settled_at timestamptz,
  last_posting_id bigint NOT NULL,
  reminder text NOT NULL CHECK (reminder IN ('issued', 'soon', 'due', 'overdue')),
  reminded_at timestamptz NOT NULL,
  UNIQUE (advertiser_id, period)
);
CREATE INDEX credit_statement_open ON credit_statement (due_at) WHERE settled_at IS NULL;
-- Statements are settled by what was repaid since their month; draws are many, repayments few.
CREATE INDEX ledger_transaction_repayment ON ledger_transaction ((meta ->> 'advertiser')) WHERE kind = 'credit_repayment';
COMMENT ON TABLE credit_statement IS 'What was owed at the end of each month with a debt, and when it had to be paid.';
COMMENT ON COLUMN credit_statement.period IS 'First day of the month (UTC).';
COMMENT ON COLUMN credit_statement.drawn_micros IS 'Drawn in the month; repaid_micros likewise.';
COMMENT ON COLUMN credit_statement.settled_at IS 'When what was repaid since the month''s end had come to what was owed then.';
COMMENT ON COLUMN credit_statement.last_posting_id IS 'The last posting of the credit account that is in it; what was repaid behind it settles it.';
COMMENT ON COLUMN credit_statement.reminder IS 'The last mail about it: issued, some days before it is due, on the day, overdue.';

-- What an advertiser can spend: the ad server and the ingestion ask this and nothing else.
CREATE VIEW advertiser_headroom AS
SELECT l.advertiser_id,
  greatest(0, l.limit_micros + coalesce(a.balance_micros, 0))::int8 AS headroom_micros
FROM credit_line l
JOIN app_user u ON u.id = l.advertiser_id AND u.status = 'active' AND u.deletes_at IS NULL
JOIN account_type t ON t.id = u.account_type_id AND (t.features ->> 'credit_line')::boolean
LEFT JOIN ledger_account a ON a.owner_id = l.advertiser_id AND a.kind = 'advertiser_credit' AND a.currency = 'USD'
WHERE l.state = 'open';
COMMENT ON VIEW advertiser_headroom IS 'What advertisers may still draw of their credit lines; those that may draw nothing for other reasons than the limit are missing.';

-- A line has its accounts from the beginning, cash before credit: whoever holds the one took the other first. Who has no
-- credit account cannot draw, and the ingestion asks for no line.
CREATE FUNCTION open_credit_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_account (kind, owner_id) VALUES ('advertiser_cash', NEW.advertiser_id) ON CONFLICT DO NOTHING;
  INSERT INTO ledger_account (kind, owner_id) VALUES ('advertiser_credit', NEW.advertiser_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER credit_line_accounts AFTER INSERT ON credit_line FOR EACH ROW EXECUTE FUNCTION open_credit_accounts();

-- What may be drawn is money to spend: the ad server, and the pages of its owner, hear of every change.
CREATE FUNCTION tell_credit_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  advertiser integer := coalesce(NEW.advertiser_id, OLD.advertiser_id);
BEGIN
  PERFORM pg_notify('serving_changed', 'account:' || advertiser);
  PERFORM tell_realtime('balance', ARRAY[advertiser::text]);
  RETURN NULL;
END $$;
CREATE TRIGGER credit_line_changed AFTER INSERT OR UPDATE OF limit_micros, state OR DELETE ON credit_line
  FOR EACH ROW EXECUTE FUNCTION tell_credit_line();
-- A type opens the credit line to its accounts. Features of a type are changed by hand, if ever.
CREATE TRIGGER app_user_credit AFTER UPDATE ON app_user FOR EACH ROW
  WHEN (OLD.account_type_id IS DISTINCT FROM NEW.account_type_id) EXECUTE FUNCTION notify_serving_account();
CREATE TRIGGER account_type_credit AFTER UPDATE OF features ON account_type
  FOR EACH STATEMENT EXECUTE FUNCTION notify_serving();
