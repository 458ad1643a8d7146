import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface ArchiveOptions {
  /** Stands at every file of the archive. */
  madeAt: Date;
  /** Takes the archive's bytes in order, `chunkBytes` each but for the last. */
  write(chunk: Buffer): Promise<void>;
  chunkBytes?: number;
}

/** A ZIP file that is written while it is made: at no time is more than a chunk and a piece of it in memory. */
export interface Archive {
  /** A file of text, from pieces of any size. */
  addText(name: string, pieces: Iterable<string> | AsyncIterable<string>): Promise<void>;
  /** A file that is compressed already. */
  addBytes(name: string, bytes: Uint8Array): Promise<void>;
  /** Closes the archive; → how many bytes it has. */
  end(): Promise<number>;
}

const MEGABYTE = 1_048_576;
/** So much is compressed at a time before anybody else has a turn. */
const SLICE_BYTES = 65_536;
const COMPRESSION = { level: 6 } as const;

export function createArchive({ madeAt, write, chunkBytes = MEGABYTE }: ArchiveOptions): Archive {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let total = 0;
  let failure: Error | null = null;
  const zip = new Zip((error, data) => {
    if (error) failure = error;
    else if (data.length > 0) {
      waiting.push(Buffer.from(data));
      waitingBytes += data.length;
    }
  });

  async function flush(least: number): Promise<void> {
    if (failure) throw failure;
    while (waitingBytes >= least && waitingBytes > 0) {
      const all = Buffer.concat(waiting);
      const chunk = all.subarray(0, chunkBytes);
      waiting = [all.subarray(chunk.length)];
      waitingBytes -= chunk.length;
      total += chunk.length;
      await write(chunk);
    }
  }

  async function push(file: ZipDeflate | ZipPassThrough, bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      file.push(bytes.subarray(at, at + SLICE_BYTES));
      await flush(chunkBytes);
      await new Promise(setImmediate);
    }
  }

  async function add(file: ZipDeflate | ZipPassThrough, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    file.mtime = madeAt;
    zip.add(file);
    for await (const piece of pieces) await push(file, piece);
    file.push(new Uint8Array(), true);
    await flush(chunkBytes);
  }

  return {
    addText: (name, pieces) => add(new ZipDeflate(name, COMPRESSION), encoded(pieces)),
    addBytes: (name, bytes) => add(new ZipPassThrough(name), once(bytes)),
    end: async () => {
      zip.end();
      await flush(1);
      return total;
    },
  };
}

/** Small pieces are put together: each step of the compression has its price. */
async function* encoded(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let held: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    held.push(piece);
    length += piece.length;
    if (length < SLICE_BYTES) continue;
    yield Buffer.from(held.join(''));
    held = [];
    length = 0;
  }
  yield Buffer.from(held.join(''));
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
