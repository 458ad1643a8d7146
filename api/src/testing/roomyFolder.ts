import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** The databases of a run take some hundred megabytes; containers often have 64 for all. */
const LEAST_FREE_BYTES = 2 * 1024 ** 3;

/**
 * Where databases that are thrown away lie: in memory where the machine has room for them, in the folder of temporary
 * files otherwise. A copy of the migrated template is nine hundred files, which take a disk eight times as long.
 */
export function roomyFolder(memory = MEMORY, leastFreeBytes = LEAST_FREE_BYTES): string {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= leastFreeBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
