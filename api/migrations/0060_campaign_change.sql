-- What was changed of a campaign, by whom, from what to what: written in the transaction of the change itself, and what
-- undo goes by.
CREATE TABLE campaign_change (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id integer NOT NULL REFERENCES campaign (id) ON DELETE CASCADE,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('created', 'changed')),
  actor text NOT NULL CHECK (actor IN ('person', 'staff', 'apiToken', 'rule', 'system')),
  actor_user integer REFERENCES app_user (id),
  actor_token integer REFERENCES api_token (id),
  actor_rule integer,
  actor_name text CHECK (length(actor_name) <= 120),
  undoes integer REFERENCES campaign_change (id) ON DELETE CASCADE,
  changes jsonb NOT NULL CHECK (jsonb_typeof(changes) = 'object'),
  CHECK ((actor_user IS NOT NULL) = (actor IN ('person', 'staff'))),
  CHECK ((actor_token IS NOT NULL) = (actor = 'apiToken')),
  CHECK ((actor_rule IS NOT NULL) = (actor = 'rule'))
);
COMMENT ON TABLE campaign_change IS 'History of campaigns: one row for what one call changed of one campaign. Never updated.';
COMMENT ON COLUMN campaign_change.actor_user IS 'The person of the account, or the operator.';
COMMENT ON COLUMN campaign_change.actor_name IS 'What the rule was called then.';
COMMENT ON COLUMN campaign_change.undoes IS 'The change that this one takes back: each at most once.';
COMMENT ON COLUMN campaign_change.changes IS 'Field → { "before", "after" }, in the terms of the columns of campaign; targeting by its dimensions (targeting.countries), creatives and their reviews as lists. Without the fields that stayed.';
CREATE INDEX campaign_change_campaign ON campaign_change (campaign_id, id DESC);
CREATE UNIQUE INDEX campaign_change_undoes ON campaign_change (undoes) WHERE undoes IS NOT NULL;
CREATE INDEX campaign_change_actor_user ON campaign_change (actor_user) WHERE actor_user IS NOT NULL;
