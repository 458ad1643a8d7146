import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';

const inflate = promisify(inflateRaw);

const END_SIGNATURE = 0x0605_4b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY_SIGNATURE = 0x0201_4b50;
const ENTRY_BYTES = 46;
const LOCAL_SIGNATURE = 0x0403_4b50;
const LOCAL_BYTES = 30;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
/** In the upper half of an entry's external attributes, when a Unix made it. */
const FILE_TYPE = 0xf000;
const SYMLINK = 0xa000;
/** Says that the true number stands elsewhere: archives beyond 4 GB. */
const ZIP64 = 0xffff_ffff;

export interface ZipLimits {
  mostFiles: number;
  /** Of all files together, unpacked. */
  mostBytes: number;
}
export interface ZipFile {
  /** As it stands in the archive. */
  name: string;
  bytes: Buffer;
}
export type ZipTrouble = 'no-zip' | 'damaged' | 'encrypted' | 'link' | 'too-many' | 'too-big';
export type Unzipped = { ok: true; files: ZipFile[] } | { ok: false; trouble: ZipTrouble };

interface Entry {
  name: string;
  method: number;
  crc: number;
  packed: number;
  unpacked: number;
  at: number;
}

class ZipError extends Error {
  constructor(readonly trouble: ZipTrouble) {
    super(trouble);
  }
}

/** The record at the archive's end; an archive may carry a comment behind it. */
function findEnd(zip: Buffer): number {
  const first = Math.max(0, zip.length - END_BYTES - LONGEST_COMMENT);
  for (let at = zip.length - END_BYTES; at >= first; at -= 1)
    if (zip.readUInt32LE(at) === END_SIGNATURE) return at;
  throw new ZipError('no-zip');
}

function readEntry(zip: Buffer, at: number): { entry: Entry; next: number } {
  if (at + ENTRY_BYTES > zip.length || zip.readUInt32LE(at) !== ENTRY_SIGNATURE)
    throw new ZipError('damaged');
  const nameLength = zip.readUInt16LE(at + 28);
  const entry = {
    name: zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength),
    method: zip.readUInt16LE(at + 10),
    crc: zip.readUInt32LE(at + 16),
    packed: zip.readUInt32LE(at + 20),
    unpacked: zip.readUInt32LE(at + 24),
    at: zip.readUInt32LE(at + 42),
  };
  if ((zip.readUInt16LE(at + 8) & ENCRYPTED) !== 0) throw new ZipError('encrypted');
  if (((zip.readUInt32LE(at + 38) >>> 16) & FILE_TYPE) === SYMLINK) throw new ZipError('link');
  if (entry.at === ZIP64 || entry.unpacked === ZIP64) throw new ZipError('too-big');
  if (entry.method !== STORED && entry.method !== DEFLATED) throw new ZipError('damaged');
  const next = at + ENTRY_BYTES + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  return { entry, next };
}

function readEntries(zip: Buffer, { mostFiles, mostBytes }: ZipLimits, isWanted: (name: string) => boolean) {
  const end = findEnd(zip);
  let at = zip.readUInt32LE(end + 16);
  const entries: Entry[] = [];
  let bytes = 0;
  const places = new Set<number>();
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const { entry, next } = readEntry(zip, at);
    at = next;
    if (entry.name.endsWith('/') || !isWanted(entry.name)) continue;
    // The same data under two names, as archives have it that unpack to more than they hold.
    if (places.has(entry.at)) throw new ZipError('damaged');
    places.add(entry.at);
    entries.push(entry);
    bytes += entry.unpacked;
    if (entries.length > mostFiles) throw new ZipError('too-many');
    if (bytes > mostBytes) throw new ZipError('too-big');
  }
  return entries;
}

async function unpack(zip: Buffer, entry: Entry): Promise<ZipFile> {
  const { at, packed, unpacked, name, method } = entry;
  if (at + LOCAL_BYTES > zip.length || zip.readUInt32LE(at) !== LOCAL_SIGNATURE)
    throw new ZipError('damaged');
  // Two programs must not read two names: one would look at the one and another keep the other.
  const nameEnd = at + LOCAL_BYTES + zip.readUInt16LE(at + 26);
  if (zip.toString('utf8', at + LOCAL_BYTES, nameEnd) !== name) throw new ZipError('damaged');
  const from = at + LOCAL_BYTES + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  const data = zip.subarray(from, from + packed);
  // Never more than the directory said, whatever the data would become.
  const bytes = method === STORED ? data : await inflate(data, { maxOutputLength: Math.max(1, unpacked) });
  if (bytes.length !== unpacked || crc32(bytes) !== entry.crc) throw new ZipError('damaged');
  return { name, bytes };
}

/**
 * The files of a zip archive, within the limits: what the directory promises is added up before anything is unpacked,
 * and nothing unpacks to more than was promised. `isWanted` leaves out files that do not count.
 */
export async function readZip(
  zip: Buffer,
  limits: ZipLimits,
  isWanted: (name: string) => boolean,
): Promise<Unzipped> {
  try {
    const files: ZipFile[] = [];
    for (const entry of readEntries(zip, limits, isWanted)) files.push(await unpack(zip, entry));
    return { ok: true, files };
  } catch (error) {
    // A number that points beyond the end, or data that do not unpack: somebody's file is broken, not we.
    return { ok: false, trouble: error instanceof ZipError ? error.trouble : 'damaged' };
  }
}
