import type { ConversationList, ConversationThread, conversationInput } from '@ezdash/contracts';
import type { z } from 'zod';
import { type AuthUser, createLimiter } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, errorDetail, inTransaction, type Trx } from '../../platform/db';
import type { Log } from '../../platform/log';
import * as repo from './conversations.repo';
import type { Diagnose } from './diagnosis/createDiagnosis';
import { isWell } from './diagnosis/worstFirst';
import { presentConversation } from './present';
import {
  type CheckedMessage,
  conversationRow,
  noSuchConversation,
  type Sent,
  type Thread,
  type ThreadPlace,
} from './thread';

export type CheckedConversation = z.output<typeof conversationInput>;

export interface ConversationService {
  list(user: AuthUser): Promise<ConversationList>;
  /** 404 for somebody else's, here and below. */
  read(user: AuthUser, id: string, place?: ThreadPlace): Promise<ConversationThread>;
  /** What is sent twice stands once. Answers when the customer's own figures have been looked at, within some seconds. */
  open(user: AuthUser, input: CheckedConversation): Promise<{ thread: ConversationThread; isNew: boolean }>;
  /** Opens a solved conversation again; a person is asked. */
  write(user: AuthUser, id: string, input: CheckedMessage): Promise<Sent>;
  askPerson(user: AuthUser, id: string): Promise<ConversationThread>;
  solve(user: AuthUser, id: string): Promise<ConversationThread>;
  markRead(user: AuthUser, id: string, messageId: string): Promise<void>;
}

const DAY_MS = 86_400_000;
const WAIT_DAYS = 30;
const FEWEST_ANSWERS = 5;
const MINUTE_SECONDS = 60;

export interface ConversationDeps {
  db: Db;
  clock: Clock;
  log: Log;
  thread: Thread;
  diagnose: Diagnose;
  /** Told, in its transaction, that the customer has seen what was written. */
  onRead(trx: Trx, read: { userId: number; conversationId: number }): Promise<void>;
  /** Told, in its transaction, that a customer waits for a person; in each turn of waiting perhaps more than once. */
  onAsked(trx: Trx, asked: Asked): Promise<void>;
  /** Told, in its transaction, that nobody waits any more. */
  onAskingOver: OnAskingOver;
}

export interface Asked {
  conversationId: number;
  waitingSince: Date;
}
export type OnAskingOver = (trx: Trx, which: { conversationId: number }) => Promise<void>;

export function createConversationService(deps: ConversationDeps): ConversationService {
  const { db, clock, log, thread, diagnose, onRead, onAsked, onAskingOver } = deps;
  const openings = createLimiter({ name: 'support-open', points: 10, durationSeconds: 3_600 });
  /** Each change of the thread counts, since each may leave a message. */
  const messages = createLimiter({ name: 'support-write', points: 60, durationSeconds: 3_600 });

  async function read(user: AuthUser, row: number, place: ThreadPlace = {}): Promise<ConversationThread> {
    const found = await repo.findListed(db, row, user.id);
    if (!found) throw noSuchConversation();
    return {
      conversation: presentConversation(found, 'customer'),
      ...(await thread.readMessages(row, place)),
    };
  }

  /** Holds one of the customer's conversations while `work` changes it. */
  function change<T>(
    user: AuthUser,
    id: string,
    work: (trx: Trx, row: repo.ConversationRow, now: Date) => Promise<T>,
  ): Promise<T> {
    return inTransaction(db, async (trx) => {
      const row = await repo.lockConversation(trx, conversationRow(id), user.id);
      if (!row) throw noSuchConversation();
      return work(trx, row, clock.now());
    });
  }

  /** A message that tells that it was solved, and is not any more. */
  async function noteReopened(trx: Trx, row: repo.ConversationRow, authorId: number, now: Date) {
    if (row.state !== 'solved') return [];
    const note = { conversationId: row.id, sender: 'system', authorId, happened: 'reopened' } as const;
    return [await repo.insertMessage(trx, note, now)];
  }

  const awaitPerson = (trx: Trx, row: repo.ConversationRow, now: Date) =>
    repo.changeConversation(trx, row.id, {
      state: 'open',
      waitingSince: row.waiting_since ?? now,
      asked: now,
    });

  async function askOperators(trx: Trx, id: number): Promise<void> {
    const row = await repo.findOneForOperator(trx, id);
    if (row?.state !== 'open' || !row.waiting_since) return;
    await onAsked(trx, { conversationId: id, waitingSince: row.waiting_since });
  }

  /** What the figures did not answer is a person's to answer. */
  const askWhereOpen = (user: AuthUser, id: number) =>
    inTransaction(db, async (trx) => {
      if (await repo.lockConversation(trx, id, user.id)) await askOperators(trx, id);
    });

  function insert(user: AuthUser, input: CheckedConversation) {
    const { client_id: clientId, subject } = input;
    return inTransaction(db, async (trx) => {
      const now = clock.now();
      const id = await repo.insertConversation(trx, { userId: user.id, clientId, subject }, now);
      if (id === null) return null;
      const given = { conversationId: id, sender: 'customer', authorId: user.id, input } as const;
      const messageId = await thread.write(trx, given, now);
      await thread.tell(trx, { id, user_id: user.id }, { messageIds: [messageId] });
      return { id, messageId };
    });
  }

  /** Never stands in the way: what fails here leaves the conversation with a person. */
  async function answerFromFigures(
    user: AuthUser,
    { id, messageId }: { id: number; messageId: number },
    input: CheckedConversation,
  ): Promise<void> {
    try {
      const findings = await diagnose(user, input);
      if (findings.length === 0) return;
      await inTransaction(db, async (trx) => {
        const row = await repo.lockConversation(trx, id, user.id);
        // Somebody wrote in the meantime.
        if (row?.state !== 'open' || (await repo.newestMessage(trx, id)) !== messageId) return;
        const message = { conversationId: id, sender: 'diagnosis', authorId: null, findings } as const;
        const diagnosisId = await repo.insertMessage(trx, message, clock.now());
        // That all is well answers nothing: a person does.
        const answers = !findings.every(isWell);
        if (answers) {
          await repo.awaitCustomer(trx, id);
          await onAskingOver(trx, { conversationId: id });
        }
        await thread.tell(trx, row, { messageIds: [diagnosisId], changed: answers });
      });
    } catch (error) {
      log.warn(
        { event: 'support.diagnosis_failed', userId: user.id, ...errorDetail(error) },
        'The figures of a customer could not be looked at: a person answers',
      );
    }
  }

  return {
    async list(user) {
      const rows = await repo.findOfCustomer(db, user.id);
      const conversations = rows.map((row) => presentConversation(row, 'customer'));
      const wait = await repo.medianWait(db, new Date(clock.nowMs() - WAIT_DAYS * DAY_MS));
      const isKnown = wait.seconds !== null && wait.answers >= FEWEST_ANSWERS;
      return {
        conversations,
        unread: conversations.reduce((sum, { unread }) => sum + unread, 0),
        usual_wait_minutes: isKnown ? Math.max(1, Math.round((wait.seconds ?? 0) / MINUTE_SECONDS)) : null,
      };
    },

    read: (user, id, place) => read(user, conversationRow(id), place),

    async open(user, input) {
      const known = await repo.findByClientId(db, user.id, input.client_id);
      if (known !== null) {
        // Perhaps the first call did not live to ask.
        await askWhereOpen(user, known);
        return { thread: await read(user, known), isNew: false };
      }
      await openings.consume(String(user.id));
      const made = await insert(user, input);
      if (made && !input.skip_diagnosis) await answerFromFigures(user, made, input);
      if (made) await askWhereOpen(user, made.id);
      const id = made?.id ?? (await repo.findByClientId(db, user.id, input.client_id));
      if (id === null) throw noSuchConversation();
      return { thread: await read(user, id), isNew: made !== null };
    },

    async write(user, id, input) {
      const conversationId = conversationRow(id);
      if (!(await repo.findListed(db, conversationId, user.id))) throw noSuchConversation();
      const known = await thread.findSent(conversationId, user.id, input.client_id);
      if (known) return known;
      await messages.consume(String(user.id));
      const sent = await change(user, id, async (trx, row, now) => {
        // The same call may have been faster, and held the conversation until now.
        const before = await repo.findSent(trx, row.id, user.id, input.client_id);
        if (before !== null) return { messageId: before, isNew: false };
        const notes = await noteReopened(trx, row, user.id, now);
        const given = { conversationId: row.id, sender: 'customer', authorId: user.id, input } as const;
        const messageId = await thread.write(trx, given, now);
        await awaitPerson(trx, row, now);
        await askOperators(trx, row.id);
        await thread.tell(trx, row, { messageIds: [...notes, messageId], changed: row.state !== 'open' });
        return { messageId, isNew: true };
      });
      return { message: await thread.readMessage(sent.messageId), isNew: sent.isNew };
    },

    async askPerson(user, id) {
      await messages.consume(String(user.id));
      await change(user, id, async (trx, row, now) => {
        if (row.state === 'open') return;
        const notes = await noteReopened(trx, row, user.id, now);
        await awaitPerson(trx, row, now);
        await askOperators(trx, row.id);
        await thread.tell(trx, row, { messageIds: notes, changed: true });
      });
      return read(user, conversationRow(id));
    },

    async solve(user, id) {
      await messages.consume(String(user.id));
      await change(user, id, async (trx, row, now) => {
        if (row.state === 'solved') return;
        const note = {
          conversationId: row.id,
          sender: 'system',
          authorId: user.id,
          happened: 'solved',
        } as const;
        const messageId = await repo.insertMessage(trx, note, now);
        await repo.changeConversation(trx, row.id, { state: 'solved', waitingSince: null });
        await onAskingOver(trx, { conversationId: row.id });
        await thread.tell(trx, row, { messageIds: [messageId], changed: true });
      });
      return read(user, conversationRow(id));
    },

    markRead: (user, id, messageId) =>
      change(user, id, async (trx, row, now) => {
        await thread.markRead(trx, row, { side: 'customer', messageId, now });
        await onRead(trx, { userId: user.id, conversationId: row.id });
      }),
  };
}
