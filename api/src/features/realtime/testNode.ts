import type { Mount } from '../../platform/http';
import { createJobs, type Jobs } from '../../platform/jobs';
import { silentLog } from '../../platform/log';
import { createMetrics } from '../../platform/metrics';
import { buildApp, type TestApp, type TestClient, type TestDb } from '../../testing';
import { createRealtimeFeature, type RealtimeFeature } from './createRealtimeFeature';
import type { ReverbAddress } from './outsideReverb';
import { openPage, type TestPage } from './testPage';

/** What servers of one network share. */
export const TEST_APP = {
  appId: '700700',
  key: 'key-of-the-tests',
  secret: 'a secret of the tests, long enough',
};

export interface RealtimeNode extends TestApp {
  realtime: RealtimeFeature;
  jobs: Jobs;
  /** A page that is connected to this server; what it may listen to is asked of `client`. */
  page(client: TestClient, options?: { signIn: boolean }): Promise<TestPage>;
}

/** One of several servers on a database, with people's sign-ins and real time. */
export async function startNode(
  test: TestDb,
  { outside, name = 'n1', mounts = [] }: { outside?: ReverbAddress; name?: string; mounts?: Mount[] } = {},
): Promise<RealtimeNode> {
  const jobs = createJobs({ connection: test.connection, log: silentLog, pollMs: 20 });
  const realtime = createRealtimeFeature({
    db: test.db,
    connection: test.connection,
    jobs,
    log: silentLog,
    metrics: createMetrics({ processFigures: false }),
    app: TEST_APP,
    outside,
    appUrl: 'http://localhost:8080',
    nodeName: name,
    addressOf: (req) => req.socket.remoteAddress ?? '',
    mayJoinConversation: async (user, conversationId) => user.role === 'admin' || user.id === conversationId,
    conversationDoor: (_req, _adminId, work) => work(),
  });
  await jobs.start();
  await realtime.start();
  const app = await buildApp({
    test,
    mounts: [...realtime.mounts, ...mounts],
    handle: realtime.handle,
    upgrade: realtime.upgrade,
  });
  const { port } = app;
  const own = { key: TEST_APP.key, host: '127.0.0.1', port, scheme: 'http' as const };
  return {
    ...app,
    realtime,
    jobs,
    page: (client, options) => openPage(outside ? { ...own, ...outside } : own, client, options),
    close: async () => {
      await realtime.endSockets();
      await app.close();
      realtime.stop();
      await jobs.stop();
    },
  };
}
