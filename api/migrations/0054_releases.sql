-- Remotes as releases: who published what, what the gate said, what visitors get, and what browsers have trouble with.

CREATE TABLE remote_token (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  remote text,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
  token_sha256 char(64) NOT NULL UNIQUE,
  made_by integer REFERENCES app_user (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  last_used_at timestamptz,
  revoked_at timestamptz
);
COMMENT ON TABLE remote_token IS 'What teams publish with (of one remote) and operators handle releases with (remote is null).';
COMMENT ON COLUMN remote_token.token_sha256 IS 'SHA-256 of the token, in hex: 256 random bits need no slow hash.';
COMMENT ON COLUMN remote_token.made_by IS 'The admin who made it; null when it was made on the server''s own command line or with a token of operators.';

ALTER TABLE remote_release
  ADD COLUMN publisher text NOT NULL DEFAULT 'start',
  ADD COLUMN token_id integer REFERENCES remote_token (id),
  ADD COLUMN commit_id text CHECK (commit_id ~ '^[0-9a-f]{7,64}$');
COMMENT ON COLUMN remote_release.publisher IS 'Label of the token it was published with; "start" for what a server found built when it started.';
COMMENT ON COLUMN remote_release.commit_id IS 'Of its sources, as the publisher says.';

CREATE TABLE remote_verdict (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  release_id integer NOT NULL REFERENCES remote_release (id),
  shell_build text NOT NULL,
  passed boolean NOT NULL,
  checks jsonb NOT NULL,
  checked_at timestamptz NOT NULL
);
CREATE INDEX remote_verdict_release ON remote_verdict (release_id, shell_build, id DESC);
COMMENT ON TABLE remote_verdict IS 'What the gate said of a release, each time it was asked.';
COMMENT ON COLUMN remote_verdict.shell_build IS 'buildId of the shell it was judged with: another shell may run what this one cannot.';
COMMENT ON COLUMN remote_verdict.checks IS 'As contracts'' gateVerdict.checks.';

CREATE TABLE remote_event (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  event text NOT NULL CHECK (event IN ('published', 'started', 'activated', 'rolled_back', 'canary', 'canary_ended',
    'pinned', 'unpinned', 'planned', 'plan_cancelled', 'plan_refused')),
  release_id integer NOT NULL REFERENCES remote_release (id),
  share smallint CHECK (share BETWEEN 1 AND 999),
  pin_user integer REFERENCES app_user (id),
  pin_session char(32),
  pin_until timestamptz,
  plan_id integer,
  plan_at timestamptz,
  actor text NOT NULL,
  actor_admin integer REFERENCES app_user (id),
  why text NOT NULL DEFAULT '' CHECK (length(why) <= 500),
  happened_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((event = 'canary') = (share IS NOT NULL)),
  CHECK ((event IN ('pinned', 'unpinned')) = (num_nonnulls(pin_user, pin_session) = 1)),
  CHECK ((event IN ('planned', 'plan_cancelled', 'plan_refused')) = (plan_id IS NOT NULL))
);
CREATE INDEX remote_event_name ON remote_event (name, id DESC);
CREATE INDEX remote_event_pins ON remote_event (name, id) WHERE event IN ('pinned', 'unpinned');
COMMENT ON TABLE remote_event IS 'The append-only pointer of each remote: what visitors get follows from these rows and from nothing else, and they are its history.';
COMMENT ON COLUMN remote_event.release_id IS 'What was published, activated, tried, pinned or planned; of rolled_back the release that visitors have again; of canary_ended and unpinned the one that they had.';
COMMENT ON COLUMN remote_event.share IS 'Of visitors, in tenths of a percent.';
COMMENT ON COLUMN remote_event.pin_session IS 'sessionHash: names a session and opens nothing.';
COMMENT ON COLUMN remote_event.actor IS 'Label of a token, "start", "command", "network" for what happens by itself, "admin" when actor_admin says who.';

CREATE TABLE remote_plan (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  release_id integer NOT NULL REFERENCES remote_release (id),
  due_at timestamptz NOT NULL,
  actor text NOT NULL,
  actor_admin integer REFERENCES app_user (id),
  why text NOT NULL DEFAULT '' CHECK (length(why) <= 500),
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('activated', 'cancelled', 'refused')),
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX remote_plan_due ON remote_plan (due_at) WHERE ended_at IS NULL;
COMMENT ON TABLE remote_plan IS 'Activations to come. One server does each, once, at its time; its event says that it happened.';

INSERT INTO remote_event (name, event, release_id, actor, happened_at)
SELECT name, CASE reason WHEN 'start' THEN 'started' WHEN 'publish' THEN 'activated' ELSE 'rolled_back' END,
  release_id, CASE reason WHEN 'start' THEN 'start' ELSE 'command' END, activated_at
FROM remote_activation ORDER BY id;
DROP TABLE remote_activation;
DROP FUNCTION tell_release();

CREATE FUNCTION tell_release() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_realtime('release', array_agg(name || '/' || version || '/' || NEW.id)) FROM remote_release WHERE id = NEW.release_id;
  RETURN NULL;
END $$;
CREATE TRIGGER remote_event_realtime AFTER INSERT ON remote_event FOR EACH ROW
  WHEN (NEW.event IN ('started', 'activated', 'rolled_back', 'canary', 'canary_ended', 'pinned', 'unpinned'))
  EXECUTE FUNCTION tell_release();

-- Trouble that browsers had, once a page: what a release is judged by after the gate.
CREATE TABLE remote_failure (
  release_id integer NOT NULL REFERENCES remote_release (id),
  page char(22) NOT NULL,
  network char(22) NOT NULL,
  phase text NOT NULL CHECK (phase IN ('load', 'render', 'swap')),
  happened_at timestamptz NOT NULL,
  PRIMARY KEY (release_id, page)
);
CREATE INDEX remote_failure_happened ON remote_failure (happened_at);
COMMENT ON TABLE remote_failure IS 'A page''s trouble with a release, for a week. One row a page, whatever it tells.';
COMMENT ON COLUMN remote_failure.page IS 'Id in the ticket that the page was given.';
COMMENT ON COLUMN remote_failure.network IS 'Keyed hash of the address'' network, with a key that changes every day: many pages of one network count as one.';

CREATE TABLE remote_page_load (
  release_id integer NOT NULL REFERENCES remote_release (id),
  minute timestamptz NOT NULL,
  node text NOT NULL,
  loads integer NOT NULL CHECK (loads > 0),
  PRIMARY KEY (release_id, minute, node)
);
CREATE INDEX remote_page_load_minute ON remote_page_load (minute);
COMMENT ON TABLE remote_page_load IS 'Pages whose address a release shows, by minute and server, for a week: what its trouble is a share of.';

CREATE TABLE remote_event_told (
  event_id integer PRIMARY KEY REFERENCES remote_event (id),
  told_at timestamptz NOT NULL
);
COMMENT ON TABLE remote_event_told IS 'What the network did by itself, and admins were told of: each event once, whichever server does it.';

-- Builds on somebody's own machine that an environment which is not production was told of (signed override links).
CREATE TABLE remote_local_build (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  remote text NOT NULL,
  origin text NOT NULL CHECK (origin ~ '^http://(localhost|127\.0\.0\.1):[0-9]{1,5}$'),
  release jsonb NOT NULL,
  made_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > made_at)
);
COMMENT ON TABLE remote_local_build IS 'release.json of builds that lie on the machine of whoever develops them; rows go when they are over.';
COMMENT ON COLUMN remote_local_build.origin IS 'Where the browser finds its files: always the browser''s own machine.';

CREATE TRIGGER remote_verdict_append_only BEFORE UPDATE OR DELETE ON remote_verdict FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER remote_event_append_only BEFORE UPDATE OR DELETE ON remote_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
