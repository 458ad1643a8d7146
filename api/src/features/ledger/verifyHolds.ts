import { CLAIM_SOURCES } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';

/** Rows whose events earn on hold, unlike those of players that report from where they asked. */
const IS_KEPT = sql`NOT (h.source = ${sql.lit(CLAIM_SOURCES.player)} AND h.confirmed)`;
/** As long as all events of a row are there; afterwards the row is what is left of them. */
const IS_OPEN = sql`h.day NOT IN (SELECT day FROM closed_days)`;

/** What transactions of a kind put on hold or took out of it, by publisher. */
const posted = (kind: string) => sql`
  SELECT a.owner_id AS publisher_id, sum(p.amount_micros) AS micros FROM ledger_account a
  JOIN ledger_posting p ON p.account_id = a.id
  JOIN ledger_transaction t ON t.id = p.transaction_id AND t.kind = ${sql.lit(kind)}
  WHERE a.kind = 'publisher_hold' GROUP BY 1`;
const postedCheck = (kind: string, expected: RawBuilder<unknown>) => sql`
  SELECT 'publisher ' || publisher_id AS subject, coalesce(e.micros, 0)::int8 AS expected, coalesce(l.micros, 0)::int8 AS actual
  FROM (SELECT publisher_id, sum(${expected}) AS micros FROM earnings_hold GROUP BY 1) e
  FULL JOIN (${posted(kind)}) l USING (publisher_id)
  WHERE coalesce(e.micros, 0) <> coalesce(l.micros, 0)`;

/** What events and conversions name a row, what they earn, and what was taken back of them. */
const NAMED = sql`
  SELECT hold_id, sum(kept + given) AS held, sum(given) AS given FROM (
    SELECT e.hold_id, e.payout_micros AS kept, coalesce(r.payout_micros, 0) AS given
    FROM ad_event e LEFT JOIN reversed_event r
      ON r.decision_id = e.decision_id AND r.kind = e.kind AND r.decided_at = e.decided_at
    WHERE e.hold_id <> 0
    UNION ALL
    SELECT c.hold_id, c.payout_micros, coalesce(r.payout_micros, 0)
    FROM conversion c LEFT JOIN reversed_conversion r ON r.conversion_id = c.id
    WHERE c.hold_id <> 0
  ) named GROUP BY 1`;

/** Earnings by a payee's own word, against the events that name them and the ledger. */
export const HOLD_CHECKS: Readonly<Record<string, RawBuilder<unknown>>> = {
  'holds are what their events earned': sql`
    SELECT concat_ws(' ', 'hold', coalesce(h.id, n.hold_id), v.name) AS subject, coalesce(v.expected, 0)::int8 AS expected,
      coalesce(v.actual, 0)::int8 AS actual
    FROM (${NAMED}) n FULL JOIN earnings_hold h ON h.id = n.hold_id
    CROSS JOIN LATERAL (VALUES
      ('held', CASE WHEN ${IS_KEPT} THEN n.held ELSE 0 END, h.held_micros),
      ('returned', CASE WHEN h.released_at IS NULL AND ${IS_KEPT} THEN n.given ELSE h.returned_micros END, h.returned_micros),
      ('row', n.hold_id, CASE WHEN h.id IS NULL THEN 0 ELSE n.hold_id END)) v (name, expected, actual)
    WHERE coalesce(${IS_OPEN}, true) AND coalesce(v.expected, 0) <> coalesce(v.actual, 0)`,
  'events on hold are of their property': sql`
    SELECT 'hold ' || h.id AS subject, h.property_id::int8 AS expected, e.property_id::int8 AS actual
    FROM (SELECT DISTINCT hold_id, property_id, publisher_id FROM ad_event WHERE hold_id <> 0
      UNION SELECT DISTINCT hold_id, property_id, publisher_id FROM conversion WHERE hold_id <> 0) e
    JOIN earnings_hold h ON h.id = e.hold_id
    WHERE (h.property_id, h.publisher_id) <> (e.property_id, e.publisher_id)`,
  'ad spend on hold is what holds say': postedCheck('ad_spend', sql`held_micros`),
  'invalid traffic took out of holds what they say': postedCheck('invalid_traffic', sql`-returned_micros`),
  'released holds have moved what they say': sql`
    SELECT concat_ws(' ', 'hold', coalesce(h.id::text, l.hold)) AS subject,
      CASE WHEN h.released_at IS NULL THEN 0 ELSE h.returned_micros - h.held_micros END::int8 AS expected,
      coalesce(l.micros, 0)::int8 AS actual
    FROM earnings_hold h
    FULL JOIN (SELECT t.id, t.meta ->> 'hold' AS hold, sum(p.amount_micros) AS micros FROM ledger_transaction t
      JOIN ledger_posting p ON p.transaction_id = t.id
      JOIN ledger_account a ON a.id = p.account_id AND a.kind = 'publisher_hold'
      WHERE t.kind = 'hold_release' GROUP BY 1, 2) l ON l.hold = h.id::text AND l.id = h.transaction_id
    WHERE coalesce(CASE WHEN h.released_at IS NULL THEN 0 ELSE h.returned_micros - h.held_micros END, 0)
      <> coalesce(l.micros, 0)`,
};
