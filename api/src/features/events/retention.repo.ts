import { sql } from 'kysely';
import { type Db, inTransaction, type Trx } from '../../platform/db';
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
    ) days WHERE day < ${firstKeptDay}::date ORDER BY day`.execute(db);
  return rows.map(({ day }) => day);
}

/** Adds the sums of a day's raw events to what is kept of closed days. */
async function keepSums(trx: Trx, day: string): Promise<void> {
  await sql`INSERT INTO closed_event_sum AS kept
      (day, campaign_id, advertiser_id, publisher_id, events, price_micros, payout_micros, bonus_micros)
    SELECT ${day}::date, campaign_id, advertiser_id, publisher_id, count(*), sum(price_micros), sum(payout_micros),
      sum(bonus_micros)
    FROM ad_event
    WHERE decided_at >= ${`${day} 00:00:00+00`}::timestamptz
      AND decided_at < ${`${day} 00:00:00+00`}::timestamptz + interval '24 hours'
    GROUP BY campaign_id, advertiser_id, publisher_id
    ON CONFLICT (day, campaign_id, advertiser_id, publisher_id) DO UPDATE SET events = kept.events + excluded.events,
      price_micros = kept.price_micros + excluded.price_micros,
      payout_micros = kept.payout_micros + excluded.payout_micros,
      bonus_micros = kept.bonus_micros + excluded.bonus_micros`.execute(trx);
}

/** Drops the raw events of a day and keeps their sums, all or nothing. */
export async function closeDay(db: Db, day: string): Promise<void> {
  const partition = `ad_event_${day.replaceAll('-', '')}`;
  await inTransaction(db, async (trx) => {
    await sql`SELECT set_config('lock_timeout', ${`${LOCK_WAIT_MS}ms`}, true)`.execute(trx);
    const { rows } = await sql<{
      there: boolean;
    }>`SELECT to_regclass(${partition}) IS NOT NULL AS there`.execute(trx);
    const tables = [sql.table('ad_event_other'), ...(rows[0]?.there ? [sql.table(partition)] : [])];
    // Nothing comes to this day between the sum and the end of it; other days go on.
    for (const table of tables) await sql`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
    await keepSums(trx, day);
    await sql`DELETE FROM ad_event_other WHERE decided_at >= ${`${day} 00:00:00+00`}::timestamptz
      AND decided_at < ${`${day} 00:00:00+00`}::timestamptz + interval '24 hours'`.execute(trx);
    const startMs = Date.parse(`${day}T00:00:00Z`);
    await forgetConversionPrices(trx, new Date(startMs), new Date(startMs + DAY_MS));
    // What was reversed of the day stays in the sums of its reversals.
    await sql`DELETE FROM reversed_event WHERE decided_at >= ${`${day} 00:00:00+00`}::timestamptz
      AND decided_at < ${`${day} 00:00:00+00`}::timestamptz + interval '24 hours'`.execute(trx);
    if (rows[0]?.there) await sql`DROP TABLE ${sql.table(partition)}`.execute(trx);
  });
}
