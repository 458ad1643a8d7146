-- Automatic rules of advertisers: what each is, when it was evaluated, and what it did (docs/auto-rules.md).
CREATE TABLE auto_rule (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  advertiser_id integer NOT NULL REFERENCES app_user (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  definition jsonb NOT NULL CHECK (jsonb_typeof(definition) = 'object'),
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'active', 'off', 'archived')),
  dry_run_at timestamptz,
  dry_run_acts integer CHECK (dry_run_acts >= 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((dry_run_at IS NULL) = (dry_run_acts IS NULL)),
  CHECK (state <> 'active' OR dry_run_at IS NOT NULL)
);
CREATE INDEX auto_rule_advertiser ON auto_rule (advertiser_id, id DESC) WHERE state <> 'archived';
CREATE INDEX auto_rule_active ON auto_rule (id) WHERE state = 'active';
COMMENT ON TABLE auto_rule IS 'Conditions on an advertiser''s own figures, and what is done when they hold.';
COMMENT ON COLUMN auto_rule.definition IS 'Contract RuleInput without the name; campaigns by the numbers of their rows.';
COMMENT ON COLUMN auto_rule.dry_run_at IS 'Of the last dry run of the rule as it is; null since it was changed. Without one it is never active.';
COMMENT ON COLUMN auto_rule.dry_run_acts IS 'How often it would have acted then.';

CREATE TABLE auto_rule_run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rule_id integer NOT NULL REFERENCES auto_rule (id) ON DELETE CASCADE,
  period timestamptz NOT NULL,
  ran_at timestamptz NOT NULL,
  subjects integer NOT NULL CHECK (subjects >= 0),
  matched integer NOT NULL CHECK (matched >= 0),
  held integer NOT NULL CHECK (held >= 0),
  UNIQUE (rule_id, period)
);
CREATE INDEX auto_rule_run_ran_at ON auto_rule_run (ran_at);
COMMENT ON TABLE auto_rule_run IS 'Evaluations of rules: a period of a rule at most once, in the transaction of all that it did. Kept for 90 days.';
COMMENT ON COLUMN auto_rule_run.period IS 'The end of the hour or UTC day whose figures were looked at, and of every window.';
COMMENT ON COLUMN auto_rule_run.held IS 'Matches that the cool-down or the most a day held back.';

CREATE TABLE auto_rule_act (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id bigint NOT NULL REFERENCES auto_rule_run (id) ON DELETE CASCADE,
  rule_id integer NOT NULL REFERENCES auto_rule (id) ON DELETE CASCADE,
  happened_at timestamptz NOT NULL,
  campaign_id integer NOT NULL REFERENCES campaign (id) ON DELETE CASCADE,
  creative_id integer,
  zone_id integer,
  outcome text NOT NULL CHECK (outcome IN ('acted', 'notified', 'refused')),
  action jsonb NOT NULL,
  figures jsonb NOT NULL,
  before_micros bigint,
  after_micros bigint,
  message text,
  CHECK (creative_id IS NULL OR zone_id IS NULL)
);
CREATE INDEX auto_rule_act_run ON auto_rule_act (run_id);
CREATE INDEX auto_rule_act_rule ON auto_rule_act (rule_id, happened_at DESC);
CREATE INDEX auto_rule_act_campaign ON auto_rule_act (campaign_id, happened_at DESC);
COMMENT ON TABLE auto_rule_act IS 'What rules did, on which campaign (or creative or zone of it) and by which figures.';
COMMENT ON COLUMN auto_rule_act.action IS 'Contract RuleAction: the rule may be another one by now.';
COMMENT ON COLUMN auto_rule_act.figures IS 'Contract RuleFigure[]: what the conditions were held against.';
COMMENT ON COLUMN auto_rule_act.message IS 'Why it was refused.';

-- A campaign that a rule paused says so, and after its owner resumed it the rule leaves it alone for its cool-down.
CREATE TABLE auto_rule_hold (
  campaign_id integer PRIMARY KEY REFERENCES campaign (id) ON DELETE CASCADE,
  rule_id integer NOT NULL REFERENCES auto_rule (id) ON DELETE CASCADE,
  paused_at timestamptz NOT NULL,
  resumed_at timestamptz
);
CREATE INDEX auto_rule_hold_rule ON auto_rule_hold (rule_id);
COMMENT ON TABLE auto_rule_hold IS 'The last time a rule paused a campaign.';
COMMENT ON COLUMN auto_rule_hold.resumed_at IS 'When it stopped being paused, whoever did it; null while it is.';

-- Whoever ends a pause ends it here too: the app, a job, the command line.
CREATE FUNCTION end_rule_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state_reason = 'rule' THEN
    NEW.state_reason := NULL;
  END IF;
  UPDATE auto_rule_hold SET resumed_at = NEW.updated_at WHERE campaign_id = NEW.id AND resumed_at IS NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER campaign_end_rule_hold BEFORE UPDATE ON campaign FOR EACH ROW
  WHEN (OLD.state = 'paused' AND NEW.state <> 'paused') EXECUTE FUNCTION end_rule_hold();
