import { type NoticePage, type NoticesRead, publicId, rowId } from '@ezdash/contracts';
import type { AuthUser } from '../../../platform/auth';
import type { Clock } from '../../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../../platform/db';
import { ValidationError } from '../../../platform/errors';
import type { Publisher } from '../../realtime';
import * as repo from './notices.repo';

export interface NoticesDeps {
  db: Db;
  clock: Clock;
  publisher: Publisher;
}

export interface NoticesService {
  /** One's own, newest first, with how many are unread altogether. */
  page(user: AuthUser, query: { before?: string; limit: number }): Promise<NoticePage>;
  /** Marks one's own as read, tells the other windows, and says how many are unread now. */
  read(user: AuthUser, which: NoticesRead): Promise<{ unread: number }>;
  /** The customer has looked at a conversation: what its answers told is read, and their mails need not go. */
  conversationRead(trx: Trx, who: { userId: number; conversationId: number }): Promise<void>;
  /** Nobody waits in a conversation any more: what operators were told of it is read. */
  askingOver(trx: Trx, which: { conversationId: number }): Promise<void>;
  /** What a reader was told of an article is read; of all of them when none is named. */
  newsRead(trx: Trx, who: { userId: number; articleId: number | null }): Promise<void>;
  /** Tells open pages how many are unread. */
  ring(trx: Trx, userIds: readonly number[]): Promise<void>;
}

function noticeRow(id: string, field: string): number {
  const row = rowId('notice', id);
  if (row === null) throw new ValidationError({ [field]: ['This is not the id of a notice'] });
  return row;
}

const whichOf = ({ ids, until }: NoticesRead) =>
  ids ? { ids: ids.map((id) => noticeRow(id, 'ids')) } : { until: noticeRow(until ?? '', 'until') };

export function createNoticesService({ db, clock, publisher }: NoticesDeps): NoticesService {
  const unreadOf = async (on: Db, userId: number) => (await repo.countUnread(on, [userId])).get(userId) ?? 0;

  async function ring(trx: Trx, userIds: readonly number[]): Promise<void> {
    if (userIds.length === 0) return;
    for (const [userId, unread] of await repo.countUnread(trx, userIds))
      await publisher.toAccount(trx, userId, 'notice.changed', { unread });
  }

  return {
    async page({ id: userId }, { before, limit }) {
      const beforeRow = before === undefined ? null : noticeRow(before, 'before');
      const rows = await repo.findNotices(db, userId, { before: beforeRow, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        notices: shown.map((row) => ({
          id: publicId('notice', row.id),
          event: row.event,
          data: row.data,
          href: row.href,
          created_at: row.created_at.toISOString(),
          read: row.read_at !== null,
        })),
        unread: await unreadOf(db, userId),
        next: rows.length > limit && last ? publicId('notice', last.id) : null,
      };
    },

    async read({ id: userId }, which) {
      const rows = whichOf(which);
      return inTransaction(db, async (trx) => {
        const changed = await repo.markRead(trx, userId, rows, clock.now());
        const unread = await unreadOf(trx, userId);
        if (changed > 0) await publisher.toAccount(trx, userId, 'notice.changed', { unread });
        return { unread };
      });
    },

    async conversationRead(trx, { userId, conversationId }) {
      const id = publicId('conversation', conversationId);
      if ((await repo.markConversationRead(trx, userId, id, clock.now())) > 0) await ring(trx, [userId]);
    },

    async askingOver(trx, { conversationId }) {
      await ring(trx, await repo.markAskingOver(trx, publicId('conversation', conversationId), clock.now()));
    },

    async newsRead(trx, { userId, articleId }) {
      if ((await repo.markNewsRead(trx, userId, articleId, clock.now())) > 0) await ring(trx, [userId]);
    },

    ring,
  };
}
