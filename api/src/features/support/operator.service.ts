import {
  type ConversationState,
  type Message,
  type OperatorConversationList,
  type OperatorConversationThread,
  publicId,
} from '@ezdash/contracts';
import type { AuthUser } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import * as repo from './conversations.repo';
import type { OnAskingOver } from './conversations.service';
import { firstLine, presentForOperator } from './present';
import {
  type CheckedMessage,
  conversationRow,
  noSuchConversation,
  type Sent,
  type Thread,
  type ThreadPlace,
} from './thread';

/** What the customer is told of: rows' numbers, and the public id of the message. */
export interface Answered {
  userId: number;
  conversationId: number;
  subject: string;
  /** The operator's first name. */
  author: string;
  messageId: string;
  /** The answer's first line; the first file's name when it has no words. */
  excerpt: string;
}
export type OnAnswered = (trx: Trx, answered: Answered) => Promise<void>;

export interface OperatorService {
  list(query: {
    state?: ConversationState | undefined;
    q?: string | undefined;
  }): Promise<OperatorConversationList>;
  /** 404 for what there is not, here and below. */
  read(id: string, place?: ThreadPlace): Promise<OperatorConversationThread>;
  exists(id: string): Promise<void>;
  /** Makes it the customer's turn, and the operator the one who answers. */
  answer(operator: AuthUser, id: string, input: CheckedMessage): Promise<Sent>;
  /** `changed`: it was in another state. */
  setState(
    operator: AuthUser,
    id: string,
    state: ConversationState,
  ): Promise<{ thread: OperatorConversationThread; changed: boolean }>;
  markRead(id: string, messageId: string): Promise<void>;
}

export interface OperatorDeps {
  db: Db;
  clock: Clock;
  thread: Thread;
  onAnswered: OnAnswered;
  onAskingOver: OnAskingOver;
}

export function createOperatorService(deps: OperatorDeps): OperatorService {
  const { db, clock, thread, onAnswered, onAskingOver } = deps;

  async function read(id: string, place: ThreadPlace = {}): Promise<OperatorConversationThread> {
    const row = await repo.findOneForOperator(db, conversationRow(id));
    if (!row) throw noSuchConversation();
    return { conversation: presentForOperator(row), ...(await thread.readMessages(row.id, place)) };
  }

  function change<T>(
    id: string,
    work: (trx: Trx, row: repo.ConversationRow, now: Date) => Promise<T>,
  ): Promise<T> {
    return inTransaction(db, async (trx) => {
      const row = await repo.lockConversation(trx, conversationRow(id));
      if (!row) throw noSuchConversation();
      return work(trx, row, clock.now());
    });
  }

  const note = (
    trx: Trx,
    row: repo.ConversationRow,
    { authorId, happened, now }: { authorId: number; happened: NonNullable<Message['happened']>; now: Date },
  ) => repo.insertMessage(trx, { conversationId: row.id, sender: 'system', authorId, happened }, now);

  async function tellCustomer(trx: Trx, row: repo.ConversationRow, messageId: number, input: CheckedMessage) {
    const message = await repo.findMessage(trx, messageId);
    const listed = await repo.findListed(trx, row.id);
    await onAnswered(trx, {
      userId: row.user_id,
      conversationId: row.id,
      subject: row.subject,
      author: message?.author ?? '',
      messageId: publicId('message', messageId),
      excerpt: firstLine(input.body) || listed?.last_file || '',
    });
  }

  async function write(
    trx: Trx,
    row: repo.ConversationRow,
    operator: AuthUser,
    input: CheckedMessage,
    now: Date,
  ) {
    const notes: number[] = [];
    if (row.state === 'solved')
      notes.push(await note(trx, row, { authorId: operator.id, happened: 'reopened', now }));
    // Who answers first needs no words; a change of hands does.
    if (row.agent_id !== null && row.agent_id !== operator.id)
      notes.push(await note(trx, row, { authorId: operator.id, happened: 'assigned', now }));
    const given = { conversationId: row.id, sender: 'support', authorId: operator.id, input } as const;
    const messageId = await thread.write(trx, given, now);
    await repo.changeConversation(trx, row.id, {
      state: 'waiting',
      waitingSince: null,
      answered: now,
      agentId: operator.id,
    });
    await thread.tell(trx, row, { messageIds: [...notes, messageId], changed: true });
    await onAskingOver(trx, { conversationId: row.id });
    await tellCustomer(trx, row, messageId, input);
    return messageId;
  }

  /** What the thread says of a change of state; nothing of a mere change of turns. */
  function happenedOf(from: ConversationState, to: ConversationState): Message['happened'] {
    if (to === 'solved') return 'solved';
    return from === 'solved' ? 'reopened' : null;
  }

  return {
    async list(query) {
      const rows = await repo.findForOperator(db, query);
      return { conversations: rows.map(presentForOperator), counts: await repo.countByState(db) };
    },

    read,

    async exists(id) {
      if (!(await repo.findListed(db, conversationRow(id)))) throw noSuchConversation();
    },

    async answer(operator, id, input) {
      const known = await thread.findSent(conversationRow(id), operator.id, input.client_id);
      if (known) return known;
      const sent = await change(id, async (trx, row, now) => {
        // The same call may have been faster, and held the conversation until now.
        const before = await repo.findSent(trx, row.id, operator.id, input.client_id);
        if (before !== null) return { messageId: before, isNew: false };
        return { messageId: await write(trx, row, operator, input, now), isNew: true };
      });
      return { message: await thread.readMessage(sent.messageId), isNew: sent.isNew };
    },

    async setState(operator, id, state) {
      const changed = await change(id, async (trx, row, now) => {
        if (row.state === state) return false;
        const happened = happenedOf(row.state, state);
        const messageIds = happened ? [await note(trx, row, { authorId: operator.id, happened, now })] : [];
        const isOpen = state === 'open';
        const next = { state, waitingSince: isOpen ? now : null, ...(isOpen && { asked: now }) };
        await repo.changeConversation(trx, row.id, next);
        if (!isOpen) await onAskingOver(trx, { conversationId: row.id });
        await thread.tell(trx, row, { messageIds, changed: true });
        return true;
      });
      return { thread: await read(id), changed };
    },

    markRead: (id, messageId) =>
      change(id, (trx, row, now) => thread.markRead(trx, row, { side: 'support', messageId, now })),
  };
}
