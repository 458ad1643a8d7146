-- Credit lines: how much an advertiser may owe, and when it is due.
CREATE TABLE credit_line (
  advertiser_id integer PRIMARY KEY REFERENCES app_user (id),
  limit_micros bigint NOT NULL CHECK (limit_micros >= 0),
  terms_days smallint NOT NULL CHECK (terms_days BETWEEN 1 AND 90),
  state text NOT NULL CHECK (state IN ('open', 'overdue', 'paused', 'closed')),
  note text NOT NULL DEFAULT '',
  agreed_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
COMMENT ON TABLE credit_line IS 'What an advertiser may owe. Only an open line of an active account whose type has one lends anything.';
COMMENT ON COLUMN credit_line.terms_days IS 'Days from a statement to its due date.';
COMMENT ON COLUMN credit_line.state IS 'overdue: stopped by itself until what is due was paid; paused and closed: by the operator.';

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
  reminded_at timestamptz,
  UNIQUE (advertiser_id, period)
);
CREATE INDEX credit_statement_open ON credit_statement (due_at) WHERE settled_at IS NULL;
COMMENT ON TABLE credit_statement IS 'What was owed at the end of each month with a debt, and when it had to be paid.';
COMMENT ON COLUMN credit_statement.period IS 'First day of the month (UTC).';
COMMENT ON COLUMN credit_statement.drawn_micros IS 'Drawn in the month; repaid_micros likewise.';

-- What an advertiser can spend: the ad server and the ingestion ask this and nothing else.
CREATE VIEW advertiser_headroom AS
SELECT l.advertiser_id,
  greatest(0, l.limit_micros + coalesce(a.balance_micros, 0))::int8 AS headroom_micros
FROM credit_line l
JOIN app_user u ON u.id = l.advertiser_id AND u.status = 'active'
JOIN account_type t ON t.id = u.account_type_id AND (t.features ->> 'credit_line')::boolean
LEFT JOIN ledger_account a ON a.owner_id = l.advertiser_id AND a.kind = 'advertiser_credit' AND a.currency = 'USD'
WHERE l.state = 'open';
COMMENT ON VIEW advertiser_headroom IS 'What advertisers may still draw of their credit lines; those that may draw nothing for other reasons than the limit are missing.';
