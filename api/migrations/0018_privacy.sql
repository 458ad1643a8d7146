-- What a person may ask of their data: an archive of it, and that the account is deleted (docs/privacy.md).
ALTER TABLE app_user
  ADD COLUMN deletion_requested_at timestamptz,
  ADD COLUMN deletes_at timestamptz,
  ADD COLUMN gives_up_micros bigint CHECK (gives_up_micros >= 0),
  ADD COLUMN deleted_at timestamptz,
  ADD CHECK ((deletes_at IS NULL) = (deletion_requested_at IS NULL)),
  ADD CHECK (gives_up_micros IS NULL OR deletes_at IS NOT NULL),
  -- Nobody can come back as whoever this was, and nothing of theirs is served.
  ADD CHECK (deleted_at IS NULL OR (status = 'suspended' AND password_hash IS NULL AND deletes_at IS NULL));
COMMENT ON COLUMN app_user.deletion_requested_at IS 'When the owner asked for the deletion that waits; null when none does.';
COMMENT ON COLUMN app_user.deletes_at IS 'When the account is due to be deleted. From the request on nothing of it is served; null again takes it back.';
COMMENT ON COLUMN app_user.gives_up_micros IS 'What the account held when its owner gave it up for the deletion; null: nothing is given up.';
COMMENT ON COLUMN app_user.deleted_at IS 'When the personal fields were erased. The row stays, because the ledger and the events name it.';
CREATE INDEX app_user_deletes_at ON app_user (deletes_at) WHERE deletes_at IS NOT NULL;

DROP TRIGGER app_user_serving ON app_user;
CREATE TRIGGER app_user_serving AFTER UPDATE OF status, account_type_id, deletes_at ON app_user
  FOR EACH STATEMENT EXECUTE FUNCTION notify_serving();

CREATE TABLE data_export (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'ready', 'failed', 'expired')),
  requested_at timestamptz NOT NULL,
  expires_at timestamptz,
  byte_count bigint CHECK (byte_count > 0),
  build uuid,
  CHECK (state NOT IN ('ready', 'expired') OR (expires_at IS NOT NULL AND byte_count IS NOT NULL)),
  CHECK ((state = 'ready') = (build IS NOT NULL))
);
CREATE UNIQUE INDEX data_export_waiting ON data_export (user_id) WHERE state = 'waiting';
CREATE INDEX data_export_user ON data_export (user_id, requested_at);
CREATE INDEX data_export_expires_at ON data_export (expires_at) WHERE state = 'ready';
COMMENT ON TABLE data_export IS 'Archives of all that is kept of a person, made by the queue privacy.export.';
COMMENT ON COLUMN data_export.build IS 'Which attempt made the archive: its chunks are the archive, those of others are nothing.';

CREATE TABLE data_export_chunk (
  build uuid NOT NULL,
  number integer NOT NULL CHECK (number >= 0),
  export_id uuid NOT NULL REFERENCES data_export (id) ON DELETE CASCADE,
  bytes bytea NOT NULL,
  PRIMARY KEY (build, number)
);
-- Archives are compressed already.
ALTER TABLE data_export_chunk ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE INDEX data_export_chunk_export ON data_export_chunk (export_id);
COMMENT ON TABLE data_export_chunk IS 'The bytes of an archive in order, a megabyte at most each, in the database so that every node can hand them out.';

CREATE TABLE erased_image (
  sha256 char(64) NOT NULL,
  content_type text NOT NULL,
  erased_at timestamptz NOT NULL,
  PRIMARY KEY (sha256, content_type)
);
COMMENT ON TABLE erased_image IS 'Images that went with a deleted account and whose files are still to be removed.';
