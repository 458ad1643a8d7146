import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/** Below this a compressed copy saves no packet. */
const LEAST_BYTES = 512;
/** Hidden files are never sent. */
const compressible = /^[^.].*\.(js|mjs|css|json|svg)$/;

/** Sizes of a text as the wire sees it. */
export interface CompressedSizes {
  brotli: number;
  gzip: number;
}

/** Writes `<file>.br` and `<file>.gz` beside a file, at the highest levels: it is done once a release. */
export async function compressFile(file: string): Promise<CompressedSizes> {
  const bytes = await readFile(file);
  const [small, gzipped] = await Promise.all([
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    gz(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, gzipped)]);
  return { brotli: small.length, gzip: gzipped.length };
}

/**
 * Compresses what is worth it in a folder of built files.
 * @returns file name → its compressed sizes
 */
export async function compressFolder(folder: string): Promise<Map<string, CompressedSizes>> {
  const files = await readdir(folder, { withFileTypes: true });
  const sizes = new Map<string, CompressedSizes>();
  await Promise.all(
    files.map(async (entry) => {
      if (!entry.isFile() || !compressible.test(entry.name)) return;
      const file = path.join(folder, entry.name);
      if ((await readFile(file)).length < LEAST_BYTES) return;
      sizes.set(entry.name, await compressFile(file));
    }),
  );
  return sizes;
}
