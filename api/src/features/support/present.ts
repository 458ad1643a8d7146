import {
  type Attachment,
  type Conversation,
  type Message,
  type OperatorConversation,
  publicId,
} from '@ezdash/contracts';
import type { Db } from '../../platform/db';
import { findOfMessages } from './attachments/attachments.repo';
import { presentAttachment } from './attachments/attachments.service';
import type { ListedRow, MessageRow, OperatorRow, Side } from './conversations.repo';

const MOST_EXCERPT = 160;

/** The first line that says something. */
export function firstLine(body: string): string {
  const line = body.trim().split('\n', 1)[0]?.trim() ?? '';
  return line.length <= MOST_EXCERPT ? line : `${line.slice(0, MOST_EXCERPT - 1)}…`;
}

/** Of a message without words: its first file, or what it tells of the conversation (`solved`, …). */
const lastText = (row: ListedRow) => firstLine(row.last_body) || row.last_file || row.last_happened || '';

const mark = (id: number | null, at: Date | null) =>
  id === null || at === null ? null : { message_id: publicId('message', id), at: at.toISOString() };

export function presentConversation(row: ListedRow, side: Side): Conversation {
  return {
    id: publicId('conversation', row.id),
    subject: row.subject,
    state: row.state,
    unread: side === 'customer' ? row.customer_unread : row.support_unread,
    last: {
      from: row.last_sender,
      author: row.last_author,
      text: lastText(row),
      at: row.last_at.toISOString(),
    },
    read_by: {
      customer: mark(row.customer_read_id, row.customer_read_at),
      support: mark(row.support_read_id, row.support_read_at),
    },
    agent: row.agent,
  };
}

export function presentForOperator(row: OperatorRow): OperatorConversation {
  return {
    ...presentConversation(row, 'support'),
    customer: {
      id: publicId('user', row.user_id),
      name: row.customer_name,
      email: row.customer_email,
      role: row.customer_role,
      account_type: row.customer_type,
      status: row.customer_status,
    },
    waiting_since: row.waiting_since?.toISOString() ?? null,
  };
}

function presentMessage(row: MessageRow, attachments: Attachment[]): Message {
  return {
    id: publicId('message', row.id),
    from: row.sender,
    author: row.author,
    body: row.body,
    findings: row.findings,
    happened: row.happened,
    attachments,
    sent_at: row.sent_at.toISOString(),
  };
}

/** Messages with their files. */
export async function presentMessages(db: Db, rows: readonly MessageRow[]): Promise<Message[]> {
  const files = await findOfMessages(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) =>
    presentMessage(row, files.filter((file) => file.message_id === row.id).map(presentAttachment)),
  );
}
