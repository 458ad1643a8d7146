import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import S3rver from 's3rver';

const BUCKET = 'releases';
/** Below what systems give to outgoing connections. */
const FIRST_PORT = 20_000;
const PORTS = 12_000;
const TRIES = 20;

/** Its only account, as the SDK finds it. */
const KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

export interface TestBucket {
  place: { bucket: string; endpoint: string; region: string; prefix: string };
  /** Names of what lies under a release. */
  names(release: string): string[];
  /** Writes other bytes under a key, past the server. */
  change(key: string, bytes: Buffer): void;
  remove(key: string): void;
  /** No server answers from now on. */
  stop(): Promise<void>;
}

/** The bucket's own server tells nobody that its port is taken: it never begins. */
async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const free = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (free) await new Promise((resolve) => probe.close(resolve));
  return free;
}

async function listen(directory: string): Promise<{ server: S3rver; port: number }> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if (!(await isFree(port))) continue;
    const configureBuckets = [{ name: BUCKET, configs: [] }];
    const server = new S3rver({ port, address: '127.0.0.1', silent: true, directory, configureBuckets });
    await server.run();
    return { server, port };
  }
  throw new Error(`None of ${TRIES} ports is free`);
}

/** For tests: a bucket on this machine, with its server's files in `directory`. */
export async function startTestBucket(directory: string): Promise<TestBucket> {
  Object.assign(process.env, KEYS);
  const { server, port } = await listen(directory);
  const place = {
    bucket: BUCKET,
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    prefix: 'live/',
  };
  let stopped: Promise<void> | null = null;
  const fileOf = (key: string) => path.join(directory, BUCKET, `${place.prefix}${key}._S3rver_object`);
  return {
    place,
    names: (release) =>
      readdirSync(path.join(directory, BUCKET, place.prefix, release))
        .flatMap((name) => (name.endsWith('._S3rver_object') ? [name.replace('._S3rver_object', '')] : []))
        .sort(),
    change: (key, bytes) => {
      readFileSync(fileOf(key));
      writeFileSync(fileOf(key), bytes);
    },
    remove: (key) => rmSync(fileOf(key)),
    stop: () => {
      stopped ??= server.close();
      return stopped;
    },
  };
}
