import { sql } from 'kysely';
import type { Db } from '../../platform/db';

/** What became payable between a payout and the one before it. */
export interface MadeOf {
  /** First days of the first and last month that were released; null when none was. */
  from: string | null;
  to: string | null;
  earningsMicros: bigint;
  referralMicros: bigint;
}

/**
 * By the payout's number. The postings of one account have ids in the order in which they count, so what lies between two
 * requests became payable between them; a request that came back counts as none.
 */
export async function findMadeOf(
  db: Db,
  publisherId: number,
  payoutIds: readonly number[],
): Promise<Map<number, MadeOf>> {
  if (payoutIds.length === 0) return new Map();
  const { rows } = await sql<MadeOf & { id: number }>`
    WITH payable AS (
      SELECT id FROM ledger_account
      WHERE owner_id = ${publisherId} AND kind = 'publisher_payable' AND currency = 'USD'
    ), asked AS (
      SELECT o.id, p.id AS posting_id, o.state IN ('refused', 'failed') AS came_back
      FROM payout o
      JOIN ledger_transaction t ON t.idempotency_key = 'payout_request:' || o.id
      JOIN ledger_posting p ON p.transaction_id = t.id AND p.account_id = (SELECT id FROM payable)
      WHERE o.publisher_id = ${publisherId}
    )
    SELECT a.id, m."from"::text AS "from", m."to"::text AS "to", m.earnings AS "earningsMicros",
      m.referral AS "referralMicros"
    FROM asked a CROSS JOIN LATERAL (
      SELECT min(r.period) AS "from", max(r.period) AS "to",
        coalesce(sum(p.amount_micros) FILTER (WHERE t.kind = 'release'), 0)::int8 AS earnings,
        coalesce(sum(p.amount_micros) FILTER (WHERE t.kind = 'referral_release'), 0)::int8 AS referral
      FROM ledger_posting p JOIN ledger_transaction t ON t.id = p.transaction_id
      LEFT JOIN earnings_release r ON r.publisher_id = ${publisherId} AND r.transaction_id = t.id
      WHERE p.account_id = (SELECT id FROM payable) AND p.id < a.posting_id AND p.id > coalesce(
        (SELECT max(b.posting_id) FROM asked b WHERE b.posting_id < a.posting_id AND NOT b.came_back), 0)
    ) m
    WHERE a.id = ANY (${[...payoutIds]})`.execute(db);
  return new Map(rows.map(({ id, ...madeOf }) => [id, madeOf]));
}
