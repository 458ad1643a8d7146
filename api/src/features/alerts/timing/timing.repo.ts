import type { AlertDelivery } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db';

export interface Timing extends AlertDelivery {
  nextAt: Date | null;
  /** The day that the next digest belongs to; null for the last one after digests were turned off. */
  nextFor: string | null;
  lastFor: string | null;
  zone: string | null;
}

interface TimingRow {
  digest: AlertDelivery['digest'];
  digest_at: string;
  quiet_from: string | null;
  quiet_to: string | null;
  next_at: Date | null;
  next_for: string | null;
  last_for: string | null;
  zone: string | null;
}

const present = (row: TimingRow): Timing => ({
  digest: row.digest,
  digest_at: row.digest_at,
  quiet_hours:
    row.quiet_from !== null && row.quiet_to !== null ? { from: row.quiet_from, to: row.quiet_to } : null,
  nextAt: row.next_at,
  nextFor: row.next_for,
  lastFor: row.last_for,
  zone: row.zone,
});

const COLUMNS = sql`digest, digest_at, quiet_from, quiet_to, next_at, next_for, last_for, zone`;

export async function findTiming(db: Db, userId: number): Promise<Timing | null> {
  const { rows } =
    await sql<TimingRow>`SELECT ${COLUMNS} FROM alert_timing WHERE user_id = ${userId}`.execute(db);
  return rows[0] ? present(rows[0]) : null;
}

/** Holds it until the transaction ends: nobody is told anything by the times of until now meanwhile. */
export async function lockTiming(db: Db, userId: number): Promise<Timing | null> {
  const { rows } = await sql<TimingRow>`
    SELECT ${COLUMNS} FROM alert_timing WHERE user_id = ${userId} FOR UPDATE`.execute(db);
  return rows[0] ? present(rows[0]) : null;
}

/** Holds it until the transaction ends: nothing is put to a digest meanwhile. Null when another process has it. */
export async function takeTiming(db: Db, userId: number): Promise<Timing | null> {
  const { rows } = await sql<TimingRow>`
    SELECT ${COLUMNS} FROM alert_timing WHERE user_id = ${userId} FOR UPDATE SKIP LOCKED`.execute(db);
  return rows[0] ? present(rows[0]) : null;
}

export async function saveTiming(db: Db, userId: number, delivery: AlertDelivery): Promise<Timing> {
  const { digest, digest_at, quiet_hours } = delivery;
  const { from = null, to = null } = quiet_hours ?? {};
  const { rows } = await sql<TimingRow>`
    INSERT INTO alert_timing (user_id, digest, digest_at, quiet_from, quiet_to)
    VALUES (${userId}, ${digest}, ${digest_at}, ${from}, ${to})
    ON CONFLICT (user_id) DO UPDATE SET digest = excluded.digest, digest_at = excluded.digest_at,
      quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to
    RETURNING ${COLUMNS}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The timing was not stored');
  return present(row);
}

export async function setNext(
  db: Db,
  userId: number,
  next: Pick<Timing, 'nextAt' | 'nextFor' | 'lastFor' | 'zone'>,
): Promise<void> {
  await db
    .updateTable('alert_timing')
    .set({ next_at: next.nextAt, next_for: next.nextFor, last_for: next.lastFor, zone: next.zone })
    .where('user_id', '=', userId)
    .execute();
}

/** Whose digest is due, or was reckoned in a zone that its owner has left. */
export async function findDue(db: Db, now: Date, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT t.user_id FROM alert_timing t JOIN app_user u ON u.id = t.user_id
    WHERE t.next_at IS NOT NULL AND (t.next_at <= ${now} OR t.zone IS DISTINCT FROM u.timezone)
      AND t.user_id > ${after}
    ORDER BY t.user_id LIMIT ${limit}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
