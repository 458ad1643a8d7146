-- Whose ads a publisher showed, and why requests found no ad, by the day (docs/adr/0009, docs/metrics.md).
ALTER TABLE rollup_daily ADD COLUMN advertiser_id integer NOT NULL DEFAULT 0;
ALTER TABLE request_daily ADD COLUMN reason smallint NOT NULL DEFAULT 0;
ALTER TABLE request_daily ADD COLUMN below_floor bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN request_daily.reason IS '0 = filled, or a cube that does not keep it; else a code of contracts'' NO_FILL_REASONS.';
COMMENT ON COLUMN request_daily.below_floor IS 'Those of the requests for which somebody bid and nobody reached the floor.';

-- Days are folded anew, into the new cubes too; until then they are read by the hour.
TRUNCATE rollup_daily, request_daily, rollup_day;

COMMENT ON TABLE metrics_report IS 'Saved reports of advertisers and publishers: the state of the Metrics or Reports page under a name, and when it is mailed.';
COMMENT ON COLUMN metrics_report.advertiser_id IS 'The owner: an advertiser, or a publisher since they have reports too.';
