-- Strangers get a creative's file only after a campaign with it has been approved (docs/adr/0040). A pause, an edit or
-- an archive takes nothing back, since pages in caches still show the file; a rejection of the creative does.
ALTER TABLE creative ADD COLUMN public_since timestamptz;
COMMENT ON COLUMN creative.public_since IS 'Since when visitors may load its file: the first approval of its campaign with it; null before, and after the creative was rejected.';
UPDATE creative cr SET public_since = coalesce(cr.reviewed_at, cr.updated_at) FROM campaign c
WHERE c.id = cr.campaign_id AND cr.state = 'approved' AND c.state IN ('approved', 'paused', 'archived');

CREATE FUNCTION keep_creative_public() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'rejected' THEN
    NEW.public_since := NULL;
  -- A reviewer may find a creative fine and reject its campaign.
  ELSIF NEW.state = 'approved' AND NEW.public_since IS NULL AND EXISTS (
    SELECT FROM campaign c WHERE c.id = NEW.campaign_id AND c.state IN ('approved', 'paused', 'archived')) THEN
    NEW.public_since := now();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER creative_public BEFORE INSERT OR UPDATE OF state ON creative
FOR EACH ROW EXECUTE FUNCTION keep_creative_public();
