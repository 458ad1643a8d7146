import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/** Where the bytes of uploads lie that are not whole yet: beside the files of creatives, so that every node has them. */
export interface PartFiles {
  /** Writes at a place of the file; durable when it answers. What lay there before, of an attempt that was not noted, is gone. */
  write(id: string, offset: number, bytes: Buffer): Promise<void>;
  /** The first bytes, as many as were noted. */
  read(id: string, byteCount: number): Promise<Buffer>;
  remove(id: string): Promise<void>;
  /** Ids of all that lie there. */
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
    async list() {
      try {
        return (await readdir(folder)).filter((name) => UUID.test(name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      }
    },
  };
}
