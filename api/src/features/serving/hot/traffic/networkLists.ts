import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { networksIn } from '../../../../platform/address';
import { TrafficSettingError } from './TrafficSettingError';

interface Log {
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
}

/** Lists are published once a day at most. */
const LOOK_EVERY_MS = 10 * 60_000;
const MOST_BYTES = 64 * 1_048_576;

/** The files of a folder (not those of folders in it), or the file itself, in order. */
async function filesOf(path: string): Promise<string[]> {
  const found = await stat(path);
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  // What begins with a point is somebody's unfinished download.
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  return files.map(({ name }) => join(path, name)).sort();
}

/** Names, sizes and times of what would be read: another text means that something has changed. */
async function stampOf(files: readonly string[]): Promise<string> {
  const stats = await Promise.all(files.map((file) => stat(file)));
  return files.map((file, index) => `${file} ${stats[index]?.size} ${stats[index]?.mtimeMs}`).join('\n');
}

async function read(file: string): Promise<string[]> {
  if ((await stat(file)).size > MOST_BYTES)
    throw new TrafficSettingError(`DATA_CENTRE_NETWORKS: ${file} is too large for a list of networks.`);
  return networksIn(await readFile(file, 'utf8'));
}

export interface NetworkLists {
  /** Reads when something has changed since the last time; whether it did. Keeps what it has when reading fails. */
  look(): Promise<boolean>;
  stop(): void;
}

/**
 * Lists of networks in files or folders: whatever the clouds publish, as it is. `onRead` gets all of them together at
 * the start and whenever a file has changed. Throws at the start when one cannot be read or names no network.
 */
export async function followNetworkLists(
  paths: readonly string[],
  onRead: (networks: string[]) => void,
  log: Log,
  everyMs = LOOK_EVERY_MS,
): Promise<NetworkLists> {
  let stamp = '';

  async function look(): Promise<boolean> {
    const files = (await Promise.all(paths.map(filesOf))).flat();
    const found = await stampOf(files);
    if (found === stamp) return false;
    const networks = (await Promise.all(files.map(read))).flat();
    if (networks.length === 0)
      throw new TrafficSettingError(`DATA_CENTRE_NETWORKS: ${paths.join(', ')} names no network.`);
    stamp = found;
    onRead(networks);
    log.info({ files: files.length, networks: networks.length }, 'Read the networks of data centres');
    return true;
  }

  await look();
  const timer = setInterval(() => {
    look().catch((error: unknown) => {
      log.warn({ err: error }, 'The networks of data centres stay as they were');
    });
  }, everyMs);
  timer.unref();
  return { look, stop: () => clearInterval(timer) };
}
