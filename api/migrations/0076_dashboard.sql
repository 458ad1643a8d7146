-- The advertiser's dashboard: call-outs that somebody put away for a day, and who looks after an account.
CREATE TABLE call_out_dismissal (
  user_id integer NOT NULL REFERENCES app_user (id),
  key text NOT NULL CHECK (length(key) BETWEEN 3 AND 120),
  until timestamptz NOT NULL,
  PRIMARY KEY (user_id, key)
);
COMMENT ON TABLE call_out_dismissal IS 'Call-outs of the dashboard that a person has put away; they come back after a day unless they are solved.';
COMMENT ON COLUMN call_out_dismissal.key IS 'CallOut.key: the kind, what it is about, and when it began. Of the next failure nothing is put away.';

ALTER TABLE app_user ADD COLUMN manager_id integer REFERENCES app_user (id);
COMMENT ON COLUMN app_user.manager_id IS 'The operator who looks after the account; shown to accounts whose type has managed campaigns (VIP3).';
CREATE INDEX app_user_manager ON app_user (manager_id) WHERE manager_id IS NOT NULL;

COMMENT ON COLUMN support_conversation.agent_id IS 'The operator who answered last; before that who looks after the customer''s account; null: nobody has yet.';
