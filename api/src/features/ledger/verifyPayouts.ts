import { type RawBuilder, sql } from 'kysely';

/** What publishers were told they are paid, against the ledger: as the payouts check it for one before its money leaves. */
export const PAYOUT_CHECKS: Readonly<Record<string, RawBuilder<unknown>>> = {
  'payouts have moved what their state says': sql`
    SELECT concat_ws(' ', 'payout', w.id, w.kind) AS subject, w.micros AS expected, coalesce(p.micros, 0)::int8 AS actual
    FROM (
      SELECT o.id, o.publisher_id, step.kind,
        (CASE WHEN step.happened THEN step.sign * o.amount_micros ELSE 0 END)::int8 AS micros
      FROM payout o CROSS JOIN LATERAL (VALUES
        ('payout_request', true, 1), ('payout', o.state = 'paid', -1),
        ('payout_return', o.state IN ('refused', 'failed'), -1)) AS step (kind, happened, sign)
    ) w
    LEFT JOIN LATERAL (
      SELECT sum(p.amount_micros) AS micros FROM ledger_transaction t
      JOIN ledger_posting p ON p.transaction_id = t.id
      JOIN ledger_account a ON a.id = p.account_id AND a.kind = 'publisher_payout' AND a.owner_id = w.publisher_id
      WHERE t.idempotency_key = w.kind || ':' || w.id
    ) p ON true
    WHERE coalesce(p.micros, 0) <> w.micros`,
  'released months have moved what they say': sql`
    SELECT concat_ws(' ', 'publisher', r.publisher_id, 'month', r.period) AS subject, r.released_micros AS expected,
      coalesce(p.micros, 0)::int8 AS actual
    FROM earnings_release r LEFT JOIN LATERAL (
      SELECT sum(p.amount_micros) AS micros FROM ledger_posting p
      JOIN ledger_account a ON a.id = p.account_id AND a.kind = 'publisher_payable' AND a.owner_id = r.publisher_id
      WHERE p.transaction_id = r.transaction_id
    ) p ON true
    WHERE coalesce(p.micros, 0) <> r.released_micros`,
};
