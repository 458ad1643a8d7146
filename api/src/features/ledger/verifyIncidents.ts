import { type RawBuilder, sql } from 'kysely';

/** What advertisers were told they were given for incidents, against the ledger, both ways. */
export const INCIDENT_CHECKS: Readonly<Record<string, RawBuilder<unknown>>> = {
  'credits for incidents have moved what they say': sql`
    SELECT concat_ws(' ', 'transaction', coalesce(c.transaction_id, b.id)) AS subject,
      coalesce(c.amount_micros, 0)::int8 AS expected, coalesce(b.micros, 0)::int8 AS actual
    FROM incident_credit c
    FULL JOIN (
      SELECT t.id, a.owner_id, sum(p.amount_micros)::int8 AS micros FROM ledger_transaction t
      JOIN ledger_posting p ON p.transaction_id = t.id
      JOIN ledger_account a ON a.id = p.account_id AND a.kind = 'advertiser_bonus'
      WHERE t.kind = 'incident_credit' GROUP BY t.id, a.owner_id
    ) b ON b.id = c.transaction_id AND b.owner_id = c.advertiser_id
    WHERE coalesce(c.amount_micros, 0) <> coalesce(b.micros, 0)`,
};
