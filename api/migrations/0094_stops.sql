-- What the network has stopped (docs/adr/0041-stops.md). A stop and its end are rows of their own: nothing here is changed.
CREATE TABLE network_stop (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('campaign', 'creative', 'property', 'zone')),
  target_id integer NOT NULL,
  sha256 char(64),
  before jsonb NOT NULL CHECK (jsonb_typeof(before) = 'object'),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  note text CHECK (length(note) <= 1000),
  stopped_by integer NOT NULL REFERENCES app_user (id),
  stopped_at timestamptz NOT NULL,
  CHECK ((kind = 'creative') = (sha256 IS NOT NULL))
);
CREATE INDEX network_stop_target ON network_stop (kind, target_id);
CREATE INDEX network_stop_file ON network_stop (sha256) WHERE sha256 IS NOT NULL;
COMMENT ON TABLE network_stop IS 'What an operator stopped. Append-only; in force until it has a row in network_stop_lift.';
COMMENT ON COLUMN network_stop.target_id IS 'Row of the table that kind names.';
COMMENT ON COLUMN network_stop.sha256 IS 'Of a creative: its file. Every creative of any account that shows the same bytes is stopped with it.';
COMMENT ON COLUMN network_stop.before IS 'Row → { state, reason } of what the stop changed, to be set back when an operator lifts it.';
COMMENT ON COLUMN network_stop.reason IS 'For the owner to read.';
COMMENT ON COLUMN network_stop.note IS 'For staff alone.';

CREATE TABLE network_stop_lift (
  stop_id integer PRIMARY KEY REFERENCES network_stop (id),
  how text NOT NULL CHECK (how IN ('operator', 'approval')),
  note text CHECK (length(note) <= 1000),
  lifted_by integer NOT NULL REFERENCES app_user (id),
  lifted_at timestamptz NOT NULL
);
COMMENT ON TABLE network_stop_lift IS 'The end of a stop. Append-only.';
COMMENT ON COLUMN network_stop_lift.how IS 'operator: somebody lifted it; approval: a review approved what was stopped.';

CREATE TRIGGER network_stop_append_only BEFORE UPDATE OR DELETE ON network_stop FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER network_stop_lift_append_only BEFORE UPDATE OR DELETE ON network_stop_lift FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER network_stop_serving AFTER INSERT ON network_stop FOR EACH STATEMENT EXECUTE FUNCTION notify_serving();
CREATE TRIGGER network_stop_lift_serving AFTER INSERT ON network_stop_lift FOR EACH STATEMENT EXECUTE FUNCTION notify_serving();

CREATE VIEW open_stop AS
  SELECT s.* FROM network_stop s WHERE NOT EXISTS (SELECT FROM network_stop_lift l WHERE l.stop_id = s.id);

ALTER TABLE campaign DROP CONSTRAINT campaign_state_check, ADD CONSTRAINT campaign_state_check
  CHECK (state IN ('draft', 'in_review', 'rejected', 'approved', 'paused', 'archived', 'stopped'));
ALTER TABLE creative DROP CONSTRAINT creative_state_check, ADD CONSTRAINT creative_state_check
  CHECK (state IN ('in_review', 'approved', 'rejected', 'archived', 'stopped'));
ALTER TABLE property DROP CONSTRAINT property_state_check, ADD CONSTRAINT property_state_check
  CHECK (state IN ('pending', 'verified', 'approved', 'rejected', 'archived', 'stopped'));
ALTER TABLE zone ADD COLUMN state_reason text, DROP CONSTRAINT zone_state_check, ADD CONSTRAINT zone_state_check
  CHECK (state IN ('active', 'paused', 'archived', 'stopped'));
COMMENT ON COLUMN zone.state_reason IS 'Why the network stopped it; null in every other state.';

-- Whose bytes are the same, and which creatives show a file.
CREATE INDEX creative_asset_file ON creative_asset (sha256);
CREATE INDEX creative_of_asset ON creative (asset_id);
CREATE INDEX creative_asset_pictures ON creative_asset USING gin (parts jsonb_path_ops) WHERE format = 'native';

-- Lifting a stop is no approval: clicks lead where they led before.
CREATE OR REPLACE FUNCTION keep_approved_landing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'rejected' THEN
    NEW.approved_landing_url := NULL;
  ELSIF NEW.state <> 'approved' THEN
    RETURN NEW;
  ELSIF TG_OP = 'INSERT' THEN
    NEW.approved_landing_url := coalesce(NEW.approved_landing_url, NEW.landing_url);
  -- Resuming a paused campaign is no approval.
  ELSIF OLD.state NOT IN ('approved', 'paused', 'stopped') OR NEW.approved_landing_url IS NULL THEN
    NEW.approved_landing_url := NEW.landing_url;
  END IF;
  RETURN NEW;
END $$;

-- Whatever door a change comes through, nothing is in force again while its stop is. Looked at when the transaction
-- commits: an approval sets the state and lifts the stop in one.
CREATE FUNCTION refuse_while_stopped() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM open_stop WHERE kind = TG_TABLE_NAME AND target_id = NEW.id)
    OR (TG_TABLE_NAME = 'creative' AND EXISTS (
      SELECT FROM open_stop s JOIN creative_asset a ON a.sha256 = s.sha256
      WHERE a.id = (to_jsonb(NEW) ->> 'asset_id')::integer)) THEN
    RAISE EXCEPTION '% % is stopped by the network', TG_TABLE_NAME, NEW.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER campaign_stopped AFTER UPDATE OF state ON campaign DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.state IN ('approved', 'paused') AND OLD.state <> NEW.state) EXECUTE FUNCTION refuse_while_stopped();
CREATE CONSTRAINT TRIGGER creative_stopped AFTER UPDATE OF state ON creative DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.state = 'approved' AND OLD.state <> NEW.state) EXECUTE FUNCTION refuse_while_stopped();
CREATE CONSTRAINT TRIGGER property_stopped AFTER UPDATE OF state ON property DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.state = 'approved' AND OLD.state <> NEW.state) EXECUTE FUNCTION refuse_while_stopped();
CREATE CONSTRAINT TRIGGER zone_stopped AFTER UPDATE OF state ON zone DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.state IN ('active', 'paused') AND OLD.state <> NEW.state) EXECUTE FUNCTION refuse_while_stopped();
