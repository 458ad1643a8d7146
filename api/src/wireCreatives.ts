import { z } from 'zod';
import { createClickTrials, createCreativeAddresses, createCreativesFeature } from './features/creatives';
import { createLandingFeature } from './features/landing';
import { createBundlePolicy } from './features/serving';
import { errorDetail } from './platform/db';
import type { Jobs } from './platform/jobs';
import type { Outbound } from './platform/outbound';
import type { Work } from './platform/work';
import type { AppContext } from './startup/startApp';

const HOUR_MS = 3_600_000;

/** What creatives show and where they lead, and what looks after both by itself. */
export function wireCreatives(
  { config, secrets, db, clock, log }: AppContext,
  { jobs, outbound, work, browsers }: { jobs: Jobs; outbound: Outbound; work: Work; browsers: Work },
) {
  const origins = { app: new URL(config.appUrl).origin, creatives: config.creatives.origin };
  const addresses = createCreativeAddresses({
    origin: origins.creatives,
    appOrigin: origins.app,
    secret: secrets.session,
    now: clock.now,
  });
  const policy = createBundlePolicy(origins.creatives, origins.app);
  const headers = { host: new URL(origins.creatives).host };
  const clicks = createClickTrials({
    browser: config.gateBrowser,
    origins,
    policyOf: (path) => policy.policyOf({ headers }, path, false),
    work: browsers,
    clock,
    log,
  });
  const creatives = createCreativesFeature({ db, dataDir: config.dataDir, addresses, clock, work, clicks });
  const landing = createLandingFeature({ db, clock, log, outbound, jobs });
  const sweep = jobs.queue('creatives.uploads', {
    schema: z.object({}),
    retryLimit: 0,
    singletonKey: () => 'one',
    handler: () => creatives.sweep(),
  });
  let timer: NodeJS.Timeout | undefined;
  const ask = () =>
    void sweep
      .send({})
      .catch((error: unknown) => log.warn(errorDetail(error), 'Uploads wait for the next sweep'));
  return {
    addresses,
    creatives,
    landing,
    /** After the jobs have started. */
    start: () => {
      landing.start();
      ask();
      timer = setInterval(ask, HOUR_MS).unref();
    },
    stop: () => {
      landing.stop();
      clearInterval(timer);
    },
  };
}
