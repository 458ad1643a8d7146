-- Postbacks in depth: how goals value and repeat, keys that overlap, who may report, tests, a log of what came in, and
-- what is reported on to others (docs/postbacks.md).
ALTER TABLE conversion_goal
  ADD COLUMN value_kind text NOT NULL DEFAULT 'dynamic' CHECK (value_kind IN ('none', 'fixed', 'dynamic')),
  ADD COLUMN repeats text NOT NULL DEFAULT 'reject' CHECK (repeats IN ('reject', 'new', 'update')),
  ADD COLUMN allowed_addresses text[] NOT NULL DEFAULT '{}' CHECK (cardinality(allowed_addresses) <= 20),
  ADD COLUMN old_key_sealed bytea,
  ADD COLUMN old_key_until timestamptz;
ALTER TABLE conversion_goal ADD CONSTRAINT conversion_goal_old_key_check
  CHECK ((old_key_sealed IS NULL) = (old_key_until IS NULL));
COMMENT ON COLUMN conversion_goal.value_kind IS 'none: a conversion is worth nothing. fixed: value_micros, whatever is reported. dynamic: what is reported, else value_micros.';
COMMENT ON COLUMN conversion_goal.repeats IS 'What a repetition of a counted conversion does. reject: kept as a duplicate. new: counted too, never paid for. update: its value replaces the one before.';
COMMENT ON COLUMN conversion_goal.allowed_addresses IS 'Addresses and networks that postbacks may come from; empty means everywhere.';
COMMENT ON COLUMN conversion_goal.old_key_sealed IS 'The key before, which opens too until old_key_until.';

ALTER TABLE conversion DROP CONSTRAINT conversion_verdict_check;
ALTER TABLE conversion ADD CONSTRAINT conversion_verdict_check CHECK (verdict IN
  ('attributed', 'waiting', 'duplicate', 'no-click', 'invalid-click', 'late', 'other-advertiser', 'bot', 'over-budget',
   'prefetch', 'internal', 'data-centre', 'pending', 'rejected', 'test'));

-- Clicks that nobody made, for trying a goal: a report of one is kept as a test and counted nowhere.
CREATE TABLE postback_test_click (
  click_id uuid PRIMARY KEY,
  goal_id integer NOT NULL REFERENCES conversion_goal (id),
  expires_at timestamptz NOT NULL
);
CREATE INDEX postback_test_click_expires_at ON postback_test_click (expires_at);

CREATE TABLE postback_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  advertiser_id integer NOT NULL REFERENCES app_user (id),
  goal_id integer NOT NULL REFERENCES conversion_goal (id),
  received_at timestamptz NOT NULL,
  source text NOT NULL CHECK (source IN ('postback', 'pixel')),
  method text NOT NULL CHECK (method IN ('GET', 'POST')),
  address text,
  request text NOT NULL CHECK (length(request) <= 2000),
  status smallint NOT NULL,
  code text,
  answer text NOT NULL CHECK (length(answer) <= 1000),
  verdict text,
  took_ms integer NOT NULL
);
CREATE INDEX postback_log_advertiser ON postback_log (advertiser_id, id DESC);
CREATE INDEX postback_log_received_at ON postback_log (received_at);
CREATE INDEX postback_log_goal ON postback_log (goal_id);
COMMENT ON TABLE postback_log IS 'What came in for goals, with what was answered; kept for some days, and so many rows an account.';
COMMENT ON COLUMN postback_log.address IS 'The server that reported; null for pixels, which people''s browsers ask for.';
COMMENT ON COLUMN postback_log.request IS 'The parameters as they came, but for the key.';
COMMENT ON COLUMN postback_log.code IS 'Why it was refused; null when it was kept.';
COMMENT ON COLUMN postback_log.verdict IS 'As it was on arrival; what waited then is settled in conversion alone.';

CREATE TABLE outgoing_postback (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 501) PRIMARY KEY,
  advertiser_id integer NOT NULL REFERENCES app_user (id),
  goal_id integer REFERENCES conversion_goal (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  method text NOT NULL CHECK (method IN ('GET', 'POST')),
  url text NOT NULL CHECK (length(url) <= 2000),
  events text[] NOT NULL CHECK (cardinality(events) BETWEEN 1 AND 3),
  secret_sealed bytea,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused')),
  failures integer NOT NULL DEFAULT 0,
  rests_until timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX outgoing_postback_advertiser ON outgoing_postback (advertiser_id, id);
CREATE INDEX outgoing_postback_goal ON outgoing_postback (goal_id) WHERE goal_id IS NOT NULL;
COMMENT ON TABLE outgoing_postback IS 'Addresses that are called for each conversion of their advertiser.';
COMMENT ON COLUMN outgoing_postback.goal_id IS 'The goal whose conversions are told; null: every one''s.';
COMMENT ON COLUMN outgoing_postback.failures IS 'In a row: from some on the address rests (rests_until) and is tried by one call at a time.';

CREATE TABLE postback_call (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  outgoing_id integer NOT NULL REFERENCES outgoing_postback (id) ON DELETE CASCADE,
  advertiser_id integer NOT NULL REFERENCES app_user (id),
  conversion_id bigint NOT NULL,
  event text NOT NULL CHECK (event IN ('approved', 'pending', 'rejected')),
  data jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'dead')),
  attempts smallint NOT NULL DEFAULT 0,
  since timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  last_at timestamptz,
  last_status smallint,
  last_error text,
  last_answer text CHECK (length(last_answer) <= 500),
  created_at timestamptz NOT NULL,
  -- Told once of each conversion, whoever settles it and however often.
  UNIQUE (outgoing_id, conversion_id, event)
);
CREATE INDEX postback_call_advertiser ON postback_call (advertiser_id, id DESC);
CREATE INDEX postback_call_due ON postback_call (due_at) WHERE state = 'waiting';
CREATE INDEX postback_call_created_at ON postback_call (created_at) WHERE state <> 'waiting';
COMMENT ON TABLE postback_call IS 'One call of an outgoing postback, made in the transaction of its conversion. Dead ones wait to be sent again.';
COMMENT ON COLUMN postback_call.conversion_id IS 'conversion.id, which may be dropped before this row is.';
COMMENT ON COLUMN postback_call.data IS 'What the macros of the address are filled with.';
COMMENT ON COLUMN postback_call.since IS 'When the day of attempts began: with the conversion, or when it was sent again.';
