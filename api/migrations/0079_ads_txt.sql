-- What the ads.txt of each property says of us, and which publishers are named in /sellers.json (docs/ads-txt.md).
CREATE TABLE ads_txt_check (
  property_id integer PRIMARY KEY REFERENCES property (id) ON DELETE CASCADE,
  status text NOT NULL,
  read_at timestamptz,
  changed_at timestamptz NOT NULL,
  previous_status text,
  url text CHECK (length(url) <= 2000),
  line_number integer CHECK (line_number > 0),
  line text CHECK (length(line) <= 2000),
  record_count integer NOT NULL DEFAULT 0,
  seller_count integer NOT NULL DEFAULT 0,
  hints jsonb NOT NULL DEFAULT '[]',
  checked_at timestamptz NOT NULL,
  trouble text,
  http_status smallint,
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  failing_since timestamptz,
  next_at timestamptz NOT NULL,
  CHECK ((trouble IS NULL) = (failing_since IS NULL))
);
COMMENT ON TABLE ads_txt_check IS 'What the last look at a property''s ads.txt found; of looks before it only the last that got an answer.';
COMMENT ON COLUMN ads_txt_check.status IS 'A name of ADS_TXT_STATUSES: what the last answer said. An answer that says nothing (http-error, unreachable) takes its place only when there was none before.';
COMMENT ON COLUMN ads_txt_check.read_at IS 'When the answer came that status is of; null: none came yet.';
COMMENT ON COLUMN ads_txt_check.changed_at IS 'Since when status is what it is.';
COMMENT ON COLUMN ads_txt_check.previous_status IS 'What it was before; null: nothing.';
COMMENT ON COLUMN ads_txt_check.url IS 'Where the file was read, redirects followed.';
COMMENT ON COLUMN ads_txt_check.line IS 'The line at line_number as it stands there: ours, or the one that comes nearest.';
COMMENT ON COLUMN ads_txt_check.seller_count IS 'Other advertising systems that the file names.';
COMMENT ON COLUMN ads_txt_check.hints IS 'Array of {code, line, value}: what else the file says that its owner should know.';
COMMENT ON COLUMN ads_txt_check.trouble IS 'Why the last look got no answer (a name of ADS_TXT_STATUSES); null: it got one.';
COMMENT ON COLUMN ads_txt_check.http_status IS 'Of the last look''s answer; null when there was none.';
CREATE INDEX ads_txt_check_next ON ads_txt_check (next_at);

CREATE TABLE seller_entry (
  publisher_id integer PRIMARY KEY REFERENCES app_user (id),
  is_confidential boolean NOT NULL,
  changed_at timestamptz NOT NULL
);
COMMENT ON TABLE seller_entry IS 'Whether /sellers.json names a publisher. Without a row it does not: the entry is confidential until its owner says otherwise.';
