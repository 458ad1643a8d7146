-- Postbacks, looked over again (docs/postbacks.md). Nobody's address stays in the log: what calls a server's address may be
-- a visitor's browser. A server of the release before loses lines of the log until it is replaced, and no report.
ALTER TABLE postback_log DROP COLUMN address;

-- One row for a click that is pending, and one for a click that is rejected: of those there are already the newest keeps
-- the key.
UPDATE conversion c SET dedupe_key = NULL
WHERE c.verdict IN ('pending', 'rejected') AND EXISTS (
  SELECT FROM conversion newer
  WHERE newer.goal_id = c.goal_id AND newer.dedupe_key = c.dedupe_key AND newer.click_id = c.click_id
    AND newer.verdict = c.verdict AND newer.id > c.id);
CREATE UNIQUE INDEX conversion_uncounted_once ON conversion (goal_id, dedupe_key, click_id, verdict)
  WHERE verdict IN ('pending', 'rejected');
COMMENT ON COLUMN conversion.dedupe_key IS 'The click id of a goal that counts once a click, else the transaction id; null for what makes no other a repetition.';

-- Who is at a call: two jobs of one call make it once, and an address is called by a few at a time.
ALTER TABLE postback_call ADD COLUMN leased_until timestamptz;
COMMENT ON COLUMN postback_call.leased_until IS 'Until then somebody calls the address; a server that dies leaves the call to the next one.';
CREATE INDEX postback_call_leased ON postback_call (outgoing_id, leased_until) WHERE leased_until IS NOT NULL;
CREATE INDEX postback_call_open ON postback_call (outgoing_id, state) WHERE state <> 'delivered';
CREATE INDEX postback_call_dead ON postback_call (advertiser_id, id DESC) WHERE state = 'dead';
