import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Binaries, binary } from './binaries';
import { clusterArgument, lastLine } from './cluster';
import { EmbeddedPostgresError } from './EmbeddedPostgresError';
import { isPostgresIn, isRunning } from './processIdentity';
import { makeSocketDir, type Room } from './Room';

const PORT = 5432;
/** Recovery after a crash may have to read a lot of write-ahead log. */
const START_TIMEOUT_MS = 120_000;
const FAST_STOP_MS = 8_000;
const POLL_MS = 10;

/** A running server. */
export interface Postmaster {
  pid: number;
  socketDir: string;
  port: number;
}

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  port: String(PORT),
  // Two servers with some 30 each, the reserve of administrators, and people who look with psql.
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Plans of short queries are cheaper than compiling them; disks have no seek time any more.
  jit: 'off',
  random_page_cost: '1.1',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
};
/** For databases that are thrown away: several test files use one at once, some of them as several servers do. */
const VOLATILE: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
};

interface PidFile extends Postmaster {
  ready: boolean;
}

/** postmaster.pid: process, data folder, start, port, socket folder, address, shared memory, status. */
function readPidFile(cluster: string): PidFile | null {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number.parseInt(lines[0] ?? '', 10);
    if (!(pid > 0)) return null;
    return { pid, port: Number(lines[3]), socketDir: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
  } catch {
    return null;
  }
}

/** The server that works on this cluster now; a file left behind by a dead one is cleared away. */
export function findPostmaster({ cluster }: Room): number | null {
  const known = readPidFile(cluster);
  if (!known) return null;
  if (isPostgresIn(known.pid, cluster)) return known.pid;
  // The number may be somebody else's by now, and PostgreSQL would refuse to start beside it.
  rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
  return null;
}

/** Starts a server in a process group of its own, so that Ctrl+C reaches it through us alone and in order. */
export function launch(room: Room, binaries: Binaries, durable: boolean): ChildProcess {
  const settings = {
    ...SETTINGS,
    ...(durable ? {} : VOLATILE),
    unix_socket_directories: makeSocketDir(room),
  };
  const log = openSync(room.logFile, 'w', 0o600);
  try {
    const child = spawn(
      binary(binaries, 'postgres'),
      [
        '-D',
        clusterArgument(room),
        ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
      ],
      {
        cwd: room.cluster,
        detached: true,
        stdio: ['ignore', log, log],
        env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
        ...room.user,
      },
    );
    // Without a listener a failing spawn would end this process; waitUntilReady tells it as a missing server.
    child.on('error', () => {});
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

/** Waits for the server with this process id to accept connections. */
export async function waitUntilReady(room: Room, pid: number): Promise<Postmaster> {
  const endsAt = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < endsAt) {
    const known = readPidFile(room.cluster);
    if (known?.pid === pid && known.ready) return { pid, port: known.port, socketDir: known.socketDir };
    if (!isRunning(pid)) throw startError(room);
    await pause(POLL_MS);
  }
  throw new EmbeddedPostgresError(
    `The embedded database was not ready after ${START_TIMEOUT_MS / 1000} s; see ${room.logFile}.`,
  );
}

export function startError({ logFile, dataDir }: Room): EmbeddedPostgresError {
  let text = '';
  try {
    text = readFileSync(logFile, 'utf8');
  } catch {
    // nothing was logged
  }
  if (/No space left on device/.test(text))
    return new EmbeddedPostgresError(
      `DATA_DIR ${dataDir} lies on a full disk: the embedded database could not start.`,
    );
  if (/Read-only file system/.test(text))
    return new EmbeddedPostgresError(
      `DATA_DIR ${dataDir} lies on a read-only disk: the embedded database could not start.`,
    );
  return new EmbeddedPostgresError(
    `The embedded database could not start: ${lastLine(text) ?? 'it said nothing'} (${logFile}).`,
  );
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended in the meantime
  }
}

/** Asks for a fast shutdown (open transactions are rolled back) without waiting. */
export function askToStop(pid: number): void {
  signal(pid, 'SIGINT');
}

/** Fast shutdown; a server that does not follow in time is ended at once and recovers at its next start. */
export async function stopPostmaster({ cluster }: Room, pid: number): Promise<void> {
  askToStop(pid);
  const impatientAt = Date.now() + FAST_STOP_MS;
  let hurried = false;
  while (isPostgresIn(pid, cluster)) {
    if (!hurried && Date.now() > impatientAt) {
      signal(pid, 'SIGQUIT');
      hurried = true;
    }
    await pause(POLL_MS);
  }
}
