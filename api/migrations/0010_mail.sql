-- Mail that was asked for, and what became of it. A job of the queue mail.send sends each waiting one.
CREATE TABLE mail (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  idempotency_key text NOT NULL UNIQUE CHECK (length(idempotency_key) BETWEEN 1 AND 200),
  recipient text NOT NULL,
  template text NOT NULL,
  locale text NOT NULL,
  data jsonb,
  state text NOT NULL CHECK (state IN ('waiting', 'sent', 'failed', 'kept')),
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  claimed_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  CHECK (state <> 'sent' OR (data IS NULL AND sent_at IS NOT NULL))
);
CREATE INDEX mail_created_at ON mail (created_at);
CREATE INDEX mail_recipient ON mail (lower(recipient));
COMMENT ON TABLE mail IS 'Mails by idempotency key; forgotten some weeks after they were made.';
COMMENT ON COLUMN mail.data IS 'What the template is filled with. It may hold tokens, so it is gone once the mail is sent.';
COMMENT ON COLUMN mail.state IS 'kept: no SMTP server was set up, the mail stays in the outbox.';
COMMENT ON COLUMN mail.last_error IS 'Why the last attempt failed, without addresses.';
COMMENT ON COLUMN mail.claimed_until IS 'Until then one worker alone may send it.';
