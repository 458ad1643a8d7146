import { z } from 'zod';
import { errorDetail } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { Jobs } from '../../platform/jobs';
import type { Log } from '../../platform/log';
import { holdRoutes, type ProofCheck } from './holds.routes';
import { createHoldsService, type HoldsDeps } from './holds.service';
import { lookAtHolds } from './lookAtHolds';

export type { HoldNews } from './lookAtHolds';

const LOOK_MS = 60_000;
const EXPIRE_SECONDS = 300;

export interface HoldsFeatureDeps extends HoldsDeps {
  /** Not started yet: the queue is registered here. */
  jobs: Jobs;
  log: Log;
  checkProof: ProofCheck;
}

export interface HoldsFeature {
  mounts: Mount[];
  /** Begins to look; after the jobs have started. */
  start(): void;
  stop(): void;
}

/** Earnings by a payee's own word: looked at every minute, released by time, or decided by operators. */
export function createHoldsFeature({ jobs, log, checkProof, ...deps }: HoldsFeatureDeps): HoldsFeature {
  const service = createHoldsService(deps);
  // What is missed now is found the next time.
  const looks = jobs.queue('holds.look', {
    schema: z.object({}),
    retryLimit: 0,
    singletonKey: () => 'one',
    expireInSeconds: EXPIRE_SECONDS,
    handler: () =>
      lookAtHolds(deps, (error, propertyId) =>
        log.error({ ...errorDetail(error), propertyId }, 'Earnings on hold could not be looked at'),
      ),
  });
  let timer: NodeJS.Timeout | null = null;
  const ask = () =>
    looks.send({}).catch((error: unknown) => log.warn(errorDetail(error), 'Holds wait for the next look'));
  return {
    mounts: [{ path: '/api/operator/hold-cases', router: holdRoutes(service, checkProof) }],
    start: () => {
      void ask();
      timer ??= setInterval(ask, LOOK_MS).unref();
    },
    stop: () => {
      if (timer) clearInterval(timer);
      timer = null;
    },
  };
}
