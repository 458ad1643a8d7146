import type PgBoss from 'pg-boss';
import type { z } from 'zod';
import type { Desk, Job, Worker } from './createWorker';
import { payloadOf } from './envelope';
import { deadQueue } from './jobMetrics';
import { InvalidJob, type JobContext, NoRetry, type PayloadSchema, type QueueOptions } from './types';

export interface RegisteredQueue {
  name: string;
  options: QueueOptions<PayloadSchema>;
  worker: Worker;
}

export const QUEUE_DEFAULTS = { retryLimit: 5, retryDelaySeconds: 10, expireInSeconds: 60, concurrency: 1 };
/** The process itself ends an attempt; only when it is gone does the database, a little later. */
const EXPIRE_GRACE_SECONDS = 15;

const FORGET_AFTER_MINUTES = 24 * 60;

/** Names the fields, not what is in them. */
function problemsOf({ issues }: z.core.$ZodError): string {
  const fields = issues.map(({ path, code }) => `${path.map(String).join('.') || 'payload'} (${code})`);
  return fields.join(', ');
}

/** The singleton key of a job that may be sent, if it has one; throws InvalidJob otherwise. */
export function checkJob(
  { name, options }: RegisteredQueue,
  payload: object,
  givenKey: string | undefined,
): string | undefined {
  const checked = options.schema.safeParse(payload);
  if (!checked.success)
    throw new InvalidJob(`The queue ${name} does not take this: ${problemsOf(checked.error)}`);
  if (givenKey !== undefined && !options.singletonKey)
    throw new InvalidJob(`The queue ${name} has no singleton key`);
  return givenKey ?? options.singletonKey?.(checked.data);
}

/** Checks what a job holds, which another release may have written, and works on it. */
export function workOn<S extends PayloadSchema>({ schema, handler }: QueueOptions<S>) {
  return async (job: Job, context: JobContext): Promise<void> => {
    const checked = schema.safeParse(payloadOf(job.data));
    if (!checked.success) throw new NoRetry(`The payload does not fit: ${problemsOf(checked.error)}`);
    await handler(checked.data, context);
  };
}

/** A desk over pg-boss: its `fetch` hides every error, which would make a lost database look like an empty queue. */
export function createDesk(boss: PgBoss, own: PgBoss.Db, name: string, forgetsJobs: boolean): Desk {
  const forget = (id: string, where = '') =>
    own.executeSql(
      `DELETE FROM pgboss.job WHERE name = $1 AND id = $2 AND state = 'active' ${where} RETURNING id`,
      [name, id],
    );

  return {
    fetch: async (most) => {
      let failure: unknown = null;
      const executor: PgBoss.Db = {
        executeSql: (text, values) =>
          own.executeSql(text, values).catch((error: unknown) => {
            failure = error;
            throw error;
          }),
      };
      const jobs = await boss.fetch(name, { batchSize: most, includeMetadata: true, db: executor });
      if (failure !== null) throw failure;
      return jobs as Job[];
    },
    complete: async (id) => {
      if (forgetsJobs) await forget(id);
      else await boss.complete(name, id);
    },
    fail: async (id, reason, final) => {
      if (forgetsJobs) {
        const { rows } = await forget(id, final ? '' : 'AND retry_count >= retry_limit');
        if (rows.length > 0) return;
      }
      if (final)
        await own.executeSql(
          `UPDATE pgboss.job SET retry_limit = retry_count WHERE name = $1 AND id = $2 AND state = 'active'`,
          [name, id],
        );
      await boss.fail(name, id, { message: reason });
    },
  };
}

function settingsOf({ name, options }: RegisteredQueue): PgBoss.Queue {
  return {
    name,
    policy: options.singletonKey ? 'short' : 'standard',
    retryLimit: options.retryLimit ?? QUEUE_DEFAULTS.retryLimit,
    retryDelay: options.retryDelaySeconds ?? QUEUE_DEFAULTS.retryDelaySeconds,
    retryBackoff: options.retryBackoff ?? true,
    expireInSeconds: (options.expireInSeconds ?? QUEUE_DEFAULTS.expireInSeconds) + EXPIRE_GRACE_SECONDS,
    ...(options.forgetsJobs ? { retentionMinutes: FORGET_AFTER_MINUTES } : { deadLetter: deadQueue(name) }),
  };
}

/** Makes the queues that are not there, and gives the others the settings of this version. */
export async function makeQueues(boss: PgBoss, queues: readonly RegisteredQueue[]): Promise<void> {
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  // One after the other: each is a table of its own, and to make two at once locks them out of each other.
  const create = async (name: string, settings?: PgBoss.Queue) => {
    if (!known.has(name)) await boss.createQueue(name, settings);
  };
  for (const queue of queues) {
    await create(deadQueue(queue.name));
    await create(queue.name, settingsOf(queue));
  }
  await Promise.all(queues.map((queue) => boss.updateQueue(queue.name, settingsOf(queue))));
}
