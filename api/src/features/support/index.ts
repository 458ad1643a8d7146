import path from 'node:path';
import type { AuthUser } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, errorDetail, type Trx } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { Log } from '../../platform/log';
import { projectRoot } from '../../platform/projectRoot';
import { type Work, workHere } from '../../platform/work';
import type { Publisher } from '../realtime';
import { createAttachmentService } from './attachments/attachments.service';
import { createFileStore } from './attachments/fileStore';
import { findListed } from './conversations.repo';
import { type ConversationDeps, createConversationService } from './conversations.service';
import { createDiagnosis, type Diagnose } from './diagnosis/createDiagnosis';
import { createHelp, type Help } from './help/createHelp';
import { helpRoutes } from './help/help.routes';
import { readArticles } from './help/readArticles';
import { operatorRoutes } from './operator.routes';
import { createOperatorService, type OnAnswered } from './operator.service';
import { eraseConversations, exportConversations } from './personalData';
import { supportRoutes } from './support.routes';
import { createThread } from './thread';

export type { Asked } from './conversations.service';
export type { Diagnose } from './diagnosis/createDiagnosis';
export type { Answered, OnAnswered } from './operator.service';

export interface SupportDeps {
  db: Db;
  clock: Clock;
  log: Log;
  /** Attachments lie in `<dataDir>/support`. */
  dataDir: string;
  /** Where attachments are looked at. */
  work?: Pick<Work, 'run'>;
  publisher: Publisher;
  /** Told of every answer by a person, in its transaction. */
  onAnswered: OnAnswered;
  /** Told, in its transaction, that a customer has seen what was written in a conversation. */
  onRead: ConversationDeps['onRead'];
  /** Told, in its transaction, that a customer waits for a person; of one turn of waiting perhaps more than once. */
  onAsked: ConversationDeps['onAsked'];
  /** Told, in its transaction, that nobody waits any more. */
  onAskingOver: ConversationDeps['onAskingOver'];
  /** For tests: in place of the look at the customer's own figures. */
  diagnose?: Diagnose;
}

export interface SupportFeature {
  mounts: Mount[];
  help: Help;
  /** Whether somebody takes part in a conversation: its customer, whatever their standing, and operators. */
  mayJoinConversation(
    user: Pick<AuthUser, 'id' | 'role' | 'status'>,
    conversationId: number,
  ): Promise<boolean>;
  /** For the archive of a person's data. */
  exportOf(userId: number, on: Db): Promise<object[]>;
  /** For the deletion of an account. */
  forget(trx: Trx, userId: number): Promise<void>;
  /** Removes files that were not sent, and those of deleted accounts; answers how many. */
  sweep(): Promise<number>;
  /** Sweeps once an hour. */
  start(): void;
  stop(): void;
}

const SWEEP_MS = 3_600_000;

/** Help articles, and conversations with support whose first answer are the customer's own figures (docs/support.md). */
export function createSupportFeature(deps: SupportDeps): SupportFeature {
  const { db, clock, log, dataDir, publisher, onAnswered, onRead, onAsked, onAskingOver } = deps;
  const help = createHelp(readArticles(path.join(projectRoot(), 'api/src/features/support/articles')));
  const store = createFileStore(path.join(dataDir, 'support'));
  const files = createAttachmentService({ db, clock, store, log, work: deps.work ?? workHere });
  const thread = createThread({ db, publisher });
  const diagnose = deps.diagnose ?? createDiagnosis({ db, clock });
  const conversations = createConversationService({
    db,
    clock,
    log,
    thread,
    diagnose,
    onRead,
    onAsked,
    onAskingOver,
  });
  const operators = createOperatorService({ db, clock, thread, onAnswered, onAskingOver });
  let timer: NodeJS.Timeout | undefined;

  async function sweep(): Promise<number> {
    const removed = await files.sweep();
    if (removed > 0) log.info({ event: 'support.files_removed', removed }, 'Files of support were removed');
    return removed;
  }

  const sweepQuietly = () =>
    void sweep().catch((error: unknown) =>
      log.warn(errorDetail(error), 'Files of support could not be removed; they are tried again'),
    );

  return {
    mounts: [
      { path: '/api/help', router: helpRoutes(help) },
      { path: '/api/support', router: supportRoutes(conversations, files), operatorReads: true },
      { path: '/api/operator/conversations', router: operatorRoutes(operators, files) },
    ],
    help,
    async mayJoinConversation({ id, role, status }, conversationId) {
      if (role === 'admin')
        return status === 'active' && (await findListed(db, conversationId)) !== undefined;
      return (await findListed(db, conversationId, id)) !== undefined;
    },
    exportOf: (userId, on) => exportConversations(on, userId),
    forget: (trx, userId) => eraseConversations(trx, userId, clock),
    sweep,
    start: () => {
      sweepQuietly();
      timer = setInterval(sweepQuietly, SWEEP_MS);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}
