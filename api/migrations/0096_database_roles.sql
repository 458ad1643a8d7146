-- The app's role owns nothing. What it needs beyond reading and writing rows it does through functions that run as their
-- owner, each with a search path of its own.

-- TRUNCATE passed the row triggers of append-only tables.
DO $$
DECLARE
  append_only regclass;
BEGIN
  FOR append_only IN SELECT tgrelid FROM pg_trigger WHERE tgfoid = 'refuse_change'::regproc AND NOT tgisinternal LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
      append_only::text || '_no_truncate', append_only);
  END LOOP;
END $$;

ALTER FUNCTION ensure_event_partitions(date, date) SECURITY DEFINER SET search_path = public, pg_temp;

-- Raw events of a day go in one way only: as sums. Nothing comes to the day between the sum and the end of it; other
-- days go on.
CREATE FUNCTION close_event_day(closed date) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  part text := 'ad_event_' || to_char(closed, 'YYYYMMDD');
  starts timestamptz := (closed::text || ' 00:00:00+00')::timestamptz;
  ends timestamptz := ((closed + 1)::text || ' 00:00:00+00')::timestamptz;
BEGIN
  LOCK TABLE ad_event_other IN SHARE ROW EXCLUSIVE MODE;
  IF to_regclass(part) IS NOT NULL THEN
    EXECUTE format('LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE', part);
  END IF;
  INSERT INTO closed_event_sum AS kept
    (day, campaign_id, advertiser_id, publisher_id, events, price_micros, payout_micros, bonus_micros)
  SELECT closed, campaign_id, advertiser_id, publisher_id, count(*), sum(price_micros), sum(payout_micros),
    sum(bonus_micros)
  FROM ad_event WHERE decided_at >= starts AND decided_at < ends
  GROUP BY campaign_id, advertiser_id, publisher_id
  ON CONFLICT (day, campaign_id, advertiser_id, publisher_id) DO UPDATE SET events = kept.events + excluded.events,
    price_micros = kept.price_micros + excluded.price_micros,
    payout_micros = kept.payout_micros + excluded.payout_micros,
    bonus_micros = kept.bonus_micros + excluded.bonus_micros;
  DELETE FROM ad_event_other WHERE decided_at >= starts AND decided_at < ends;
  EXECUTE format('DROP TABLE IF EXISTS %I', part);
END $$;
COMMENT ON FUNCTION close_event_day IS 'Drops the raw events of a day and keeps their sums.';
