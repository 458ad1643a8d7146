import { POSTBACK_LOG, publicId } from '@ezdash/contracts';
import { z } from 'zod';
import { createSecretBox } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, errorDetail, inTransaction, type Trx, toNumber } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { JobQueue, Jobs } from '../../platform/jobs';
import type { Log } from '../../platform/log';
import type { Outbound } from '../../platform/outbound';
import type { NoteReport, TellConversion } from '../conversions';
import type { Publisher } from '../realtime';
import { createLogWriter } from './log/createLogWriter';
import { forgetLog, forgetOwner } from './log/log.repo';
import { createLogService, type LogService } from './log/log.service';
import { findOverdue, forgetCalls, insertCalls } from './outgoing/calls.repo';
import { type CallsService, createCallsService } from './outgoing/calls.service';
import { deliverCall } from './outgoing/deliverCall';
import { createOutgoingService, type OutgoingService } from './outgoing/outgoing.service';
import { tellTakenBack } from './outgoing/tellTakenBack';
import { postbackRoutes } from './postbacks.routes';

export interface PostbacksDeps {
  db: Db;
  clock: Clock;
  log: Log;
  jobs: Jobs;
  publisher: Pick<Publisher, 'toAccount'>;
  outbound: Outbound;
  /** The server's own; the key for the secrets is derived from it. */
  secret: string;
  /** Between 0 and 1; Math.random unless a test says otherwise. */
  random?: () => number;
}

export interface PostbacksFeature {
  log: LogService;
  outgoing: OutgoingService;
  calls: CallsService;
  /** For the conversions: has each told on, in its transaction. */
  tell: TellConversion;
  /** For the conversions: keeps each report in the log. */
  note: NoteReport;
  /** Writes what waits for the log now. */
  flush(): Promise<void>;
  /** What the archive of a person's data holds. */
  exportOf(ownerId: number, on?: Db): Promise<object>;
  /** For an account that is deleted, in its transaction; bears being run again. */
  forget(trx: Trx, ownerId: number): Promise<void>;
  mounts: Mount[];
  start(): void;
  stop(): Promise<void>;
}

const callJob = z.object({ id: z.int().positive() });
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** What should have been tried so long ago has lost its job. */
const OVERDUE_MS = 10 * MINUTE_MS;
const AT_ONCE = 1_000;
const CONCURRENCY = 8;

/** The log of what advertisers' servers report, and the calls that tell it on (docs/postbacks.md). */
export function createPostbacksFeature(deps: PostbacksDeps): PostbacksFeature {
  const { db, clock, log, jobs, publisher, outbound, random = Math.random } = deps;
  const box = createSecretBox(deps.secret, 'outgoing postback secrets');
  const ask = async (trx: Trx, id: number, at: Date) => {
    await queue.send({ id }, { trx, ...(at > clock.now() && { startAfter: at }) });
  };
  const askNow = (trx: Trx, ids: readonly number[]) =>
    jobs.sendMany(
      queue.name,
      ids.map((id) => ({ id })),
      { trx },
    );
  const delivery = { db, clock, box, outbound, publisher, ask, random };
  const queue: JobQueue<typeof callJob> = jobs.queue('postbacks.call', {
    schema: callJob,
    handler: ({ id }, { signal }) => deliverCall(delivery, id, signal),
    concurrency: CONCURRENCY,
  });
  const writer = createLogWriter({ db, clock, log, publisher });
  const lines = createLogService(db);
  const outgoing = createOutgoingService({ db, clock, box });
  const calls = createCallsService({ db, clock, askNow });
  const tell: TellConversion = async (trx, told) => {
    const made = await insertCalls(trx, told, {
      goal: publicId('conversionGoal', told.goalId),
      conversion: publicId('conversion', toNumber(told.conversionId)),
      now: clock.now(),
    });
    await askNow(trx, made);
  };
  let timers: NodeJS.Timeout[] = [];

  async function lookAfterCalls(): Promise<void> {
    const ids = await findOverdue(db, new Date(clock.nowMs() - OVERDUE_MS), AT_ONCE);
    await inTransaction(db, (trx) => askNow(trx, ids));
  }
  async function forgetOld(): Promise<void> {
    const before = new Date(clock.nowMs() - POSTBACK_LOG.keptDays * DAY_MS);
    while ((await forgetLog(db, before, AT_ONCE)) === AT_ONCE);
    while ((await forgetCalls(db, before, AT_ONCE)) === AT_ONCE);
  }
  async function tellLate(): Promise<void> {
    while ((await tellTakenBack(db, tell, AT_ONCE)) === AT_ONCE);
  }
  const every = (ms: number, what: string, work: () => Promise<void>) =>
    setInterval(() => {
      work().catch((error: unknown) => log.warn(errorDetail(error), what));
    }, ms).unref();

  return {
    log: lines,
    outgoing,
    calls,
    tell,
    note: writer.note,
    flush: writer.flush,
    exportOf: async (ownerId, on = db) => ({
      outgoing: await outgoing.exportOf(ownerId, on),
      log: await lines.exportOf(ownerId, on),
    }),
    async forget(trx, ownerId) {
      await forgetOwner(trx, ownerId);
      await outgoing.forget(trx, ownerId);
    },
    mounts: [{ path: '/api/postbacks', router: postbackRoutes({ log: lines, outgoing, calls }) }],
    start: () => {
      timers = [
        every(MINUTE_MS, 'Calls of postbacks wait for the next round', lookAfterCalls),
        every(HOUR_MS, 'Conversions that were taken back are told an hour later', tellLate),
        every(HOUR_MS, 'Old lines of postbacks stay for an hour more', forgetOld),
      ];
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      timers = [];
      await writer.stop();
    },
  };
}

export type { CallsService } from './outgoing/calls.service';
