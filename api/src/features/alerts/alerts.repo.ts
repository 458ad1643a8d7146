import type { AlertChannel, AlertEvent, NewsAudience, Role } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';
import type { Reader } from './letter';

interface NewsArticleRow {
  title: string;
  category: string;
  audiences: NewsAudience[];
}

/** An alert on one of its ways. */
export interface Switch {
  event: string;
  channel: string;
}

/** What a person has chosen otherwise than it is by default: what is off, and the few that were asked for. */
export interface Choices {
  off: Switch[];
  on: Switch[];
}

const TABLES = { off: 'alert_opt_out', on: 'alert_opt_in' } as const;

export async function findChoices(db: Db, userId: number): Promise<Choices> {
  const read = (table: 'alert_opt_out' | 'alert_opt_in') =>
    db
      .selectFrom(table)
      .select(['event', 'channel'])
      .where('user_id', '=', userId)
      .orderBy('event')
      .orderBy('channel')
      .execute();
  return { off: await read(TABLES.off), on: await read(TABLES.on) };
}

/** Remembers what is otherwise than by default; → which of them are new. */
export async function addChoices(
  db: Db,
  kind: keyof Choices,
  userId: number,
  switches: readonly Switch[],
  now: Date,
): Promise<Switch[]> {
  if (switches.length === 0) return [];
  const rows = switches.map((each) => ({ user_id: userId, event: each.event, channel: each.channel }));
  if (kind === 'off')
    return db
      .insertInto('alert_opt_out')
      .values(rows.map((row) => ({ ...row, opted_out_at: now })))
      .onConflict((conflict) => conflict.doNothing())
      .returning(['event', 'channel'])
      .execute();
  return db
    .insertInto('alert_opt_in')
    .values(rows.map((row) => ({ ...row, opted_in_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['event', 'channel'])
    .execute();
}

export async function dropChoices(
  db: Db,
  kind: keyof Choices,
  userId: number,
  switches: readonly Switch[],
): Promise<void> {
  for (const { event, channel } of switches)
    await db
      .deleteFrom(TABLES[kind])
      .where('user_id', '=', userId)
      .where('event', '=', event)
      .where('channel', '=', channel)
      .execute();
}

export async function isChosen(
  db: Db,
  kind: keyof Choices,
  userId: number,
  event: AlertEvent,
  channel: AlertChannel,
): Promise<boolean> {
  const row = await db
    .selectFrom(TABLES[kind])
    .select('user_id')
    .where('user_id', '=', userId)
    .where('event', '=', event)
    .where('channel', '=', channel)
    .executeTakeFirst();
  return row !== undefined;
}

interface Timing {
  user_id: number;
  digest: string;
  quiet_from: string | null;
  quiet_to: string | null;
}

/**
 * Those who may be told, with what they want. Until the transaction ends none of them changes from digests to mails at
 * once: what is left for a digest would wait for ever.
 */
export async function findReaders(db: Db, userIds: readonly number[]): Promise<Map<number, Reader>> {
  const ids = [...new Set(userIds)].sort((a, b) => a - b);
  const { rows: timings } = await sql<Timing>`
    SELECT user_id, digest, quiet_from, quiet_to FROM alert_timing
    WHERE user_id = ANY(${ids}::int[]) ORDER BY user_id FOR SHARE`.execute(db);
  const timingOf = new Map(timings.map((row) => [row.user_id, row]));
  const { rows } = await sql<Omit<Reader, 'digest' | 'quiet'> & { role: Role }>`
    SELECT u.id, u.email, u.locale, u.timezone, u.status, u.role,
      ARRAY(SELECT event || ' ' || channel FROM alert_opt_out WHERE user_id = u.id) AS off,
      ARRAY(SELECT event || ' ' || channel FROM alert_opt_in WHERE user_id = u.id) AS "on",
      EXISTS (SELECT FROM alert_webhook WHERE user_id = u.id) AS "hasWebhook"
    FROM app_user u WHERE u.id = ANY(${ids}::int[])`.execute(db);
  return new Map(
    rows.map((row) => {
      const timing = timingOf.get(row.id);
      const { quiet_from: from = null, quiet_to: to = null } = timing ?? {};
      const quiet = from !== null && to !== null ? { from, to } : null;
      return [row.id, { ...row, digest: timing?.digest === 'daily', quiet }];
    }),
  );
}

/** Those who answer customers. */
export async function findOperators(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('app_user')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** How an article stands. Until the transaction ends nobody changes it: what is told of it now is told of this. */
export async function findArticle(trx: Trx, id: number): Promise<NewsArticleRow | undefined> {
  const { rows } = await sql<NewsArticleRow>`
    SELECT title, category, audiences FROM news_article WHERE id = ${id} FOR SHARE`.execute(trx);
  return rows[0];
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

/** All that is remembered of a person; what is still to be sent of a notice goes with it. */
export async function forgetPerson(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('notice').where('user_id', '=', userId).execute();
  await db.deleteFrom('alert_opt_out').where('user_id', '=', userId).execute();
  await db.deleteFrom('alert_opt_in').where('user_id', '=', userId).execute();
  await db.deleteFrom('alert_timing').where('user_id', '=', userId).execute();
  await db.deleteFrom('alert_webhook').where('user_id', '=', userId).execute();
  await db.deleteFrom('alert_funds').where('user_id', '=', userId).execute();
  await db.deleteFrom('alert_campaign').where('advertiser_id', '=', userId).execute();
}
