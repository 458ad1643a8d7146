import { type Message, publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/db';
import { findMessagesAfter } from './conversations.repo';
import { presentMessages } from './present';

/** All messages of a conversation, read a page at a time. */
async function readAllMessages(db: Db, conversationId: number): Promise<Message[]> {
  const messages: Message[] = [];
  let after = 0;
  for (;;) {
    const rows = await findMessagesAfter(db, conversationId, after);
    const last = rows.at(-1);
    if (!last) return messages;
    messages.push(...(await presentMessages(db, rows)));
    after = last.id;
  }
}

/** For the archive of a person's data: their conversations, with the names of the files. */
export async function exportConversations(db: Db, userId: number): Promise<object[]> {
  const { rows } = await sql<{ id: number; subject: string; state: string; created_at: Date }>`
    SELECT id, subject, state, created_at FROM support_conversation WHERE user_id = ${userId} ORDER BY id`.execute(
    db,
  );
  const conversations: object[] = [];
  for (const { id, ...conversation } of rows) {
    const messages = await readAllMessages(db, id);
    conversations.push({
      id: publicId('conversation', id),
      ...conversation,
      messages: messages.map(({ attachments, ...message }) => ({
        ...message,
        attachments: attachments.map(({ name, type, bytes }) => ({ name, type, bytes })),
      })),
    });
  }
  return conversations;
}

/**
 * Erases a person's conversations with all that support answered, and what they uploaded and did not send. The files
 * follow within the hour. What an operator wrote to others stays theirs who read it; it names the account's number.
 */
export async function eraseConversations(trx: Trx, userId: number, clock: Clock): Promise<void> {
  await sql`INSERT INTO support_file_to_remove (file, due_at)
    SELECT a.file, ${clock.now()}::timestamptz FROM support_attachment a
    LEFT JOIN support_message m ON m.id = a.message_id LEFT JOIN support_conversation c ON c.id = m.conversation_id
    WHERE c.user_id = ${userId} OR (a.message_id IS NULL AND a.user_id = ${userId})
    ON CONFLICT (file) DO NOTHING`.execute(trx);
  await trx.deleteFrom('support_conversation').where('user_id', '=', userId).execute();
  await trx
    .deleteFrom('support_attachment')
    .where('user_id', '=', userId)
    .where('message_id', 'is', null)
    .execute();
}
