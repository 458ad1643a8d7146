-- After so many counted clicks a campaign is complete, as it is after so many impressions.
ALTER TABLE campaign ADD COLUMN click_limit integer CHECK (click_limit > 0);
COMMENT ON COLUMN campaign.click_limit IS 'Counted clicks over the campaign''s life; null is without limit.';
