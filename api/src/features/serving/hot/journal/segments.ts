import { open, readdir, readFile, stat, truncate, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { readFrame } from './frame';

/** A place in the journal: everything before it lies in lower segments or at lower offsets. */
export interface JournalPosition {
  segment: number;
  offset: number;
}

const NAME = /^(\d{8})\.seg$/;
export const segmentPath = (dir: string, segment: number) =>
  join(dir, `${String(segment).padStart(8, '0')}.seg`);

/** Numbers of the segments on disk, ascending. */
export async function listSegments(dir: string): Promise<number[]> {
  const names = await readdir(dir);
  return names
    .map((name) => NAME.exec(name)?.[1])
    .filter((digits) => digits !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
}

/** After a rename or a creation: makes the directory's entry durable as well. */
export async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Cuts what a crash tore off at the end of the newest segment. Nothing of it was ever acknowledged: an
 * acknowledgement waits for the fsync of a whole frame. Answers the number of bytes cut.
 */
export async function truncateTornTail(dir: string, segment: number): Promise<number> {
  const path = segmentPath(dir, segment);
  const bytes = await readFile(path);
  let at = 0;
  for (let frame = readFrame(bytes, at); frame.state === 'whole'; frame = readFrame(bytes, at))
    at = frame.end;
  if (at < bytes.length) await truncate(path, at);
  return bytes.length - at;
}

/** Removes segments below `before` that were last written longer ago than `olderThanMs`. */
export async function removeSegments(
  dir: string,
  before: number,
  olderThanMs: number,
  nowMs: number,
): Promise<number> {
  let removed = 0;
  for (const segment of await listSegments(dir)) {
    if (segment >= before) break;
    const path = segmentPath(dir, segment);
    const { mtimeMs } = await stat(path);
    if (nowMs - mtimeMs < olderThanMs) continue;
    await unlink(path);
    removed += 1;
  }
  return removed;
}
