-- What a zone asks of the tag beyond its floor: another ad after a time in view, an end to it for one person, and the
-- publisher's own code where there is no ad.
ALTER TABLE zone
  ADD COLUMN refresh_seconds integer NOT NULL DEFAULT 0 CHECK (refresh_seconds = 0 OR refresh_seconds BETWEEN 30 AND 3600),
  ADD COLUMN person_cap_count integer CHECK (person_cap_count BETWEEN 1 AND 1000),
  ADD COLUMN person_cap_seconds integer CHECK (person_cap_seconds BETWEEN 60 AND 2592000),
  ADD COLUMN passback_html text CHECK (octet_length(passback_html) BETWEEN 1 AND 16384),
  ADD CONSTRAINT zone_person_cap CHECK ((person_cap_count IS NULL) = (person_cap_seconds IS NULL));
COMMENT ON COLUMN zone.refresh_seconds IS 'Seconds in view after which the tag asks for another ad; 0 is never.';
COMMENT ON COLUMN zone.person_cap_count IS 'Most ads one browser shows here in person_cap_seconds, counted in the browser alone; null is without limit.';
COMMENT ON COLUMN zone.person_cap_seconds IS 'The time person_cap_count is of.';
COMMENT ON COLUMN zone.passback_html IS 'The publisher''s own code for when there is no ad: served at /passback/{zone} in a sandbox without an origin.';
DROP TRIGGER zone_serving ON zone;
CREATE TRIGGER zone_serving AFTER INSERT OR DELETE OR UPDATE OF name, width, height, floor_micros, fallback, state,
  refresh_seconds, person_cap_count, person_cap_seconds, passback_html ON zone
  FOR EACH STATEMENT EXECUTE FUNCTION notify_serving();
