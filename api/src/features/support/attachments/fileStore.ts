import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** The body went on behind the limit; what was read of it is gone. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

export interface FileStore {
  /** A name nobody can guess, of no file yet. */
  newName(): string;
  /** Writes a new file, durable when it answers how many bytes; leaves nothing behind when it throws. */
  write(name: string, source: AsyncIterable<Buffer>, limitBytes: number): Promise<number>;
  /** For a worker to read it. */
  pathOf(name: string): string;
  /** Null: the file is not there. */
  open(name: string): Promise<Readable | null>;
  remove(name: string): Promise<void>;
}

const NAME_BYTES = 24;
const NAME = /^[0-9a-f]{48}$/;

/** A folder of files under random names, for this server alone: 0700, the files 0600. */
export function createFileStore(folder: string): FileStore {
  function pathOf(name: string): string {
    if (!NAME.test(name)) throw new Error('This is no name of a stored file');
    return path.join(folder, name);
  }

  async function pour(name: string, source: AsyncIterable<Buffer>, limitBytes: number): Promise<number> {
    const handle = await open(pathOf(name), 'wx', 0o600);
    let bytes = 0;
    try {
      for await (const chunk of source) {
        bytes += chunk.length;
        if (bytes > limitBytes) throw new FileTooLarge(`More than ${limitBytes} bytes`);
        // Not `write`, which may write less than it was given.
        await handle.appendFile(chunk);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    return bytes;
  }

  return {
    newName: () => randomBytes(NAME_BYTES).toString('hex'),

    async write(name, source, limitBytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Also one that was there before, or was made under another umask.
      await chmod(folder, 0o700);
      try {
        return await pour(name, source, limitBytes);
      } catch (error) {
        await rm(pathOf(name), { force: true });
        throw error;
      }
    },

    pathOf,

    async open(name) {
      try {
        const handle = await open(pathOf(name), 'r');
        return createReadStream('', { fd: handle });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },

    remove: (name) => rm(pathOf(name), { force: true }),
  };
}
