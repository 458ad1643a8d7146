-- A change of a zone or a property is named, and nothing else is read for it: however many zones the network has, one
-- publisher's edits cost the ad server what they touch. The columns are those that the serving index looks at.
CREATE FUNCTION notify_serving_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('serving_changed', TG_TABLE_NAME || ':' || coalesce(NEW.id, OLD.id));
  RETURN NULL;
END $$;

DROP TRIGGER property_serving ON property;
-- A new property has no zone, and one that is deleted takes its own with it.
CREATE TRIGGER property_serving AFTER UPDATE ON property FOR EACH ROW
  WHEN ((OLD.publisher_id, OLD.domain, OLD.category, OLD.blocks, OLD.server_key_sha256, OLD.revenue_share_bps, OLD.state)
    IS DISTINCT FROM
    (NEW.publisher_id, NEW.domain, NEW.category, NEW.blocks, NEW.server_key_sha256, NEW.revenue_share_bps, NEW.state))
  EXECUTE FUNCTION notify_serving_row();

DROP TRIGGER zone_serving ON zone;
CREATE TRIGGER zone_serving AFTER INSERT OR DELETE OR UPDATE OF property_id, kind, width, height, floor_micros, fallback,
  state, refresh_seconds, person_cap_count, person_cap_seconds, passback_html ON zone
  FOR EACH ROW EXECUTE FUNCTION notify_serving_row();
