import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type Binaries, binary } from './binaries';
import { EmbeddedPostgresError } from './EmbeddedPostgresError';
import { makeSocketDir, type Room, readPassword } from './Room';
import { canReach } from './serverUser';

/** A new cluster takes 60 MB; the rest is room for the first write-ahead logs. */
const LEAST_FREE_BYTES = 150 * 1024 * 1024;
/** The superuser that initdb makes: only the roles and the database are made as this user. */
export const DATABASE_USER = 'ezdash';

/**
 * How the server names its data folder. A user who may not enter a folder above it (root's home, say) still reaches
 * it through its own working directory, which was set before the user was changed.
 */
export function clusterArgument({ user, root, cluster }: Room, folder = cluster): string {
  if (canReach(user, root)) return folder;
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new EmbeddedPostgresError(
    `DATA_DIR ${root} lies in a private folder that the database's user cannot enter.`,
  );
}

/** Makes the cluster when there is none. Returns whether it did. */
export function ensureCluster(room: Room, binaries: Binaries, durable: boolean): boolean {
  if (existsSync(path.join(room.cluster, 'PG_VERSION'))) {
    checkVersion(room, binaries);
    return false;
  }
  checkFreeSpace(room);
  // Under another name until complete: a start that was cut short begins again.
  const unfinished = `${room.cluster}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  own(unfinished, room);
  runInitdb(room, binaries, unfinished, durable);
  renameSync(unfinished, room.cluster);
  return true;
}

function own(file: string, { user: { uid, gid } }: Room): void {
  if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
}

function runInitdb(room: Room, binaries: Binaries, folder: string, durable: boolean): void {
  const passwordFile = path.join(makeSocketDir(room), 'password');
  writeFileSync(passwordFile, readPassword(room), { mode: 0o600 });
  own(passwordFile, room);
  const options = [
    '-U',
    DATABASE_USER,
    '--pwfile',
    passwordFile,
    '--auth=scram-sha-256',
    '-E',
    'UTF8',
    '--locale=C',
  ];
  try {
    const result = spawnSync(
      binary(binaries, 'initdb'),
      [
        '-D',
        clusterArgument(room, folder),
        ...options,
        '--data-checksums',
        ...(durable ? [] : ['--no-sync']),
      ],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
        ...room.user,
      },
    );
    if (result.status !== 0) throw initdbError(room, result);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function initdbError(room: Room, { error, stderr, signal }: SpawnSyncReturns<string>): Error {
  if (error) {
    return new EmbeddedPostgresError(
      `The embedded PostgreSQL does not run on this system (${error.message}): set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    );
  }
  return new EmbeddedPostgresError(
    `The embedded database could not be made in ${room.dataDir}: ${lastLine(stderr) ?? `initdb ended with ${signal}`}.`,
  );
}

/** The line that says what went wrong, without its prefix and full stop. */
export function lastLine(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const line = lines.findLast((each) => /FATAL|PANIC|error:|could not/i.test(each)) ?? lines.at(-1);
  return line?.replace(/^.*?(FATAL|PANIC|error):\s+/, '').replace(/\.$/, '');
}

function checkVersion({ cluster, dataDir }: Room, { major }: Binaries): void {
  const made = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (made !== major) {
    throw new EmbeddedPostgresError(
      `The database in ${dataDir} was made by PostgreSQL ${made}, and this version carries PostgreSQL ${major}: move its data through a backup.`,
    );
  }
}

function checkFreeSpace({ root, dataDir }: Room): void {
  const { bavail, bsize } = statfsSync(root);
  const free = bavail * bsize;
  if (free < LEAST_FREE_BYTES) {
    const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`;
    throw new EmbeddedPostgresError(
      `DATA_DIR ${dataDir} lies on a full disk: ${megabytes(free)} are free and a new database needs ${megabytes(LEAST_FREE_BYTES)}.`,
    );
  }
}
