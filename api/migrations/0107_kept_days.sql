-- The app's role may end days of raw events, and so could whoever uses it: not those that RAW_EVENT_DAYS keeps at least
-- (31, today included). A day less is asked for, as clocks of two machines differ at midnight.
ALTER FUNCTION close_event_day(date) RENAME TO drop_event_day;

CREATE FUNCTION close_event_day(closed date) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF closed >= (now() AT TIME ZONE 'UTC')::date - 29 THEN
    RAISE EXCEPTION 'raw events of % are kept', closed USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM drop_event_day(closed);
END $$;
COMMENT ON FUNCTION close_event_day IS 'Drops the raw events of a day that is a month old and keeps their sums.';
