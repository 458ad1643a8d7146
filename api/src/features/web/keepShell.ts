import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { readShellRelease } from '../remotes';

/** Builds of the shell whose files are still answered: open tabs load their later parts long after an upgrade. */
const KEPT = 5;

const FOLDER_NAME = /^[0-9a-f]{8,64}$/;

export interface KeptShell {
  /** Folder of the build that new pages get. */
  current: string;
  /** All folders whose files are answered, the current one first. */
  folders: string[];
}

/**
 * Copies the built shell into `<dataDir>/shell/<build>`, where no later build touches it: a page that was rendered
 * finds its files as long as the server lives, and an open tab for some upgrades longer. Once a start.
 * @throws when the shell was not built
 */
export function keepShell(shellDist: string, dataDir: string): KeptShell {
  const { buildId } = readShellRelease(shellDist);
  const store = path.join(dataDir, 'shell');
  const current = path.join(store, buildId);
  mkdirSync(store, { recursive: true });
  if (!existsSync(current)) {
    // Renamed when whole: a start that is killed in between leaves no half of a build under its name.
    const unfinished = `${current}.${process.pid}`;
    cpSync(shellDist, unfinished, { recursive: true });
    renameSync(unfinished, current);
  }
  const others = readdirSync(store)
    .filter((name) => FOLDER_NAME.test(name) && name !== buildId)
    .map((name) => ({ folder: path.join(store, name), madeAtMs: statSync(path.join(store, name)).mtimeMs }))
    .sort((a, b) => b.madeAtMs - a.madeAtMs);
  for (const { folder } of others.slice(KEPT - 1)) rmSync(folder, { recursive: true, force: true });
  return { current, folders: [current, ...others.slice(0, KEPT - 1).map(({ folder }) => folder)] };
}
