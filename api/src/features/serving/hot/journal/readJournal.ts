import { type FileHandle, open } from 'node:fs/promises';
import { nextFrame, readFrame, splitRecords } from './frame';
import { type JournalPosition, listSegments, segmentPath } from './segments';

const CHUNK_BYTES = 1024 * 1024;

export interface JournalRead {
  records: Buffer[];
  /** Where the next read goes on. */
  next: JournalPosition;
  /** Bytes that were no frame and were stepped over: damage on the disk. 0 in health. */
  damagedBytes: number;
  /** Nothing is left before `until`. */
  atEnd: boolean;
}

export interface ReadOptions {
  dir: string;
  from: JournalPosition;
  /** Exclusive: what lies behind it may still be in the making. */
  until: JournalPosition;
  /** Stops before the frame that would exceed it; a single frame may. */
  maxRecords: number;
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function readChunk(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = await handle.read(buffer, 0, length, offset);
  return buffer.subarray(0, bytesRead);
}

interface SegmentRead {
  records: Buffer[];
  offset: number;
  damagedBytes: number;
  full: boolean;
}

/** Reads one segment from `offset` to its end (or `limit`), as far as `maxRecords` allows. */
async function readSegment(
  handle: FileHandle,
  offset: number,
  limit: number,
  maxRecords: number,
): Promise<SegmentRead> {
  const records: Buffer[] = [];
  let at = offset;
  let damagedBytes = 0;
  while (at < limit) {
    const chunk = await readChunk(handle, at, Math.min(CHUNK_BYTES, limit - at));
    if (chunk.length === 0) break;
    let inChunk = 0;
    for (;;) {
      const frame = readFrame(chunk, inChunk);
      if (frame.state === 'whole') {
        const found = splitRecords(frame.payload);
        if (records.length > 0 && records.length + found.length > maxRecords)
          return { records, offset: at + inChunk, damagedBytes, full: true };
        records.push(...found);
        inChunk = frame.end;
        continue;
      }
      if (frame.state === 'short' && inChunk > 0) break;
      const healthy = nextFrame(chunk, inChunk + 1);
      const stepped = (healthy < 0 ? chunk.length : healthy) - inChunk;
      damagedBytes += stepped;
      inChunk += stepped;
      if (healthy < 0) break;
    }
    at += inChunk;
  }
  return { records, offset: at, damagedBytes, full: false };
}

/** Reads records in the order they were written, from one position up to another, across segments. */
export async function readJournal(options: ReadOptions): Promise<JournalRead> {
  const { dir, until, maxRecords } = options;
  const records: Buffer[] = [];
  let damagedBytes = 0;
  let position = options.from;
  const segments = await listSegments(dir);
  for (const segment of segments) {
    if (segment < position.segment || segment > until.segment) continue;
    const offset = segment === position.segment ? position.offset : 0;
    const limit = segment === until.segment ? until.offset : Number.MAX_SAFE_INTEGER;
    const handle = await openIfThere(segmentPath(dir, segment));
    if (!handle) continue;
    try {
      const read = await readSegment(handle, offset, limit, Math.max(1, maxRecords - records.length));
      records.push(...read.records);
      damagedBytes += read.damagedBytes;
      position = { segment, offset: Math.max(offset, read.offset) };
      if (read.full || records.length >= maxRecords)
        return { records, next: position, damagedBytes, atEnd: false };
    } finally {
      await handle.close();
    }
  }
  const next = position.segment < until.segment ? { segment: until.segment, offset: 0 } : position;
  return { records, next, damagedBytes, atEnd: true };
}
