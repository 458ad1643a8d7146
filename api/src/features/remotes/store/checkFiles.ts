import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { Release } from '@ezdash/contracts';

/** Describes a release and all its other files; a folder without it is no release. */
export const RELEASE_FILE = 'release.json';

/** `release.json`, and what the inspector reads: servers read each as one, and bring no larger one from a bucket. */
export const MOST_DOCUMENT_BYTES = 5_000_000;

const UNPACK = { '.br': promisify(brotliDecompress), '.gz': promisify(gunzip) } as const;
/** Ends of the names of compressed copies: `App.js.br` is what `App.js` is sent as. */
export const COPIES = ['.br', '.gz'] as const;

/** SHA-256 in hex. */
export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** As browsers check it. */
export const integrityOf = (bytes: Buffer): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** Whether a compressed copy becomes these bytes again. */
async function isCopyOf(bytes: Buffer, copy: Buffer, suffix: (typeof COPIES)[number]): Promise<boolean> {
  try {
    const unpacked = await UNPACK[suffix](copy, { maxOutputLength: Math.max(1, bytes.length) });
    return unpacked.equals(bytes);
  } catch {
    return false;
  }
}

/**
 * What is wrong with a release's files, by name: every one that it describes is there with its size and hash, and every
 * compressed copy is one of its file. Empty when nothing is.
 */
export async function wrongFiles(
  { files: described }: Pick<Release, 'files'>,
  files: ReadonlyMap<string, Buffer>,
): Promise<Map<string, string>> {
  const wrong = new Map<string, string>();
  for (const [name, { byteCount, integrity }] of Object.entries(described)) {
    const bytes = files.get(name);
    if (!bytes) wrong.set(name, 'It is missing');
    else if (bytes.length !== byteCount)
      wrong.set(name, `It has ${bytes.length} bytes, release.json says ${byteCount}`);
    else if (integrityOf(bytes) !== integrity) wrong.set(name, 'Its hash is not the one in release.json');
    if (!bytes || wrong.has(name)) continue;
    for (const suffix of COPIES) {
      const copy = files.get(name + suffix);
      if (copy && !(await isCopyOf(bytes, copy, suffix)))
        wrong.set(name + suffix, `It is no copy of ${name}`);
    }
  }
  return wrong;
}
