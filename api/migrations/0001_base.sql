-- EzDash base schema. Money is bigint micros (millionths of the currency unit). Times are timestamptz, UTC.

-- ---------------------------------------------------------------- accounts
CREATE TABLE account_type (
  id smallint PRIMARY KEY,
  name text NOT NULL UNIQUE,
  features jsonb NOT NULL DEFAULT '{}'
);
COMMENT ON TABLE account_type IS 'The five account tiers and the features each one opens.';
INSERT INTO account_type (id, name, features) VALUES
  (1, 'Regular', '{"saved_reports": true, "api_read": true, "api_write": false, "scheduled_reports": false, "auto_rules": false, "bid_landscape": false, "ai_recommendations": false, "credit_line": false, "managed_campaigns": false}'),
  (2, 'Premium', '{"saved_reports": true, "api_read": true, "api_write": true, "scheduled_reports": true, "auto_rules": true, "bid_landscape": false, "ai_recommendations": false, "credit_line": false, "managed_campaigns": false}'),
  (3, 'VIP1', '{"saved_reports": true, "api_read": true, "api_write": true, "scheduled_reports": true, "auto_rules": true, "bid_landscape": true, "ai_recommendations": true, "credit_line": false, "managed_campaigns": false}'),
  (4, 'VIP2', '{"saved_reports": true, "api_read": true, "api_write": true, "scheduled_reports": true, "auto_rules": true, "bid_landscape": true, "ai_recommendations": true, "credit_line": true, "managed_campaigns": false}'),
  (5, 'VIP3', '{"saved_reports": true, "api_read": true, "api_write": true, "scheduled_reports": true, "auto_rules": true, "bid_landscape": true, "ai_recommendations": true, "credit_line": true, "managed_campaigns": true}');

CREATE TABLE app_user (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  email text NOT NULL,
  password_hash text,
  role text NOT NULL CHECK (role IN ('advertiser', 'publisher', 'admin')),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('pending', 'active', 'suspended', 'ADK rejected')),
  account_type_id smallint NOT NULL DEFAULT 1 REFERENCES account_type (id),
  verified boolean NOT NULL DEFAULT false,
  username text NOT NULL,
  first_name text,
  last_name text,
  company_name text,
  phone_number text,
  country char(2),
  theme text NOT NULL DEFAULT 'system' CHECK (theme IN ('light', 'dark', 'system')),
  locale text,
  timezone text NOT NULL DEFAULT 'UTC',
  terms_version text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_login_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX app_user_email ON app_user (lower(email));
COMMENT ON COLUMN app_user.role IS 'advertiser and publisher are the product''s roles; admin is the operator of the network.';

CREATE TABLE session (
  sid text PRIMARY KEY,
  sess json NOT NULL,
  expire timestamptz NOT NULL
);
CREATE INDEX session_expire ON session (expire);

-- ---------------------------------------------------------------- advertisers' side
CREATE TABLE campaign (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 101) PRIMARY KEY,
  advertiser_id integer NOT NULL REFERENCES app_user (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  pricing text NOT NULL CHECK (pricing IN ('CPM', 'CPC')),
  bid_micros bigint NOT NULL CHECK (bid_micros > 0),
  daily_budget_micros bigint NOT NULL CHECK (daily_budget_micros > 0),
  total_budget_micros bigint CHECK (total_budget_micros > 0),
  pacing text NOT NULL DEFAULT 'even' CHECK (pacing IN ('even', 'asap')),
  landing_url text NOT NULL,
  starts_at timestamptz,
  ends_at timestamptz,
  countries char(2)[] NOT NULL DEFAULT '{}',
  devices text[] NOT NULL DEFAULT '{}',
  cap_impressions smallint CHECK (cap_impressions BETWEEN 1 AND 1000),
  cap_window_seconds integer CHECK (cap_window_seconds BETWEEN 60 AND 2592000),
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'in_review', 'rejected', 'approved', 'paused', 'archived')),
  state_reason text,
  submitted_at timestamptz,
  reviewed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((cap_impressions IS NULL) = (cap_window_seconds IS NULL)),
  CHECK (ends_at IS NULL OR starts_at IS NULL OR ends_at > starts_at)
);
COMMENT ON COLUMN campaign.bid_micros IS 'Maximum bid: per thousand impressions (CPM) or per click (CPC).';
COMMENT ON COLUMN campaign.state IS 'Stored state. Scheduled, running, unfunded, budget reached and completed are derived from it, the clock and the money.';
COMMENT ON COLUMN campaign.countries IS 'ISO 3166-1 codes; empty means everywhere.';
COMMENT ON COLUMN campaign.devices IS 'desktop, phone, tablet, tv; empty means all.';
CREATE INDEX campaign_advertiser ON campaign (advertiser_id, id);
CREATE INDEX campaign_in_review ON campaign (submitted_at) WHERE state = 'in_review';

CREATE TABLE creative_asset (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id integer NOT NULL REFERENCES app_user (id),
  sha256 char(64) NOT NULL,
  content_type text NOT NULL CHECK (content_type IN ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml')),
  byte_count integer NOT NULL CHECK (byte_count > 0),
  width smallint NOT NULL CHECK (width > 0),
  height smallint NOT NULL CHECK (height > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (owner_id, sha256)
);
COMMENT ON TABLE creative_asset IS 'An uploaded image. The bytes lie in DATA_DIR/creatives/<sha256>.<extension>. SVG is only made by the network itself, never accepted as an upload.';

CREATE TABLE creative (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 301) PRIMARY KEY,
  campaign_id integer NOT NULL REFERENCES campaign (id),
  asset_id integer NOT NULL REFERENCES creative_asset (id),
  name text NOT NULL,
  alt text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'in_review' CHECK (state IN ('in_review', 'approved', 'rejected', 'archived')),
  state_reason text,
  reviewed_by integer REFERENCES app_user (id),
  reviewed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX creative_campaign ON creative (campaign_id);

-- ---------------------------------------------------------------- publishers' side
CREATE TABLE property (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 201) PRIMARY KEY,
  publisher_id integer NOT NULL REFERENCES app_user (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  domain text NOT NULL,
  category text NOT NULL,
  language text NOT NULL DEFAULT 'en',
  state text NOT NULL DEFAULT 'approved' CHECK (state IN ('pending', 'verified', 'approved', 'rejected', 'archived')),
  state_reason text,
  revenue_share_bps integer NOT NULL DEFAULT 8000 CHECK (revenue_share_bps BETWEEN 0 AND 10000),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (publisher_id, domain)
);
COMMENT ON COLUMN property.revenue_share_bps IS 'The publisher''s share of the price in basis points (8000 = 80 %).';

CREATE TABLE zone (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 401) PRIMARY KEY,
  property_id integer NOT NULL REFERENCES property (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  width smallint NOT NULL,
  height smallint NOT NULL,
  floor_micros bigint NOT NULL DEFAULT 0 CHECK (floor_micros >= 0),
  fallback text NOT NULL DEFAULT 'collapse' CHECK (fallback IN ('collapse', 'keep')),
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'archived')),
  first_request_at timestamptz,
  last_request_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN zone.floor_micros IS 'Least eCPM at which this zone is filled.';
CREATE INDEX zone_property ON zone (property_id, id);

-- ---------------------------------------------------------------- ledger: append-only, double entry
CREATE TABLE ledger_account (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN (
    'advertiser_cash', 'advertiser_bonus', 'advertiser_hold', 'advertiser_credit',
    'publisher_pending', 'publisher_payable',
    'network_revenue', 'promo_expense', 'tax', 'clearing', 'referral')),
  owner_id integer REFERENCES app_user (id),
  currency char(3) NOT NULL DEFAULT 'USD',
  balance_micros bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE NULLS NOT DISTINCT (kind, owner_id, currency)
);
COMMENT ON COLUMN ledger_account.balance_micros IS 'Sum of the account''s postings, kept in the same transaction as they are. Owners'' accounts grow with what the network owes them.';

CREATE TABLE ledger_transaction (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  idempotency_key text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('ad_spend', 'deposit', 'bonus', 'payout', 'correction', 'reversal', 'opening')),
  occurred_at timestamptz NOT NULL,
  description text NOT NULL DEFAULT '',
  meta jsonb NOT NULL DEFAULT '{}',
  reverses_id bigint UNIQUE REFERENCES ledger_transaction (id),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ledger_transaction_time ON ledger_transaction (occurred_at, id);

CREATE TABLE ledger_posting (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transaction_id bigint NOT NULL REFERENCES ledger_transaction (id),
  account_id integer NOT NULL REFERENCES ledger_account (id),
  amount_micros bigint NOT NULL CHECK (amount_micros <> 0)
);
CREATE INDEX ledger_posting_account ON ledger_posting (account_id, id);
CREATE INDEX ledger_posting_transaction ON ledger_posting (transaction_id);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: correct by adding', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER ledger_transaction_append_only BEFORE UPDATE OR DELETE ON ledger_transaction FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_posting_append_only BEFORE UPDATE OR DELETE ON ledger_posting FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- ---------------------------------------------------------------- events
CREATE TABLE event_batch (
  node text NOT NULL,
  seq bigint NOT NULL,
  event_count integer NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (node, seq)
);
CREATE TABLE journal_checkpoint (
  node text PRIMARY KEY,
  segment integer NOT NULL,
  byte_offset bigint NOT NULL,
  seq bigint NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE journal_checkpoint IS 'How far the journal of a node has been applied; moves in the same transaction as what it applied.';

CREATE TABLE ad_event (
  decision_id uuid NOT NULL,
  kind smallint NOT NULL CHECK (kind BETWEEN 1 AND 4),
  decided_at timestamptz NOT NULL,
  happened_at timestamptz NOT NULL,
  advertiser_id integer NOT NULL,
  campaign_id integer NOT NULL,
  creative_id integer NOT NULL,
  publisher_id integer NOT NULL,
  property_id integer NOT NULL,
  zone_id integer NOT NULL,
  country char(2) NOT NULL,
  device smallint NOT NULL,
  invalid_reason smallint NOT NULL DEFAULT 0,
  price_micros bigint NOT NULL DEFAULT 0,
  payout_micros bigint NOT NULL DEFAULT 0,
  bonus_micros bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (decision_id, kind, decided_at)
) PARTITION BY RANGE (decided_at);
COMMENT ON TABLE ad_event IS 'One row an event, unique on (decision, kind). decided_at comes from the decision''s UUIDv7, so that a replay always meets the same partition.';
COMMENT ON COLUMN ad_event.kind IS '1 impression, 2 viewable impression, 3 click, 4 conversion.';
COMMENT ON COLUMN ad_event.device IS '1 desktop, 2 phone, 3 tablet, 4 tv.';
COMMENT ON COLUMN ad_event.invalid_reason IS '0 = counted; else a code of contracts'' INVALID_REASONS; never billed.';
COMMENT ON COLUMN ad_event.price_micros IS 'What the advertiser paid for this event (0 when not billable), of it bonus_micros from the bonus; payout_micros went to the publisher, the rest to the network.';
CREATE TABLE ad_event_other PARTITION OF ad_event DEFAULT;

CREATE FUNCTION ensure_event_partitions(from_day date, to_day date) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  day date := from_day;
  made integer := 0;
  part text;
BEGIN
  WHILE day <= to_day LOOP
    part := 'ad_event_' || to_char(day, 'YYYYMMDD');
    IF to_regclass(part) IS NULL THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF ad_event FOR VALUES FROM (%L) TO (%L)',
        part, day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
      made := made + 1;
    END IF;
    day := day + 1;
  END LOOP;
  RETURN made;
END $$;

CREATE TABLE campaign_spend (
  campaign_id integer NOT NULL REFERENCES campaign (id),
  day date NOT NULL,
  spend_micros bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (campaign_id, day)
);
COMMENT ON TABLE campaign_spend IS 'Spend a campaign and UTC day; the guard of the daily and the total budget locks these rows.';

CREATE TABLE rollup_hourly (
  hour timestamptz NOT NULL,
  campaign_id integer NOT NULL,
  creative_id integer NOT NULL,
  zone_id integer NOT NULL,
  country char(2) NOT NULL,
  device smallint NOT NULL,
  advertiser_id integer NOT NULL,
  publisher_id integer NOT NULL,
  property_id integer NOT NULL,
  impressions bigint NOT NULL DEFAULT 0,
  viewables bigint NOT NULL DEFAULT 0,
  clicks bigint NOT NULL DEFAULT 0,
  conversions bigint NOT NULL DEFAULT 0,
  invalid bigint NOT NULL DEFAULT 0,
  spend_micros bigint NOT NULL DEFAULT 0,
  payout_micros bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (hour, campaign_id, creative_id, zone_id, country, device)
) WITH (fillfactor = 80);
CREATE INDEX rollup_hourly_advertiser ON rollup_hourly (advertiser_id, hour);
CREATE INDEX rollup_hourly_publisher ON rollup_hourly (publisher_id, hour);
COMMENT ON TABLE rollup_hourly IS 'Counted events by the hour of their decision. The invalid ones are counted apart and carry no money.';

CREATE TABLE request_hourly (
  hour timestamptz NOT NULL,
  zone_id integer NOT NULL,
  country char(2) NOT NULL,
  device smallint NOT NULL,
  publisher_id integer NOT NULL,
  property_id integer NOT NULL,
  reason smallint NOT NULL,
  requests bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (hour, zone_id, country, device, reason)
) WITH (fillfactor = 80);
CREATE INDEX request_hourly_publisher ON request_hourly (publisher_id, hour);
COMMENT ON COLUMN request_hourly.reason IS '0 = filled; else a code of contracts'' NO_FILL_REASONS.';

-- ---------------------------------------------------------------- debug tool
CREATE TABLE debug_session (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  admin_id integer NOT NULL REFERENCES app_user (id),
  token_sha256 char(64) NOT NULL UNIQUE,
  cookie_sha256 char(64) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE TABLE debug_audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  admin_id integer REFERENCES app_user (id),
  debug_session_id integer REFERENCES debug_session (id),
  method text NOT NULL,
  path text NOT NULL,
  status smallint NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}',
  ip_hash char(64),
  happened_at timestamptz NOT NULL DEFAULT now(),
  previous_hash char(64) NOT NULL,
  hash char(64) NOT NULL UNIQUE
);
COMMENT ON TABLE debug_audit IS 'Every call of the debug tool, append-only; each row''s hash covers the row before it.';
CREATE TRIGGER debug_audit_append_only BEFORE UPDATE OR DELETE ON debug_audit FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- ---------------------------------------------------------------- what the serving index listens to
CREATE FUNCTION notify_serving() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('serving_changed', TG_TABLE_NAME);
  RETURN NULL;
END $$;
CREATE TRIGGER campaign_serving AFTER INSERT OR UPDATE OR DELETE ON campaign FOR EACH STATEMENT EXECUTE FUNCTION notify_serving();
CREATE TRIGGER creative_serving AFTER INSERT OR UPDATE OR DELETE ON creative FOR EACH STATEMENT EXECUTE FUNCTION notify_serving();
CREATE TRIGGER property_serving AFTER INSERT OR UPDATE OR DELETE ON property FOR EACH STATEMENT EXECUTE FUNCTION notify_serving();
CREATE TRIGGER zone_serving AFTER INSERT OR DELETE OR UPDATE OF name, width, height, floor_micros, fallback, state ON zone FOR EACH STATEMENT EXECUTE FUNCTION notify_serving();
CREATE TRIGGER app_user_serving AFTER UPDATE OF status, account_type_id ON app_user FOR EACH STATEMENT EXECUTE FUNCTION notify_serving();

-- Small facts the network keeps about itself (demo seeded, …).
CREATE TABLE network_fact (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
