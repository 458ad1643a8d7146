import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { remoteNames } from '../lib/remotes.mjs';
import type { House } from './draft';

export const openHouse = (root: string): House => ({
  find: (file) => (existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : null),
  list: (folder) => readdirSync(path.join(root, folder)),
  remotes: remoteNames(),
});

/**
 * Writes all of the files, or leaves everything as it was.
 * @returns what takes all of it back
 */
export function writeAll(root: string, files: ReadonlyMap<string, string>): () => void {
  const steps: (() => void)[] = [];
  const undo = () => {
    for (const step of steps.reverse()) step();
  };
  try {
    for (const [file, text] of files) {
      const target = path.join(root, file);
      const before = existsSync(target) ? readFileSync(target) : null;
      const folder = mkdirSync(path.dirname(target), { recursive: true });
      steps.push(() => {
        if (before === null) rmSync(folder ?? target, { recursive: true, force: true });
        else writeFileSync(target, before);
      });
      writeFileSync(target, text);
    }
  } catch (error) {
    undo();
    throw error;
  }
  return undo;
}
