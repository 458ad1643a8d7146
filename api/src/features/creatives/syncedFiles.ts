import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, open, rename, rm } from 'node:fs/promises';
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
