import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PIECE_BYTES = 64 * 1024;

/** A file between one who writes and one who reads more slowly: the writer never waits. */
export interface Spool {
  write(piece: string): Promise<void>;
  /** No piece comes any more. */
  end(): void;
  /** All that is written, from its beginning to its end; after the first piece. */
  read(signal: AbortSignal): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/** Its name is taken away at once, so that nothing is left of it when the process ends. */
async function openNameless(): Promise<FileHandle> {
  const file = path.join(tmpdir(), `spool-${randomUUID()}`);
  const handle = await open(file, 'wx+', 0o600);
  await rm(file);
  return handle;
}

/** Begins with its first piece. */
export function openSpool(): Spool {
  let opened: Promise<FileHandle> | null = null;
  const news = new EventEmitter();
  let written = 0;
  let isWhole = false;
  return {
    async write(piece) {
      const bytes = Buffer.from(piece);
      opened ??= openNameless();
      await (await opened).appendFile(bytes);
      written += bytes.length;
      news.emit('news');
    },
    end() {
      isWhole = true;
      news.emit('news');
    },
    async *read(signal) {
      const handle = await opened;
      let at = 0;
      while (handle) {
        while (at < written) {
          const { bytesRead, buffer } = await handle.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, at);
          at += bytesRead;
          yield buffer.subarray(0, bytesRead);
        }
        if (isWhole) return;
        await once(news, 'news', { signal });
      }
    },
    close: async () => (await opened)?.close(),
  };
}
