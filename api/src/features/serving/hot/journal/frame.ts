import { crc32 } from 'node:zlib';

/**
 * A segment is a row of frames: magic (4 bytes 'EZJ1'), payload length (4), CRC-32 of the payload (4), payload. A
 * payload is a row of records, each behind one byte of length. One write of the journal holds whole frames.
 */
export const FRAME_HEADER_BYTES = 12;
const MAGIC = 0x455a4a31;
const MAGIC_BYTES = Buffer.from('EZJ1', 'latin1');
/** Frames end at this size; only a damaged length can be larger than this and one record. */
export const FRAME_PAYLOAD_BYTES = 64 * 1024;
const MAX_PAYLOAD_BYTES = FRAME_PAYLOAD_BYTES + 256;
export const MAX_RECORD_BYTES = 255;

export function writeFrameHeader(buffer: Buffer, frameStart: number, frameEnd: number): void {
  const payload = buffer.subarray(frameStart + FRAME_HEADER_BYTES, frameEnd);
  buffer.writeUInt32BE(MAGIC, frameStart);
  buffer.writeUInt32BE(payload.length, frameStart + 4);
  buffer.writeUInt32BE(crc32(payload), frameStart + 8);
}

export type FrameAt =
  /** `end` is the offset behind the frame. */
  | { state: 'whole'; payload: Buffer; end: number }
  /** The buffer ends within what may still be a frame. */
  | { state: 'short' }
  /** Not a frame: damaged, or torn off by a crash. */
  | { state: 'broken' };

export function readFrame(buffer: Buffer, offset: number): FrameAt {
  if (buffer.length - offset < FRAME_HEADER_BYTES) return { state: 'short' };
  if (buffer.readUInt32BE(offset) !== MAGIC) return { state: 'broken' };
  const length = buffer.readUInt32BE(offset + 4);
  if (length > MAX_PAYLOAD_BYTES) return { state: 'broken' };
  const start = offset + FRAME_HEADER_BYTES;
  const end = start + length;
  if (buffer.length < end) return { state: 'short' };
  const payload = buffer.subarray(start, end);
  if (crc32(payload) !== buffer.readUInt32BE(offset + 8)) return { state: 'broken' };
  return { state: 'whole', payload, end };
}

/** Offset of the next whole frame behind a broken one, or -1. */
export function nextFrame(buffer: Buffer, from: number): number {
  for (let at = buffer.indexOf(MAGIC_BYTES, from); at >= 0; at = buffer.indexOf(MAGIC_BYTES, at + 1))
    if (readFrame(buffer, at).state === 'whole') return at;
  return -1;
}

/** The records of a payload, as views on it. */
export function splitRecords(payload: Buffer): Buffer[] {
  const records: Buffer[] = [];
  let at = 0;
  while (at < payload.length) {
    const length = payload[at] ?? 0;
    records.push(payload.subarray(at + 1, at + 1 + length));
    at += 1 + length;
  }
  return records;
}
