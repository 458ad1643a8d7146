-- Campaigns that pay for conversions (CPA): which goals they pay for, what was agreed at the decision, what was paid.
ALTER TABLE campaign DROP CONSTRAINT campaign_pricing_check;
ALTER TABLE campaign ADD CONSTRAINT campaign_pricing_check CHECK (pricing IN ('CPM', 'CPC', 'CPA'));
ALTER TABLE campaign ADD COLUMN goal_ids integer[] NOT NULL DEFAULT '{}' CHECK (cardinality(goal_ids) <= 20);
COMMENT ON COLUMN campaign.bid_micros IS 'Maximum bid: per thousand impressions (CPM), per click (CPC) or per conversion (CPA).';
COMMENT ON COLUMN campaign.goal_ids IS 'The conversion goals whose conversions a CPA campaign pays for; its clicks keep them in conversion_price. They stay when another pricing is chosen.';

ALTER TABLE waiting_event DROP CONSTRAINT waiting_event_pricing_check;
ALTER TABLE waiting_event ADD CONSTRAINT waiting_event_pricing_check CHECK (pricing IN (0, 1, 2));
COMMENT ON COLUMN waiting_event.pricing IS '0 CPM, 1 CPC, 2 CPA.';

-- A conversion names its click alone, weeks later perhaps: the price of the decision is kept with the click.
CREATE TABLE conversion_price (
  click_id uuid PRIMARY KEY,
  decided_at timestamptz NOT NULL,
  price_micros bigint NOT NULL CHECK (price_micros > 0),
  payout_micros bigint NOT NULL CHECK (payout_micros BETWEEN 0 AND price_micros),
  goal_ids integer[] NOT NULL
);
CREATE INDEX conversion_price_decided_at ON conversion_price (decided_at);
COMMENT ON TABLE conversion_price IS 'What a conversion of a click of a CPA campaign costs: decided with the ad, kept as long as the click.';
COMMENT ON COLUMN conversion_price.click_id IS 'The decision that was clicked.';
COMMENT ON COLUMN conversion_price.payout_micros IS 'The publisher''s part of the price.';
COMMENT ON COLUMN conversion_price.goal_ids IS 'The goals that the campaign named when the click came in: it pays for these, whatever the campaign names later.';

ALTER TABLE conversion
  ADD COLUMN payout_micros bigint NOT NULL DEFAULT 0,
  ADD COLUMN bonus_micros bigint NOT NULL DEFAULT 0,
  ADD COLUMN proven boolean NOT NULL DEFAULT false,
  ADD COLUMN os smallint NOT NULL DEFAULT 0,
  ADD COLUMN browser smallint NOT NULL DEFAULT 0,
  ADD COLUMN language char(2) NOT NULL DEFAULT '';
UPDATE conversion c SET os = e.os, browser = e.browser, language = e.language FROM ad_event e
WHERE c.campaign_id IS NOT NULL AND e.decision_id = c.click_id AND e.kind = 3 AND e.decided_at = c.decided_at;
ALTER TABLE conversion DROP CONSTRAINT conversion_verdict_check;
ALTER TABLE conversion ADD CONSTRAINT conversion_verdict_check CHECK (verdict IN
  ('attributed', 'waiting', 'duplicate', 'no-click', 'invalid-click', 'late', 'other-advertiser', 'bot', 'over-budget'));
ALTER TABLE conversion ADD CONSTRAINT conversion_amounts_check CHECK
  (payout_micros BETWEEN 0 AND price_micros AND bonus_micros BETWEEN 0 AND price_micros);
ALTER TABLE conversion ADD CONSTRAINT conversion_free_check CHECK (verdict = 'attributed' OR price_micros = 0);
CREATE INDEX conversion_click ON conversion (click_id) WHERE verdict = 'attributed';
ALTER TABLE conversion ADD CONSTRAINT conversion_proven_check CHECK (proven OR price_micros = 0);
CREATE INDEX conversion_paid ON conversion (campaign_id, received_at) WHERE price_micros > 0;
COMMENT ON COLUMN conversion.price_micros IS 'What the advertiser paid for it: 0 unless the click''s campaign pays for conversions of this goal.';
COMMENT ON COLUMN conversion.payout_micros IS 'The publisher''s part of the price.';
COMMENT ON COLUMN conversion.bonus_micros IS 'The part of the price that came from the advertiser''s bonus.';
COMMENT ON COLUMN conversion.proven IS 'Whether the report carried the goal''s key: only such a one can cost anything.';
COMMENT ON COLUMN conversion.os IS 'Of the click, as ad_event has it; so are browser and language.';

-- What a conversion had cost that was taken back with its click. One row each: none is given back twice.
CREATE TABLE reversed_conversion (
  conversion_id bigint PRIMARY KEY,
  reversal_id integer REFERENCES traffic_reversal (id),
  taken_back_at timestamptz NOT NULL,
  day date NOT NULL,
  campaign_id integer NOT NULL REFERENCES campaign (id),
  advertiser_id integer NOT NULL,
  publisher_id integer NOT NULL,
  price_micros bigint NOT NULL,
  payout_micros bigint NOT NULL,
  bonus_micros bigint NOT NULL
);
CREATE INDEX reversed_conversion_reversal ON reversed_conversion (reversal_id);
COMMENT ON TABLE reversed_conversion IS 'Conversions that were paid for and whose click was found to be invalid. The conversion itself costs nothing any more.';
COMMENT ON COLUMN reversed_conversion.conversion_id IS 'conversion.id, which may be dropped before this row is.';
COMMENT ON COLUMN reversed_conversion.reversal_id IS 'The reversal that found the click; null when the conversion was counted while that ran, and taken back behind it.';
COMMENT ON COLUMN reversed_conversion.day IS 'UTC day of the report, whose budget had paid.';

-- Archiving the last goal of a campaign stops it, taking one up again starts it.
CREATE FUNCTION notify_serving_goal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids text;
BEGIN
  SELECT string_agg(id::text, ',') INTO ids FROM campaign
  WHERE advertiser_id = NEW.advertiser_id AND NEW.id = ANY (goal_ids) AND pricing = 'CPA';
  IF ids IS NOT NULL THEN
    PERFORM pg_notify('serving_changed', CASE WHEN length(ids) < 4000 THEN 'campaign:' || ids ELSE TG_TABLE_NAME END);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER conversion_goal_serving AFTER UPDATE OF state ON conversion_goal FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION notify_serving_goal();
