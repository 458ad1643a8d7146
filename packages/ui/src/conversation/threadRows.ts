import type { Conversation, Message } from '@ezdash/contracts';
import { dayOf } from './days';
import type { Unsent } from './outbox';

export type Side = 'customer' | 'support';

/** One row of the thread: a message that stands, or one of this page that does not yet. */
export type ThreadRow =
  | { kind: 'standing'; key: string; at: string; message: Message }
  | { kind: 'unsent'; key: string; at: string; unsent: Unsent };

export interface ThreadDay {
  /** YYYY-MM-DD in the reader's zone. */
  day: string;
  rows: ThreadRow[];
}

/** Messages by day, in their order; what is not sent yet comes last. */
export function threadDays(
  messages: readonly Message[],
  unsent: readonly Unsent[],
  timezone: string,
): ThreadDay[] {
  const rows: ThreadRow[] = [
    ...messages.map(
      (message): ThreadRow => ({
        kind: 'standing',
        key: message.id,
        at: message.sent_at,
        message,
      }),
    ),
    ...unsent.map((one): ThreadRow => ({ kind: 'unsent', key: one.clientId, at: one.at, unsent: one })),
  ];
  const days: ThreadDay[] = [];
  for (const row of rows) {
    const day = dayOf(row.at, timezone);
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
}

const positionOf = (messages: readonly Message[], id: string | null) =>
  id === null ? -1 : messages.findIndex((message) => message.id === id);

/** Messages that a side has not written itself and that come after the newest one it has seen. */
export function unseenBy(
  side: Side,
  messages: readonly Message[],
  readBy: Conversation['read_by'],
): Message[] {
  const seen = positionOf(messages, readBy[side]?.message_id ?? null);
  return messages.slice(seen + 1).filter(({ from }) => from !== side);
}

/** Messages a side has not written itself that came behind those it knows. Earlier ones that were fetched are not new. */
export function arrivedFor(side: Side, messages: readonly Message[], known: readonly Message[]): Message[] {
  const last = positionOf(messages, known.at(-1)?.id ?? null);
  return messages.slice(last + 1).filter(({ from }) => from !== side);
}

/** The newest of a side's own messages that the other side has seen; null: none. */
export function lastReadOf(
  side: Side,
  messages: readonly Message[],
  readBy: Conversation['read_by'],
): string | null {
  const other = side === 'customer' ? 'support' : 'customer';
  const seen = positionOf(messages, readBy[other]?.message_id ?? null);
  return messages.slice(0, seen + 1).findLast(({ from }) => from === side)?.id ?? null;
}
