-- Rules of invalid traffic on arrival: more reasons are counted here now.
COMMENT ON TABLE invalid_hourly IS 'Invalid traffic removed before it became an event: replays, and what somebody else than the visitor sent (bots, prefetches, data centres, internal, over the rate, too fast). What was kept as an event and not counted is rollup_hourly.invalid.';
