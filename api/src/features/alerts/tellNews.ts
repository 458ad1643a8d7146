import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, inTransaction } from '../../platform/db';
import { findArticle } from './alerts.repo';
import type { Alert } from './letter';
import type { Tell } from './tell';

/** The payload of the job, and what `newsPublished` is given. */
export const newsJob = z.object({
  articleId: z.int().positive(),
  title: z.string().min(1).max(200),
  category: z.string(),
  audiences: z.array(z.enum(['advertiser', 'publisher'])),
  /** ISO 8601 */
  publishedAt: z.string(),
  /** Readers up to this number were looked at by the jobs before it. */
  after: z.int().nonnegative().optional(),
});
export type NewsJob = z.infer<typeof newsJob>;

export const READERS_AT_A_TIME = 200;
export const PARTS_OF_A_JOB = 10;

/** The next readers who were not told yet: where a process died, the next one goes on. */
async function findNext(db: Db, { articleId, audiences }: NewsJob, after: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT u.id FROM app_user u
    WHERE u.role = ANY(${audiences}::text[]) AND u.status = 'active' AND u.id > ${after}
      AND NOT EXISTS (SELECT FROM notice n WHERE n.user_id = u.id AND n.event = 'news_published'
        AND n.occurrence = ${String(articleId)})
    ORDER BY u.id LIMIT ${READERS_AT_A_TIME}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Tells readers of an article, some at a time, each part in a transaction of its own; → the last one that was looked at
 * when there may be more, for another job: however many readers there are, each job is short, and however many of them
 * want no news, the next one begins behind them.
 */
export async function tellNews(
  { db, tell, isNewsOut }: { db: Db; tell: Tell; isNewsOut(db: Db, articleId: number): Promise<boolean> },
  news: NewsJob,
  signal: AbortSignal,
): Promise<number | null> {
  const { articleId, publishedAt } = news;
  let { after = 0 } = news;
  for (let part = 0; part < PARTS_OF_A_JOB; part++) {
    signal.throwIfAborted();
    const last = await inTransaction(db, async (trx) => {
      // As it is called by now; whoever renames it next waits for this part, and lets it follow.
      const { title, category } = (await findArticle(trx, articleId)) ?? news;
      const ids = (await isNewsOut(trx, articleId)) ? await findNext(trx, news, after) : [];
      const article_id = publicId('newsArticle', articleId);
      const data = { article_id, title, category, published_at: publishedAt };
      const alerts = ids.map(
        (userId): Alert => ({ userId, event: 'news_published', data, occurrence: String(articleId) }),
      );
      await tell(trx, alerts, { mailByJob: true });
      return ids.at(-1);
    });
    if (last === undefined) return null;
    after = last;
  }
  return after;
}
