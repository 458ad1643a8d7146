import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { ReleaseFile } from '@ezdash/contracts';
import type { ReleaseFiles } from '../releases.types';

/** Below this a compressed copy saves no packet. */
const LEAST_BYTES = 512;
const COMPRESSIBLE = /\.(js|mjs|css|json|svg)$/;

const smallest = (bytes: Buffer) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

export interface Copies {
  br: Buffer;
  gz: Buffer;
}

/** Null for what does not get smaller. */
export function copiesOf(bytes: Buffer): Copies | null {
  const br = smallest(bytes);
  return br.length < bytes.length
    ? { br, gz: gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }) }
    : null;
}

/**
 * Adds the compressed copies of a checked release, and says their sizes in it: made here, since nobody could tell a copy
 * that somebody else made from one of other bytes without unpacking it. One file after the other, so that others have
 * their turn between them.
 */
export async function withCopies(
  { release, digest, files }: ReleaseFiles,
  compress: (bytes: Buffer) => Promise<Copies | null> = async (bytes) => copiesOf(bytes),
): Promise<ReleaseFiles> {
  const all = new Map(files);
  const described: [string, ReleaseFile][] = [];
  for (const [name, { integrity, byteCount }] of Object.entries(release.files)) {
    const file: ReleaseFile = { integrity, byteCount };
    described.push([name, file]);
    const bytes = files.get(name);
    if (!bytes || bytes.length < LEAST_BYTES || !COMPRESSIBLE.test(name)) continue;
    const copies = await compress(bytes);
    if (copies === null) continue;
    file.brotliByteCount = copies.br.length;
    all.set(`${name}.br`, copies.br);
    all.set(`${name}.gz`, copies.gz);
  }
  return { release: { ...release, files: Object.fromEntries(described) }, digest, files: all };
}
