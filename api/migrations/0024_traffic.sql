-- Ad requests by hour and country, narrow enough to be read over weeks: what even pacing takes a day's traffic to be.
CREATE TABLE traffic_hourly (
  hour timestamptz NOT NULL,
  country char(2) NOT NULL,
  requests bigint NOT NULL CHECK (requests >= 0),
  PRIMARY KEY (hour, country)
);
COMMENT ON TABLE traffic_hourly IS 'Sums of request_hourly over hours that are over, without robots and prefetches, kept for some weeks for the traffic forecast (docs/pacing.md).';
