import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Names of a folder are on the disk when this answers; a file that was renamed is not there for sure before. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const READABLE = 0o644;

/** A new file, its bytes on the disk. */
export async function writeSynced(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', READABLE);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A file of these very bytes, on the disk. */
async function copySynced(source: string, file: string): Promise<void> {
  await copyFile(source, file, constants.COPYFILE_EXCL);
  const handle = await open(file, 'r+');
  try {
    await handle.chmod(READABLE);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A name beside that no reader asks for. */
export const temporaryName = (name: string) => `.${name}.${randomBytes(6).toString('hex')}`;

/** What a server left of `temporaryName(<hash>…)` when it was killed. */
const TEMPORARY = /^\.[0-9a-f]{64}(?:\.[a-z0-9]+)?\.[0-9a-f]{12}$/;

/** Longer than anything is worked on. */
const UNTOUCHED_MS = 60 * 60_000;

/** Names in a folder, of this form, of what nobody has written to for an hour; none without the folder. */
export async function listUntouched(folder: string, form: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found = await Promise.all(
    names
      .filter((name) => form.test(name))
      .map(async (name) => {
        // Removed meanwhile by whoever wrote it.
        const stats = await stat(path.join(folder, name)).catch(() => null);
        return stats !== null && stats.mtimeMs < Date.now() - UNTOUCHED_MS ? [name] : [];
      }),
  );
  return found.flat();
}

/** Removes what servers left half written when they were killed. */
export async function sweepTemporary(folder: string): Promise<void> {
  for (const name of await listUntouched(folder, TEMPORARY))
    await rm(path.join(folder, name), { recursive: true, force: true });
}

/**
 * Written beside, synced, then renamed: no reader meets half a file, and it is there for sure when this answers.
 * @param content the bytes, or the file that has them
 */
export async function replaceFile(file: string, content: Buffer | string): Promise<void> {
  const folder = path.dirname(file);
  const temporary = path.join(folder, temporaryName(path.basename(file)));
  try {
    if (typeof content === 'string') await copySynced(content, temporary);
    else await writeSynced(temporary, content);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}
