import { type RawBuilder, sql } from 'kysely';

/**
 * What was earned by bringing others (features/referrals), against the ledger. A closed account gives up what it had on
 * hold by a correction, which is none of the kinds here: its rows count as if they were on hold still.
 */
export const REFERRAL_CHECKS: Readonly<Record<string, RawBuilder<unknown>>> = {
  'referral accounts have what is on hold': sql`
    SELECT 'account ' || owner_id AS subject, coalesce(e.micros, 0)::int8 AS expected, coalesce(p.micros, 0)::int8 AS actual
    FROM (SELECT referrer_id AS owner_id, sum(amount_micros - returned_micros) AS micros FROM referral_earning
      WHERE settled_as IS DISTINCT FROM 'released' GROUP BY 1) e
    FULL JOIN (SELECT a.owner_id, sum(p.amount_micros) AS micros FROM ledger_account a
      JOIN ledger_posting p ON p.account_id = a.id JOIN ledger_transaction t ON t.id = p.transaction_id
      WHERE a.kind = 'referral' AND t.kind IN ('referral', 'referral_release', 'referral_return') GROUP BY 1) p
      USING (owner_id)
    WHERE coalesce(e.micros, 0) <> coalesce(p.micros, 0)`,
  'referral earnings have moved what they say': sql`
    SELECT concat_ws(' ', 'earning', w.id, w.kind) AS subject, w.micros AS expected, coalesce(p.micros, 0)::int8 AS actual
    FROM (
      SELECT e.id, e.referrer_id, step.kind, step.key, step.micros::int8 AS micros
      FROM referral_earning e CROSS JOIN LATERAL (VALUES
        ('referral', 'referral:' || e.referral_id || ':' || e.day, e.amount_micros),
        ('referral_release', 'referral_release:' || e.id,
          CASE WHEN e.settled_as = 'released' THEN e.returned_micros - e.amount_micros ELSE 0 END)
      ) AS step (kind, key, micros)
    ) w
    LEFT JOIN LATERAL (
      SELECT sum(p.amount_micros) AS micros FROM ledger_transaction t
      JOIN ledger_posting p ON p.transaction_id = t.id
      JOIN ledger_account a ON a.id = p.account_id AND a.kind = 'referral' AND a.owner_id = w.referrer_id
      WHERE t.idempotency_key = w.key
    ) p ON true
    WHERE coalesce(p.micros, 0) <> w.micros`,
  'returned referral earnings are what was taken back': sql`
    SELECT 'earning ' || coalesce(e.id::text, p.earning) AS subject, coalesce(-e.returned_micros, 0)::int8 AS expected,
      coalesce(p.micros, 0)::int8 AS actual
    FROM (SELECT id, returned_micros FROM referral_earning WHERE returned_micros <> 0) e
    FULL JOIN (SELECT t.meta ->> 'earning' AS earning, sum(p.amount_micros) AS micros FROM ledger_transaction t
      JOIN ledger_posting p ON p.transaction_id = t.id
      JOIN ledger_account a ON a.id = p.account_id AND a.kind = 'referral'
      WHERE t.kind = 'referral_return' GROUP BY 1) p ON p.earning = e.id::text
    WHERE coalesce(-e.returned_micros, 0) <> coalesce(p.micros, 0)`,
  'days of referral links are the sum of their earnings': sql`
    SELECT concat_ws(' ', 'link', link_id, 'day', day) AS subject, coalesce(e.micros, 0)::int8 AS expected,
      coalesce(d.micros, 0)::int8 AS actual
    FROM (SELECT r.link_id, e.day, sum(e.amount_micros - e.returned_micros) AS micros
      FROM referral_earning e JOIN referral r ON r.id = e.referral_id GROUP BY 1, 2) e
    FULL JOIN (SELECT link_id, day, earned_micros AS micros FROM referral_day) d USING (link_id, day)
    WHERE coalesce(e.micros, 0) <> coalesce(d.micros, 0)`,
};
