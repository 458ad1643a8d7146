import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { findBinaries } from './binaries';
import { DATABASE_USER, ensureCluster } from './cluster';
import { withDirectoryLock } from './directoryLock';
import { describeFileProblem } from './EmbeddedPostgresError';
import { createHolders, type Holders } from './holders';
import {
  askToStop,
  findPostmaster,
  launch,
  type Postmaster,
  startError,
  stopPostmaster,
  waitUntilReady,
} from './postmaster';
import { openRoom, type Room, readPassword, removeSocketDir } from './Room';
import { APP, OWNER, passwordFor, prepareRoles } from './roles';

const DATABASE = 'ezdash';
const ATTEMPTS = 5;

/** How to connect: to be given to `createDb` or `new pg.Client`. */
export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

export interface EmbeddedPostgres {
  /** As the app's role, which owns nothing. */
  connection: EmbeddedConnection;
  /** As the role that owns the tables, for migrations. */
  owner: EmbeddedConnection;
  /** The cluster did not exist before. */
  created: boolean;
  /** The server ran already: another process of ours uses it, or one that was killed left it behind. */
  adopted: boolean;
  pid: number;
  /** Leaves the server; the last process to leave stops it. Safe to call twice. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** DATA_DIR; the database lies in its folder `postgres`. */
  dataDir: string;
  log?: { info(text: string): void };
  /** False for databases that are thrown away: no fsync. */
  durable?: boolean;
}

/**
 * A real PostgreSQL in DATA_DIR on a unix socket. Adopts the server that runs there already, starts one otherwise,
 * and never two on one folder. Throws EmbeddedPostgresError with one sentence for the operator.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  durable = true,
}: StartOptions): Promise<EmbeddedPostgres> {
  try {
    const room = openRoom(dataDir);
    return await withDirectoryLock(room.lockFile, () => enter(room, durable, log));
  } catch (error) {
    throw describeFileProblem(error, dataDir);
  }
}

async function enter(room: Room, durable: boolean, log: StartOptions['log']): Promise<EmbeddedPostgres> {
  const running = findPostmaster(room);
  let created = false;
  let server: Postmaster;
  if (running === null) {
    const binaries = findBinaries(room.user, room.root);
    created = ensureCluster(room, binaries, durable);
    server = await startServer(room, () => launch(room, binaries, durable));
  } else {
    server = await waitUntilReady(room, running);
    log?.info(`Adopted the embedded database (process ${running})`);
  }
  const at = { host: server.socketDir, port: server.port };
  const password = readPassword(room);
  await prepareRoles({ ...at, user: DATABASE_USER, password }, DATABASE);
  const as = (user: string) => ({ ...at, user, password: passwordFor(user, password), database: DATABASE });
  const holders = createHolders(room.holders);
  const stop = leaveOnce(room, holders, server);
  return { connection: as(APP), owner: as(OWNER), created, adopted: running !== null, pid: server.pid, stop };
}

/** After a kill -9 of the server its children may hold the shared memory for a moment: tried again. */
async function startServer(room: Room, spawn: () => ReturnType<typeof launch>): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const child = spawn();
    if (child.pid === undefined) {
      await once(child, 'error').catch(() => {});
      throw startError(room);
    }
    try {
      return await waitUntilReady(room, child.pid);
    } catch (error) {
      if (attempt === ATTEMPTS || !/shared memory block|lock file/.test(String(error))) throw error;
      await pause(attempt * 100);
    }
  }
}

function leaveOnce(room: Room, holders: Holders, { pid, socketDir }: Postmaster): () => Promise<void> {
  const leave = holders.enter();
  // A process that ends without stop() still leaves; nothing can be waited for any more.
  const onExit = () => {
    leave();
    if (!holders.others()) askToStop(pid);
  };
  process.once('exit', onExit);
  let stopped: Promise<void> | undefined;
  return () => {
    stopped ??= withDirectoryLock(room.lockFile, async () => {
      process.off('exit', onExit);
      leave();
      if (holders.others()) return;
      await stopPostmaster(room, pid);
      removeSocketDir(room, socketDir);
    });
    return stopped;
  };
}
