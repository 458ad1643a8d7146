-- A click leads only where a reviewer has looked: the landing address of the last approval, not the one that the
-- advertiser has typed since. A rejection takes it away.
ALTER TABLE campaign ADD COLUMN approved_landing_url text;
COMMENT ON COLUMN campaign.approved_landing_url IS 'Where clicks lead: landing_url as it was approved last; null before the first approval and after a rejection.';

-- A campaign that was paused and changed since has images that wait for a reviewer: its address waits with them.
UPDATE campaign SET approved_landing_url = landing_url
WHERE state = 'approved' OR (state = 'paused' AND NOT EXISTS (
  SELECT FROM creative WHERE creative.campaign_id = campaign.id AND creative.state = 'in_review'));

CREATE FUNCTION keep_approved_landing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'rejected' THEN
    NEW.approved_landing_url := NULL;
  ELSIF NEW.state <> 'approved' THEN
    RETURN NEW;
  ELSIF TG_OP = 'INSERT' THEN
    NEW.approved_landing_url := coalesce(NEW.approved_landing_url, NEW.landing_url);
  -- Resuming a paused campaign is no approval.
  ELSIF OLD.state NOT IN ('approved', 'paused') OR NEW.approved_landing_url IS NULL THEN
    NEW.approved_landing_url := NEW.landing_url;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER campaign_approved_landing BEFORE INSERT OR UPDATE ON campaign FOR EACH ROW EXECUTE FUNCTION keep_approved_landing();
