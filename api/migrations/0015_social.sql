-- Signing in with an account elsewhere, by OpenID Connect.
CREATE TABLE social_identity (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  provider text NOT NULL CHECK (length(provider) BETWEEN 1 AND 40),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  email text CHECK (length(email) <= 254),
  linked_at timestamptz NOT NULL,
  last_used_at timestamptz,
  UNIQUE (provider, subject),
  UNIQUE (user_id, provider)
);
COMMENT ON TABLE social_identity IS 'Accounts elsewhere that sign in to an account here: one of each provider, each for one account.';
COMMENT ON COLUMN social_identity.provider IS 'Id in OIDC_PROVIDERS. Of a provider that is set up no more it opens nothing.';
COMMENT ON COLUMN social_identity.subject IS 'sub of the ID token: what the provider knows the person by for good.';
COMMENT ON COLUMN social_identity.email IS 'As the provider named it last, for its owner to tell accounts apart. It proves nothing.';
COMMENT ON COLUMN social_identity.last_used_at IS 'When it last signed in or confirmed; null when it was only linked.';

CREATE TABLE social_flow (
  state_sha256 char(64) PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX social_flow_expires_at ON social_flow (expires_at);
COMMENT ON TABLE social_flow IS 'Visits to a provider that came back: each counts once. Rows go when the visit could not come back any more.';
COMMENT ON COLUMN social_flow.state_sha256 IS 'SHA-256 of the visit''s state, in hex.';
