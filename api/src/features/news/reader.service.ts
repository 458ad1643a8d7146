import { type NewsArticle, type NewsItem, type NewsPage, type newsQuery, publicId } from '@ezdash/contracts';
import type { z } from 'zod';
import type { AuthUser } from '../../platform/auth';
import { inTransaction, toNumber } from '../../platform/db';
import { NotFoundError } from '../../platform/errors';
import { parseMarkdown } from '../../platform/richText';
import { publicRowId } from '../figures';
import { findCreditsOf } from './credits.repo';
import type { NewsEditorDeps } from './editor.service';
import { readPlace, writePlace } from './newsCursor';
import * as repo from './reader.repo';

type Reader = Pick<AuthUser, 'id' | 'role'>;

export interface NewsReaderService {
  list(reader: Reader, query: z.output<typeof newsQuery>): Promise<NewsPage>;
  get(reader: Reader, id: string): Promise<NewsArticle>;
  /** Marks one as read; answers how many are left. */
  read(reader: Reader, id: string): Promise<{ unread: number }>;
  readAll(reader: Reader): Promise<{ unread: number }>;
}

const missing = () => new NotFoundError('This article is not there any more');

function present(row: repo.ItemRow): NewsItem {
  return {
    id: publicId('newsArticle', row.id),
    title: row.title,
    category: row.category,
    pinned: row.pinned,
    published_at: row.published_at.toISOString(),
    updated_at: row.revised_at?.toISOString() ?? null,
    read: row.read,
    summary: row.summary,
  };
}

/** News as advertisers and publishers see it: only what is published, and only what is for them. */
export function createNewsReaderService({
  db,
  clock,
  onRead,
}: Pick<NewsEditorDeps, 'db' | 'clock' | 'onRead'>): NewsReaderService {
  async function find(reader: Reader, id: string) {
    const row = publicRowId('newsArticle', id);
    const found = row === null ? undefined : await repo.findItem(db, reader, row);
    if (!found) throw missing();
    return found;
  }
  const left = async (reader: Reader) => ({ unread: await repo.countUnread(db, reader) });

  return {
    async list(reader, { category, unread, before, limit }) {
      const filter = {
        category,
        unreadOnly: unread !== undefined,
        after: before === undefined ? null : readPlace(before),
        // One more tells whether there is another page.
        limit: limit + 1,
      };
      const rows = await repo.findItems(db, reader, filter);
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        articles: shown.map(present),
        ...(await left(reader)),
        next: last ? writePlace({ pinned: last.pinned, publishedAt: last.published_at, id: last.id }) : null,
      };
    },
    async get(reader, id) {
      const row = await find(reader, id);
      const article = { ...present(row), body: parseMarkdown(row.body) };
      if (reader.role !== 'advertiser' || row.category !== 'incident') return article;
      const credits = await findCreditsOf(db, reader.id, row.id);
      return {
        ...article,
        credits: credits.map((credit) => ({
          transaction: publicId('transaction', toNumber(credit.transaction_id)),
          amount_micros: toNumber(credit.amount_micros),
          granted_at: credit.granted_at.toISOString(),
        })),
      };
    },
    async read(reader, id) {
      const row = await find(reader, id);
      await inTransaction(db, async (trx) => {
        await repo.noteOpened(trx, reader.id, row.id, clock.now());
        await onRead?.(trx, { userId: reader.id, articleId: row.id });
      });
      return left(reader);
    },
    async readAll(reader) {
      await inTransaction(db, async (trx) => {
        await repo.markAll(trx, reader, clock.now());
        await onRead?.(trx, { userId: reader.id, articleId: null });
      });
      return left(reader);
    },
  };
}
