import { z } from 'zod';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import type { JobQueue, Jobs } from '../../platform/jobs';
import { carryOutReversal, readSelection } from '../events';
import type { Publisher } from '../realtime';
import { reasonOf } from './presentReversal';
import { findUnfinished } from './reversals.repo';

const QUEUE = 'traffic.reversal';
const payload = z.object({ reversalId: z.int().positive() });
/** One job's share. It then sends the next: when a process dies, another takes its share over soon. */
const SLICE_MS = 20_000;
const EXPIRE_SECONDS = 120;

export interface ReversalJobDeps {
  db: Db;
  clock: Clock;
  /** Not started yet: the queue is registered here. */
  jobs: Jobs;
  publisher: Pick<Publisher, 'toOperators'>;
  sliceMs?: number;
  batchEvents?: number;
}

/** The job's share is done, and not all of the reversal. */
class SliceOver extends Error {}

/** Carries out what the console began, some batches at a time, wherever a process died meanwhile. */
export function createReversalJob(deps: ReversalJobDeps): JobQueue<typeof payload> {
  const { db, clock, jobs, publisher, sliceMs = SLICE_MS, batchEvents } = deps;

  const queue = jobs.queue(QUEUE, {
    schema: payload,
    singletonKey: ({ reversalId }) => String(reversalId),
    expireInSeconds: EXPIRE_SECONDS,
    retryDelaySeconds: 5,
    handler: async ({ reversalId }, { signal }) => {
      if (!(await work(reversalId, signal))) await queue.send({ reversalId });
    },
  });

  /** False when its time was over before the reversal was. */
  async function work(id: number, signal: AbortSignal): Promise<boolean> {
    const found = await findUnfinished(db, id);
    // Finished by another run.
    if (!found) return true;
    const endsAt = performance.now() + sliceMs;
    const request = {
      id,
      reason: reasonOf(found.reason),
      selection: readSelection(found.selection),
      by: found.actor,
      why: found.why,
    };
    const onBatch = () => {
      signal.throwIfAborted();
      if (performance.now() >= endsAt) throw new SliceOver();
    };
    try {
      await carryOutReversal(db, request, { now: () => clock.nowMs(), batchEvents, onBatch });
    } catch (error) {
      if (error instanceof SliceOver) return false;
      throw error;
    }
    await publisher.toOperators(db, 'money.changed', {});
    return true;
  }

  return queue;
}
