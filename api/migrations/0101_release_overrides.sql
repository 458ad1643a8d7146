-- Releases that one browser alone is given, by an override link that somebody said yes to (docs/adr/0045-override-links-ask.md).
CREATE TABLE release_override (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key_sha256 char(64) NOT NULL,
  session char(32),
  account_id integer REFERENCES app_user (id) ON DELETE CASCADE,
  remote text NOT NULL,
  release_id integer REFERENCES remote_release (id),
  local_build_id integer REFERENCES remote_local_build (id) ON DELETE CASCADE,
  taken_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > taken_at),
  UNIQUE (key_sha256, remote),
  CHECK (num_nonnulls(release_id, local_build_id) = 1),
  CHECK ((session IS NULL) = (account_id IS NULL)),
  CHECK (session IS NOT NULL OR local_build_id IS NOT NULL)
);
CREATE INDEX release_override_account ON release_override (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX release_override_remote ON release_override (remote, ends_at);
CREATE INDEX release_override_local ON release_override (local_build_id) WHERE local_build_id IS NOT NULL;
COMMENT ON TABLE release_override IS 'What a browser has of a remote in the place of the active release. Whether it still has is asked with each page: sign-in, team, verdict.';
COMMENT ON COLUMN release_override.key_sha256 IS 'SHA-256 of the secret in the browser''s cookie, in hex: 256 random bits need no slow hash.';
COMMENT ON COLUMN release_override.session IS 'sessionHash of the sign-in that it was taken in, and ends with; null for a build of one''s own machine in a browser that was signed out.';

-- Taking an override and taking it back are in the remote's history, with the account.
ALTER TABLE remote_event DROP CONSTRAINT remote_event_event_check, DROP CONSTRAINT remote_event_check1;
ALTER TABLE remote_event
  ADD CONSTRAINT remote_event_event_check CHECK (event IN ('published', 'built', 'started', 'activated', 'rolled_back',
    'canary', 'canary_ended', 'pinned', 'unpinned', 'planned', 'plan_cancelled', 'plan_refused', 'taken', 'taken_back')),
  ADD CONSTRAINT remote_event_subject CHECK
    ((event IN ('pinned', 'unpinned', 'taken', 'taken_back')) = (num_nonnulls(pin_user, pin_session) = 1));
COMMENT ON COLUMN remote_event.pin_user IS 'Whom a pin or an override is for.';
COMMENT ON COLUMN remote_event.actor IS 'Label of a token, "start", "command", "network" for what happens by itself, "admin" or "member" (of the remote''s team) when actor_admin says who.';
