import { type RawBuilder, sql } from 'kysely';

/**
 * The lines that advertisers read of the ledger (features/funds) say what their postings do: as far as they go, each
 * with the balance of the one before it and its own amount; and so do the events that they tell.
 */
export const LINE_CHECKS: Readonly<Record<string, RawBuilder<unknown>>> = {
  'lines of funds are the sum of their postings': sql`
    SELECT 'advertiser ' || owner_id AS subject, coalesce(p.micros, 0)::int8 AS expected, coalesce(l.micros, 0)::int8 AS actual
    FROM (SELECT a.owner_id, sum(p.amount_micros) AS micros
      FROM funds_line_mark m JOIN ledger_account a ON a.id = m.account_id
      JOIN ledger_posting p ON p.account_id = a.id AND p.id <= m.posting_id
      WHERE a.kind IN ('advertiser_cash', 'advertiser_bonus') GROUP BY 1) p
    FULL JOIN (SELECT advertiser_id AS owner_id, sum(amount_micros) AS micros FROM funds_line GROUP BY 1) l USING (owner_id)
    WHERE coalesce(p.micros, 0) <> coalesce(l.micros, 0)`,
  'lines of funds carry the running balance': sql`
    SELECT concat_ws(' ', 'advertiser', advertiser_id, 'line', seq) AS subject, expected::int8, balance_micros AS actual
    FROM (SELECT advertiser_id, seq, balance_micros,
        sum(amount_micros) OVER (PARTITION BY advertiser_id ORDER BY seq) AS expected FROM funds_line) line
    WHERE expected <> balance_micros`,
  'lines of funds cost what their events did': sql`
    SELECT concat_ws(' ', 'advertiser', advertiser_id, 'line', seq) AS subject, abs(amount_micros) AS expected,
      told.micros::int8 AS actual
    FROM funds_line CROSS JOIN LATERAL (
      SELECT coalesce(sum((e ->> 3)::int8), 0) AS micros FROM jsonb_array_elements(events) e) told
    WHERE kind IN ('ad_spend', 'invalid_traffic') AND jsonb_typeof(events) = 'array' AND told.micros <> abs(amount_micros)`,
};
