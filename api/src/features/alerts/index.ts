import { z } from 'zod';
import type { Clock } from '../../platform/clock';
import { type Db, errorDetail } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { JobQueue, Jobs } from '../../platform/jobs';
import type { Log } from '../../platform/log';
import type { ApiTokenService } from '../api-tokens';
import type { Mail } from '../mail';
import type { Publisher } from '../realtime';
import { alertRoutes } from './alerts.routes';
import { type AlertsService, createAlertsService } from './alerts.service';
import { announceEndingTokens } from './announceEndingTokens';
import { askAgain } from './askAgain';
import { changedNews, followNews } from './followNews';
import { tidyNotices } from './notices/notices.repo';
import { noticeRoutes } from './notices/notices.routes';
import { createNoticesService } from './notices/notices.service';
import type { ProofCheck } from './ProofCheck';
import { sendHeldMail } from './sendHeldMail';
import { type AskForDelivery, createTell, type Tell } from './tell';
import { newsJob, tellNews } from './tellNews';
import { sendDigests } from './timing/sendDigests';
import { createTimingService } from './timing/timing.service';
import { watchAdvertisers } from './watchAdvertisers';
import { watchLandings } from './watchLandings';
import type { CallOptions } from './webhook/callAddress';
import { deliverCall } from './webhook/deliverCall';
import { createWebhookService } from './webhook/webhook.service';

export interface AlertsDeps {
  db: Db;
  clock: Clock;
  mail: Pick<Mail, 'send'>;
  publisher: Publisher;
  /** Not started yet: the queues are registered here. */
  jobs: Jobs;
  log: Log;
  tokens: Pick<ApiTokenService, 'takeEnding'>;
  /** Asked before new sign-ins are told no more, and before an address is set; throws 403 (`REAUTH_REQUIRED`). */
  checkProof: ProofCheck;
  /** Seals the secrets of webhooks. */
  secret: string;
  /** Where people reach the app, without a slash at the end. */
  appUrl: string;
  /** Whether an article can still be read: what was withdrawn meanwhile is told to nobody else. */
  isNewsOut(db: Db, articleId: number): Promise<boolean>;
  /** Only in development and tests: webhooks of this machine too. */
  localWebhooks: boolean;
  /** For tests: how names are looked up, and how long an address may take. */
  call?: Partial<CallOptions>;
}

export interface AlertsFeature {
  service: AlertsService;
  mounts: Mount[];
  /** Begins to look for what is to be told; after the jobs have started. */
  start(): void;
  stop(): void;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** What is missed now is found the next time. */
const ONCE = { schema: z.object({}), retryLimit: 0, singletonKey: () => 'one' };
const LONG_SECONDS = 300;
const LONG_JOB = { retryLimit: 20, retryDelaySeconds: 5, expireInSeconds: LONG_SECONDS };
/** Attempts that a process did not live to end; what an address does has a schedule of its own. */
const DELIVERY = {
  schema: z.object({ noticeId: z.int().positive() }),
  retryLimit: 20,
  retryDelaySeconds: 5,
  expireInSeconds: 30,
};
const CALLS_AT_A_TIME = 8;
const MAILS_AT_A_TIME = 4;
const NOTICES_KEPT_MS = 180 * DAY_MS;
const NOTICES_KEPT = 1_000;
const TIDY_MS = 6 * HOUR_MS;

/** The jobs of what waits or leaves the house; the handlers are only called once everything is there. */
function createDeliveries(deps: AlertsDeps, webhook: ReturnType<typeof createWebhookService>) {
  const { db, clock, jobs, mail } = deps;
  const ask: AskForDelivery = async (trx, noticeId, channel, dueAt) => {
    const queue = channel === 'mail' ? mails : calls;
    await queue.send({ noticeId }, { trx, startAfter: dueAt });
  };
  const mails = jobs.queue('alerts.mail', {
    ...DELIVERY,
    concurrency: MAILS_AT_A_TIME,
    handler: ({ noticeId }) => sendHeldMail({ db, clock, mail, ask }, noticeId),
  });
  const calls = jobs.queue('alerts.webhook', {
    ...DELIVERY,
    concurrency: CALLS_AT_A_TIME,
    handler: ({ noticeId }, { signal }) =>
      deliverCall({ db, clock, caller: webhook.caller, ask }, noticeId, signal),
  });
  return ask;
}

/** The rounds that look for what is to be told, and tell it. */
function createRounds(deps: AlertsDeps, service: AlertsService, ask: AskForDelivery) {
  const { db, clock, jobs, log, mail, tokens } = deps;
  const tidy = () => tidyNotices(db, new Date(clock.nowMs() - NOTICES_KEPT_MS), NOTICES_KEPT);
  const long = { ...ONCE, expireInSeconds: LONG_SECONDS };
  const round = (name: string, handler: () => Promise<void>) => jobs.queue(name, { ...long, handler });
  return [
    [MINUTE_MS, round('alerts.watch', () => watchAdvertisers({ db, clock, alerts: service }))],
    [MINUTE_MS, round('alerts.landings', () => watchLandings({ db, clock, alerts: service }))],
    // The end of a token is days away: looking hourly costs little and misses no day after a restart.
    [HOUR_MS, round('alerts.tokens', () => announceEndingTokens({ db, clock, alerts: service, tokens }))],
    [MINUTE_MS, round('alerts.digests', () => sendDigests({ db, clock, log, mail }))],
    [HOUR_MS, round('alerts.overdue', () => askAgain({ db, clock, ask }))],
    [TIDY_MS, round('alerts.tidy', tidy)],
  ] as const;
}

/** What accounts are told of, by the ways that they want: in the app, by mail, at an address of their own. */
export function createAlertsFeature(deps: AlertsDeps): AlertsFeature {
  const { db, clock, mail, publisher, jobs, log, secret, appUrl, checkProof, isNewsOut } = deps;
  const call = { allowLocal: deps.localWebhooks, ...deps.call };
  const webhook = createWebhookService({ db, clock, mail, secret, appUrl, call });
  const ask = createDeliveries(deps, webhook);
  const tell: Tell = createTell({ clock, mail, publisher, ask });
  const news: JobQueue<typeof newsJob> = jobs.queue('alerts.news', {
    schema: newsJob,
    handler: async (article, { signal }) => {
      const after = await tellNews({ db, tell, isNewsOut }, article, signal);
      if (after !== null) await news.send({ ...article, after });
    },
    ...LONG_JOB,
  });
  const notices = createNoticesService({ db, clock, publisher });
  const newsChanges: JobQueue<typeof changedNews> = jobs.queue('alerts.newsChanges', {
    schema: changedNews,
    handler: async ({ articleId, ...from }, { signal }) => {
      const { ring } = notices;
      const after = await followNews({ db, isNewsOut, ring }, { articleId, ...from }, signal);
      if (after !== null) await newsChanges.send({ articleId, after });
    },
    ...LONG_JOB,
  });
  const service = createAlertsService({ db, clock, mail, tell, notices, news, newsChanges });
  const timing = createTimingService({ db, clock, ask });
  const rounds = createRounds(deps, service, ask);
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
    mounts: [
      { path: '/api/settings/alerts', router: alertRoutes({ service, timing, webhook, checkProof }) },
      { path: '/api/notices', router: noticeRoutes(notices) },
    ],
    start: () => {
      timers = rounds.map(([ms, queue]) => every(ms, queue));
    },
    stop: () => {
      for (const timer of timers) clearInterval(timer);
      timers = [];
    },
  };
}

export type { AlertsService, NewLogin, PublishedNews } from './alerts.service';
export type { Alert } from './letter';
export type { StoppedRelease } from './releaseAlerts';
export type { SupportAnswer, SupportQuestion } from './supportAlerts';
