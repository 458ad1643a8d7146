import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { run } from './run.mjs';

/** The redis-server of this machine: the one on the path; null when there is none. */
export function findRedisServer() {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder, 'redis-server');
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/** Installs Debian's Redis where that is allowed (Debian or Ubuntu, as root). Its service is not started. */
export async function installRedisServer() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], { env });
  return findRedisServer();
}

/** Whether something answers at a Redis address. */
export async function answersAsRedis(url) {
  const { Redis } = await import('ioredis');
  const client = new Redis(url, { lazyConnect: true, connectTimeout: 3_000, retryStrategy: () => null });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}
