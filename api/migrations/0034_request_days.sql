-- Ad requests by UTC day, so that a publisher's reports over months need not read them by the hour (docs/adr/0009).
CREATE TABLE request_daily (
  cube smallint NOT NULL,
  publisher_id integer NOT NULL,
  day date NOT NULL,
  property_id integer NOT NULL DEFAULT 0,
  zone_id integer NOT NULL DEFAULT 0,
  country char(2) NOT NULL DEFAULT '',
  device smallint NOT NULL DEFAULT 0,
  requests bigint NOT NULL,
  filled bigint NOT NULL
);
CREATE INDEX request_daily_publisher ON request_daily (publisher_id, cube, day);
CREATE INDEX request_daily_day ON request_daily (day);
COMMENT ON TABLE request_daily IS 'Sums of request_hourly by UTC day, for the days of rollup_day that say has_requests. Several rows of one key add up: what comes late is added as rows of its own.';
COMMENT ON COLUMN request_daily.cube IS 'Which dimensions the row keeps: api/src/features/events/requestCubes.ts.';
COMMENT ON COLUMN request_daily.filled IS 'Those of the requests that were answered with an ad.';

-- False for the days that were folded before requests were: the next folding sums theirs up.
ALTER TABLE rollup_day ADD COLUMN has_requests boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN rollup_day.has_requests IS 'The day''s requests are in request_daily.';
COMMENT ON TABLE rollup_day IS 'UTC days whose sums are in rollup_daily and, where has_requests, in request_daily. Whoever changes hourly figures of such a day without adding to the daily ones takes its row away: the day is read by the hour and folded anew.';
