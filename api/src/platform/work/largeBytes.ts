import { readFile, writeFile } from 'node:fs/promises';
import { types } from 'node:util';

/** Together: beyond it, to copy them through the pipe of a process would hold up the thread that serves ads, both ways. */
const LARGE_BYTES = 64 * 1024;

/** What travels; a `Uint32Array` in it, which no JSON has, is where in the file bytes lie, and how many. */
export interface Parcel {
  value: unknown;
  /** Has the bytes, one behind the other; null when they are among the value. */
  file: string | null;
}

/** As deep as tasks have files: what lies deeper is left alone, for to walk through thousands of rows takes time, too. */
const MOST_DEPTH = 3;

/** The same with something in the place of the bytes in it. */
function replaceBytes(value: unknown, replace: (bytes: Uint8Array) => unknown, depth = 0): unknown {
  if (types.isUint8Array(value)) return replace(value);
  if (typeof value !== 'object' || value === null || depth === MOST_DEPTH) return value;
  if (types.isDate(value) || types.isSet(value)) return value;
  const inside = (each: unknown) => replaceBytes(each, replace, depth + 1);
  if (Array.isArray(value)) return value.map(inside);
  if (types.isMap(value)) return new Map([...value].map(([key, each]) => [key, inside(each)]));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inside(each)]));
}

/** Puts the bytes of plain data into a new file, when they are many. */
export async function pack(value: unknown, file: string): Promise<Parcel> {
  const pieces: Uint8Array[] = [];
  let at = 0;
  const light = replaceBytes(value, (bytes) => {
    pieces.push(bytes);
    at += bytes.length;
    return Uint32Array.of(at - bytes.length, bytes.length);
  });
  if (at <= LARGE_BYTES) return { value, file: null };
  await writeFile(file, pieces, { flag: 'wx', mode: 0o600 });
  return { value: light, file };
}

/** Between processes buffers travel as plain bytes: makes buffers of them again, in place, for a copy would be swept later. */
function withBuffers(value: unknown, bytes: Buffer): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (types.isUint32Array(value)) return bytes.subarray(value[0], (value[0] ?? 0) + (value[1] ?? 0));
  if (types.isUint8Array(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value))
    for (let at = 0; at < value.length; at += 1) value[at] = withBuffers(value[at], bytes);
  else if (types.isMap(value)) for (const [key, each] of value) value.set(key, withBuffers(each, bytes));
  else if (!types.isDate(value) && !types.isSet(value)) {
    const fields = value as Record<string, unknown>;
    for (const key of Object.keys(fields)) fields[key] = withBuffers(fields[key], bytes);
  }
  return value;
}

/** What was packed. */
export async function unpack({ value, file }: Parcel): Promise<unknown> {
  return withBuffers(value, file === null ? Buffer.alloc(0) : await readFile(file));
}
