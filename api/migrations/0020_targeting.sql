-- Every dimension a campaign can be targeted by, included and excluded, in one place. What is not named is not narrowed.
ALTER TABLE campaign ADD COLUMN targeting jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(targeting) = 'object');
UPDATE campaign SET targeting = jsonb_strip_nulls(jsonb_build_object(
  'countries', CASE WHEN cardinality(countries) > 0
    THEN jsonb_build_object('include', to_jsonb(countries), 'exclude', '[]'::jsonb) END,
  'devices', CASE WHEN cardinality(devices) > 0
    THEN jsonb_build_object('include', to_jsonb(devices), 'exclude', '[]'::jsonb) END));
ALTER TABLE campaign DROP COLUMN countries, DROP COLUMN devices;
COMMENT ON COLUMN campaign.targeting IS 'Contract `targeting`, without the dimensions that narrow nothing. Properties and zones by their public ids.';

-- Guaranteed campaigns come before the auction, house ads behind it; only an operator makes either.
ALTER TABLE campaign
  ADD COLUMN priority text NOT NULL DEFAULT 'auction' CHECK (priority IN ('guaranteed', 'auction', 'house')),
  ADD COLUMN bidding text NOT NULL DEFAULT 'max' CHECK (bidding IN ('max', 'fixed')),
  ADD COLUMN impression_limit integer CHECK (impression_limit > 0),
  ADD COLUMN category text;
COMMENT ON COLUMN campaign.priority IS 'guaranteed before auction before house. A house campaign costs nothing and earns nothing.';
COMMENT ON COLUMN campaign.bidding IS 'max: bid_micros is the most it pays, the second price is what it pays. fixed: it pays bid_micros.';
COMMENT ON COLUMN campaign.impression_limit IS 'Counted impressions over the campaign''s life; null is without limit.';
COMMENT ON COLUMN campaign.category IS 'What is advertised, one of contracts'' CATEGORIES; a publisher may block it.';

-- What a publisher never shows on a property.
ALTER TABLE property ADD COLUMN blocks jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(blocks) = 'object');
COMMENT ON COLUMN property.blocks IS '{ "advertisers": [app_user.id], "creatives": [creative.id], "categories": [CATEGORIES] }; what is missing blocks nothing.';

-- What changed, for the serving index: a few campaigns are named, so that it looks at them alone.
CREATE FUNCTION notify_serving_campaigns() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched bigint;
  ids text;
BEGIN
  IF TG_TABLE_NAME = 'creative' THEN
    SELECT count(*), string_agg(id::text, ',') INTO touched, ids
    FROM (SELECT DISTINCT campaign_id AS id FROM changed) AS c;
  ELSE
    SELECT count(*), string_agg(id::text, ',') INTO touched, ids FROM (SELECT DISTINCT id FROM changed) AS c;
  END IF;
  IF touched > 0 THEN
    PERFORM pg_notify('serving_changed', CASE WHEN touched <= 500 THEN 'campaign:' || ids ELSE TG_TABLE_NAME END);
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER campaign_serving ON campaign;
DROP TRIGGER creative_serving ON creative;
CREATE TRIGGER campaign_serving_insert AFTER INSERT ON campaign REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_serving_campaigns();
CREATE TRIGGER campaign_serving_update AFTER UPDATE ON campaign REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_serving_campaigns();
CREATE TRIGGER campaign_serving_delete AFTER DELETE ON campaign REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_serving_campaigns();
CREATE TRIGGER creative_serving_insert AFTER INSERT ON creative REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_serving_campaigns();
CREATE TRIGGER creative_serving_update AFTER UPDATE ON creative REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_serving_campaigns();
CREATE TRIGGER creative_serving_delete AFTER DELETE ON creative REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_serving_campaigns();
