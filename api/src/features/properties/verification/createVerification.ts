import { z } from 'zod';
import { errorDetail } from '../../../platform/db';
import type { Jobs } from '../../../platform/jobs';
import type { Log } from '../../../platform/log';
import {
  createVerificationService,
  type VerificationDeps,
  type VerificationService,
} from './verification.service';

export interface VerificationJobsDeps extends VerificationDeps {
  log: Log;
  /** Not started yet: the queues are registered here. */
  jobs: Jobs;
}

export interface Verification {
  service: VerificationService;
  /** Begins to look for tokens; after the jobs have started. */
  start(): void;
  stop(): void;
}

const ROUND_MS = 60_000;
/** Found in one round; the next ones follow in the next. */
const MOST_A_ROUND = 500;
const LOOKS_AT_A_TIME = 4;

/** Looks for tokens when they are due: after a property is added, and of verified ones from time to time. */
export function createVerification({ log, jobs, ...deps }: VerificationJobsDeps): Verification {
  const service = createVerificationService(deps);
  const check = jobs.queue('properties.verify', {
    schema: z.object({ propertyId: z.int().positive() }),
    // What a site does is an answer; only we ourselves can fail.
    retryLimit: 3,
    retryDelaySeconds: 30,
    concurrency: LOOKS_AT_A_TIME,
    singletonKey: ({ propertyId }) => String(propertyId),
    handler: ({ propertyId }) => service.checkDue(propertyId),
  });
  const round = jobs.queue('properties.verificationRound', {
    schema: z.object({}),
    retryLimit: 0,
    singletonKey: () => 'one',
    handler: async () => {
      for (const propertyId of await service.due(MOST_A_ROUND)) await check.send({ propertyId });
    },
  });
  let timer: NodeJS.Timeout | undefined;
  const ask = () =>
    void round
      .send({})
      .catch((error: unknown) => log.warn(errorDetail(error), 'Verifications wait for the next round'));
  return {
    service,
    start: () => {
      ask();
      timer = setInterval(ask, ROUND_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
