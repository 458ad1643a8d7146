-- When a part of a file arrived last, and who is checking a whole one; what a reviewer has decided is found by an index.
ALTER TABLE asset_upload ADD COLUMN part_at timestamptz;
COMMENT ON COLUMN asset_upload.part_at IS 'When its last part arrived; null before the first. One that nobody goes on with makes room for another.';
ALTER TABLE asset_upload ADD COLUMN finishing_at timestamptz;
COMMENT ON COLUMN asset_upload.finishing_at IS 'Since when somebody checks the whole file; null: nobody does. What lies back some minutes has ended with its server.';

CREATE INDEX creative_reviewed ON creative (reviewed_by, reviewed_at) WHERE reviewed_by IS NOT NULL;
