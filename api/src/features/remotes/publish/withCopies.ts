import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ReleaseFile } from '@ezdash/contracts';
import type { ReleaseFiles } from '../releases.types';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/** Below this a compressed copy saves no packet. */
const LEAST_BYTES = 512;
const COMPRESSIBLE = /\.(js|mjs|css|json|svg)$/;

const smallest = (bytes: Buffer) =>
  brotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

/**
 * Adds the compressed copies of a checked release, and says their sizes in it: made here, since nobody could tell a copy
 * that somebody else made from one of other bytes without unpacking it. One file after the other: it is done once a
 * release, and the threads are for everybody.
 */
export async function withCopies({ release, digest, files }: ReleaseFiles): Promise<ReleaseFiles> {
  const all = new Map(files);
  const described: [string, ReleaseFile][] = [];
  for (const [name, { integrity, byteCount }] of Object.entries(release.files)) {
    const file: ReleaseFile = { integrity, byteCount };
    described.push([name, file]);
    const bytes = files.get(name);
    if (!bytes || bytes.length < LEAST_BYTES || !COMPRESSIBLE.test(name)) continue;
    const small = await smallest(bytes);
    if (small.length >= bytes.length) continue;
    file.brotliByteCount = small.length;
    all.set(`${name}.br`, small);
    all.set(`${name}.gz`, await gz(bytes, { level: constants.Z_BEST_COMPRESSION }));
  }
  return { release: { ...release, files: Object.fromEntries(described) }, digest, files: all };
}
