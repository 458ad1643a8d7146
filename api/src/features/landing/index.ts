import { z } from 'zod';
import type { Clock } from '../../platform/clock';
import { type Db, errorDetail } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { Jobs } from '../../platform/jobs';
import type { Log } from '../../platform/log';
import type { Outbound } from '../../platform/outbound';
import { landingMounts } from './landing.routes';
import { createLandingService, type LandingService } from './landing.service';

export { type BrokenLanding, findBroken as findBrokenLandings, findLandings } from './landing.repo';
export { type LandingService, presentLanding } from './landing.service';
export { type LandingToTell, LOOKS_TO_TELL, takeToTell as takeLandingsToTell } from './toldLandings.repo';

export interface LandingDeps {
  db: Db;
  clock: Clock;
  log: Log;
  outbound: Outbound;
  /** Not started yet: the queues are registered here. */
  jobs: Jobs;
  random?: () => number;
}

export interface LandingFeature {
  mounts: Mount[];
  landing: LandingService;
  /** Begins to look at the pages of campaigns that run or are in review; after the jobs have started. */
  start(): void;
  stop(): void;
}

const ROUND_MS = 5 * 60_000;
/** Found in one round; the next ones follow in the next. */
const MOST_A_ROUND = 500;
const LOOKS_AT_A_TIME = 4;

/** Whether landing pages answer: on demand, and daily for campaigns that run or are in review. */
export function createLandingFeature(deps: LandingDeps): LandingFeature {
  const { db, clock, log, outbound, jobs, random = Math.random } = deps;
  const landing = createLandingService({ db, clock, outbound, random });

  const check = jobs.queue('landing.check', {
    schema: z.object({ campaignId: z.int().positive() }),
    // What a page does is an answer; only we ourselves can fail.
    retryLimit: 3,
    retryDelaySeconds: 30,
    concurrency: LOOKS_AT_A_TIME,
    singletonKey: ({ campaignId }) => String(campaignId),
    handler: async ({ campaignId }) => {
      await landing.checkLookedAt(campaignId);
    },
  });
  const round = jobs.queue('landing.round', {
    schema: z.object({}),
    retryLimit: 0,
    singletonKey: () => 'one',
    handler: async () => {
      for (const { id: campaignId, isAwaited } of await landing.due(MOST_A_ROUND)) {
        // Spread over the time until the next round: a page of many campaigns is not asked by all at once.
        const spreadMs = isAwaited ? 0 : Math.floor(random() * ROUND_MS);
        await check.send({ campaignId }, { startAfter: new Date(clock.nowMs() + spreadMs) });
      }
    },
  });
  let timer: NodeJS.Timeout | undefined;
  const ask = () =>
    void round
      .send({})
      .catch((error: unknown) => log.warn(errorDetail(error), 'Landing pages wait for the next round'));

  return {
    mounts: landingMounts(landing),
    landing,
    start: () => {
      ask();
      timer = setInterval(ask, ROUND_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
