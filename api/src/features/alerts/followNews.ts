import type { NewsAudience } from '@ezdash/contracts';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import { findArticle } from './alerts.repo';
import { PARTS_OF_A_JOB, READERS_AT_A_TIME } from './tellNews';

/** The payload of the job. */
export const changedNews = z.object({
  articleId: z.int().positive(),
  /** Readers up to this number were looked at by the jobs before it. */
  after: z.int().nonnegative().optional(),
});
export type ChangedNews = z.infer<typeof changedNews>;

export interface FollowDeps {
  db: Db;
  isNewsOut(db: Db, articleId: number): Promise<boolean>;
  /** Tells open pages how many are unread. */
  ring(trx: Trx, userIds: readonly number[]): Promise<void>;
}

interface ToldReader {
  id: number;
  user_id: number;
  role: string;
  title: string;
  category: string;
}

/** By the readers, for whom there is an index, and not by the article. */
async function findTold(trx: Trx, articleId: number, after: number): Promise<ToldReader[]> {
  const { rows } = await sql<ToldReader>`
    SELECT n.id::float8 AS id, n.user_id, u.role, n.data ->> 'title' AS title,
      n.data ->> 'category' AS category
    FROM app_user u JOIN notice n ON n.user_id = u.id AND n.event = 'news_published'
      AND n.occurrence = ${String(articleId)}
    WHERE u.id > ${after} ORDER BY u.id LIMIT ${READERS_AT_A_TIME}`.execute(trx);
  return rows;
}

async function followPart(
  trx: Trx,
  deps: FollowDeps,
  articleId: number,
  after: number,
): Promise<number | undefined> {
  const isOut = await deps.isNewsOut(trx, articleId);
  const article = await findArticle(trx, articleId);
  const told = await findTold(trx, articleId, after);
  const isFor = (role: string) => isOut && (!article || article.audiences.includes(role as NewsAudience));
  const gone = told.filter(({ role }) => !isFor(role));
  const stale = told.filter(
    ({ role, title, category }) =>
      isFor(role) && article && (title !== article.title || category !== article.category),
  );
  const idsOf = (rows: readonly ToldReader[]) => rows.map(({ id }) => id);
  if (gone.length > 0) await sql`DELETE FROM notice WHERE id = ANY(${idsOf(gone)}::int8[])`.execute(trx);
  if (stale.length > 0 && article)
    await sql`
      UPDATE notice SET data = data || ${JSON.stringify({ title: article.title, category: article.category })}::jsonb
      WHERE id = ANY(${idsOf(stale)}::int8[])`.execute(trx);
  await deps.ring(
    trx,
    [...gone, ...stale].map(({ user_id }) => user_id),
  );
  return told.at(-1)?.user_id;
}

/**
 * Lets what was told of an article follow it: the title and category that it has now, and nothing where it cannot be
 * read any more. It goes by how the article stands, so that running twice, or late, does no harm. → as `tellNews`.
 */
export async function followNews(
  deps: FollowDeps,
  { articleId, after = 0 }: ChangedNews,
  signal: AbortSignal,
): Promise<number | null> {
  let behind = after;
  for (let part = 0; part < PARTS_OF_A_JOB; part++) {
    signal.throwIfAborted();
    const last = await inTransaction(deps.db, (trx) => followPart(trx, deps, articleId, behind));
    if (last === undefined) return null;
    behind = last;
  }
  return behind;
}
