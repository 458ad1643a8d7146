import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';
import type { DaySum, ReleasedMonth } from './months';

/** What the postings on what is pending come to by day: summed up before, and the rest of them. */
export async function findDays(db: Db, publisherId: number): Promise<DaySum[]> {
  const { rows } = await sql<DaySum>`
    SELECT day::text AS day, sum(earned_micros)::int8 AS "earnedMicros",
      sum(deducted_micros)::int8 AS "deductedMicros", sum(released_micros)::int8 AS "releasedMicros"
    FROM publisher_earnings WHERE publisher_id = ${publisherId} GROUP BY 1 ORDER BY 1`.execute(db);
  return rows;
}

/** Newest first. */
export async function findReleased(db: Db, publisherId: number): Promise<ReleasedMonth[]> {
  const { rows } = await sql<ReleasedMonth>`
    SELECT period::text AS period, earned_micros AS "earnedMicros", deducted_micros AS "deductedMicros",
      released_micros AS "releasedMicros", released_at AS "releasedAt"
    FROM earnings_release WHERE publisher_id = ${publisherId} ORDER BY earnings_release.period DESC`.execute(
    db,
  );
  return rows;
}

/** Null: no month was looked at yet. */
export async function findReleasedUntil(db: Db, publisherId: number): Promise<string | null> {
  const { rows } = await sql<{ until: string | null }>`
    SELECT released_until::text AS until FROM earnings_fold WHERE publisher_id = ${publisherId}`.execute(db);
  return rows[0]?.until ?? null;
}

/** The owner's accounts in the order of every writer: nothing of them moves until the transaction ends. */
export async function lockPurses(trx: Trx, publisherId: number): Promise<void> {
  await trx
    .selectFrom('ledger_account')
    .select('id')
    .where('owner_id', '=', publisherId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Postings that are summed up in one go. */
const FOLDED_AT_ONCE = 20_000;

/**
 * Sums up what was posted since the last time, at most so many postings; false when nothing is left. Those of one
 * account get their ids under its lock: none comes later with a smaller one.
 */
export async function foldDays(trx: Trx, publisherId: number): Promise<boolean> {
  await sql`INSERT INTO earnings_fold (publisher_id) VALUES (${publisherId}) ON CONFLICT DO NOTHING`.execute(
    trx,
  );
  await sql`SELECT FROM earnings_fold WHERE publisher_id = ${publisherId} FOR UPDATE`.execute(trx);
  const { rows } = await sql<{ count: number }>`
    WITH fresh AS (
      SELECT p.id, p.amount_micros AS micros, (t.occurred_at AT TIME ZONE 'UTC')::date AS day,
        t.kind = 'release' OR (t.kind = 'reversal' AND coalesce(undone.kind = 'release', false)) AS is_release,
        deduction_cause(t.kind, t.meta) AS cause, t.meta
      FROM earnings_fold f
      JOIN ledger_account a ON a.owner_id = f.publisher_id AND a.kind = 'publisher_pending' AND a.currency = 'USD'
      JOIN ledger_posting p ON p.account_id = a.id AND p.id > f.posting_id
      JOIN ledger_transaction t ON t.id = p.transaction_id
      LEFT JOIN ledger_transaction undone ON undone.id = t.reverses_id
      WHERE f.publisher_id = ${publisherId} ORDER BY p.id LIMIT ${FOLDED_AT_ONCE}
    ), folded AS (
      INSERT INTO earnings_day (publisher_id, day, earned_micros, deducted_micros, released_micros)
      SELECT ${publisherId}::int, day,
        coalesce(sum(micros) FILTER (WHERE NOT is_release AND micros > 0), 0),
        coalesce(-sum(micros) FILTER (WHERE NOT is_release AND micros < 0), 0),
        coalesce(-sum(micros) FILTER (WHERE is_release), 0)
      FROM fresh GROUP BY day
      ON CONFLICT (publisher_id, day) DO UPDATE SET
        earned_micros = earnings_day.earned_micros + excluded.earned_micros,
        deducted_micros = earnings_day.deducted_micros + excluded.deducted_micros,
        released_micros = earnings_day.released_micros + excluded.released_micros
    ), deducted AS (
      INSERT INTO earnings_deduction AS d (publisher_id, day, cause, reversal_id, micros)
      SELECT ${publisherId}::int, day, cause,
        CASE WHEN cause = 'invalid_traffic' THEN (meta ->> 'reversal')::int END, -sum(micros)
      FROM fresh WHERE NOT is_release AND micros < 0 GROUP BY 2, 3, 4
      ON CONFLICT (publisher_id, day, cause, reversal_id) DO UPDATE SET micros = d.micros + excluded.micros
    ), moved AS (
      UPDATE earnings_fold SET posting_id = (SELECT max(id) FROM fresh)
      WHERE publisher_id = ${publisherId} AND EXISTS (SELECT FROM fresh)
    )
    SELECT count(*)::int AS count FROM fresh`.execute(trx);
  return (rows[0]?.count ?? 0) === FOLDED_AT_ONCE;
}

/** Publishers with postings that are not summed up. */
export async function findUnfolded(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT a.owner_id AS id FROM ledger_account a LEFT JOIN earnings_fold f ON f.publisher_id = a.owner_id
    WHERE a.kind = 'publisher_pending' AND a.currency = 'USD'
      AND EXISTS (SELECT FROM ledger_posting p WHERE p.account_id = a.id AND p.id > coalesce(f.posting_id, 0))
    ORDER BY a.owner_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Publishers with a month whose time has come and that nobody has looked at. */
export async function findDue(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT a.owner_id AS id FROM ledger_account a JOIN app_user u ON u.id = a.owner_id
      LEFT JOIN earnings_fold f ON f.publisher_id = a.owner_id
    WHERE a.kind = 'publisher_pending' AND a.currency = 'USD' AND (f.released_until IS NULL OR f.released_until <
      (date_trunc('month', ${now}::timestamptz AT TIME ZONE 'UTC' - make_interval(days => u.payout_terms_days))
        - interval '1 month')::date)
    ORDER BY a.owner_id`.execute(db);
  return rows.map(({ id }) => id);
}

export interface NewRelease {
  publisherId: number;
  period: string;
  earnedMicros: bigint;
  deductedMicros: bigint;
  releasedMicros: bigint;
  transactionId: bigint | null;
  at: Date;
}

export async function insertRelease(trx: Trx, release: NewRelease): Promise<void> {
  await sql`
    INSERT INTO earnings_release (publisher_id, period, earned_micros, deducted_micros, released_micros,
      transaction_id, released_at)
    VALUES (${release.publisherId}, ${release.period}, ${release.earnedMicros}, ${release.deductedMicros},
      ${release.releasedMicros}, ${release.transactionId}, ${release.at})`.execute(trx);
}

export async function noteReleasedUntil(trx: Trx, publisherId: number, month: string): Promise<void> {
  await sql`UPDATE earnings_fold SET released_until = ${month} WHERE publisher_id = ${publisherId}`.execute(
    trx,
  );
}

/** Of what was earned since, what was taken back, 0–1. */
export async function invalidShares(
  db: Db,
  publisherIds: readonly number[],
  since: Date,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; share: number }>`
    SELECT publisher_id AS id, least(1, sum(deducted_micros) / nullif(sum(earned_micros), 0))::float8 AS share
    FROM publisher_earnings
    WHERE publisher_id = ANY (${[...publisherIds]}) AND day >= (${since}::timestamptz AT TIME ZONE 'UTC')::date
    GROUP BY publisher_id`.execute(db);
  return new Map(rows.map(({ id, share }) => [id, share ?? 0]));
}
