-- Servers of a publisher that name their visitors (docs/tag.md, "From a server").
ALTER TABLE property ADD COLUMN server_key_sha256 bytea
  CONSTRAINT property_server_key_length CHECK (octet_length(server_key_sha256) = 32);
COMMENT ON COLUMN property.server_key_sha256 IS 'Of the key by which the publisher''s servers name their visitors (X-Server-Key); the key itself is shown once. Null: there is none.';
