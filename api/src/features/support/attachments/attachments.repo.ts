import type { Attachment } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db';

export interface AttachmentRow {
  id: number;
  message_id: number | null;
  file: string;
  name: string;
  type: Attachment['type'];
  byte_count: number;
}

const columns = sql`id, message_id, file, name, type, byte_count`;

/** Notes a file that is about to be written: unless it is taken into use, it is removed when it is due. */
export async function noteArriving(db: Db, file: string, dueAt: Date): Promise<void> {
  await db.insertInto('support_file_to_remove').values({ file, due_at: dueAt }).execute();
}

export interface NewAttachment {
  userId: number;
  file: string;
  name: string;
  type: Attachment['type'];
  bytes: number;
}

/** Takes a written file into use. */
export async function insertAttachment(trx: Trx, given: NewAttachment, now: Date): Promise<AttachmentRow> {
  const { userId, file, name, type, bytes } = given;
  await trx.deleteFrom('support_file_to_remove').where('file', '=', file).execute();
  const { rows } = await sql<AttachmentRow>`
    INSERT INTO support_attachment (user_id, file, name, type, byte_count, created_at)
    VALUES (${userId}, ${file}, ${name}, ${type}, ${bytes}, ${now}) RETURNING ${columns}`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('The attachment was not stored');
  return row;
}

/** Bytes that are kept of what somebody uploaded. */
export async function bytesOf(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    SELECT coalesce(sum(byte_count), 0)::text AS bytes FROM support_attachment
    WHERE user_id = ${userId}`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** Attaches what its sender uploaded and has not sent yet, in this order; answers how many that were. */
export async function attach(
  trx: Trx,
  { ids, userId, messageId }: { ids: readonly number[]; userId: number; messageId: number },
): Promise<number> {
  if (ids.length === 0) return 0;
  const { numAffectedRows = 0n } = await sql`
    UPDATE support_attachment a SET message_id = ${messageId}, place = chosen.place
    FROM unnest(${[...ids]}::int[]) WITH ORDINALITY AS chosen (id, place)
    WHERE a.id = chosen.id AND a.user_id = ${userId} AND a.message_id IS NULL`.execute(trx);
  return Number(numAffectedRows);
}

export async function findOfMessages(db: Db, messageIds: readonly number[]): Promise<AttachmentRow[]> {
  const { rows } = await sql<AttachmentRow>`
    SELECT ${columns} FROM support_attachment WHERE message_id = ANY(${[...messageIds]}::int[])
    ORDER BY message_id, place`.execute(db);
  return rows;
}

/**
 * A file that the person may read: of a conversation of theirs, of any for an operator, or uploaded by them and not
 * sent yet.
 */
export async function findReadable(
  db: Db,
  id: number,
  reader: { userId: number; isOperator: boolean },
): Promise<AttachmentRow | undefined> {
  const { rows } = await sql<AttachmentRow>`
    SELECT a.id, a.message_id, a.file, a.name, a.type, a.byte_count FROM support_attachment a
    LEFT JOIN support_message m ON m.id = a.message_id
    LEFT JOIN support_conversation c ON c.id = m.conversation_id
    WHERE a.id = ${id} AND CASE WHEN a.message_id IS NULL THEN a.user_id = ${reader.userId}
      ELSE ${reader.isOperator} OR c.user_id = ${reader.userId} END`.execute(db);
  return rows[0];
}

/** Takes away what was uploaded and not sent before a moment; the files become due. */
export async function dropUnsent(db: Db, before: Date, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    WITH gone AS (DELETE FROM support_attachment WHERE message_id IS NULL AND created_at < ${before} RETURNING file)
    INSERT INTO support_file_to_remove (file, due_at) SELECT file, ${now}::timestamptz FROM gone`.execute(db);
  return Number(numAffectedRows);
}

/** Files whose time has come, the oldest first. */
export async function findDueFiles(db: Db, now: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('support_file_to_remove')
    .select('file')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(most)
    .execute();
  return rows.map(({ file }) => file);
}

export async function forgetFile(db: Db, file: string): Promise<void> {
  await db.deleteFrom('support_file_to_remove').where('file', '=', file).execute();
}
