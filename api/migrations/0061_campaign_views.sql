-- How people look at their list of campaigns, kept under names of their own.
CREATE TABLE campaign_view (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  settings jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX campaign_view_name ON campaign_view (user_id, lower(name));
COMMENT ON TABLE campaign_view IS 'Saved filters, order and columns of the list of campaigns; one''s own, 50 at most.';

-- Calls that make or change many campaigns and that somebody may send twice.
CREATE TABLE campaign_request (
  advertiser_id integer NOT NULL REFERENCES app_user (id),
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  request_sha256 char(64) NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (advertiser_id, key)
);
COMMENT ON TABLE campaign_request IS 'What a call with an idempotency key answered, for a week: the same call again answers the same and does nothing.';
COMMENT ON COLUMN campaign_request.request_sha256 IS 'Of what was asked: another request under the same key is refused.';

-- Names in the order people expect, whatever their letters; "Shells 9" before "Shells 10".
DO $$ BEGIN
  CREATE COLLATION campaign_names (provider = icu, locale = 'und-u-kn-true');
EXCEPTION WHEN feature_not_supported THEN
  -- A database that was built without ICU orders by code points.
  CREATE COLLATION campaign_names FROM "C";
END $$;
