import { buildApp, createTestDb, fakeClock } from '../../../testing';
import { createVisitor, DECLINED, GOOD } from '../../../testing/sandboxVisitor';
import { type GatewayUnderTest, gatewayContract } from '../gatewayContract';
import { sandboxRouter } from './sandbox.routes';
import { createSandboxGateway } from './sandboxGateway';

async function open(): Promise<GatewayUnderTest> {
  const test = await createTestDb();
  const clock = fakeClock();
  const deps = { db: test.db, clock, appName: 'Ads', appUrl: 'http://ads.test' };
  const router = sandboxRouter(deps);
  const app = await buildApp({ test, mounts: [{ path: '/gateway/sandbox', router, session: false }] });
  const visitor = createVisitor(app.url);
  return {
    gateway: createSandboxGateway(deps),
    owner: { userId: 1, locale: 'en' },
    visit: async (url, kind, outcome) => {
      const entered =
        outcome === 'cancelled' ? { action: 'cancel' } : { done: GOOD, declined: DECLINED }[outcome][kind];
      const { status } = await visitor.enter(url, entered);
      expect(status).toBe(303);
    },
    expire: async () => clock.advance(31 * 60_000),
    close: async () => {
      await app.close();
      await test.drop();
    },
  };
}

gatewayContract('The sandbox', open);
