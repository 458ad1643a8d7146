-- Calls of the public API that carried an idempotency key.
CREATE TABLE idempotent_call (
  owner_id integer NOT NULL REFERENCES app_user (id),
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 128),
  request_sha256 char(64) NOT NULL,
  run uuid NOT NULL,
  begun_at timestamptz NOT NULL,
  alive_until timestamptz NOT NULL,
  effect_at timestamptz,
  status smallint CHECK (status BETWEEN 200 AND 499),
  answer bytea,
  PRIMARY KEY (owner_id, key),
  CHECK (answer IS NULL OR status IS NOT NULL)
);
CREATE INDEX idempotent_call_begun ON idempotent_call (begun_at);
COMMENT ON TABLE idempotent_call IS 'What a call with an idempotency key answered, for 24 hours: the same call again answers the same and does nothing.';
COMMENT ON COLUMN idempotent_call.request_sha256 IS 'Of method, address and body: another call under the same key is refused.';
COMMENT ON COLUMN idempotent_call.run IS 'Names the run that holds the key; only that one may change the row.';
COMMENT ON COLUMN idempotent_call.alive_until IS 'A run without an effect that is still not over by then has died with its server: the next one may begin.';
COMMENT ON COLUMN idempotent_call.effect_at IS 'Written in the transaction of what the call changed: from then on nobody runs it again.';
COMMENT ON COLUMN idempotent_call.answer IS 'The JSON of the answer, sealed: it may show a secret that is shown once. Null with a status: an answer without a body.';
