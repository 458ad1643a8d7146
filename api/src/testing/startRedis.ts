import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';

export interface TestRedis {
  url: string;
  port: number;
  /** As when the machine goes: no goodbye, and nothing was kept. */
  kill(): Promise<void>;
  /** On the same port, empty. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

export interface RedisOptions {
  /** A cluster of this one node, with all slots. */
  cluster?: boolean;
  password?: string;
}

/** Below the ports that systems give to outgoing connections; the cluster's own port is the next one. */
const FIRST_PORT = 20_000;
const PORTS = 12_000;
const READY = /Ready to accept connections/;

async function launch(
  port: number,
  dir: string,
  { cluster, password }: RedisOptions,
): Promise<ChildProcess | null> {
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    dir,
  ];
  if (password !== undefined) args.push('--requirepass', password);
  if (cluster)
    args.push(
      '--cluster-enabled',
      'yes',
      '--cluster-port',
      String(port + 1),
      '--cluster-announce-ip',
      '127.0.0.1',
    );
  const child = spawn(process.env.REDIS_SERVER || 'redis-server', args, {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const failed = once(child, 'error').then(([error]) => {
    throw new Error(`The tests need a redis-server: ${error.message}`);
  });
  let said = '';
  const ready = new Promise<boolean>((resolve) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (READY.test(said)) resolve(true);
    });
    child.once('exit', () => resolve(false));
  });
  // A port that is taken ends it at once.
  return (await Promise.race([ready, failed])) ? child : null;
}

async function takeAllSlots(port: number): Promise<void> {
  const client = new Redis({ port });
  try {
    await client.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    while (!String(await client.call('CLUSTER', 'INFO')).includes('cluster_state:ok')) await pause(20);
  } finally {
    client.disconnect();
  }
}

/** A redis-server of the test's own, which nobody else uses and which it may kill. */
export async function startRedis(options: RedisOptions = {}): Promise<TestRedis> {
  const dir = mkdtempSync(path.join(tmpdir(), 'ezdash-test-redis-'));
  let child: ChildProcess | null = null;
  let port = 0;
  while (child === null) {
    port = FIRST_PORT + 2 * Math.floor((Math.random() * PORTS) / 2);
    child = await launch(port, dir, options);
  }
  if (options.cluster) await takeAllSlots(port);
  let running: ChildProcess | null = child;
  // Whatever becomes of the tests, it does not outlive them.
  const endTogether = () => running?.kill('SIGKILL');
  process.once('exit', endTogether);
  const kill = async () => {
    if (running === null) return;
    const gone = once(running, 'exit');
    running.kill('SIGKILL');
    running = null;
    await gone;
  };
  const login = options.password === undefined ? '' : `:${options.password}@`;
  return {
    url: `redis://${login}127.0.0.1:${port}`,
    port,
    kill,
    startAgain: async () => {
      while (running === null) running = await launch(port, dir, options);
    },
    stop: async () => {
      process.off('exit', endTogether);
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
