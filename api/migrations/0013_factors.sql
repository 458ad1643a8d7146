-- Second factors: codes of an authenticator app, recovery codes, passkeys.
CREATE TABLE totp_factor (
  user_id integer PRIMARY KEY REFERENCES app_user (id) ON DELETE CASCADE,
  secret bytea,
  last_step bigint NOT NULL DEFAULT -1,
  confirmed_at timestamptz,
  setup_secret bytea,
  setup_at timestamptz,
  CHECK ((secret IS NULL) = (confirmed_at IS NULL)),
  CHECK ((setup_secret IS NULL) = (setup_at IS NULL)),
  CHECK (secret IS NOT NULL OR setup_secret IS NOT NULL)
);
COMMENT ON COLUMN totp_factor.secret IS 'What codes are made of, encrypted (AES-256-GCM) for this account; null until a first setup is confirmed.';
COMMENT ON COLUMN totp_factor.last_step IS 'The step of 30 seconds of the last code that was taken: none at or before it is taken again.';
COMMENT ON COLUMN totp_factor.setup_secret IS 'Encrypted too; takes the place of secret when a code of it is confirmed in time.';

CREATE TABLE recovery_code (
  user_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  code_hmac bytea NOT NULL CHECK (length(code_hmac) = 32),
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hmac)
);
COMMENT ON COLUMN recovery_code.code_hmac IS 'HMAC-SHA-256 of account and code, with a key that is not in the database.';

CREATE TABLE passkey (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1400),
  public_key bytea NOT NULL,
  user_handle bytea NOT NULL CHECK (length(user_handle) = 64),
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  synced boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkey_user ON passkey (user_id, created_at);
COMMENT ON COLUMN passkey.credential_id IS 'The authenticator''s name for it, base64url.';
COMMENT ON COLUMN passkey.public_key IS 'COSE key.';
COMMENT ON COLUMN passkey.user_handle IS 'What the authenticator keeps of its owner: a keyed hash of the account, nothing that says who it is.';
COMMENT ON COLUMN passkey.counter IS 'Uses that the authenticator has counted; 0 for good when it counts none. It never goes back.';
COMMENT ON COLUMN passkey.synced IS 'A password manager keeps it, and so more than one device.';
COMMENT ON COLUMN passkey.last_used_at IS 'To the minute.';

CREATE TABLE passkey_challenge (
  challenge text PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('add', 'sign-in', 'confirm')),
  visitor_sha256 char(64) NOT NULL,
  user_id integer REFERENCES app_user (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  CHECK ((user_id IS NULL) = (purpose = 'sign-in'))
);
CREATE INDEX passkey_challenge_expires_at ON passkey_challenge (expires_at);
CREATE INDEX passkey_challenge_user ON passkey_challenge (user_id) WHERE user_id IS NOT NULL;
COMMENT ON TABLE passkey_challenge IS 'What passkeys are asked to sign. A row is taken away by its first use, and some minutes later in any case.';
COMMENT ON COLUMN passkey_challenge.visitor_sha256 IS 'SHA-256 of the CSRF token of who asked for it, in hex: it is theirs alone.';
