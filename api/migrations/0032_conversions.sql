-- A conversion that waits for its click holds no place, one that was given up is judged again when its click comes, and
-- pixels are judged on arrival as events are (docs/conversions.md).

-- Of two equal reports at once the second waits here for the first, and is a duplicate then. What only waits may name a
-- click that nobody made: it must not keep out one that is attributed.
DROP INDEX conversion_counted_once;
CREATE UNIQUE INDEX conversion_counted_once ON conversion (goal_id, dedupe_key) WHERE verdict = 'attributed';
CREATE INDEX conversion_awaited ON conversion (goal_id, dedupe_key, click_id) WHERE verdict = 'waiting';
-- Asked for the clicks of every batch of events.
CREATE INDEX conversion_click_to_come ON conversion (click_id) WHERE verdict IN ('waiting', 'no-click', 'invalid-click');

ALTER TABLE conversion DROP CONSTRAINT conversion_verdict_check;
ALTER TABLE conversion ADD CONSTRAINT conversion_verdict_check CHECK (verdict IN
  ('attributed', 'waiting', 'duplicate', 'no-click', 'invalid-click', 'late', 'other-advertiser', 'bot', 'over-budget',
   'prefetch', 'internal', 'data-centre'));
