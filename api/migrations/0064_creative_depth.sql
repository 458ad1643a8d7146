-- Shares of creatives of one size, words of a reviewer on one creative, files that arrive in parts, and what a look at a
-- landing page found.
ALTER TABLE creative ADD COLUMN share smallint CHECK (share BETWEEN 1 AND 99);
COMMENT ON COLUMN creative.share IS 'Of what is shown in its size, in percent; null: what was learnt decides. Of one size all have one, or none.';
ALTER TABLE creative ADD COLUMN review_note text CHECK (length(review_note) <= 1000);
COMMENT ON COLUMN creative.review_note IS 'The reviewer''s own words on this creative alone; null when there are none.';

CREATE TABLE asset_upload (
  id uuid PRIMARY KEY,
  owner_id integer NOT NULL REFERENCES app_user (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  content_type text NOT NULL,
  byte_count integer NOT NULL CHECK (byte_count > 0),
  sha256 char(64) NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  received integer NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND byte_count),
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE asset_upload IS 'A file that arrives in parts: its bytes so far lie beside the files of creatives. Gone when it has become an asset, or after a day.';
COMMENT ON COLUMN asset_upload.name IS 'As its owner''s computer calls it; never a path here.';
COMMENT ON COLUMN asset_upload.byte_count IS 'Of the whole file, said before the first byte.';
COMMENT ON COLUMN asset_upload.sha256 IS 'Of the whole file, said before the first byte and checked at the end.';
COMMENT ON COLUMN asset_upload.received IS 'Bytes that are on the disk, from the first on.';
CREATE UNIQUE INDEX asset_upload_file ON asset_upload (owner_id, sha256);
CREATE INDEX asset_upload_created ON asset_upload (created_at);

CREATE TABLE landing_check (
  campaign_id integer PRIMARY KEY REFERENCES campaign (id) ON DELETE CASCADE,
  url text NOT NULL CHECK (length(url) <= 2000),
  outcome text NOT NULL,
  status smallint,
  final_url text CHECK (length(final_url) <= 2000),
  hops smallint NOT NULL,
  took_ms integer NOT NULL,
  checked_at timestamptz NOT NULL,
  failures integer NOT NULL CHECK (failures >= 0),
  failing_since timestamptz,
  told_at timestamptz,
  next_at timestamptz NOT NULL,
  CHECK ((failures = 0) = (failing_since IS NULL))
);
COMMENT ON TABLE landing_check IS 'What the last look at a campaign''s landing page found.';
COMMENT ON COLUMN landing_check.url IS 'The address as the campaign had it, macros and all: of another one nothing is known.';
COMMENT ON COLUMN landing_check.outcome IS 'A name of LANDING_OUTCOMES.';
COMMENT ON COLUMN landing_check.status IS 'Of the page''s answer; null when there was none.';
COMMENT ON COLUMN landing_check.failures IS 'Looks one after the other that found no page.';
COMMENT ON COLUMN landing_check.told_at IS 'When its owner was told of the present failure; null: not yet.';
CREATE INDEX landing_check_next ON landing_check (next_at);
