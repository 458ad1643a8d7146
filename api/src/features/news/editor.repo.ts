import type { NewsAudience, NewsCategory, NewsInput } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';

/** An article under the hands of its editors. */
export interface ArticleRow {
  id: number;
  title: string;
  category: NewsCategory;
  audiences: NewsAudience[];
  pinned: boolean;
  body: string;
  version: number;
  created_at: Date;
  changed_at: Date;
  published_at: Date | null;
  revised_at: Date | null;
  /** Roles that were told of it. */
  announced: NewsAudience[];
}

/** The same with names and counts, as it is shown. */
export interface ShownRow extends ArticleRow {
  author: string;
  changed_by: string;
  readers: number;
  audience_size: number;
}

const nameOf = (id: string) => sql`(
  SELECT coalesce(nullif(trim(concat_ws(' ', p.first_name, p.last_name)), ''), p.username)
  FROM app_user p WHERE p.id = ${sql.ref(id)})`;

const IS_READER = sql`u.role = ANY (a.audiences) AND u.status = 'active' AND u.deleted_at IS NULL`;

async function find(db: Db, body: boolean, id: number | null): Promise<ShownRow[]> {
  const one = id === null ? sql`` : sql`WHERE a.id = ${id}`;
  const { rows } = await sql<ShownRow>`
    WITH sizes AS (
      SELECT role, count(*)::int AS size FROM app_user
      WHERE status = 'active' AND deleted_at IS NULL GROUP BY role
    ), opened AS (
      SELECT a.id, count(*)::int AS readers FROM news_article a
      JOIN news_read r ON r.article_id = a.id AND r.opened JOIN app_user u ON u.id = r.user_id
      WHERE ${IS_READER} ${id === null ? sql`` : sql`AND a.id = ${id}`} GROUP BY a.id
    )
    SELECT a.id, a.title, a.category, a.audiences, a.pinned, ${body ? sql`a.body` : sql`'' AS body`}, a.version,
      a.created_at, a.changed_at, a.published_at, a.revised_at, a.announced,
      ${nameOf('a.author_id')} AS author, ${nameOf('a.changed_by')} AS changed_by,
      coalesce(opened.readers, 0) AS readers,
      (SELECT coalesce(sum(size), 0)::int FROM sizes WHERE sizes.role = ANY (a.audiences)) AS audience_size
    FROM news_article a LEFT JOIN opened ON opened.id = a.id ${one}
    ORDER BY a.published_at DESC NULLS FIRST, a.changed_at DESC, a.id DESC`.execute(db);
  return rows;
}

/** Drafts first, then the newest; without their bodies. */
export const findArticles = (db: Db): Promise<ShownRow[]> => find(db, false, null);

export async function findArticle(db: Db, id: number): Promise<ShownRow | undefined> {
  const [row] = await find(db, true, id);
  return row;
}

/** Holds the article, so that whoever changes it goes one after the other. */
export async function lockArticle(trx: Trx, id: number): Promise<ArticleRow | undefined> {
  const { rows } = await sql<ArticleRow>`
    SELECT id, title, category, audiences, pinned, body, version, created_at, changed_at, published_at, revised_at,
      announced FROM news_article WHERE id = ${id} FOR UPDATE`.execute(trx);
  return rows[0];
}

export interface Written extends NewsInput {
  summary: string;
}

export async function insertArticle(trx: Trx, written: Written, by: number, now: Date): Promise<number> {
  const { title, category, audiences, pinned, body, summary } = written;
  const { id } = await trx
    .insertInto('news_article')
    .values({
      title,
      category,
      audiences,
      pinned,
      body,
      summary,
      author_id: by,
      created_at: now,
      changed_at: now,
      changed_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What changes of an article besides its version. */
export interface ArticleChange extends Partial<Written> {
  published_at?: Date | null;
  revised_at?: Date | null;
  announced?: NewsAudience[];
}

export async function changeArticle(
  trx: Trx,
  id: number,
  change: ArticleChange,
  by: number,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('news_article')
    .set((row) => ({ ...change, version: row('version', '+', 1), changed_at: now, changed_by: by }))
    .where('id', '=', id)
    .execute();
}

export async function deleteArticle(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('news_article').where('id', '=', id).execute();
}

export interface NewsAction {
  actorId: number;
  articleId: number;
  action: 'created' | 'changed' | 'published' | 'withdrawn' | 'deleted';
  detail: Record<string, unknown>;
}

/** Adds to the audit, which the database lets nobody change; in the transaction of what was done. */
export async function noteAction(trx: Trx, { actorId, articleId, action, detail }: NewsAction, now: Date) {
  await trx
    .insertInto('news_audit')
    .values({
      happened_at: now,
      actor_id: actorId,
      article_id: articleId,
      action,
      detail,
    })
    .execute();
}
