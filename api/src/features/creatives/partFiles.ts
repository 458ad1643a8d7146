import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { BodyKeeper } from './readBytes';
import { listUntouched } from './syncedFiles';

/** Where the bytes of uploads lie that are not whole yet: beside the files of creatives, so that every node has them. */
export interface PartFiles {
  /** Writes at a place of the file; durable when it answers. What lay there before, of an attempt that was not noted, is gone. */
  write(id: string, offset: number, bytes: Buffer): Promise<void>;
  /** A file for a body that comes as a whole; `end` answers its id. Whoever takes it removes it. */
  receive(): Promise<BodyKeeper>;
  /** Where it lies. */
  pathOf(id: string): string;
  /** The first bytes, as many as were noted. */
  read(id: string, byteCount: number): Promise<Buffer>;
  remove(id: string): Promise<void>;
  /** Ids of all that nobody has written to for an hour. */
  list(): Promise<string[]>;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Files under the ids of their rows, for the server alone. */
export function createPartFiles(folder: string): PartFiles {
  const fileOf = (id: string) => {
    if (!UUID.test(id)) throw new Error('No id of an upload');
    return path.join(folder, id);
  };
  return {
    pathOf: fileOf,
    async receive() {
      const id = randomUUID();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const handle = await open(fileOf(id), 'wx', 0o600);
      return {
        take: (piece) => handle.appendFile(piece),
        async end() {
          await handle.close();
          return id;
        },
        async drop() {
          await handle.close();
          await rm(fileOf(id), { force: true });
        },
      };
    },
    async write(id, offset, bytes) {
      const file = fileOf(id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const handle = await open(file, offset === 0 ? 'w' : 'r+', 0o600);
      try {
        for (let done = 0; done < bytes.length; ) {
          const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, offset + done);
          done += bytesWritten;
        }
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    async read(id, byteCount) {
      const bytes = await readFile(fileOf(id));
      return bytes.subarray(0, byteCount);
    },
    remove: (id) => rm(fileOf(id), { force: true }),
    list: () => listUntouched(folder, UUID),
  };
}
