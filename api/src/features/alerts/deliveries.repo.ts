import type { AlertEvent } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';
import type { ToldAlert } from './letter';

export type DeliveryChannel = 'mail' | 'webhook';

export interface NewDelivery {
  noticeId: number;
  channel: DeliveryChannel;
  /** Null: with the next digest. */
  dueAt: Date | null;
}

export async function insertDeliveries(db: Db, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
  if (deliveries.length === 0) return;
  await db
    .insertInto('alert_delivery')
    .values(
      deliveries.map(({ noticeId, channel, dueAt }) => ({
        notice_id: BigInt(noticeId),
        channel,
        due_at: dueAt,
        since: dueAt ?? now,
      })),
    )
    .execute();
}

/** A delivery that is still to be made, with what it tells. */
export interface Delivery extends ToldAlert {
  userId: number;
  createdAt: Date;
  href: string | null;
  isRead: boolean;
  attempts: number;
  since: Date;
}

interface DeliveryRow {
  id: bigint;
  user_id: number;
  event: AlertEvent;
  data: unknown;
  href: string | null;
  created_at: Date;
  is_read: boolean;
  attempts: number;
  since: Date;
}

const COLUMNS = sql`n.id, n.user_id, n.event, n.data, n.href, n.created_at, n.read_at IS NOT NULL AS is_read,
  d.attempts, d.since`;

const present = ({ id, user_id, created_at, is_read, ...row }: DeliveryRow): Delivery => ({
  ...row,
  id: toNumber(id),
  userId: user_id,
  createdAt: created_at,
  isRead: is_read,
});

export async function findDelivery(
  db: Db,
  noticeId: number,
  channel: DeliveryChannel,
): Promise<Delivery | null> {
  const { rows } = await sql<DeliveryRow>`
    SELECT ${COLUMNS} FROM alert_delivery d JOIN notice n ON n.id = d.notice_id
    WHERE d.notice_id = ${noticeId} AND d.channel = ${channel}`.execute(db);
  return rows[0] ? present(rows[0]) : null;
}

/** Holds the delivery until the transaction ends; null when it was made already. */
export async function lockDelivery(
  db: Db,
  noticeId: number,
  channel: DeliveryChannel,
): Promise<Delivery | null> {
  const { rows } = await sql<DeliveryRow>`
    SELECT ${COLUMNS} FROM alert_delivery d JOIN notice n ON n.id = d.notice_id
    WHERE d.notice_id = ${noticeId} AND d.channel = ${channel} FOR UPDATE OF d`.execute(db);
  return rows[0] ? present(rows[0]) : null;
}

/** What waits for an account's digest, oldest first; held until the transaction ends. */
export async function lockDigest(db: Db, userId: number): Promise<Delivery[]> {
  const { rows } = await sql<DeliveryRow>`
    SELECT ${COLUMNS} FROM alert_delivery d JOIN notice n ON n.id = d.notice_id
    WHERE n.user_id = ${userId} AND d.channel = 'mail' AND d.due_at IS NULL ORDER BY n.id FOR UPDATE OF d`.execute(
    db,
  );
  return rows.map(present);
}

export async function hasDigest(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM alert_delivery d JOIN notice n ON n.id = d.notice_id
    WHERE n.user_id = ${userId} AND d.channel = 'mail' AND d.due_at IS NULL LIMIT 1`.execute(db);
  return rows.length > 0;
}

export async function postpone(
  db: Db,
  noticeId: number,
  channel: DeliveryChannel,
  { dueAt, attempts }: { dueAt: Date | null; attempts?: number },
): Promise<void> {
  await db
    .updateTable('alert_delivery')
    .set({ due_at: dueAt, ...(attempts !== undefined && { attempts }) })
    .where('notice_id', '=', BigInt(noticeId))
    .where('channel', '=', channel)
    .execute();
}

/** → whether it was still there. */
export async function endDelivery(db: Db, noticeId: number, channel: DeliveryChannel): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('alert_delivery')
    .where('notice_id', '=', BigInt(noticeId))
    .where('channel', '=', channel)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function endDigest(db: Db, noticeIds: readonly number[]): Promise<void> {
  await sql`DELETE FROM alert_delivery WHERE channel = 'mail' AND notice_id = ANY(${[...noticeIds]}::int8[])`.execute(
    db,
  );
}

export interface HeldDelivery {
  noticeId: number;
  channel: DeliveryChannel;
  event: AlertEvent;
  createdAt: Date;
  dueAt: Date;
  attempts: number;
}

/** What of an account is to go later than `now`. Without those that a job has in hand: it sees the new times itself. */
export async function lockLater(db: Db, userId: number, now: Date): Promise<HeldDelivery[]> {
  const { rows } = await sql<HeldDelivery & { notice_id: bigint }>`
    SELECT d.notice_id, d.channel, n.event, n.created_at AS "createdAt", d.due_at AS "dueAt", d.attempts
    FROM alert_delivery d JOIN notice n ON n.id = d.notice_id
    WHERE n.user_id = ${userId} AND d.due_at > ${now} ORDER BY n.id FOR UPDATE OF d SKIP LOCKED`.execute(db);
  return rows.map(({ notice_id, ...row }) => ({ ...row, noticeId: toNumber(notice_id) }));
}

/** Sooner than it was to be; the day of its attempts begins then. */
export async function advance(
  db: Db,
  { noticeId, channel }: Pick<HeldDelivery, 'noticeId' | 'channel'>,
  dueAt: Date,
): Promise<void> {
  await sql`
    UPDATE alert_delivery SET due_at = ${dueAt}, since = least(since, ${dueAt})
    WHERE notice_id = ${noticeId} AND channel = ${channel}`.execute(db);
}

/** What should have been sent by `before`: its job is gone, or will not run for long. */
export async function findOverdue(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ noticeId: number; channel: DeliveryChannel }[]> {
  const { rows } = await sql<{ notice_id: bigint; channel: DeliveryChannel }>`
    SELECT notice_id, channel FROM alert_delivery WHERE due_at < ${before} ORDER BY due_at LIMIT ${limit}`.execute(
    db,
  );
  return rows.map(({ notice_id, channel }) => ({ noticeId: toNumber(notice_id), channel }));
}
