import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db';
import { forgetConversionPrices } from './conversions/conversionPrices.repo';

/** Waiting for the table's lock keeps the ingestion waiting behind us: rather another time. */
const LOCK_WAIT_MS = 2_000;
const DAY_MS = 86_400_000;
const DAY_PARTITION = '^ad_event_[0-9]{8}$';

/** Days (YYYY-MM-DD, UTC) before `firstKeptDay` that still have raw events or a partition, oldest first. */
export async function findExpiredDays(db: Db, firstKeptDay: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    SELECT day::text AS day FROM (
      SELECT to_date(right(c.relname, 8), 'YYYYMMDD') AS day
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'ad_event'::regclass AND c.relname ~ ${DAY_PARTITION}
      UNION SELECT (decided_at AT TIME ZONE 'UTC')::date FROM ad_event_other
    ) days WHERE day < ${firstKeptDay}::date
      -- What is on hold may have to be taken back event by event.
      AND NOT EXISTS (SELECT FROM earnings_hold h
        JOIN ledger_account a ON a.owner_id = h.publisher_id AND a.kind = 'publisher_hold' AND a.balance_micros > 0
        WHERE h.day = days.day AND h.released_at IS NULL AND h.held_micros > h.returned_micros)
    ORDER BY day`.execute(db);
  return rows.map(({ day }) => day);
}

/** Drops the raw events of a day and keeps their sums, all or nothing. */
export async function closeDay(db: Db, day: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`SELECT set_config('lock_timeout', ${`${LOCK_WAIT_MS}ms`}, true)`.execute(trx);
    await sql`SELECT close_event_day(${day}::date)`.execute(trx);
    const startMs = Date.parse(`${day}T00:00:00Z`);
    await forgetConversionPrices(trx, new Date(startMs), new Date(startMs + DAY_MS));
    // What was reversed of the day stays in the sums of its reversals.
    await sql`DELETE FROM reversed_event WHERE decided_at >= ${`${day} 00:00:00+00`}::timestamptz
      AND decided_at < ${`${day} 00:00:00+00`}::timestamptz + interval '24 hours'`.execute(trx);
  });
}
