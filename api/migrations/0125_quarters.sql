-- Days of time zones that are a half or quarter hour off begin within an hour (docs/adr/0009): figures keep the quarter
-- of the hour. Servers from before write none, which is the first.
ALTER TABLE rollup_hourly ADD COLUMN quarter smallint NOT NULL DEFAULT 0;
COMMENT ON COLUMN rollup_hourly.quarter IS 'Of the hour, 0 to 3. In hours before whole_hours.until, always read as 0.';
ALTER TABLE invalid_sub_hourly ADD COLUMN quarter smallint NOT NULL DEFAULT 0;
COMMENT ON COLUMN invalid_sub_hourly.quarter IS 'As in rollup_hourly.';

-- Columns and not rows: servers from before add to these tables by their keys.
ALTER TABLE invalid_hourly
  ADD COLUMN quarter_1 bigint NOT NULL DEFAULT 0,
  ADD COLUMN quarter_2 bigint NOT NULL DEFAULT 0,
  ADD COLUMN quarter_3 bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN invalid_hourly.quarter_1 IS 'Those of the events that were decided in the second quarter of the hour (minutes 15 to 29).';
COMMENT ON COLUMN invalid_hourly.quarter_2 IS 'Those in the third quarter.';
COMMENT ON COLUMN invalid_hourly.quarter_3 IS 'Those in the last quarter.';
ALTER TABLE request_hourly
  ADD COLUMN quarter_1 bigint NOT NULL DEFAULT 0,
  ADD COLUMN quarter_2 bigint NOT NULL DEFAULT 0,
  ADD COLUMN quarter_3 bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN request_hourly.quarter_1 IS 'Those of the requests in the second quarter of the hour (minutes 15 to 29).';
COMMENT ON COLUMN request_hourly.quarter_2 IS 'Those in the third quarter.';
COMMENT ON COLUMN request_hourly.quarter_3 IS 'Those in the last quarter.';

CREATE VIEW request_quarterly AS
SELECT hour, quarter, zone_id, country, device, publisher_id, property_id, reason, q.requests
FROM request_hourly r CROSS JOIN LATERAL (VALUES
  (0, r.requests - quarter_1 - quarter_2 - quarter_3), (1, quarter_1), (2, quarter_2), (3, quarter_3)) q (quarter, requests)
WHERE q.requests <> 0;
COMMENT ON VIEW request_quarterly IS 'request_hourly by quarter of the hour.';

CREATE VIEW invalid_quarterly AS
SELECT hour, quarter, campaign_id, creative_id, zone_id, country, device, os, browser, language, kind, reason,
  advertiser_id, publisher_id, property_id, q.events
FROM invalid_hourly i CROSS JOIN LATERAL (VALUES
  (0, i.events - quarter_1 - quarter_2 - quarter_3), (1, quarter_1), (2, quarter_2), (3, quarter_3)) q (quarter, events)
WHERE q.events <> 0;
COMMENT ON VIEW invalid_quarterly IS 'invalid_hourly by quarter of the hour.';

CREATE OR REPLACE VIEW invalid_by_sub AS
SELECT hour, campaign_id, creative_id, zone_id, country, device, os, browser, language, 0 AS sub_id, advertiser_id,
  publisher_id, property_id, events, quarter FROM invalid_quarterly
UNION ALL
SELECT hour, campaign_id, creative_id, zone_id, country, device, os, browser, language, 0, advertiser_id, publisher_id,
  property_id, -events, quarter FROM invalid_sub_hourly
UNION ALL
SELECT hour, campaign_id, creative_id, zone_id, country, device, os, browser, language, sub_id, advertiser_id,
  publisher_id, property_id, events, quarter FROM invalid_sub_hourly;
COMMENT ON VIEW invalid_by_sub IS 'invalid_hourly told apart by sub id and quarter of the hour, several rows of one key: to be summed up.';

-- Servers from before may write until they would fold the next day, at one o'clock (UTC): the day behind it is the first
-- whose quarters are all known.
CREATE TABLE whole_hours (until timestamptz NOT NULL);
COMMENT ON TABLE whole_hours IS 'One row: figures of hours before this moment, a midnight of UTC, are known by whole hours alone.';
INSERT INTO whole_hours
SELECT CASE
  WHEN EXISTS (SELECT FROM rollup_hourly) OR EXISTS (SELECT FROM invalid_hourly) OR EXISTS (SELECT FROM request_hourly)
  THEN date_trunc('day', now() - interval '1 hour', 'UTC') + interval '48 hours'
  ELSE '-infinity'
END;
