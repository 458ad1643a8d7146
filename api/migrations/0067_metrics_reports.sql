-- Saved reports of the Metrics page, their mails, and what revenue is read through.

CREATE TABLE metrics_report (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  advertiser_id integer NOT NULL REFERENCES app_user (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  query text NOT NULL CHECK (length(query) <= 4000),
  every text CHECK (every IN ('day', 'week', 'month')),
  hour smallint CHECK (hour BETWEEN 0 AND 23),
  timezone text,
  next_mail_at timestamptz,
  queued_for timestamptz,
  queued_at timestamptz,
  last_mailed_at timestamptz,
  failed_at timestamptz,
  failure text,
  created_at timestamptz NOT NULL,
  CHECK (num_nulls(every, hour, timezone, next_mail_at) IN (0, 4)),
  CHECK ((failed_at IS NULL) = (failure IS NULL))
);
CREATE UNIQUE INDEX metrics_report_name ON metrics_report (advertiser_id, lower(name));
CREATE INDEX metrics_report_due ON metrics_report (next_mail_at) WHERE next_mail_at IS NOT NULL;
COMMENT ON TABLE metrics_report IS 'Saved reports of advertisers: the state of the Metrics page under a name, and when it is mailed.';
COMMENT ON COLUMN metrics_report.query IS 'The query string of the page, as its address has it.';
COMMENT ON COLUMN metrics_report.every IS 'Every day, on Mondays, or on the first of the month, at hour of timezone; null is never.';
COMMENT ON COLUMN metrics_report.queued_for IS 'The next_mail_at for which a job was made: one job for each mail, however many servers look.';
COMMENT ON COLUMN metrics_report.failure IS 'One of contracts'' REPORT_TROUBLES; null when the last mail was made.';

CREATE INDEX conversion_revenue ON conversion (advertiser_id, received_at) WHERE verdict = 'attributed';
