import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedPostgresError } from './EmbeddedPostgresError';
import { makeFolder } from './makeFolder';
import { canReach, type ServerUser, serverUser } from './serverUser';

/** A socket's address holds 104 bytes on macOS and 108 on Linux, `/.s.PGSQL.5432.lock` included. */
const LONGEST_SOCKET_DIR = 84;

/** What lies where under DATA_DIR/postgres, and who runs it. */
export interface Room {
  /** DATA_DIR as it was given, for messages. */
  dataDir: string;
  /** DATA_DIR/postgres */
  root: string;
  /** The cluster itself (PGDATA); only there once it is complete. */
  cluster: string;
  lockFile: string;
  holders: string;
  passwordFile: string;
  logFile: string;
  user: ServerUser;
}

export function openRoom(dataDir: string): Room {
  makeFolder(path.join(dataDir, 'postgres'));
  const root = realpathSync(path.join(dataDir, 'postgres'));
  const cluster = path.join(root, 'data');
  const room: Room = {
    dataDir,
    root,
    cluster,
    lockFile: path.join(root, 'launch.lock'),
    holders: path.join(root, 'holders'),
    passwordFile: path.join(root, 'password'),
    logFile: path.join(root, 'server.log'),
    user: serverUser([cluster, root]),
  };
  // A read-only or full disk is told here, before anything else trips over it.
  writeFileSync(path.join(root, 'README'), 'The embedded PostgreSQL of EzDash. Written by the app alone.\n');
  return room;
}

/** Made at the first start. The socket lies in a private folder; the password keeps out whoever shares its user. */
export function readPassword({ passwordFile, cluster }: Room): string {
  if (existsSync(passwordFile)) return readFileSync(passwordFile, 'utf8').trim();
  if (existsSync(cluster))
    throw new EmbeddedPostgresError(
      `${passwordFile} is missing, and the embedded database cannot be opened without it.`,
    );
  const password = randomBytes(24).toString('base64url');
  writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' });
  return password;
}

/** A folder only the server's user and this process get into; in the temporary folder when the path is too long. */
export function makeSocketDir({ root, user }: Room): string {
  const beside = path.join(root, 'socket');
  if (Buffer.byteLength(beside) <= LONGEST_SOCKET_DIR && canReach(user, root))
    return privateFolder(beside, user);
  const name = `ezdash-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`;
  const known = path.join(tmpdir(), name);
  if (existsSync(known) && !belongsToUs(known, user)) return privateFolder(mkdtempSync(`${known}-`), user);
  return privateFolder(known, user);
}

/** After the server has stopped: nothing stays behind in the temporary folder. */
export function removeSocketDir({ root }: Room, folder: string): void {
  if (path.dirname(folder) === root) return;
  try {
    rmdirSync(folder);
  } catch {
    // Gone, or in use again by now.
  }
}

/** In the shared temporary folder somebody else may have taken the name, or put a link there. */
function belongsToUs(folder: string, { uid }: ServerUser): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && (found.uid === process.getuid?.() || found.uid === uid);
}

function privateFolder(folder: string, { uid, gid }: ServerUser): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
  return folder;
}
