import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db';
import { CHECKS, SOURCES } from './verifyChecks';
import { CREDIT_SOURCES } from './verifyCredit';

/** One place where the books and the events disagree. The values are micros, counts or rows' ids (of owners). */
export interface Difference {
  check: string;
  /** Which row: `advertiser 1001`, `transaction 17`. */
  subject: string;
  /** What the postings or events say. */
  expected: bigint;
  /** What stands in the books. */
  actual: bigint;
}

export interface Verification {
  ok: boolean;
  /** How much was looked at. */
  counted: {
    transactions: bigint;
    postings: bigint;
    accounts: bigint;
    events: bigint;
    /** Those that were paid for. */
    conversions: bigint;
    reversals: bigint;
  };
  /** The first of every check; `differenceCount` has them all. */
  differences: Difference[];
  differenceCount: number;
}

const SHOWN_PER_CHECK = 50;
/** Sorting and hashing in memory: the whole history is gone through at once. */
const WORK_MEMORY = '128MB';

interface Row {
  rank: number;
  subject: string;
  expected: bigint;
  actual: bigint;
  total: bigint;
}

/** Every check in one statement, so that the events and the postings are read once for all of them. */
async function runChecks(trx: Db): Promise<{ differences: Difference[]; differenceCount: number }> {
  const found = sql.join(
    CHECKS.map(
      ([, query], rank) =>
        sql`SELECT ${sql.lit(rank)}::int AS rank, subject, expected, actual FROM (${query}) found`,
    ),
    sql` UNION ALL `,
  );
  const { rows } = await sql<Row>`
    WITH ${SOURCES}, ${CREDIT_SOURCES}
    SELECT * FROM (
      SELECT *, count(*) OVER (PARTITION BY rank) AS total,
        row_number() OVER (PARTITION BY rank ORDER BY subject) AS place
      FROM (${found}) differences
    ) numbered WHERE place <= ${sql.lit(SHOWN_PER_CHECK)} ORDER BY rank, place`.execute(trx);
  const totals = new Map(rows.map(({ rank, total }) => [rank, Number(total)]));
  return {
    differences: rows.map(({ rank, subject, expected, actual }) => ({
      check: CHECKS[rank]?.[0] ?? '',
      subject,
      expected,
      actual,
    })),
    differenceCount: [...totals.values()].reduce((sum, total) => sum + total, 0),
  };
}

async function count(trx: Db): Promise<Verification['counted']> {
  const { rows } = await sql<Verification['counted']>`
    SELECT (SELECT count(*) FROM ledger_transaction) AS transactions,
      (SELECT count(*) FROM ledger_posting) AS postings, (SELECT count(*) FROM ledger_account) AS accounts,
      (SELECT count(*) FROM ad_event) + (SELECT coalesce(sum(events), 0)::int8 FROM closed_event_sum) AS events,
      (SELECT count(*) FROM conversion WHERE price_micros > 0) + (SELECT count(*) FROM reversed_conversion) AS conversions,
      (SELECT count(*) FROM traffic_reversal) AS reversals`.execute(trx);
  return (
    rows[0] ?? { transactions: 0n, postings: 0n, accounts: 0n, events: 0n, conversions: 0n, reversals: 0n }
  );
}

/**
 * Recomputes the books: every transaction, every balance from its postings, and all ad spend, what was given back of
 * it, rollups and budgets from the events. Reads one snapshot, so it may run while money moves; changes nothing.
 */
export function verify(db: Db): Promise<Verification> {
  return inTransaction(
    db,
    async (trx) => {
      // A long history takes its time.
      await sql`SET LOCAL statement_timeout = 0`.execute(trx);
      await sql`SELECT set_config('work_mem', ${WORK_MEMORY}, true), set_config('jit', 'off', true)`.execute(
        trx,
      );
      const counted = await count(trx);
      const { differences, differenceCount } = await runChecks(trx);
      return { ok: differenceCount === 0, counted, differences, differenceCount };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}
