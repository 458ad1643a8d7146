import { randomUUID } from 'node:crypto';
import type { DataExport } from '@ezdash/contracts';
import { EXPORT_PAUSE_HOURS } from '@ezdash/contracts/constants';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock';
import { type Db, inTransaction, type Trx, toNumber } from '../../../platform/db';
import { ConflictError, NotFoundError, TooManyRequestsError } from '../../../platform/errors';
import type { JobContext, Jobs } from '../../../platform/jobs';
import type { Mail } from '../../mail';
import { type ArchiveParts, buildArchive } from './buildArchive';
import { createArchive } from './createArchive';
import * as repo from './exports.repo';
import { findPerson, type Person } from './readPerson';

export interface ExportsDeps extends ArchiveParts {
  db: Db;
  clock: Clock;
  /** Not started yet: the queue is registered here. */
  jobs: Pick<Jobs, 'queue'>;
  mail: Pick<Mail, 'send'>;
}

export interface Download {
  bytes: number;
  /** `ezdash-2026-11-21.zip` */
  fileName: string;
  chunks: AsyncIterable<Buffer>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const KEPT_MS = 7 * DAY_MS;
const PAUSE_MS = EXPORT_PAUSE_HOURS * HOUR_MS;
/** Beyond the last retry of any job. */
const ABANDONED_MS = 6 * HOUR_MS;
const QUEUE = 'privacy.export';
/** A large account is some minutes of work; the tries are spread over an hour. */
const RUNS = { expireInSeconds: 15 * 60, retryLimit: 3, retryDelaySeconds: 60, retryBackoff: true };

export function presentExport(row: repo.ExportRow, now: Date): DataExport {
  const isOver = row.state === 'ready' && row.expires_at !== null && row.expires_at <= now;
  return {
    id: row.id,
    state: isOver ? 'expired' : row.state,
    requested_at: row.requested_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    bytes: row.byte_count === null ? null : toNumber(row.byte_count),
  };
}

/** One at a time, and one a day; one that failed may be asked for again at once. */
function refuseTooSoon(newest: repo.ExportRow | undefined, now: Date): void {
  if (!newest || newest.state === 'failed') return;
  if (newest.state === 'waiting')
    throw new ConflictError('Your archive is being made already', 'EXPORT_RUNNING');
  const waitMs = newest.requested_at.getTime() + PAUSE_MS - now.getTime();
  if (waitMs > 0)
    throw new TooManyRequestsError('You can ask for one archive a day', waitMs / 1_000, 'EXPORT_TOO_SOON');
}

/** Archives of all that is kept of a person: asked for, made by a job, downloaded, forgotten. */
export function createExports(deps: ExportsDeps) {
  const { db, clock, mail } = deps;
  const queue = deps.jobs.queue(QUEUE, {
    schema: z.object({ exportId: z.uuid() }),
    handler: ({ exportId }, context) => make(exportId, context),
    ...RUNS,
  });

  /** One snapshot of everything; the chunks are written beside it. */
  async function build(exportId: string, person: Person, signal: AbortSignal) {
    const build = randomUUID();
    let number = 0;
    const archive = createArchive({
      madeAt: clock.now(),
      write: async (bytes) => {
        signal.throwIfAborted();
        await repo.insertChunk(db, { exportId, build, number, bytes });
        number += 1;
      },
    });
    await inTransaction(
      db,
      async (trx) => {
        // A long history takes its time.
        await sql`SET LOCAL statement_timeout = 0`.execute(trx);
        await buildArchive(trx, person, archive, deps, clock.now());
      },
      { isolation: 'repeatable read', readOnly: true, retries: 0 },
    );
    return { build, bytes: await archive.end() };
  }

  async function tellReady(trx: Trx, person: Person, exportId: string, expiresAt: Date): Promise<void> {
    const { timezone } = await trx
      .selectFrom('app_user')
      .select('timezone')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    await mail.send(trx, {
      to: person.email,
      template: 'data-export-ready',
      locale: person.locale,
      data: { expiresAt: expiresAt.toISOString(), timeZone: timezone },
      idempotencyKey: `data-export-ready:${exportId}`,
    });
  }

  async function tryMake(exportId: string, signal: AbortSignal): Promise<void> {
    const row = await repo.findWaiting(db, exportId);
    const person = row && (await findPerson(db, row.user_id));
    if (!row || !person) return;
    await repo.deleteOtherBuilds(db, exportId, null);
    const made = await build(exportId, person, signal);
    const expiresAt = new Date(clock.nowMs() + KEPT_MS);
    await inTransaction(db, async (trx) => {
      if (!(await repo.noteReady(trx, exportId, { ...made, expiresAt }))) return;
      await repo.deleteOtherBuilds(trx, exportId, made.build);
      await tellReady(trx, person, exportId, expiresAt);
    });
  }

  async function make(exportId: string, { signal, isLastAttempt, log }: JobContext): Promise<void> {
    try {
      await tryMake(exportId, signal);
      log.info({ event: 'privacy.export_ready', exportId }, 'An archive of personal data is ready');
    } catch (error) {
      if (isLastAttempt) await repo.noteFailed(db, exportId);
      throw error;
    }
  }

  return {
    newest: (userId: number) => repo.newestExport(db, userId),

    /** 409 EXPORT_RUNNING, 429 EXPORT_TOO_SOON. */
    request: (userId: number): Promise<DataExport> =>
      inTransaction(db, async (trx) => {
        const now = clock.now();
        if (!(await repo.lockPerson(trx, userId))) throw new NotFoundError();
        refuseTooSoon(await repo.newestExport(trx, userId), now);
        const row = await repo.insertExport(trx, userId, now);
        await queue.send({ exportId: row.id }, { trx });
        return presentExport(row, now);
      }),

    /** Another person's, one that is not ready and one that has expired do not exist (404). */
    async download(userId: number, id: string): Promise<Download> {
      const found = z.uuid().safeParse(id).success && (await repo.findReady(db, userId, id, clock.now()));
      if (!found) throw new NotFoundError('There is no such archive, or it has expired');
      const name = deps.appName.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'data';
      return {
        bytes: toNumber(found.bytes),
        fileName: `${name}-${found.requested_at.toISOString().slice(0, 10)}.zip`,
        chunks: repo.readChunks(db, found.build, found.bytes),
      };
    },

    /** Forgets what has expired, and gives up what no job works on any more. */
    async tidy(): Promise<{ expired: number; abandoned: number }> {
      const now = clock.now();
      const abandoned = await repo.failAbandoned(db, new Date(now.getTime() - ABANDONED_MS));
      return { abandoned, expired: await repo.expireExports(db, now) };
    },
  };
}

export type Exports = ReturnType<typeof createExports>;
