-- Invalid traffic that is no event of its own: repetitions, robots and prefetches never take the place of the real
-- event in ad_event (unique on decision and kind), so they are counted here, with their reason, and never billed.
CREATE TABLE invalid_hourly (
  hour timestamptz NOT NULL,
  campaign_id integer NOT NULL,
  creative_id integer NOT NULL,
  zone_id integer NOT NULL,
  country char(2) NOT NULL,
  device smallint NOT NULL,
  kind smallint NOT NULL CHECK (kind BETWEEN 1 AND 4),
  reason smallint NOT NULL CHECK (reason > 0),
  advertiser_id integer NOT NULL,
  publisher_id integer NOT NULL,
  property_id integer NOT NULL,
  events bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (hour, campaign_id, creative_id, zone_id, country, device, kind, reason)
) WITH (fillfactor = 80);
CREATE INDEX invalid_hourly_advertiser ON invalid_hourly (advertiser_id, hour);
CREATE INDEX invalid_hourly_publisher ON invalid_hourly (publisher_id, hour);
COMMENT ON TABLE invalid_hourly IS 'Invalid traffic removed before it became an event: replays, bots, prefetches. What was kept as an event and not counted is rollup_hourly.invalid.';
COMMENT ON COLUMN invalid_hourly.reason IS 'A code of contracts'' INVALID_REASONS.';
COMMENT ON COLUMN invalid_hourly.kind IS '1 impression, 2 viewable impression, 3 click, 4 conversion.';
