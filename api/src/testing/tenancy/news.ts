import { publicId } from '@ezdash/contracts';
import type { Make, World } from './world';

/** An article by the operator. It is for everybody, so it bears no mark. */
export const article =
  (publishedAt: Date | null): Make =>
  async ({ app: { test } }) => {
    const now = new Date();
    const admin = await test.db
      .selectFrom('app_user')
      .select('id')
      .where('role', '=', 'admin')
      .executeTakeFirstOrThrow();
    const { id } = await test.db
      .insertInto('news_article')
      .values({
        title: 'An article',
        category: 'product',
        audiences: ['advertiser', 'publisher'],
        pinned: false,
        body: 'Words',
        summary: 'Words',
        author_id: admin.id,
        created_at: now,
        changed_at: now,
        changed_by: admin.id,
        published_at: publishedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return publicId('newsArticle', id);
  };

export const NEWS_BODIES: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'PUT /api/operator/news/:id': async () => ({
    title: 'Somebody was here',
    category: 'product',
    audiences: ['publisher'],
    pinned: false,
    body: 'Words',
    version: 1,
  }),
  'POST /api/operator/news/:id/publish': async () => ({ version: 1 }),
  'POST /api/operator/news/:id/withdraw': async () => ({ version: 1 }),
};
