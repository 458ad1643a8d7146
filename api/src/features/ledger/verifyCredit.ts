import { type RawBuilder, sql } from 'kysely';

/** What an ad spend and the draw that pays for it have in common: batch and advertiser, or the conversion. */
const CAUSE = sql`CASE
    WHEN t.kind = 'credit_draw' THEN substr(t.idempotency_key, length('credit_draw:') + 1)
    WHEN t.meta ? 'conversion' THEN substr(t.idempotency_key, length('ad_spend:') + 1)
    ELSE left(substr(t.idempotency_key, length('ad_spend:') + 1), -length(':2026-11-22T13:00:00.000Z'))
  END`;

/**
 * Credit lines against the ledger. How much may be lent is not here: limits change, and what they were is no posting.
 */
export const CREDIT_CHECKS: Readonly<Record<string, RawBuilder<unknown>>> = {
  // Behind the ad spend that a draw pays for, cash stands at nothing: what was there was spent first.
  'credit is lent for what cash does not pay': sql`
    SELECT concat_ws(' ', 'advertiser', d.owner_id, 'transaction', d.transaction_id) AS subject, 0::int8 AS expected,
      coalesce(s.balance, d.balance)::int8 AS actual
    FROM (SELECT * FROM credit_flow WHERE kind = 'credit_draw') d
    LEFT JOIN (
      SELECT DISTINCT ON (owner_id, cause) owner_id, cause, balance FROM credit_flow
      WHERE kind = 'ad_spend' ORDER BY owner_id, cause, id DESC
    ) s USING (owner_id, cause)
    WHERE s.balance IS DISTINCT FROM 0`,
  'nobody repays more than was lent': sql`
    SELECT concat_ws(' ', 'advertiser', b.owner_id, 'after transaction', t.id) AS subject, 0::int8 AS expected,
      b.balance::int8 AS actual
    FROM (
      SELECT p.transaction_id, a.owner_id, sum(p.amount_micros) OVER (PARTITION BY p.account_id ORDER BY p.id) AS balance
      FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id WHERE a.kind = 'advertiser_credit'
    ) b
    JOIN ledger_transaction t ON t.id = b.transaction_id
    WHERE t.kind = 'credit_repayment' AND b.balance > 0`,
  'statements say what was owed': sql`
    SELECT concat_ws(' ', 'statement', s.id, 'advertiser', s.advertiser_id) AS subject,
      coalesce(-owed.micros, 0)::int8 AS expected, s.owed_micros AS actual
    FROM credit_statement s CROSS JOIN LATERAL (
      SELECT sum(p.amount_micros) AS micros FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id
      WHERE a.kind = 'advertiser_credit' AND a.owner_id = s.advertiser_id AND p.id <= s.last_posting_id) owed
    WHERE coalesce(-owed.micros, 0) <> s.owed_micros`,
};

/** What moved the cash of those who have a credit account, and where it stood then. */
export const CREDIT_SOURCES = sql`
  credit_flow AS MATERIALIZED (
    SELECT p.id, p.transaction_id, a.owner_id, t.kind, ${CAUSE} AS cause,
      sum(p.amount_micros) OVER (PARTITION BY p.account_id ORDER BY p.id) AS balance
    FROM ledger_account a
    JOIN ledger_posting p ON p.account_id = a.id
    JOIN ledger_transaction t ON t.id = p.transaction_id
    WHERE a.kind = 'advertiser_cash'
      AND a.owner_id IN (SELECT owner_id FROM ledger_account WHERE kind = 'advertiser_credit')
  )`;
