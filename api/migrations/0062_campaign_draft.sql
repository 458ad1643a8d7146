-- Campaigns that are being written: kept on the server, so that they are there on another device. No campaign yet, so
-- nothing of it is checked; `version` tells two tabs that write the same one apart.
CREATE TABLE campaign_draft (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  advertiser_id integer NOT NULL REFERENCES app_user (id),
  name text NOT NULL CHECK (length(name) <= 160),
  step text NOT NULL CHECK (length(step) <= 40),
  form jsonb NOT NULL CHECK (jsonb_typeof(form) = 'object'),
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
COMMENT ON TABLE campaign_draft IS 'What the wizard holds of a campaign that was not sent yet. Gone when it is sent or thrown away.';
COMMENT ON COLUMN campaign_draft.name IS 'As typed so far; may be empty.';
COMMENT ON COLUMN campaign_draft.form IS 'The fields as the page holds them, at most 80 kB.';
COMMENT ON COLUMN campaign_draft.version IS 'Counts what was saved: who saves names the one that it began from.';
CREATE INDEX campaign_draft_advertiser ON campaign_draft (advertiser_id, updated_at DESC);
