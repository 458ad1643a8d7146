import { z } from 'zod';
import { errorDetail } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { Jobs } from '../../platform/jobs';
import type { Log } from '../../platform/log';
import type { ApiTokenService } from '../api-tokens';
import { alertRoutes, type ProofCheck } from './alerts.routes';
import { type AlertsService, type AlertsServiceDeps, createAlertsService } from './alerts.service';
import { announceEndingTokens } from './announceEndingTokens';
import { watchAdvertisers } from './watchAdvertisers';

export interface AlertsDeps extends AlertsServiceDeps {
  /** Not started yet: the queues are registered here. */
  jobs: Jobs;
  log: Log;
  tokens: Pick<ApiTokenService, 'takeEnding'>;
  /** Asked before new sign-ins are told no more; throws 403 (`REAUTH_REQUIRED`) when the last proof is too old. */
  checkProof: ProofCheck;
}

export interface AlertsFeature {
  service: AlertsService;
  mounts: Mount[];
  /** Begins to look for what is to be told; after the jobs have started. */
  start(): void;
  stop(): void;
}

const WATCH = 'alerts.watch';
const TOKENS = 'alerts.tokens';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** What is missed now is found the next time. */
const ONCE = { schema: z.object({}), retryLimit: 0, singletonKey: () => 'one' };
const WATCH_SECONDS = 300;

/** What accounts are told of by mail, as far as they want it. */
export function createAlertsFeature(deps: AlertsDeps): AlertsFeature {
  const { db, clock, jobs, log, tokens, checkProof } = deps;
  const service = createAlertsService(deps);
  const watch = jobs.queue(WATCH, {
    ...ONCE,
    handler: () => watchAdvertisers({ db, clock, alerts: service }),
    expireInSeconds: WATCH_SECONDS,
  });
  const ending = jobs.queue(TOKENS, {
    ...ONCE,
    handler: () => announceEndingTokens({ db, clock, alerts: service, tokens }),
  });
  let timers: NodeJS.Timeout[] = [];

  function every(ms: number, queue: { send(payload: object): Promise<unknown> }): NodeJS.Timeout {
    const ask = () =>
      queue
        .send({})
        .catch((error: unknown) => log.warn(errorDetail(error), 'Alerts wait for the next round'));
    void ask();
    return setInterval(ask, ms).unref();
  }

  return {
    service,
    mounts: [{ path: '/api/settings/alerts', router: alertRoutes(service, checkProof) }],
    start: () => {
      // The end of a token is days away: looking hourly costs little and misses no day after a restart.
      timers = [every(MINUTE_MS, watch), every(HOUR_MS, ending)];
    },
    stop: () => {
      for (const timer of timers) clearInterval(timer);
      timers = [];
    },
  };
}

export type { AlertsService } from './alerts.service';
export type { Alert } from './letter';
