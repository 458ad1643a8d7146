-- Releases of the remotes. Their files lie in DATA_DIR/remotes/<name>/<version>/ and never change.
CREATE TABLE remote_release (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  version text NOT NULL,
  digest char(64) NOT NULL,
  release jsonb NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (name, version)
);
COMMENT ON COLUMN remote_release.digest IS 'SHA-256 of release.json, which holds the integrity of every file: equal digests are equal bytes.';
COMMENT ON COLUMN remote_release.release IS 'release.json as contracts'' Release describes it; its version is this row''s.';

CREATE TABLE remote_activation (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  release_id integer NOT NULL REFERENCES remote_release (id),
  reason text NOT NULL CHECK (reason IN ('start', 'publish', 'rollback')),
  activated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE remote_activation IS 'What visitors got, when. The newest row of a remote is its active release, the newest with another release is the one before.';
CREATE INDEX remote_activation_name ON remote_activation (name, id);

CREATE TRIGGER remote_release_append_only BEFORE UPDATE OR DELETE ON remote_release FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER remote_activation_append_only BEFORE UPDATE OR DELETE ON remote_activation FOR EACH ROW EXECUTE FUNCTION refuse_change();
