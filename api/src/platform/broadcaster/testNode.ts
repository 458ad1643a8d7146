// A node of its own process, for tests that kill it: `fork(testNode.ts)`, then a message with its options.
import type { BroadcasterLimits } from './index';
import { openBroadcaster } from './testBroadcaster';

export interface NodeOrder {
  appId: string;
  redisUrl: string;
  limits: Partial<BroadcasterLimits>;
}

process.once('message', async ({ appId, redisUrl, limits }: NodeOrder) => {
  const { port, broadcaster } = await openBroadcaster({
    app: { id: appId, key: 'key-1', secret: 'a secret for tests' },
    redisUrl,
    limits,
    nodeName: 'child',
  });
  while (broadcaster.problem() !== null) await new Promise((resolve) => setTimeout(resolve, 5));
  process.send?.({ port });
});
process.once('disconnect', () => process.exit(0));
