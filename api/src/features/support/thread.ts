import {
  type ConversationThread,
  type Message,
  type MessageInput,
  type messageInput,
  publicId,
} from '@ezdash/contracts';
import { z } from 'zod';
import type { Db, Trx } from '../../platform/db';
import { NotFoundError, ValidationError } from '../../platform/errors';
import { publicRowId } from '../figures';
import type { Publisher } from '../realtime';
import { attach } from './attachments/attachments.repo';
import * as repo from './conversations.repo';
import { presentMessages } from './present';

/** A message as it was checked. */
export type CheckedMessage = z.output<typeof messageInput>;
export type { MessageInput };

/** Of a long thread the part that is read. */
export const threadQuery = z
  .object({ after: z.string().optional(), before: z.string().optional() })
  .refine(({ after, before }) => after === undefined || before === undefined, {
    path: ['before'],
    error: 'Ask for the messages after one or before one, not both',
  });
export type ThreadPlace = z.output<typeof threadQuery>;
type ThreadMessages = Pick<ConversationThread, 'messages' | 'earlier'>;

/** The row of a conversation's public id; 404 for what is none. */
export function conversationRow(id: string): number {
  const row = publicRowId('conversation', id);
  if (row === null) throw noSuchConversation();
  return row;
}

export const noSuchConversation = () => new NotFoundError('No such conversation');

export interface Sent {
  message: Message;
  /** False: it stood there already. */
  isNew: boolean;
}

/** What both sides of a conversation have in common. */
export function createThread({ db, publisher }: { db: Db; publisher: Publisher }) {
  /** Tells open pages of both sides; with a message of those who look at the conversation, too. */
  async function tell(
    trx: Trx,
    conversation: { id: number; user_id: number },
    { messageIds = [], changed = false }: { messageIds?: readonly number[]; changed?: boolean },
  ): Promise<void> {
    const { id, user_id } = conversation;
    const conversation_id = publicId('conversation', id);
    for (const messageId of messageIds)
      await publisher.toConversation(trx, id, 'message.sent', { message_id: publicId('message', messageId) });
    if (changed) await publisher.toConversation(trx, id, 'conversation.changed', {});
    await publisher.toAccount(trx, user_id, 'support.changed', { conversation_id });
    await publisher.toOperators(trx, 'support.changed', { conversation_id });
  }

  /** Writes a person's message with its files. Throws when one of them is not theirs or was sent already. */
  async function write(
    trx: Trx,
    given: { conversationId: number; sender: repo.Side; authorId: number; input: CheckedMessage },
    now: Date,
  ): Promise<number> {
    const { conversationId, sender, authorId, input } = given;
    const { client_id: clientId, body } = input;
    const attachments = [...new Set(input.attachments)];
    const ids = attachments.flatMap((id) => publicRowId('attachment', id) ?? []);
    const message = { conversationId, sender, authorId, clientId, body };
    const messageId = await repo.insertMessage(trx, message, now);
    const attached = await attach(trx, { ids, userId: authorId, messageId });
    if (attached !== attachments.length)
      throw new ValidationError({ attachments: ['One of the files is not there any more. Add it again'] });
    return messageId;
  }

  async function readMessage(id: number): Promise<Message> {
    const row = await repo.findMessage(db, id);
    const [message] = row ? await presentMessages(db, [row]) : [];
    if (!message) throw noSuchConversation();
    return message;
  }

  /** What was sent under this id already. */
  async function findSent(conversationId: number, authorId: number, clientId: string): Promise<Sent | null> {
    const id = await repo.findSent(db, conversationId, authorId, clientId);
    return id === null ? null : { message: await readMessage(id), isNew: false };
  }

  function messageRow(field: 'after' | 'before', id: string): number {
    const row = publicRowId('message', id);
    if (row === null) throw new ValidationError({ [field]: ['There is no such message'] });
    return row;
  }

  /** The newest messages, the newest of those before one, or the oldest of those after one. */
  async function readMessages(
    conversationId: number,
    { after, before }: ThreadPlace,
  ): Promise<ThreadMessages> {
    if (after !== undefined) {
      const rows = await repo.findMessagesAfter(db, conversationId, messageRow('after', after));
      return { messages: await presentMessages(db, rows) };
    }
    const place = {
      before: before === undefined ? null : messageRow('before', before),
      most: repo.MOST_MESSAGES + 1,
    };
    const rows = await repo.findNewestMessages(db, conversationId, place);
    return {
      messages: await presentMessages(db, rows.slice(-repo.MOST_MESSAGES)),
      earlier: rows.length > repo.MOST_MESSAGES,
    };
  }

  /** Moves a side's mark; other pages of this side and the other side hear of it. */
  async function markRead(
    trx: Trx,
    { id, user_id }: { id: number; user_id: number },
    { side, messageId: publicMessageId, now }: { side: repo.Side; messageId: string; now: Date },
  ): Promise<void> {
    const messageId = publicRowId('message', publicMessageId);
    if (messageId === null) throw new ValidationError({ message_id: ['There is no such message'] });
    if (!(await repo.markRead(trx, { conversationId: id, messageId, side }, now))) return;
    const conversation_id = publicId('conversation', id);
    await publisher.toConversation(trx, id, 'conversation.read', { side, message_id: publicMessageId });
    if (side === 'customer') await publisher.toAccount(trx, user_id, 'support.changed', { conversation_id });
    else await publisher.toOperators(trx, 'support.changed', { conversation_id });
  }

  return { tell, write, readMessage, findSent, readMessages, markRead };
}

export type Thread = ReturnType<typeof createThread>;
