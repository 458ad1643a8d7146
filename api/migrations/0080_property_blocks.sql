-- What a publisher never shows on a property, each entry with who made it and when. What was taken back stays as history.
CREATE TABLE property_block (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  property_id integer NOT NULL REFERENCES property (id),
  kind text NOT NULL CHECK (kind IN ('advertiser', 'creative', 'category', 'domain')),
  advertiser_id integer REFERENCES app_user (id),
  creative_id integer REFERENCES creative (id) ON DELETE CASCADE,
  category text,
  domain text CHECK (length(domain) <= 253),
  subject text NOT NULL GENERATED ALWAYS AS (coalesce(advertiser_id::text, creative_id::text, category, domain)) STORED,
  created_by integer REFERENCES app_user (id),
  created_at timestamptz NOT NULL,
  removed_by integer REFERENCES app_user (id),
  removed_at timestamptz,
  CHECK (num_nonnulls(advertiser_id, creative_id, category, domain) = 1),
  CHECK (CASE kind WHEN 'advertiser' THEN advertiser_id IS NOT NULL WHEN 'creative' THEN creative_id IS NOT NULL
    WHEN 'category' THEN category IS NOT NULL ELSE domain IS NOT NULL END),
  CHECK (removed_by IS NULL OR removed_at IS NOT NULL)
);
COMMENT ON TABLE property_block IS 'What publishers block on their properties, and what they blocked once. What is in force is summed up in property.blocks, which the ad server reads.';
COMMENT ON COLUMN property_block.category IS 'Of what is advertised, one of contracts'' CATEGORIES; with any of them blocked, what names none is blocked too.';
COMMENT ON COLUMN property_block.domain IS 'Of the landing page, without www.: itself and all below it.';
COMMENT ON COLUMN property_block.created_by IS 'Null: it was there before entries were kept.';
COMMENT ON COLUMN property_block.removed_at IS 'Null: in force.';
CREATE UNIQUE INDEX property_block_once ON property_block (property_id, kind, subject) WHERE removed_at IS NULL;
CREATE INDEX property_block_history ON property_block (property_id, id);
CREATE INDEX property_block_creative ON property_block (creative_id) WHERE creative_id IS NOT NULL;

INSERT INTO property_block (property_id, kind, advertiser_id, created_at)
  SELECT p.id, 'advertiser', value::integer, p.updated_at
  FROM property p, jsonb_array_elements_text(p.blocks -> 'advertisers') AS value
  WHERE EXISTS (SELECT FROM app_user u WHERE u.id = value::integer) ON CONFLICT DO NOTHING;
INSERT INTO property_block (property_id, kind, creative_id, created_at)
  SELECT p.id, 'creative', value::integer, p.updated_at
  FROM property p, jsonb_array_elements_text(p.blocks -> 'creatives') AS value
  WHERE EXISTS (SELECT FROM creative c WHERE c.id = value::integer) ON CONFLICT DO NOTHING;
INSERT INTO property_block (property_id, kind, category, created_at)
  SELECT p.id, 'category', value, p.updated_at
  FROM property p, jsonb_array_elements_text(p.blocks -> 'categories') AS value ON CONFLICT DO NOTHING;

COMMENT ON COLUMN property.blocks IS '{ "advertisers": [app_user.id], "creatives": [creative.id], "categories": [CATEGORIES], "domains": [text] } in force, kept by the triggers of property_block; what is missing blocks nothing.';

-- The change of the property tells the ad server and the open pages.
CREATE FUNCTION sum_up_blocks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched integer[];
BEGIN
  SELECT array_agg(DISTINCT property_id) INTO touched FROM changed;
  IF touched IS NULL THEN
    RETURN NULL;
  END IF;
  -- First the lock, then a statement of its own, which sees what others did in the meantime: two that block at the same
  -- time lose nothing.
  PERFORM FROM property WHERE id = ANY (touched) ORDER BY id FOR NO KEY UPDATE;
  UPDATE property p SET blocks = sum.blocks
  FROM (
    SELECT t.id, jsonb_strip_nulls(jsonb_build_object(
      'advertisers', jsonb_agg(b.advertiser_id ORDER BY b.id) FILTER (WHERE b.kind = 'advertiser'),
      'creatives', jsonb_agg(b.creative_id ORDER BY b.id) FILTER (WHERE b.kind = 'creative'),
      'categories', jsonb_agg(b.category ORDER BY b.id) FILTER (WHERE b.kind = 'category'),
      'domains', jsonb_agg(b.domain ORDER BY b.id) FILTER (WHERE b.kind = 'domain'))) AS blocks
    FROM unnest(touched) AS t (id) LEFT JOIN property_block b ON b.property_id = t.id AND b.removed_at IS NULL
    GROUP BY t.id) AS sum
  WHERE p.id = sum.id AND p.blocks <> sum.blocks;
  RETURN NULL;
END $$;
CREATE TRIGGER property_block_insert AFTER INSERT ON property_block REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sum_up_blocks();
CREATE TRIGGER property_block_update AFTER UPDATE ON property_block REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sum_up_blocks();
CREATE TRIGGER property_block_delete AFTER DELETE ON property_block REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sum_up_blocks();
