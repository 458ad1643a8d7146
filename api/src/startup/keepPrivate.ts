import { chmodSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describeFileProblem, makeFolder } from '../platform/embeddedPostgres';
import type { Log } from '../platform/log';

const OTHERS = 0o077;
/**
 * The database of root runs as another user, who reaches its folder through its own working directory. Only Linux can do
 * that; elsewhere others may enter and see nothing.
 */
const FOLDER_MODE = process.getuid?.() === 0 && process.platform !== 'linux' ? 0o711 : 0o700;
const FILE_MODE = 0o600;

/** Takes the rights of others away; false where it cannot. */
function tighten(file: string, uid: number | undefined): boolean {
  try {
    const info = statSync(file);
    const mode = info.isDirectory() ? FOLDER_MODE : FILE_MODE;
    if ((info.mode & OTHERS & ~mode) === 0) return true;
    if (info.uid !== uid) return false;
    chmodSync(file, mode);
    return (statSync(file).mode & OTHERS & ~mode) === 0;
  } catch {
    return false;
  }
}

/**
 * DATA_DIR is for the server's user alone: mails, files of conversations, keys. The folder itself, what an older release
 * left in it, and whatever this process makes from here on.
 */
export function keepPrivate(dataDir: string, log: Log, uid = process.getuid?.()): void {
  try {
    makeFolder(dataDir);
    process.umask(OTHERS);
    const inside = readdirSync(dataDir).map((name) => path.join(dataDir, name));
    const open = [dataDir, ...inside].filter((file) => !tighten(file, uid));
    if (open.length === 0) return;
    log.warn(
      { files: open },
      `Other users of this machine can read DATA_DIR ${dataDir}. Run chmod -R go= there`,
    );
  } catch (error) {
    throw describeFileProblem(error, dataDir);
  }
}
