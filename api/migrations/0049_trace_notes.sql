-- Whose click it was: a connection of a call whose timeline is kept carries its origin as a setting (platform/db), and a
-- notification ends with it, on a line of its own. Notes of everybody else are what they were.
CREATE OR REPLACE FUNCTION tell_realtime(topic text, things text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- A notification holds 8,000 bytes; the longest thing is 44, the longest origin 93.
  most CONSTANT integer := 170;
  origin CONSTANT text := coalesce(E'\n' || nullif(current_setting('ezdash.trace', true), ''), '');
BEGIN
  FOR offset_at IN 1 .. coalesce(cardinality(things), 0) BY most LOOP
    PERFORM pg_notify('realtime',
      topic || ':' || array_to_string(things[offset_at:offset_at + most - 1], ',') || origin);
  END LOOP;
END $$;
