-- Notices in the app, held mails and digests, and calls to an owner's own address (docs/alerts.md).
CREATE TABLE notice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  event text NOT NULL CHECK (length(event) BETWEEN 1 AND 40),
  occurrence text NOT NULL CHECK (length(occurrence) BETWEEN 1 AND 100),
  data jsonb NOT NULL,
  href text CHECK (href LIKE '/%' AND length(href) <= 200),
  in_app boolean NOT NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  UNIQUE (user_id, event, occurrence)
);
CREATE INDEX notice_list ON notice (user_id, id) WHERE in_app;
CREATE INDEX notice_unread ON notice (user_id) WHERE in_app AND read_at IS NULL;
CREATE INDEX notice_age ON notice (created_at);
COMMENT ON TABLE notice IS 'What an account was told, once for each occurrence: written in the transaction of what happened. Mails and calls are made from it. Forgotten after 180 days, or beyond the newest 1,000 of an account.';
COMMENT ON COLUMN notice.event IS 'One of contracts'' ALERT_EVENTS.';
COMMENT ON COLUMN notice.occurrence IS 'Names this one time of the event: however often it is told, there is one row, and one of each mail and call.';
COMMENT ON COLUMN notice.data IS 'Names and figures, as contracts'' alertData of the event has them.';
COMMENT ON COLUMN notice.href IS 'Where the app shows it.';
COMMENT ON COLUMN notice.in_app IS 'Whether the bell shows it: false when its reader wants this event in other ways alone.';
COMMENT ON COLUMN notice.read_at IS 'When its reader has seen it, in the bell or at its place.';

CREATE TABLE alert_delivery (
  notice_id bigint NOT NULL REFERENCES notice (id) ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('mail', 'webhook')),
  due_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  since timestamptz NOT NULL,
  PRIMARY KEY (notice_id, channel),
  CHECK (due_at IS NOT NULL OR channel = 'mail')
);
CREATE INDEX alert_delivery_due ON alert_delivery (due_at);
COMMENT ON TABLE alert_delivery IS 'What of a notice is still to be sent; the row goes in the transaction that sends it, gives it up or drops it.';
COMMENT ON COLUMN alert_delivery.due_at IS 'When its job runs; null: it waits for its reader''s digest.';
COMMENT ON COLUMN alert_delivery.attempts IS 'Calls that failed.';
COMMENT ON COLUMN alert_delivery.since IS 'When it could have gone first: calls are given up a day later.';

CREATE TABLE alert_opt_in (
  user_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  event text NOT NULL CHECK (length(event) BETWEEN 1 AND 40),
  channel text NOT NULL CHECK (length(channel) BETWEEN 1 AND 20),
  opted_in_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, event, channel)
);
COMMENT ON TABLE alert_opt_in IS 'Alerts that their reader has asked for: those few that are off until then, as news by mail. All others are in alert_opt_out when they are off.';
COMMENT ON COLUMN alert_opt_in.event IS 'One of contracts'' ALERT_EVENTS.';
COMMENT ON COLUMN alert_opt_in.channel IS 'One of contracts'' ALERT_CHANNELS.';

CREATE TABLE alert_timing (
  user_id integer PRIMARY KEY REFERENCES app_user (id) ON DELETE CASCADE,
  digest text NOT NULL CHECK (digest IN ('off', 'daily')),
  digest_at text NOT NULL CHECK (digest_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_from text CHECK (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_to text CHECK (quiet_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  next_at timestamptz,
  next_for date,
  last_for date,
  zone text,
  CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)),
  CHECK (quiet_from <> quiet_to)
);
CREATE INDEX alert_timing_next ON alert_timing (next_at) WHERE next_at IS NOT NULL;
COMMENT ON TABLE alert_timing IS 'When an account wants its mails and calls. No row: each at once, at any hour.';
COMMENT ON COLUMN alert_timing.digest_at IS 'HH:MM in the account''s time zone.';
COMMENT ON COLUMN alert_timing.quiet_from IS 'HH:MM in the account''s time zone; mails and calls wait until quiet_to, which may be on the next day.';
COMMENT ON COLUMN alert_timing.next_at IS 'When the next digest goes; after the digest was turned off, the last one.';
COMMENT ON COLUMN alert_timing.next_for IS 'The day that the next digest belongs to, in the account''s time zone.';
COMMENT ON COLUMN alert_timing.last_for IS 'The day of the newest digest that went: there is one a day, whatever the clocks do.';
COMMENT ON COLUMN alert_timing.zone IS 'The time zone that next_at was reckoned in.';

CREATE TABLE alert_webhook (
  user_id integer PRIMARY KEY REFERENCES app_user (id) ON DELETE CASCADE,
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 2000),
  secret_sealed bytea NOT NULL,
  secret_hint text NOT NULL CHECK (length(secret_hint) = 4),
  created_at timestamptz NOT NULL,
  last_at timestamptz,
  last_ok boolean,
  last_status integer,
  last_error text CHECK (length(last_error) <= 300),
  last_gave_up boolean NOT NULL DEFAULT false,
  failures integer NOT NULL DEFAULT 0,
  resting_until timestamptz,
  CHECK ((last_at IS NULL) = (last_ok IS NULL))
);
COMMENT ON TABLE alert_webhook IS 'The owner''s own address that is called with alerts.';
COMMENT ON COLUMN alert_webhook.secret_sealed IS 'What calls are signed with, sealed: AES-256-GCM for this row.';
COMMENT ON COLUMN alert_webhook.secret_hint IS 'The last four characters of the secret.';
COMMENT ON COLUMN alert_webhook.last_ok IS 'Of the newest call: whether it was answered with 2xx.';
COMMENT ON COLUMN alert_webhook.last_gave_up IS 'The newest call was the last attempt of its alert.';
COMMENT ON COLUMN alert_webhook.failures IS 'Calls that failed since the last one that did not.';
COMMENT ON COLUMN alert_webhook.resting_until IS 'After a failure nothing is called until then, so that an address that does not answer holds up nobody else''s.';
