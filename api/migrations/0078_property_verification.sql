-- Whether a property belongs to who added it: the token to be shown, what was found, and when it is looked for again
-- (docs/properties.md).
CREATE TABLE property_verification (
  property_id integer PRIMARY KEY REFERENCES property (id) ON DELETE CASCADE,
  token text NOT NULL UNIQUE CHECK (token ~ '^[A-Za-z0-9_-]{32}$'),
  domain text NOT NULL,
  folded text,
  method text CHECK (method IN ('meta', 'file', 'dns')),
  verified_at timestamptz,
  lost_at timestamptz,
  checked_at timestamptz,
  findings jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(findings) = 'array'),
  tries smallint NOT NULL DEFAULT 0 CHECK (tries >= 0),
  failures smallint NOT NULL DEFAULT 0 CHECK (failures >= 0),
  failing_since timestamptz,
  next_at timestamptz,
  CHECK ((method IS NULL) = (verified_at IS NULL)),
  CHECK (verified_at IS NULL OR folded IS NOT NULL),
  CHECK ((failures = 0) = (failing_since IS NULL)),
  CHECK (verified_at IS NULL OR lost_at IS NULL)
);
-- A domain is verified for one publisher at a time.
CREATE UNIQUE INDEX property_verification_domain ON property_verification (domain) WHERE verified_at IS NOT NULL;
CREATE INDEX property_verification_folded ON property_verification (length(folded), folded) WHERE verified_at IS NOT NULL;
CREATE INDEX property_verification_due ON property_verification (next_at) WHERE next_at IS NOT NULL;
COMMENT ON TABLE property_verification IS 'One row for each property since it was added: by which token its publisher shows that the site is theirs.';
COMMENT ON COLUMN property_verification.token IS 'Random, no secret: anybody may read it on the site. It belongs to one property of one publisher.';
COMMENT ON COLUMN property_verification.folded IS 'Of a verified property: the domain with letters that look alike made the same; that of a look-alike is equal.';
COMMENT ON COLUMN property_verification.method IS 'By which the token was found last; null: not verified.';
COMMENT ON COLUMN property_verification.lost_at IS 'When the token was not found any more for too long.';
COMMENT ON COLUMN property_verification.findings IS 'What the last look found, by method: [{ method, outcome, status, address, seen }].';
COMMENT ON COLUMN property_verification.tries IS 'Looks of the network itself since the property was added or its verification was lost.';
COMMENT ON COLUMN property_verification.failures IS 'Of a verified property: looks one after the other that did not find the token.';
COMMENT ON COLUMN property_verification.next_at IS 'When the network looks by itself; null: only when it is asked to.';

-- Its publisher sees at once what a look has found.
CREATE FUNCTION tell_verification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_realtime('property', array_agg(publisher_id || '/' || id)) FROM property WHERE id = NEW.property_id;
  RETURN NULL;
END $$;
CREATE TRIGGER property_verification_realtime AFTER UPDATE ON property_verification FOR EACH ROW
  WHEN (OLD.checked_at IS DISTINCT FROM NEW.checked_at) EXECUTE FUNCTION tell_verification();

-- Each property has a token from its beginning, whoever makes it. A random UUID has 122 bits of chance.
CREATE FUNCTION add_verification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO property_verification (property_id, token, domain)
  VALUES (NEW.id, replace(gen_random_uuid()::text, '-', ''), NEW.domain);
  RETURN NULL;
END $$;
CREATE TRIGGER property_verification_insert AFTER INSERT ON property FOR EACH ROW EXECUTE FUNCTION add_verification();
INSERT INTO property_verification (property_id, token, domain)
SELECT id, replace(gen_random_uuid()::text, '-', ''), domain FROM property;

-- Of a property that is put away nothing is verified, whoever does it: its domain is free for whoever shows that it is
-- theirs.
CREATE FUNCTION release_verification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE property_verification SET method = NULL, verified_at = NULL, lost_at = NULL, failures = 0, failing_since = NULL,
    tries = 0, next_at = NULL, findings = '[]', checked_at = NULL, folded = NULL
  WHERE property_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER property_verification_release AFTER UPDATE OF state ON property FOR EACH ROW
  WHEN (NEW.state = 'archived' AND OLD.state <> 'archived') EXECUTE FUNCTION release_verification();

-- What waits for the operator: also what was verified meanwhile.
DROP INDEX property_pending;
CREATE INDEX property_waiting ON property (created_at) WHERE state IN ('pending', 'verified');
