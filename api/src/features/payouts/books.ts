import { sql } from 'kysely';
import type { Db } from '../../platform/db';

/** One thing that does not agree, for operators' logs. */
export interface Disagreement {
  check: string;
  found: bigint;
  expected: bigint;
}

interface Sums {
  pending: bigint;
  pendingSum: bigint;
  payable: bigint;
  payableSum: bigint;
  payout: bigint;
  payoutSum: bigint;
  /** Of postings that only move money between the publisher's own accounts: nothing. */
  moved: bigint;
  released: bigint;
  releasedRows: bigint;
}

/** Of what is pending the sums that are kept by day, which were added up from the postings, never from the balance. */
async function readSums(db: Db, publisherId: number): Promise<Sums> {
  const { rows } = await sql<Sums>`
    WITH purse AS (
      SELECT id, kind, balance_micros FROM ledger_account
      WHERE owner_id = ${publisherId} AND currency = 'USD'
        AND kind IN ('publisher_pending', 'publisher_payable', 'publisher_payout')
    ), posted AS (
      SELECT a.kind AS purse, t.kind, p.amount_micros AS micros
      FROM purse a JOIN ledger_posting p ON p.account_id = a.id JOIN ledger_transaction t ON t.id = p.transaction_id
      WHERE a.kind <> 'publisher_pending'
    ), days AS (
      SELECT coalesce(sum(earned_micros - deducted_micros - released_micros), 0) AS pending,
        coalesce(sum(released_micros), 0) AS released
      FROM publisher_earnings WHERE publisher_id = ${publisherId}
    ), balance AS (
      SELECT coalesce(sum(balance_micros) FILTER (WHERE kind = 'publisher_pending'), 0) AS pending,
        coalesce(sum(balance_micros) FILTER (WHERE kind = 'publisher_payable'), 0) AS payable,
        coalesce(sum(balance_micros) FILTER (WHERE kind = 'publisher_payout'), 0) AS payout FROM purse
    ), sums AS (
      SELECT coalesce(sum(micros) FILTER (WHERE purse = 'publisher_payable'), 0) AS payable,
        coalesce(sum(micros) FILTER (WHERE purse = 'publisher_payout'), 0) AS payout,
        coalesce(sum(micros) FILTER (WHERE kind IN ('payout_request', 'payout_return')), 0) AS moved,
        coalesce(sum(micros) FILTER (WHERE kind = 'release'), 0) AS released
      FROM posted
    )
    SELECT balance.pending::int8 AS pending, days.pending::int8 AS "pendingSum", balance.payable::int8 AS payable,
      sums.payable::int8 AS "payableSum", balance.payout::int8 AS payout, sums.payout::int8 AS "payoutSum",
      sums.moved::int8 AS moved, sums.released::int8 AS released,
      (SELECT coalesce(sum(released_micros), 0) FROM earnings_release WHERE publisher_id = ${publisherId})::int8
        AS "releasedRows"
    FROM balance, days, sums`.execute(db);
  const [sums] = rows;
  if (!sums) throw new Error(`The books of ${publisherId} could not be read`);
  return sums;
}

interface Wrong {
  id: number;
  kind: string;
  found: bigint;
  expected: bigint;
}

/**
 * Payouts whose transactions are not what their state says: asked for by all, paid by those that are paid, given back
 * by those that were refused or failed, each with the amount of the payout.
 */
async function findWrongPayouts(db: Db, publisherId: number): Promise<Wrong[]> {
  const { rows } = await sql<Wrong>`
    WITH wanted AS (
      SELECT o.id, step.kind, step.kind || ':' || o.id AS key,
        CASE WHEN step.happened THEN step.sign * o.amount_micros ELSE 0 END AS micros
      FROM payout o CROSS JOIN LATERAL (VALUES
        ('payout_request', true, 1), ('payout', o.state = 'paid', -1),
        ('payout_return', o.state IN ('refused', 'failed'), -1)) AS step (kind, happened, sign)
      WHERE o.publisher_id = ${publisherId}
    )
    SELECT w.id, w.kind, coalesce(p.amount_micros, 0)::int8 AS found, w.micros::int8 AS expected
    FROM wanted w
    LEFT JOIN ledger_transaction t ON t.idempotency_key = w.key
    LEFT JOIN ledger_account a ON a.owner_id = ${publisherId} AND a.kind = 'publisher_payout' AND a.currency = 'USD'
    LEFT JOIN ledger_posting p ON p.transaction_id = t.id AND p.account_id = a.id
    WHERE coalesce(p.amount_micros, 0) <> w.micros ORDER BY w.id, w.kind`.execute(db);
  return rows;
}

async function findOnTheWay(db: Db, publisherId: number): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    SELECT coalesce(sum(amount_micros), 0)::int8 AS micros FROM payout
    WHERE publisher_id = ${publisherId} AND state IN ('requested', 'approved', 'sent')`.execute(db);
  return rows[0]?.micros ?? 0n;
}

/**
 * Whether one publisher's books agree with themselves, fast enough to be asked before money leaves: balances with their
 * postings, releases with their rows, payouts with their transactions. Empty when they do. `ledger verify` compares all
 * of the ledger with the events.
 */
export async function checkBooks(db: Db, publisherId: number): Promise<Disagreement[]> {
  const sums = await readSums(db, publisherId);
  const pairs: [check: string, found: bigint, expected: bigint][] = [
    ['balance of publisher_pending is the sum of its postings', sums.pending, sums.pendingSum],
    ['balance of publisher_payable is the sum of its postings', sums.payable, sums.payableSum],
    ['balance of publisher_payout is the sum of its postings', sums.payout, sums.payoutSum],
    ['what is asked for and returned moves within the publisher', sums.moved, 0n],
    ['what was released is what the months say', sums.released, sums.releasedRows],
    ['what is on its way is what open payouts say', sums.payout, await findOnTheWay(db, publisherId)],
  ];
  const wrong = pairs
    .filter(([, found, expected]) => found !== expected)
    .map(([check, found, expected]) => ({ check, found, expected }));
  const payouts = await findWrongPayouts(db, publisherId);
  return [
    ...wrong,
    ...payouts.map(({ id, kind, found, expected }) => ({
      check: `transaction ${kind} of payout ${id}`,
      found,
      expected,
    })),
  ];
}
