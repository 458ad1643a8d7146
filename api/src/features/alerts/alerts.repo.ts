import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import type { Reader } from './letter';

/** An alert on one of its ways. */
export interface Switch {
  event: string;
  channel: string;
}

/** What a person has turned off. */
export function findOptOuts(db: Db, userId: number): Promise<Switch[]> {
  return db
    .selectFrom('alert_opt_out')
    .select(['event', 'channel'])
    .where('user_id', '=', userId)
    .orderBy('event')
    .orderBy('channel')
    .execute();
}

export async function isOff(db: Db, userId: number, { event, channel }: Switch): Promise<boolean> {
  const row = await db
    .selectFrom('alert_opt_out')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('event', '=', event)
    .where('channel', '=', channel)
    .executeTakeFirst();
  return row !== undefined;
}

/** Which of them were on. */
export async function turnOff(
  db: Db,
  userId: number,
  switches: readonly Switch[],
  now: Date,
): Promise<Switch[]> {
  if (switches.length === 0) return [];
  return db
    .insertInto('alert_opt_out')
    .values(switches.map(({ event, channel }) => ({ user_id: userId, event, channel, opted_out_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['event', 'channel'])
    .execute();
}

export async function turnOn(db: Db, userId: number, switches: readonly Switch[]): Promise<void> {
  for (const { event, channel } of switches)
    await db
      .deleteFrom('alert_opt_out')
      .where('user_id', '=', userId)
      .where('event', '=', event)
      .where('channel', '=', channel)
      .execute();
}

/** Those who may be told, with what they turned off. */
export async function findReaders(db: Db, userIds: readonly number[]): Promise<Map<number, Reader>> {
  const { rows } = await sql<Reader>`
    SELECT u.id, u.email, u.locale, u.timezone, u.status,
      coalesce(array_agg(o.event) FILTER (WHERE o.event IS NOT NULL), '{}') AS off
    FROM app_user u LEFT JOIN alert_opt_out o ON o.user_id = u.id AND o.channel = 'mail'
    WHERE u.id = ANY(${[...new Set(userIds)]}::int[]) GROUP BY u.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What a verdict on a campaign tells its owner. */
export function findCampaign(db: Db, id: number) {
  return db
    .selectFrom('campaign')
    .select(['advertiser_id', 'name', 'daily_budget_micros', 'starts_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export function findProperty(db: Db, id: number) {
  return db
    .selectFrom('property')
    .select(['publisher_id', 'name', 'domain'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** All that is remembered of a person. */
export async function forgetPerson(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('alert_opt_out').where('user_id', '=', userId).execute();
  await db.deleteFrom('alert_funds').where('user_id', '=', userId).execute();
  await db.deleteFrom('alert_campaign').where('advertiser_id', '=', userId).execute();
}
