import { translateMessage } from '../../locales';
import type { Mount } from '../../platform/http';
import { createJobs, type Jobs } from '../../platform/jobs';
import { silentLog } from '../../platform/log';
import { createOutbound } from '../../platform/outbound';
import { buildApp, type FakeClock, type TestApp, type TestDb } from '../../testing';
import type { ConversionsDeps } from '../conversions';
import { createPostbacksFeature, type PostbacksFeature } from '.';

type Hooks = Pick<ConversionsDeps, 'tell' | 'note'>;

/** What is needed of a world of conversions (`openConversions`). */
interface Conversions {
  test: TestDb;
  clock: FakeClock;
  feature: { mounts: Mount[] };
  close(): Promise<void>;
}

export interface PostbackParts {
  app: TestApp;
  jobs: Jobs;
  postbacks: PostbacksFeature;
  close(): Promise<void>;
}

/** Conversions with the log and the outgoing postbacks around them, on a database of their own. */
export async function openPostbacks<World extends Conversions>(
  openConversions: (hooks: Hooks) => Promise<World>,
  options: { allowed?: string[] } = {},
): Promise<World & PostbackParts> {
  const world = await openConversions({
    tell: (trx, told) => postbacks.tell(trx, told),
    note: (entry) => postbacks.note(entry),
  });
  const { test, clock } = world;
  const jobs = createJobs({ connection: test.connection, log: silentLog, pollMs: 50 });
  const postbacks = createPostbacksFeature({
    db: test.db,
    clock,
    log: silentLog,
    jobs,
    publisher: { toAccount: async () => {} },
    outbound: createOutbound({ allowed: options.allowed ?? ['127.0.0.0/8'] }),
    secret: 'a secret of the tests, long enough for anybody',
    random: () => 0.5,
  });
  await jobs.start();
  const app = await buildApp({
    test,
    clock,
    mounts: [...world.feature.mounts, ...postbacks.mounts],
    translate: translateMessage,
    trustProxy: ['loopback'],
  });
  return {
    ...world,
    app,
    jobs,
    postbacks,
    close: async () => {
      await postbacks.stop();
      await jobs.stop();
      await app.close();
      await world.close();
    },
  };
}
