-- Who may take releases of a remote by an override link, beside admins.
CREATE TABLE remote_team_member (
  remote text NOT NULL,
  account_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  added_by integer NOT NULL REFERENCES app_user (id),
  added_at timestamptz NOT NULL,
  PRIMARY KEY (remote, account_id)
);
CREATE INDEX remote_team_member_account ON remote_team_member (account_id);
COMMENT ON TABLE remote_team_member IS 'People whom an admin has put on a remote''s team. What they did is in debug_audit.';
