import type { NewsCategory } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import type { NewsPlace } from './newsCursor';

/** Who reads: articles are for roles, and what lies before an account's beginning is not new to it. */
export interface Reader {
  id: number;
  role: string;
}

export interface ItemRow {
  id: number;
  title: string;
  category: NewsCategory;
  pinned: boolean;
  published_at: Date;
  revised_at: Date | null;
  read: boolean;
  summary: string;
}

export interface ItemFilter {
  category?: NewsCategory;
  unreadOnly: boolean;
  after: NewsPlace | null;
  limit: number;
}

/** Articles the reader may see (`a`), with whether they were read (`is_read`). */
const visible = (reader: Reader) => sql`
  FROM news_article a JOIN app_user u ON u.id = ${reader.id}
  LEFT JOIN news_read r ON r.user_id = u.id AND r.article_id = a.id
  CROSS JOIN LATERAL (SELECT r.user_id IS NOT NULL OR a.published_at < u.created_at AS is_read) AS state
  WHERE a.published_at IS NOT NULL AND ${reader.role} = ANY (a.audiences)`;

const ITEM = sql`a.id, a.title, a.category, a.pinned, a.published_at, a.revised_at, is_read AS read, a.summary`;

/** Pinned ones first, then the newest. */
export async function findItems(db: Db, reader: Reader, filter: ItemFilter): Promise<ItemRow[]> {
  const { category, unreadOnly, after, limit } = filter;
  const { rows } = await sql<ItemRow>`
    SELECT ${ITEM} ${visible(reader)}
      ${category ? sql`AND a.category = ${category}` : sql``}
      ${unreadOnly ? sql`AND NOT is_read` : sql``}
      ${after ? sql`AND (a.pinned, a.published_at, a.id) < (${after.pinned}, ${after.publishedAt}, ${after.id})` : sql``}
    ORDER BY a.pinned DESC, a.published_at DESC, a.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function findItem(
  db: Db,
  reader: Reader,
  id: number,
): Promise<(ItemRow & { body: string }) | undefined> {
  const { rows } = await sql<ItemRow & { body: string }>`
    SELECT ${ITEM}, a.body ${visible(reader)} AND a.id = ${id}`.execute(db);
  return rows[0];
}

export async function countUnread(db: Db, reader: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count ${visible(reader)} AND NOT is_read`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The first opening is kept; what was only marked until now was opened too from here on. */
export async function noteOpened(db: Db, userId: number, articleId: number, now: Date): Promise<void> {
  await sql`
    INSERT INTO news_read (user_id, article_id, read_at, opened) VALUES (${userId}, ${articleId}, ${now}, true)
    ON CONFLICT (user_id, article_id) DO UPDATE SET opened = true, read_at = excluded.read_at
    WHERE NOT news_read.opened`.execute(db);
}

export async function markAll(db: Db, reader: Reader, now: Date): Promise<void> {
  await sql`
    INSERT INTO news_read (user_id, article_id, read_at, opened)
    SELECT u.id, a.id, ${now}, false ${visible(reader)} AND NOT is_read
    ON CONFLICT DO NOTHING`.execute(db);
}

/** What is kept of a person. */
export async function findReads(db: Db, userId: number) {
  return db
    .selectFrom('news_read')
    .innerJoin('news_article', 'news_article.id', 'news_read.article_id')
    .select(['news_article.title', 'news_read.read_at', 'news_read.opened'])
    .where('news_read.user_id', '=', userId)
    .orderBy('news_read.read_at')
    .orderBy('news_article.id')
    .execute();
}

export async function forgetReads(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('news_read').where('user_id', '=', userId).execute();
}

/** Whether an article can be read at the moment. */
export async function isPublished(db: Db, articleId: number): Promise<boolean> {
  const row = await db
    .selectFrom('news_article')
    .select('id')
    .where('id', '=', articleId)
    .where('published_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
