import type { AlertEvent, Notice } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, toNumber } from '../../../platform/db';

export interface NewNotice {
  userId: number;
  event: AlertEvent;
  occurrence: string;
  data: object;
  href: string | null;
  inApp: boolean;
}

/** Seven values a row: far below the 65 535 of a statement. */
const ROWS_AT_A_TIME = 2_000;

export const noticeKey = ({
  userId,
  event,
  occurrence,
}: Pick<NewNotice, 'userId' | 'event' | 'occurrence'>) => `${userId} ${event} ${occurrence}`;

/** Writes those that were not written before; → their numbers by `noticeKey`. */
export async function insertNotices(
  db: Db,
  notices: readonly NewNotice[],
  now: Date,
): Promise<Map<string, number>> {
  const made = new Map<string, number>();
  for (let from = 0; from < notices.length; from += ROWS_AT_A_TIME) {
    const rows = await db
      .insertInto('notice')
      .values(
        notices.slice(from, from + ROWS_AT_A_TIME).map((notice) => ({
          user_id: notice.userId,
          event: notice.event,
          occurrence: notice.occurrence,
          data: JSON.stringify(notice.data),
          href: notice.href,
          in_app: notice.inApp,
          created_at: now,
        })),
      )
      .onConflict((conflict) => conflict.columns(['user_id', 'event', 'occurrence']).doNothing())
      .returning(['id', 'user_id', 'event', 'occurrence'])
      .execute();
    for (const { id, user_id, event, occurrence } of rows)
      made.set(noticeKey({ userId: user_id, event: event as AlertEvent, occurrence }), toNumber(id));
  }
  return made;
}

/** How many unread ones each of them has in the bell. */
export async function countUnread(db: Db, userIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ user_id: number; unread: number }>`
    SELECT user_id, count(*)::int4 AS unread FROM notice
    WHERE user_id = ANY(${[...userIds]}::int[]) AND in_app AND read_at IS NULL GROUP BY user_id`.execute(db);
  const counts = new Map(rows.map(({ user_id, unread }) => [user_id, unread]));
  return new Map(userIds.map((id) => [id, counts.get(id) ?? 0]));
}

export interface NoticeRow {
  id: number;
  event: AlertEvent;
  data: Notice['data'];
  href: string | null;
  created_at: Date;
  read_at: Date | null;
}

/** Newest first. */
export async function findNotices(
  db: Db,
  userId: number,
  { before, limit }: { before: number | null; limit: number },
): Promise<NoticeRow[]> {
  const rows = await db
    .selectFrom('notice')
    .select(['id', 'event', 'data', 'href', 'created_at', 'read_at'])
    .where('user_id', '=', userId)
    .where('in_app', '=', true)
    .$if(before !== null, (query) => query.where('id', '<', BigInt(before ?? 0)))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    id: toNumber(row.id),
    event: row.event as AlertEvent,
    data: row.data as Notice['data'],
  }));
}

/** Those that are named, or all up to one; → how many were unread. */
export async function markRead(
  db: Db,
  userId: number,
  which: { ids: readonly number[] } | { until: number },
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('notice')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('in_app', '=', true)
    .where('read_at', 'is', null)
    .$if('ids' in which, (query) => query.where('id', 'in', 'ids' in which ? which.ids.map(BigInt) : []))
    .$if('until' in which, (query) => query.where('id', '<=', BigInt('until' in which ? which.until : 0)))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Answers of support whose conversation was looked at; → how many were unread, in the bell or not. */
export async function markConversationRead(
  db: Db,
  userId: number,
  conversationId: string,
  now: Date,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE notice SET read_at = ${now}
    WHERE user_id = ${userId} AND event = 'support_answered' AND read_at IS NULL
      AND data ->> 'conversation_id' = ${conversationId}`.execute(db);
  return Number(numAffectedRows);
}

/** Questions that nobody needs to answer any more; → whose they were, in the bell or not. */
export async function markAskingOver(db: Db, conversationId: string, now: Date): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    UPDATE notice n SET read_at = ${now} FROM app_user u
    WHERE u.role = 'admin' AND n.user_id = u.id AND n.event = 'support_asked' AND n.read_at IS NULL
      AND n.data ->> 'conversation_id' = ${conversationId} RETURNING n.user_id`.execute(db);
  return [...new Set(rows.map(({ user_id }) => user_id))];
}

/** What was told of one article, or of all; → how many were unread. */
export async function markNewsRead(
  db: Db,
  userId: number,
  articleId: number | null,
  now: Date,
): Promise<number> {
  const one = articleId === null ? sql`` : sql`AND occurrence = ${String(articleId)}`;
  const { numAffectedRows = 0n } = await sql`
    UPDATE notice SET read_at = ${now}
    WHERE user_id = ${userId} AND event = 'news_published' AND read_at IS NULL ${one}`.execute(db);
  return Number(numAffectedRows);
}

/** Whether a mail about an answer in this conversation is on its way already. */
export async function awaitsMail(db: Db, userId: number, conversationId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM alert_delivery d JOIN notice n ON n.id = d.notice_id
    WHERE n.user_id = ${userId} AND n.event = 'support_answered' AND n.read_at IS NULL AND d.channel = 'mail'
      AND n.data ->> 'conversation_id' = ${conversationId} LIMIT 1`.execute(db);
  return rows.length > 0;
}

const NOT_ON_ITS_WAY = sql`NOT EXISTS (SELECT FROM alert_delivery d WHERE d.notice_id = notice.id)`;

/** Forgets what is old, and beyond the newest `most` of an account; never what is still to be sent. */
export async function tidyNotices(db: Db, before: Date, most: number): Promise<void> {
  await sql`DELETE FROM notice WHERE created_at < ${before} AND ${NOT_ON_ITS_WAY}`.execute(db);
  const { rows } = await sql<{ user_id: number }>`
    SELECT user_id FROM notice GROUP BY user_id HAVING count(*) > ${most}`.execute(db);
  for (const { user_id } of rows)
    await sql`
      DELETE FROM notice WHERE user_id = ${user_id} AND ${NOT_ON_ITS_WAY} AND id <= (
        SELECT id FROM notice WHERE user_id = ${user_id} ORDER BY id DESC OFFSET ${most} LIMIT 1)`.execute(
      db,
    );
}

/** For the archive of one's own data: all that is kept, oldest first. */
export async function exportNotices(db: Db, userId: number) {
  const rows = await db
    .selectFrom('notice')
    .select(['event', 'data', 'href', 'created_at', 'read_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ created_at, read_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    read_at: read_at?.toISOString() ?? null,
  }));
}
