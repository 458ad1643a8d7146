-- The debug tool whole: proofs of its own, views with a user's eyes, changes that can be undone, timelines of requests.

ALTER TABLE debug_session
  ADD COLUMN proven_at timestamptz,
  ADD COLUMN device text NOT NULL DEFAULT '',
  ADD COLUMN ended_by integer REFERENCES app_user (id);
COMMENT ON COLUMN debug_session.proven_at IS 'When its admin last gave password and code; null: when it began.';
COMMENT ON COLUMN debug_session.device IS 'Browser and system it was begun from, as in "Chrome 141, Linux".';
COMMENT ON COLUMN debug_session.ended_by IS 'The admin who ended it, when it was somebody else.';
CREATE INDEX debug_session_live ON debug_session (expires_at) WHERE revoked_at IS NULL;

-- What an operator looked at with a user's eyes. The browser's signed cookie names the row; it ends with its debug session.
CREATE TABLE debug_view (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  debug_session_id integer NOT NULL REFERENCES debug_session (id),
  user_id integer NOT NULL REFERENCES app_user (id),
  started_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX debug_view_session ON debug_view (debug_session_id);
CREATE INDEX debug_view_user ON debug_view (user_id);
COMMENT ON TABLE debug_view IS 'Read-only views of the pages as a user sees them.';

CREATE TABLE debug_property_change (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  admin_id integer NOT NULL REFERENCES app_user (id),
  debug_session_id integer REFERENCES debug_session (id),
  user_id integer NOT NULL REFERENCES app_user (id),
  property text NOT NULL CHECK (property IN ('status', 'account_type')),
  old_value text NOT NULL,
  new_value text NOT NULL,
  -- The reason that stood before, for whoever undoes it.
  old_reason text,
  changed_at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz
);
CREATE INDEX debug_property_change_user ON debug_property_change (user_id, id DESC);
COMMENT ON TABLE debug_property_change IS 'Status and account type as operators changed them, with what was before.';

-- What happened on the server because of a click of an admin who debugs; a day at most.
CREATE TABLE debug_trace (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  debug_session_id integer NOT NULL REFERENCES debug_session (id),
  correlation_id text NOT NULL,
  request_id text,
  kind text NOT NULL CHECK (kind IN ('request', 'sql', 'job', 'xero', 'mail', 'broadcast', 'log')),
  name text NOT NULL,
  failed boolean NOT NULL DEFAULT false,
  started_at timestamptz NOT NULL,
  -- Milliseconds.
  duration_ms double precision,
  detail jsonb NOT NULL DEFAULT '{}',
  node text NOT NULL
);
CREATE INDEX debug_trace_correlation ON debug_trace (debug_session_id, correlation_id, started_at);
CREATE INDEX debug_trace_started ON debug_trace (started_at);
COMMENT ON TABLE debug_trace IS 'Timelines of requests of admins who debug, without parameters, bodies or secrets.';
CREATE INDEX debug_audit_admin ON debug_audit (admin_id, id DESC);
