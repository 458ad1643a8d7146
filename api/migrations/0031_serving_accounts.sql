-- A change of an account is its own campaigns' and zones' alone: it is named, and nothing else is read for it. The columns
-- are those that the serving index looks at; whatever else changes in an account is none of its business.
CREATE FUNCTION notify_serving_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('serving_changed', 'account:' || NEW.id);
  RETURN NULL;
END $$;
DROP TRIGGER app_user_serving ON app_user;
CREATE TRIGGER app_user_serving AFTER UPDATE ON app_user FOR EACH ROW
  WHEN ((OLD.status, OLD.deletes_at, OLD.revenue_share_bps)
    IS DISTINCT FROM (NEW.status, NEW.deletes_at, NEW.revenue_share_bps))
  EXECUTE FUNCTION notify_serving_account();

-- TG_TABLE_NAME is a `name`, and so was a CASE that may answer it: what was said of many campaigns was cut to 63
-- characters, and all but the first ten or so waited for the next reading of everything.
CREATE OR REPLACE FUNCTION notify_serving_campaigns() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched bigint;
  ids text;
BEGIN
  IF TG_TABLE_NAME = 'creative' THEN
    SELECT count(*), string_agg(id::text, ',') INTO touched, ids
    FROM (SELECT DISTINCT campaign_id AS id FROM changed) AS c;
  ELSE
    SELECT count(*), string_agg(id::text, ',') INTO touched, ids FROM (SELECT DISTINCT id FROM changed) AS c;
  END IF;
  IF touched > 0 THEN
    PERFORM pg_notify('serving_changed', CASE WHEN touched <= 500 THEN 'campaign:' || ids ELSE TG_TABLE_NAME::text END);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION notify_serving_goal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids text;
BEGIN
  SELECT string_agg(id::text, ',') INTO ids FROM campaign
  WHERE advertiser_id = NEW.advertiser_id AND NEW.id = ANY (goal_ids) AND pricing = 'CPA';
  IF ids IS NOT NULL THEN
    PERFORM pg_notify('serving_changed', CASE WHEN length(ids) < 4000 THEN 'campaign:' || ids ELSE TG_TABLE_NAME::text END);
  END IF;
  RETURN NULL;
END $$;
