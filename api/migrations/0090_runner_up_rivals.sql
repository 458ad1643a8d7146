-- To how many advertisers a campaign lost as the next best: where they are few, how far its bid missed tells what one of
-- them bids (docs/campaigns.md#opportunities).
ALTER TABLE campaign_fate_hourly ADD COLUMN rivals integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN campaign_fate_hourly.rivals IS 'Of the fate runner-up: whom it lost to, a bit for each advertiser (its id modulo 32), so at least so many as there are bits. Hours of before have none.';
