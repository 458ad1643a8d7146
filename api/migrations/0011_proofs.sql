-- Proofs: links that work once, what is known of an account's owner, where its sessions are.
ALTER TABLE app_user
  ADD COLUMN email_verified_at timestamptz,
  ADD COLUMN password_changed_at timestamptz,
  ADD COLUMN tax_id text CHECK (length(tax_id) BETWEEN 2 AND 40),
  ADD COLUMN profile_completed_at timestamptz,
  ADD COLUMN status_reason text CHECK (length(status_reason) BETWEEN 1 AND 500);
COMMENT ON COLUMN app_user.email_verified_at IS 'When the owner first showed that mail to the address reaches them; verified says that it is so.';
COMMENT ON COLUMN app_user.password_changed_at IS 'When the password was last set other than at registration. A session that began under another password is over.';
COMMENT ON COLUMN app_user.tax_id IS 'VAT or tax number, as its owner writes it.';
COMMENT ON COLUMN app_user.profile_completed_at IS 'When the owner filled in the profile; null sends them to it.';
COMMENT ON COLUMN app_user.status_reason IS 'Why the account is not active, for its owner to read.';
COMMENT ON COLUMN app_user.terms_version IS 'The terms that were agreed to; null until a registration that began elsewhere (social sign-in) is completed.';
UPDATE app_user SET email_verified_at = created_at WHERE verified;
UPDATE app_user SET profile_completed_at = created_at
  WHERE role = 'admin' OR (first_name IS NOT NULL AND last_name IS NOT NULL AND company_name IS NOT NULL AND country IS NOT NULL);

CREATE TABLE one_time_token (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('verify-email', 'reset-password')),
  user_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  email text NOT NULL CHECK (email = lower(email)),
  token_sha256 char(64) NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  used_at timestamptz
);
CREATE INDEX one_time_token_user ON one_time_token (user_id, purpose) WHERE used_at IS NULL;
CREATE INDEX one_time_token_expires_at ON one_time_token (expires_at);
COMMENT ON TABLE one_time_token IS 'Links sent by mail. Each works once and for a while; a day after its end the row is gone.';
COMMENT ON COLUMN one_time_token.email IS 'Where it was sent. It proves that address alone: when the account has another one, it opens nothing.';
COMMENT ON COLUMN one_time_token.token_sha256 IS 'SHA-256 of the token, in hex: 256 random bits need no slow hash.';
COMMENT ON COLUMN one_time_token.used_at IS 'When it was used, or when a newer one or a change of the password took its place.';

ALTER TABLE session
  ADD COLUMN user_id integer GENERATED ALWAYS AS ((sess ->> 'userId')::integer) STORED,
  ADD COLUMN signed_in_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX session_user_id ON session (user_id) WHERE user_id IS NOT NULL;
COMMENT ON COLUMN session.sess IS 'What the session holds: whose it is, when they last proved it, and from which device, browser and country they signed in; never their address.';
COMMENT ON COLUMN session.user_id IS 'Who is signed in; null while a second factor is still to come.';
COMMENT ON COLUMN session.seen_at IS 'Moved at most every five minutes.';

CREATE TABLE known_visitor (
  user_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  fingerprint char(64) NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, fingerprint)
);
COMMENT ON TABLE known_visitor IS 'What an account was signed in to from before: from anything else, its owner gets a notice.';
COMMENT ON COLUMN known_visitor.fingerprint IS 'SHA-256 over account, device, browser, system and country, in hex.';
