import { z } from 'zod';
import type { Clock } from '../../platform/clock';
import { type Db, errorDetail } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { Jobs } from '../../platform/jobs';
import type { Log } from '../../platform/log';
import type { Outbound } from '../../platform/outbound';
import type { Work } from '../../platform/work';
import { adsTxtMounts } from './adsTxt.routes';
import { type AdsTxtService, createAdsTxtService } from './adsTxt.service';
import { createSellersService, type SellersService } from './sellers.service';

export type { AdsTxtService } from './adsTxt.service';
export type { SellersService } from './sellers.service';

export interface AdsTxtDeps {
  db: Db;
  clock: Clock;
  log: Log;
  outbound: Outbound;
  work?: Work;
  /** Not started yet: the queues are registered here. */
  jobs: Jobs;
  /** Public address of the network, without a slash at its end: its host is its name in ads.txt. */
  appUrl: string;
  supportEmail: string;
  random?: () => number;
}

export interface AdsTxtFeature {
  mounts: Mount[];
  adsTxt: AdsTxtService;
  sellers: SellersService;
  /** Begins to look at the files of properties; after the jobs have started. */
  start(): void;
  stop(): void;
}

/** Short: the file of a new property is looked at within a minute. */
const ROUND_MS = 60_000;
/** Found in one round; the next ones follow in the next. */
const MOST_A_ROUND = 200;
const LOOKS_AT_A_TIME = 4;

/** What sites say of us (ads.txt), and what we say of who sells (sellers.json). */
export function createAdsTxtFeature(deps: AdsTxtDeps): AdsTxtFeature {
  const { db, clock, log, outbound, work, jobs, appUrl, supportEmail, random = Math.random } = deps;
  const networkDomain = new URL(appUrl).hostname;
  const adsTxt = createAdsTxtService({ db, clock, outbound, work, networkDomain, random });
  const sellers = createSellersService({ db, clock, appUrl, networkDomain, supportEmail });

  const check = jobs.queue('ads-txt.check', {
    schema: z.object({ propertyId: z.int().positive() }),
    // What a site does is an answer; only we ourselves can fail.
    retryLimit: 3,
    retryDelaySeconds: 30,
    concurrency: LOOKS_AT_A_TIME,
    singletonKey: ({ propertyId }) => String(propertyId),
    handler: ({ propertyId }) => adsTxt.checkInUse(propertyId),
  });
  const round = jobs.queue('ads-txt.round', {
    schema: z.object({}),
    retryLimit: 0,
    singletonKey: () => 'one',
    handler: async () => {
      for (const propertyId of await adsTxt.due(MOST_A_ROUND)) {
        // Spread over the time until the next round: the sites on one server are not asked all at once.
        const startAfter = new Date(clock.nowMs() + Math.floor(random() * ROUND_MS));
        await check.send({ propertyId }, { startAfter });
      }
    },
  });
  let timer: NodeJS.Timeout | undefined;
  const ask = () =>
    void round
      .send({})
      .catch((error: unknown) => log.warn(errorDetail(error), 'Files ads.txt wait for the next round'));

  return {
    mounts: adsTxtMounts(adsTxt, sellers),
    adsTxt,
    sellers,
    start: () => {
      ask();
      timer = setInterval(ask, ROUND_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
