-- Tokens of the public REST API. The token itself is shown once and never stored.
CREATE TABLE api_token (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id integer NOT NULL REFERENCES app_user (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  token_sha256 char(64) NOT NULL UNIQUE,
  hint char(4) NOT NULL,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['read', 'write', 'finance']),
  addresses text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  CHECK (expires_at > created_at)
);
CREATE INDEX api_token_owner ON api_token (owner_id, id) WHERE revoked_at IS NULL;
COMMENT ON TABLE api_token IS 'Tokens that open /api/v1 for their owner. Revoked ones stay as a record and open nothing.';
COMMENT ON COLUMN api_token.token_sha256 IS 'SHA-256 of the whole token, in hex: 256 random bits need no slow hash.';
COMMENT ON COLUMN api_token.hint IS 'The last four characters of the token, for its owner to tell it from others.';
COMMENT ON COLUMN api_token.scopes IS 'read, write, finance; none contains another.';
COMMENT ON COLUMN api_token.addresses IS 'Addresses and networks the token may be used from; empty means everywhere.';
COMMENT ON COLUMN api_token.last_used_at IS 'Moved at most once a minute.';
