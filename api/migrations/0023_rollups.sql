-- What the ad server tells of a visitor's software and language, kept with every event and counted by the hour.
ALTER TABLE ad_event
  ADD COLUMN os smallint NOT NULL DEFAULT 0,
  ADD COLUMN browser smallint NOT NULL DEFAULT 0,
  ADD COLUMN language char(2) NOT NULL DEFAULT '';
COMMENT ON COLUMN ad_event.os IS 'A code of contracts'' OS_CODES; 0 is unknown.';
COMMENT ON COLUMN ad_event.browser IS 'A code of contracts'' BROWSER_CODES; 0 is unknown.';
COMMENT ON COLUMN ad_event.language IS 'ISO 639-1, the first the browser asks for; empty is unknown.';

-- Figures are added by adding rows, never by changing them: several rows of one hour and place are normal until the
-- hour is folded into one each, and every reader sums (docs/adr/0009).
ALTER TABLE rollup_hourly
  ADD COLUMN os smallint NOT NULL DEFAULT 0,
  ADD COLUMN browser smallint NOT NULL DEFAULT 0,
  ADD COLUMN language char(2) NOT NULL DEFAULT '';
ALTER TABLE rollup_hourly DROP CONSTRAINT rollup_hourly_pkey;
ALTER TABLE rollup_hourly RESET (fillfactor);
CREATE INDEX rollup_hourly_hour ON rollup_hourly USING brin (hour) WITH (pages_per_range = 32);
COMMENT ON TABLE rollup_hourly IS 'Counted events by the hour of their decision. The invalid ones are counted apart and carry no money. Several rows of one hour and place add up; corrections are rows with negative figures.';
COMMENT ON COLUMN rollup_hourly.os IS 'A code of contracts'' OS_CODES; 0 is unknown.';
COMMENT ON COLUMN rollup_hourly.browser IS 'A code of contracts'' BROWSER_CODES; 0 is unknown.';
COMMENT ON COLUMN rollup_hourly.language IS 'ISO 639-1; empty is unknown.';

ALTER TABLE invalid_hourly
  ADD COLUMN os smallint NOT NULL DEFAULT 0,
  ADD COLUMN browser smallint NOT NULL DEFAULT 0,
  ADD COLUMN language char(2) NOT NULL DEFAULT '';
ALTER TABLE invalid_hourly DROP CONSTRAINT invalid_hourly_pkey;
ALTER TABLE invalid_hourly ADD PRIMARY KEY
  (hour, campaign_id, creative_id, zone_id, country, device, os, browser, language, kind, reason);

-- Narrow daily sums for reports over months, made when a day is over. A cube keeps some of the dimensions and has 0 or
-- empty in the others; what no cube answers is read from the hourly rows.
CREATE TABLE rollup_daily (
  cube smallint NOT NULL,
  owner_id integer NOT NULL,
  day date NOT NULL,
  campaign_id integer NOT NULL DEFAULT 0,
  creative_id integer NOT NULL DEFAULT 0,
  property_id integer NOT NULL DEFAULT 0,
  zone_id integer NOT NULL DEFAULT 0,
  device smallint NOT NULL DEFAULT 0,
  os smallint NOT NULL DEFAULT 0,
  browser smallint NOT NULL DEFAULT 0,
  country char(2) NOT NULL DEFAULT '',
  language char(2) NOT NULL DEFAULT '',
  impressions integer NOT NULL,
  viewables integer NOT NULL,
  clicks integer NOT NULL,
  conversions integer NOT NULL,
  invalid integer NOT NULL,
  spend_micros bigint NOT NULL,
  payout_micros bigint NOT NULL
);
CREATE INDEX rollup_daily_owner ON rollup_daily (owner_id, cube, day);
CREATE INDEX rollup_daily_day ON rollup_daily (day);
COMMENT ON TABLE rollup_daily IS 'Sums of rollup_hourly and invalid_hourly by UTC day, for the days of rollup_day alone. Several rows of one key add up: what comes late is added as rows of its own.';
COMMENT ON COLUMN rollup_daily.cube IS 'Which dimensions the row keeps: api/src/features/events/dailyCubes.ts.';
COMMENT ON COLUMN rollup_daily.owner_id IS 'The advertiser, or of publishers'' cubes the publisher.';
COMMENT ON COLUMN rollup_daily.invalid IS 'Kept and not counted, and removed before they became events.';

CREATE TABLE rollup_day (
  day date PRIMARY KEY,
  folded_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE rollup_day IS 'UTC days whose sums are in rollup_daily. Whoever changes hourly figures of such a day without adding to rollup_daily takes its row away: the day is read by the hour and folded anew.';
