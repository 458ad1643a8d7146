-- What advertisers count as a conversion, and the conversions that were reported (docs/conversions.md).
CREATE TABLE conversion_goal (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 501) PRIMARY KEY,
  advertiser_id integer NOT NULL REFERENCES app_user (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  window_days smallint NOT NULL CHECK (window_days BETWEEN 1 AND 90),
  duplicates text NOT NULL CHECK (duplicates IN ('once', 'every')),
  value_micros bigint CHECK (value_micros >= 0),
  pixel boolean NOT NULL,
  requires_key boolean NOT NULL,
  key_sealed bytea,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'archived')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- A page cannot keep a key.
  CHECK (NOT (pixel AND requires_key))
);
CREATE INDEX conversion_goal_advertiser ON conversion_goal (advertiser_id, id);
COMMENT ON COLUMN conversion_goal.window_days IS 'Days after the click within which a conversion counts.';
COMMENT ON COLUMN conversion_goal.duplicates IS 'once: one conversion a click. every: each transaction id once. Never changed, since conversion.dedupe_key follows from it.';
COMMENT ON COLUMN conversion_goal.value_micros IS 'What a conversion is worth that is reported without a value.';
COMMENT ON COLUMN conversion_goal.key_sealed IS 'The key of server postbacks, sealed with a key of the server''s own; null once its owner''s account is deleted.';

CREATE TABLE conversion (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  goal_id integer NOT NULL REFERENCES conversion_goal (id),
  click_id uuid NOT NULL,
  decided_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  source text NOT NULL CHECK (source IN ('postback', 'pixel')),
  verdict text NOT NULL CHECK (verdict IN
    ('attributed', 'waiting', 'duplicate', 'no-click', 'invalid-click', 'late', 'other-advertiser', 'bot')),
  dedupe_key text,
  tx text CHECK (length(tx) BETWEEN 1 AND 100),
  value_micros bigint NOT NULL CHECK (value_micros >= 0),
  price_micros bigint NOT NULL DEFAULT 0 CHECK (price_micros >= 0),
  clicked_at timestamptz,
  advertiser_id integer,
  campaign_id integer,
  creative_id integer,
  publisher_id integer,
  property_id integer,
  zone_id integer,
  country char(2),
  device smallint,
  -- All of the click or nothing of it; of somebody else's click never anything.
  CHECK (num_nulls(clicked_at, advertiser_id, campaign_id, creative_id, publisher_id, property_id, zone_id, country, device) IN (0, 9)),
  CHECK (verdict <> 'attributed' OR campaign_id IS NOT NULL),
  CHECK (verdict NOT IN ('waiting', 'no-click', 'other-advertiser') OR campaign_id IS NULL)
);
-- Of two equal reports at once the second waits here for the first, and is a duplicate then.
CREATE UNIQUE INDEX conversion_counted_once ON conversion (goal_id, dedupe_key) WHERE verdict IN ('attributed', 'waiting');
CREATE INDEX conversion_goal_id ON conversion (goal_id, id);
CREATE INDEX conversion_waiting ON conversion (id) WHERE verdict = 'waiting';
CREATE INDEX conversion_attributed ON conversion (received_at) WHERE verdict = 'attributed';
CREATE INDEX conversion_not_counted ON conversion (received_at) WHERE verdict NOT IN ('attributed', 'waiting');
COMMENT ON TABLE conversion IS 'Reported conversions. Those that are attributed are counted in rollup_hourly.conversions, in the hour of received_at.';
COMMENT ON COLUMN conversion.click_id IS 'The decision that was clicked, as the report says.';
COMMENT ON COLUMN conversion.decided_at IS 'The time in click_id, which is the partition of its events.';
COMMENT ON COLUMN conversion.verdict IS 'One of contracts'' CONVERSION_VERDICTS; only attributed ones are counted.';
COMMENT ON COLUMN conversion.dedupe_key IS 'The click id of a goal that counts once a click, else the transaction id.';
COMMENT ON COLUMN conversion.tx IS 'The advertiser''s id of the transaction, as it was reported.';
COMMENT ON COLUMN conversion.price_micros IS 'What the advertiser pays for it; 0 as long as campaigns pay for impressions and clicks alone.';
COMMENT ON COLUMN conversion.campaign_id IS 'With the other columns of the click: set when it was a click on the goal''s owner''s campaign.';
