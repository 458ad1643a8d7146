-- What staff do with accounts beside status and type: sign-ins ended, second steps taken away, colleagues invited.

CREATE TABLE access_change (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user (id),
  admin_id integer NOT NULL REFERENCES app_user (id),
  debug_session_id integer REFERENCES debug_session (id),
  action text NOT NULL CHECK (action IN ('signed_out', 'factors_reset')),
  -- Why, for colleagues; null once the account is deleted.
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  sign_ins integer NOT NULL CHECK (sign_ins >= 0),
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX access_change_user ON access_change (user_id, id DESC);
COMMENT ON TABLE access_change IS 'Sign-ins that staff ended and second steps that they took away, with why.';
COMMENT ON COLUMN access_change.sign_ins IS 'How many sign-ins were ended by it.';

CREATE TABLE admin_invitation (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  token_sha256 char(64) NOT NULL UNIQUE,
  invited_by integer NOT NULL REFERENCES app_user (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  used_at timestamptz,
  withdrawn_at timestamptz
);
CREATE UNIQUE INDEX admin_invitation_open ON admin_invitation (email) WHERE used_at IS NULL AND withdrawn_at IS NULL;
COMMENT ON TABLE admin_invitation IS 'Mailed links by which somebody becomes an admin. Each works once and for a day; a month after its end the row is gone.';
COMMENT ON COLUMN admin_invitation.token_sha256 IS 'SHA-256 of the token, in hex: 256 random bits need no slow hash.';
COMMENT ON COLUMN admin_invitation.invited_by IS 'While they are no active admin, their invitations open nothing.';
