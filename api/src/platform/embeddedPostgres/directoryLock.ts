import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedPostgresError } from './EmbeddedPostgresError';
import { identityOf, isSameProcess } from './processIdentity';

const WAIT_MS = 90_000;
const POLL_MS = 20;
let counter = 0;

/** True when the lock was taken; false when somebody alive has it, or a dead one's was cleared just now. */
function tryLock(file: string, mine: string): boolean {
  try {
    writeFileSync(file, mine, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const owner = readOwner(file);
  // Empty: its owner is between creating and writing it, or died there; the caller's patience decides.
  if (owner === null || owner === '' || isSameProcess(owner)) return false;
  removeStale(file, owner);
  return false;
}

function readOwner(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Moves a dead owner's lock aside. Had somebody taken it over in between, theirs is put back. */
function removeStale(file: string, owner: string): void {
  const aside = `${file}.${process.pid}.${counter++}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  try {
    if (readFileSync(aside, 'utf8') !== owner) linkSync(aside, file);
  } catch {
    // A third one has it by now; PostgreSQL's own lock is the last guard.
  }
  rmSync(aside, { force: true });
}

/**
 * Runs `work` while no other process (or other caller in this one) runs theirs under the same file.
 * A lock whose owner has died is taken over.
 */
export async function withDirectoryLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const mine = identityOf(process.pid) ?? String(process.pid);
  const endsAt = Date.now() + WAIT_MS;
  while (!tryLock(file, mine)) {
    if (Date.now() > endsAt)
      throw new EmbeddedPostgresError(`Another process has held ${file} for more than ${WAIT_MS / 1000} s.`);
    await pause(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Takes the lock for as long as this process wants it; returns how to give it back, or the process that has it. */
export function holdLock(file: string): { release: () => void } | { heldBy: number } {
  const mine = identityOf(process.pid) ?? String(process.pid);
  // The first try may only have cleared away what a dead process left.
  if (!tryLock(file, mine) && !tryLock(file, mine))
    return { heldBy: Number.parseInt(readOwner(file) ?? '', 10) };
  return { release: () => rmSync(file, { force: true }) };
}
