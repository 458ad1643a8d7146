import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { until } from '../../testing/until';
import type { BroadcasterOptions } from './index';
import { openBroadcaster, RawClient, TEST_APP, type TestBroadcaster } from './testBroadcaster';
import type { NodeOrder } from './testNode';

/** Short, so that tests need not wait for ten seconds. */
export const LEASE_MS = 1_500;

export interface ChildNode {
  process: ChildProcess;
  open(): Promise<{ client: RawClient; socketId: string }>;
}

export interface TestNodes {
  appId: string;
  start(options?: Partial<BroadcasterOptions>): Promise<TestBroadcaster>;
  startChild(): Promise<ChildNode>;
  close(): Promise<void>;
}

export const hearsOthers = (node: TestBroadcaster) =>
  until(
    async () => node.broadcaster.problem(),
    (problem) => problem === null,
    'The way to Redis',
  );

/** Nodes of one app, which no other test shares. */
export function createNodes(redisUrl: string): TestNodes {
  const appId = randomUUID();
  const nodes: TestBroadcaster[] = [];
  const children: ChildNode[] = [];
  const clients: RawClient[] = [];
  return {
    appId,
    start: async (options = {}) => {
      const limits = { leaseMs: LEASE_MS, ...options.limits };
      const node = await openBroadcaster({ app: { ...TEST_APP, id: appId }, redisUrl, ...options, limits });
      nodes.push(node);
      await hearsOthers(node);
      return node;
    },
    startChild: async () => {
      const child = fork(path.join(__dirname, 'testNode.ts'), { execArgv: ['--import', 'tsx'] });
      const order: NodeOrder = { appId, redisUrl, limits: { leaseMs: LEASE_MS } };
      child.send(order);
      const [{ port }] = await once(child, 'message');
      const node: ChildNode = {
        process: child,
        open: async () => {
          const client = new RawClient(`ws://127.0.0.1:${port}/app/${TEST_APP.key}?protocol=7`);
          clients.push(client);
          return { client, socketId: await client.socketId() };
        },
      };
      children.push(node);
      return node;
    },
    close: async () => {
      for (const client of clients) client.socket.terminate();
      for (const { process: child } of children) child.kill('SIGKILL');
      await Promise.all(nodes.map((node) => node.close()));
    },
  };
}
