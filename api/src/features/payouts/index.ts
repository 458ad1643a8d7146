import { z } from 'zod';
import { errorDetail } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { Jobs } from '../../platform/jobs';
import { createPayoutBatches, type PayoutBatches } from './batches.service';
import { createPayoutReviews, type PayoutReviews } from './operator.service';
import type { PayoutDeps } from './parts';
import {
  batchRoutes,
  operatorPayoutRoutes,
  type ProofCheck,
  publisherRoutes,
  termsRoutes,
} from './payouts.routes';
import { createPayoutsService, type PayoutsService } from './payouts.service';
import { releaseDueEarnings } from './releaseEarnings';

export interface PayoutsFeatureDeps extends PayoutDeps {
  /** Not started yet: the queue that releases earnings is registered here. */
  jobs: Jobs;
  /** Throws 403 (`REAUTH_REQUIRED`) when the last proof of who it is is too old. */
  checkProof: ProofCheck;
}

export interface PayoutParts {
  service: PayoutsService;
  reviews: PayoutReviews;
  batches: PayoutBatches;
  /** Releases everything whose time has come, now; what fails for one publisher is logged and tried again. */
  release(): Promise<void>;
}

export interface PayoutsFeature extends PayoutParts {
  mounts: Mount[];
  /** Begins to look for earnings whose time has come; after the jobs have started. */
  start(): void;
  stop(): void;
}

const EVERY_MS = 600_000;
const LONG_SECONDS = 300;

/** What is done with earnings, without the calls and the job that have it done. */
export function createPayoutParts(deps: PayoutDeps): PayoutParts {
  const { log } = deps;
  return {
    service: createPayoutsService(deps),
    reviews: createPayoutReviews(deps),
    batches: createPayoutBatches(deps),
    release: () =>
      releaseDueEarnings(deps, (error, publisherId) =>
        log.error({ ...errorDetail(error), publisherId }, 'Earnings of a publisher could not be released'),
      ),
  };
}

/** What publishers earned: released after their terms, asked for, approved, sent together and paid. */
export function createPayoutsFeature(deps: PayoutsFeatureDeps): PayoutsFeature {
  const { jobs, log, checkProof } = deps;
  const parts = createPayoutParts(deps);
  const { service, reviews, batches, release } = parts;
  // One at a time over all servers; what is missed now is found the next time.
  const queue = jobs.queue('payouts.release', {
    schema: z.object({}),
    retryLimit: 0,
    expireInSeconds: LONG_SECONDS,
    singletonKey: () => 'one',
    handler: release,
  });
  let timer: NodeJS.Timeout | undefined;
  const ask = () =>
    queue
      .send({})
      .catch((error: unknown) => log.warn(errorDetail(error), 'Earnings wait for the next round'));
  return {
    ...parts,
    mounts: [
      { path: '/api/publisher', router: publisherRoutes(service, checkProof) },
      { path: '/api/operator/payouts', router: operatorPayoutRoutes(reviews, checkProof) },
      { path: '/api/operator/payout-batches', router: batchRoutes(batches, checkProof) },
      { path: '/api/operator/publishers', router: termsRoutes(reviews, checkProof) },
    ],
    start: () => {
      void ask();
      timer = setInterval(ask, EVERY_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}

export type { EndedPayout, PayoutDeps, PayoutFacts } from './parts';
export type { PayoutsService } from './payouts.service';
