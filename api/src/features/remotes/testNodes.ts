import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestDb } from '../../testing/createTestDb';
import { databaseUrl } from '../../testing/databaseUrl';
import { startTestBucket } from './store/testBucket';

/** A server of the network, as a process of its own. */
export interface NodeProcess {
  /** Another one after each start. */
  readonly url: string;
  /** Ends it at once, in the middle of whatever it does. */
  kill(): Promise<void>;
  /** Starts it again, on the folder it had. */
  start(): Promise<void>;
}

export interface NodeProcesses {
  nodes: readonly [NodeProcess, NodeProcess];
  close(): Promise<void>;
}

function openNode(folder: string, connection: TestDb['connection'], env: NodeJS.ProcessEnv) {
  let child: ChildProcess | null = null;
  let url = '';
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  const start = async () => {
    const started = fork(path.join(__dirname, 'nodeChild.ts'), [databaseUrl(connection), folder], {
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child = started;
    const gone = once(started, 'exit').then(([code]) => {
      throw new Error(`The server ended with ${code}`);
    });
    gone.catch(() => {});
    const [port] = await Promise.race([once(started, 'message'), gone]);
    url = `http://127.0.0.1:${port}`;
  };
  return {
    get url() {
      return url;
    },
    kill,
    start,
  };
}

/**
 * For tests: two servers with every feature, as processes of their own. They share a database, the keys and a bucket, and
 * nothing else; each brings releases to a disk of its own.
 */
export async function startNodes({ connection }: Pick<TestDb, 'connection'>): Promise<NodeProcesses> {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'nodes-'));
  const bucket = await startTestBucket(path.join(scratch, 's3'));
  const env = {
    RELEASE_STORE: `s3://${bucket.place.bucket}/${bucket.place.prefix}`,
    RELEASE_STORE_ENDPOINT: bucket.place.endpoint,
    AWS_REGION: bucket.place.region,
    NODE_NO_WARNINGS: '1',
  };
  const [one, two] = ['one', 'two'].map((name) => path.join(scratch, name));
  if (!one || !two) throw new Error('Two folders were named');
  const nodes = [
    openNode(one, connection, { ...env, NODE_NAME: 'n1' }),
    openNode(two, connection, { ...env, NODE_NAME: 'n2' }),
  ] as const;
  const close = async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    await bucket.stop();
    rmSync(scratch, { recursive: true, force: true });
  };
  try {
    await nodes[0].start();
    mkdirSync(two);
    copyFileSync(path.join(one, 'secrets.json'), path.join(two, 'secrets.json'));
    await nodes[1].start();
  } catch (error) {
    await close();
    throw error;
  }
  return { nodes, close };
}
