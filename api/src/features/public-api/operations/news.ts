import { newsArticle, newsPage, newsQuery, newsUnread } from '@ezdash/contracts';
import type { NewsFeature } from '../../news';
import { idParams, named, type Operation, operation } from '../operation';
import { beforeOf, cursorQuery, nextCursor, writeCursor } from '../pages';

const TAG = { tag: 'News' } as const;
const UNREAD = named('NewsUnread', newsUnread);

/** What is published for the role of the token's owner. */
export function newsOperations({ reader }: Pick<NewsFeature, 'reader'>): Operation[] {
  return [
    operation(
      {
        ...TAG,
        id: 'listNews',
        method: 'get',
        path: '/news',
        scope: 'read',
        summary: 'News, pinned first, then newest',
        query: newsQuery.omit({ before: true }).extend(cursorQuery.shape),
        answer: named('NewsPage', newsPage.extend(nextCursor)),
      },
      async ({ user, query: { cursor, ...query } }) => {
        const page = await reader.list(user, { ...query, before: beforeOf('news', { cursor }) });
        return { ...page, next_cursor: writeCursor('news', page.next) };
      },
    ),
    operation(
      {
        ...TAG,
        id: 'getNewsArticle',
        method: 'get',
        path: '/news/{id}',
        scope: 'read',
        summary: 'An article; it stays unread until it is marked as read',
        params: idParams,
        // What was given for it is money: tokens with the scope `finance` find it among the transactions.
        answer: named('NewsArticle', newsArticle.omit({ credits: true })),
      },
      async ({ user, params }) => {
        const { credits: _credits, ...article } = await reader.get(user, params.id);
        return article;
      },
    ),
    operation(
      {
        ...TAG,
        id: 'markNewsRead',
        method: 'post',
        path: '/news/{id}/read',
        scope: 'write',
        summary: 'Mark an article as read; answers how many are left',
        params: idParams,
        answer: UNREAD,
      },
      ({ user, params }) => reader.read(user, params.id),
    ),
    operation(
      {
        ...TAG,
        id: 'markAllNewsRead',
        method: 'post',
        path: '/news/read-all',
        scope: 'write',
        summary: 'Mark all news as read',
        answer: UNREAD,
      },
      ({ user }) => reader.readAll(user),
    ),
  ];
}
