-- Clicks and viewable impressions that came before their impression, with what they would cost: stored in ad_event as
-- invalid for the time being, settled when the impression comes (docs/adr/0004).
CREATE TABLE waiting_event (
  decision_id uuid NOT NULL,
  kind smallint NOT NULL CHECK (kind IN (2, 3)),
  decided_at timestamptz NOT NULL,
  campaign_id integer NOT NULL REFERENCES campaign (id),
  pricing smallint NOT NULL CHECK (pricing IN (0, 1)),
  price_micros bigint NOT NULL,
  payout_micros bigint NOT NULL,
  PRIMARY KEY (decision_id, kind)
);
CREATE INDEX waiting_event_decided_at ON waiting_event (decided_at);
COMMENT ON TABLE waiting_event IS 'Events whose impression has not come yet; the event itself is in ad_event, not counted until then.';
COMMENT ON COLUMN waiting_event.pricing IS '0 CPM, 1 CPC.';
COMMENT ON COLUMN waiting_event.price_micros IS 'What the event costs once it is settled, when it is the billable one of its pricing; of it payout_micros are the publisher''s.';

-- What is left of a day whose raw events were dropped: the ledger is verified against these sums from then on.
CREATE TABLE closed_event_sum (
  day date NOT NULL,
  campaign_id integer NOT NULL REFERENCES campaign (id),
  advertiser_id integer NOT NULL,
  publisher_id integer NOT NULL,
  events bigint NOT NULL,
  price_micros bigint NOT NULL,
  payout_micros bigint NOT NULL,
  bonus_micros bigint NOT NULL,
  PRIMARY KEY (day, campaign_id, advertiser_id, publisher_id)
);
COMMENT ON TABLE closed_event_sum IS 'Sums of the raw events of days beyond the retention, made in the transaction that dropped them. A day that is named here has no partition any more.';
COMMENT ON COLUMN closed_event_sum.day IS 'UTC day of the decisions.';

-- Makes a day's partition also when events of that day lie in the default partition already: they move over.
CREATE OR REPLACE FUNCTION ensure_event_partitions(from_day date, to_day date) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  day date := from_day;
  made integer := 0;
  part text;
  starts timestamptz;
  ends timestamptz;
BEGIN
  -- Two nodes may find the same day missing.
  PERFORM pg_advisory_xact_lock(hashtextextended('event_partitions', 0));
  WHILE day <= to_day LOOP
    part := 'ad_event_' || to_char(day, 'YYYYMMDD');
    IF to_regclass(part) IS NULL THEN
      starts := (day::text || ' 00:00:00+00')::timestamptz;
      ends := ((day + 1)::text || ' 00:00:00+00')::timestamptz;
      IF EXISTS (SELECT FROM ad_event_other WHERE decided_at >= starts AND decided_at < ends) THEN
        -- Nothing more may come into the default partition between the move and the attachment.
        LOCK TABLE ad_event_other IN ACCESS EXCLUSIVE MODE;
        EXECUTE format('CREATE TABLE %I (LIKE ad_event INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part);
        EXECUTE format('WITH moved AS (DELETE FROM ad_event_other WHERE decided_at >= %L AND decided_at < %L RETURNING *)
          INSERT INTO %I SELECT * FROM moved', starts, ends, part);
        EXECUTE format('ALTER TABLE ad_event ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', part, starts, ends);
      ELSE
        EXECUTE format('CREATE TABLE %I PARTITION OF ad_event FOR VALUES FROM (%L) TO (%L)', part, starts, ends);
      END IF;
      made := made + 1;
    END IF;
    day := day + 1;
  END LOOP;
  RETURN made;
END $$;
