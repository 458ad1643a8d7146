-- To whom a campaign lost is noted of all that lost to others' bids: how far a bid missed is told of none of them where they
-- are few (docs/adr/0013).
COMMENT ON COLUMN campaign_fate_hourly.rivals IS 'Of the fates runner-up and outbid: whom it lost to, a bit for each advertiser (its id modulo 32), so at least so many as there are bits. Hours of before have none.';
