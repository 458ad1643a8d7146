import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** `mkdir -p`. Node's own never ends where the system lets nobody make folders, as in /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it at this moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
