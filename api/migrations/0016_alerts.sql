-- Alerts: who has turned one off, and what was told already so that nothing is told twice.
CREATE TABLE alert_opt_out (
  user_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  event text NOT NULL CHECK (length(event) BETWEEN 1 AND 40),
  channel text NOT NULL CHECK (length(channel) BETWEEN 1 AND 20),
  opted_out_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, event, channel)
);
COMMENT ON TABLE alert_opt_out IS 'Alerts that their reader has turned off. Everything else is told: a row is the exception.';
COMMENT ON COLUMN alert_opt_out.event IS 'One of contracts'' ALERT_EVENTS.';
COMMENT ON COLUMN alert_opt_out.channel IS 'One of contracts'' ALERT_CHANNELS.';

CREATE TABLE alert_funds (
  user_id integer PRIMARY KEY REFERENCES app_user (id) ON DELETE CASCADE,
  level text NOT NULL CHECK (level IN ('enough', 'low', 'out')),
  balance_micros bigint NOT NULL,
  since timestamptz NOT NULL
);
COMMENT ON TABLE alert_funds IS 'How the money of an active advertiser stood when it was last compared. No row: never compared, or not since the account became active again, so the next comparison remembers and tells nothing.';
COMMENT ON COLUMN alert_funds.level IS 'enough; low: under three days are left at the recent pace; out: campaigns stand still for want of money.';
COMMENT ON COLUMN alert_funds.balance_micros IS 'Cash and bonus when this level began: who is out of money comes back only by adding some.';

CREATE TABLE alert_campaign (
  campaign_id integer PRIMARY KEY REFERENCES campaign (id) ON DELETE CASCADE,
  advertiser_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (length(state) BETWEEN 1 AND 40),
  started boolean NOT NULL,
  stop_told text CHECK (length(stop_told) BETWEEN 1 AND 80),
  stop_told_at timestamptz,
  CHECK ((stop_told IS NULL) = (stop_told_at IS NULL))
);
CREATE INDEX alert_campaign_advertiser ON alert_campaign (advertiser_id);
COMMENT ON TABLE alert_campaign IS 'How a campaign stood when it was last compared.';
COMMENT ON COLUMN alert_campaign.state IS 'One of contracts'' CAMPAIGN_STATES.';
COMMENT ON COLUMN alert_campaign.started IS 'It has run since it was approved last: that it began is told once.';
COMMENT ON COLUMN alert_campaign.stop_told IS 'What it was last told to be stopped by, as daily-budget:5000000: a budget that is used up every day is no news every day.';

ALTER TABLE api_token ADD COLUMN expiry_told_at timestamptz;
COMMENT ON COLUMN api_token.expiry_told_at IS 'When its end was announced to its owner; that happens once.';
