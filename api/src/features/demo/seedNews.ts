import type { Db } from '../../platform/db';
import { summaryOf } from '../news';
import { DEMO_NEWS } from './demoNews';
import type { SeedTimes } from './seedTimes';

interface SeedNewsOptions {
  db: Db;
  times: SeedTimes;
  /** Row of an account of the plan. */
  personOf: (email: string) => number;
}

/** The articles of the plan, and who has opened which. Nobody is told of them: they are as old as they say. */
export async function seedNews({ db, times, personOf }: SeedNewsOptions): Promise<void> {
  const author = personOf('admin@demo.test');
  for (const { title, category, audiences, pinned = false, daysAgo, readBy, body } of DEMO_NEWS) {
    const publishedAt = times.at(daysAgo, 9);
    const { id } = await db
      .insertInto('news_article')
      .values({
        title,
        category,
        audiences,
        pinned,
        body,
        summary: summaryOf(body),
        author_id: author,
        created_at: publishedAt,
        changed_at: publishedAt,
        changed_by: author,
        published_at: publishedAt,
        announced: audiences,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const readers = readBy.map((email) => ({
      user_id: personOf(email),
      article_id: id,
      read_at: times.at(daysAgo, 15),
      opened: true,
    }));
    if (readers.length > 0) await db.insertInto('news_read').values(readers).execute();
  }
}
