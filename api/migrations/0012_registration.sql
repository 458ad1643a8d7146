-- Registrations that wait for their mailed link. The account is made when the link is opened, never before.
CREATE TABLE pending_registration (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email)),
  password_hash text NOT NULL,
  role text NOT NULL CHECK (role IN ('advertiser', 'publisher')),
  company_name text NOT NULL,
  country char(2) NOT NULL,
  terms_version text NOT NULL,
  locale text NOT NULL,
  token_sha256 char(64) UNIQUE,
  browser_sha256 char(64) NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at)
);
CREATE INDEX pending_registration_email ON pending_registration (email);
CREATE INDEX pending_registration_expires_at ON pending_registration (expires_at);
COMMENT ON TABLE pending_registration IS 'Registrations whose address is not proved yet. Several may wait for one address: the first link that is opened makes the account and clears the others.';
COMMENT ON COLUMN pending_registration.email IS 'Whether it has an account is only looked up behind the answer, by the job that writes the mail.';
COMMENT ON COLUMN pending_registration.locale IS 'Of the page that was registered on; the mail speaks it.';
COMMENT ON COLUMN pending_registration.token_sha256 IS 'SHA-256 of the newest link''s token, in hex; null until its mail is written.';
COMMENT ON COLUMN pending_registration.browser_sha256 IS 'SHA-256 of the random value in the cookie ez.reg of the browser that registered, in hex: in another one the link asks for the password.';
COMMENT ON COLUMN pending_registration.expires_at IS '24 hours after the registration or its newest mail. What is over is cleared away.';
