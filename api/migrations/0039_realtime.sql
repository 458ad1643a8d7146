-- What open pages show has changed: the database tells the servers, in the transaction that changed it, so that nobody
-- who writes to these tables (the app, the command line, a job) can forget to. A notification on the channel `realtime`
-- is `topic:thing,thing,…`; which messages the servers make of it is written in features/realtime. Nothing is stored.
CREATE FUNCTION tell_realtime(topic text, things text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- A notification holds 8,000 bytes, and the longest thing is 44.
  most CONSTANT integer := 170;
BEGIN
  FOR offset_at IN 1 .. coalesce(cardinality(things), 0) BY most LOOP
    PERFORM pg_notify('realtime', topic || ':' || array_to_string(things[offset_at:offset_at + most - 1], ','));
  END LOOP;
END $$;
COMMENT ON FUNCTION tell_realtime IS 'Tells every server on the channel realtime what changed; of a topic without things nothing is told.';

-- Money: whatever is posted moves a balance. One notification for a batch of events, with everybody whom it concerns.
CREATE FUNCTION tell_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_realtime('balance', array_agg(DISTINCT owner_id::text)) FROM changed WHERE owner_id IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_account_realtime AFTER UPDATE ON ledger_account REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_balances();

-- Campaigns and their creatives, for their advertiser; and the queue of reviews, for operators.
CREATE FUNCTION tell_campaigns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_realtime('campaign', array_agg(DISTINCT advertiser_id || '/' || id)) FROM changed;
  RETURN NULL;
END $$;
CREATE FUNCTION tell_campaign_creatives() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_realtime('campaign', array_agg(DISTINCT c.advertiser_id || '/' || c.id))
  FROM changed JOIN campaign c ON c.id = changed.campaign_id;
  RETURN NULL;
END $$;
CREATE FUNCTION tell_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_realtime('review', ARRAY[TG_TABLE_NAME::text]);
  RETURN NULL;
END $$;
CREATE TRIGGER campaign_realtime_insert AFTER INSERT ON campaign REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_campaigns();
CREATE TRIGGER campaign_realtime_update AFTER UPDATE ON campaign REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_campaigns();
CREATE TRIGGER campaign_realtime_delete AFTER DELETE ON campaign REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_campaigns();
CREATE TRIGGER creative_realtime_insert AFTER INSERT ON creative REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_campaign_creatives();
CREATE TRIGGER creative_realtime_update AFTER UPDATE ON creative REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_campaign_creatives();
CREATE TRIGGER creative_realtime_delete AFTER DELETE ON creative REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_campaign_creatives();
CREATE TRIGGER campaign_review_insert AFTER INSERT ON campaign FOR EACH ROW
  WHEN (NEW.state = 'in_review') EXECUTE FUNCTION tell_review();
CREATE TRIGGER campaign_review_update AFTER UPDATE ON campaign FOR EACH ROW
  WHEN (OLD.state = 'in_review' OR NEW.state = 'in_review') EXECUTE FUNCTION tell_review();
CREATE TRIGGER campaign_review_delete AFTER DELETE ON campaign FOR EACH ROW
  WHEN (OLD.state = 'in_review') EXECUTE FUNCTION tell_review();

-- Properties and their zones, for their publisher. When a zone was last asked for changes with every visit and is left
-- out; that its tag was seen for the first time is what its publisher waits for.
CREATE FUNCTION tell_properties() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_realtime('property', array_agg(DISTINCT publisher_id || '/' || id)) FROM changed;
  RETURN NULL;
END $$;
CREATE FUNCTION tell_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_realtime('property', array_agg(publisher_id || '/' || id)) FROM property
  WHERE id = coalesce(NEW.property_id, OLD.property_id);
  RETURN NULL;
END $$;
CREATE TRIGGER property_realtime_insert AFTER INSERT ON property REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_properties();
CREATE TRIGGER property_realtime_update AFTER UPDATE ON property REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_properties();
CREATE TRIGGER property_realtime_delete AFTER DELETE ON property REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_properties();
CREATE TRIGGER property_review_insert AFTER INSERT ON property FOR EACH ROW EXECUTE FUNCTION tell_review();
CREATE TRIGGER property_review_update AFTER UPDATE ON property FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION tell_review();
CREATE TRIGGER zone_realtime AFTER INSERT OR DELETE ON zone FOR EACH ROW EXECUTE FUNCTION tell_zone();
CREATE TRIGGER zone_realtime_update AFTER UPDATE ON zone FOR EACH ROW
  WHEN ((OLD.name, OLD.width, OLD.height, OLD.floor_micros, OLD.fallback, OLD.state, OLD.kind, OLD.first_request_at)
    IS DISTINCT FROM
    (NEW.name, NEW.width, NEW.height, NEW.floor_micros, NEW.fallback, NEW.state, NEW.kind, NEW.first_request_at))
  EXECUTE FUNCTION tell_zone();

-- Conversion goals, for their advertiser.
CREATE FUNCTION tell_goal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_realtime('goal', ARRAY[coalesce(NEW.advertiser_id, OLD.advertiser_id)::text]);
  RETURN NULL;
END $$;
CREATE TRIGGER conversion_goal_realtime AFTER INSERT OR UPDATE OR DELETE ON conversion_goal FOR EACH ROW
  EXECUTE FUNCTION tell_goal();

-- Accounts: their owner sees another standing, type or profile; operators see another network; and what somebody may
-- listen to follows from role and status, so that their connections are made anew.
CREATE FUNCTION tell_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_realtime('account', ARRAY[NEW.id::text]);
  RETURN NULL;
END $$;
CREATE FUNCTION tell_network() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_realtime('network', ARRAY[TG_TABLE_NAME::text]);
  RETURN NULL;
END $$;
CREATE FUNCTION tell_rights() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_realtime('rights', ARRAY[NEW.id::text]);
  RETURN NULL;
END $$;
CREATE TRIGGER app_user_realtime AFTER UPDATE ON app_user FOR EACH ROW
  WHEN ((OLD.email, OLD.role, OLD.status, OLD.status_reason, OLD.account_type_id, OLD.verified, OLD.username,
      OLD.first_name, OLD.last_name, OLD.company_name, OLD.phone_number, OLD.country, OLD.tax_id, OLD.locale,
      OLD.timezone, OLD.terms_version, OLD.profile_completed_at, OLD.deletes_at, OLD.revenue_share_bps)
    IS DISTINCT FROM
    (NEW.email, NEW.role, NEW.status, NEW.status_reason, NEW.account_type_id, NEW.verified, NEW.username,
      NEW.first_name, NEW.last_name, NEW.company_name, NEW.phone_number, NEW.country, NEW.tax_id, NEW.locale,
      NEW.timezone, NEW.terms_version, NEW.profile_completed_at, NEW.deletes_at, NEW.revenue_share_bps))
  EXECUTE FUNCTION tell_account();
CREATE TRIGGER app_user_network AFTER INSERT ON app_user FOR EACH ROW EXECUTE FUNCTION tell_network();
CREATE TRIGGER app_user_rights AFTER UPDATE ON app_user FOR EACH ROW
  WHEN ((OLD.role, OLD.status, OLD.deleted_at) IS DISTINCT FROM (NEW.role, NEW.status, NEW.deleted_at))
  EXECUTE FUNCTION tell_rights();
CREATE TRIGGER app_user_standing AFTER UPDATE ON app_user FOR EACH ROW
  WHEN ((OLD.role, OLD.status, OLD.account_type_id, OLD.deletes_at)
    IS DISTINCT FROM (NEW.role, NEW.status, NEW.account_type_id, NEW.deletes_at))
  EXECUTE FUNCTION tell_network();

-- Sessions that ended, however they did: what was listened to with them is cut off. They are named by a hash, since who
-- reads a notification need not be able to use it. One that only goes on under another name has not ended.
CREATE FUNCTION tell_ended_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_realtime('ended', array_agg(DISTINCT
    user_id || '/' || left(encode(sha256(convert_to(coalesce(sess ->> 'family', sid), 'UTF8')), 'hex'), 32)))
  FROM ended WHERE user_id IS NOT NULL AND sess ->> 'moved' IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER session_realtime AFTER DELETE ON session REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION tell_ended_sessions();

-- Releases of remotes: open tabs hear of the one that is active now.
CREATE FUNCTION tell_release() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_realtime('release', array_agg(name || '/' || version)) FROM remote_release WHERE id = NEW.release_id;
  RETURN NULL;
END $$;
CREATE TRIGGER remote_activation_realtime AFTER INSERT ON remote_activation FOR EACH ROW
  EXECUTE FUNCTION tell_release();
