import { mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const TAG_ENTRY = join(import.meta.dirname, '../../../tag/index.ts');
/** Where the build puts the tag and the server looks for it. */
export const TAG_FILE = join(import.meta.dirname, '../../../dist/tag.js');
/** The promise to publishers: at most this many bytes, gzipped. */
export const TAG_MAX_GZIP_BYTES = 5_000;

/**
 * Compiles `api/tag` into the one script publishers embed. Part of the build, where the bundler is installed; the
 * running server only reads the result.
 */
export async function buildTag(outFile: string = TAG_FILE): Promise<{ bytes: number; gzipBytes: number }> {
  const { rspack } = await import('@rspack/core');
  await mkdir(dirname(outFile), { recursive: true });
  const compiler = rspack({
    mode: 'production',
    target: ['web', 'es2020'],
    devtool: false,
    entry: TAG_ENTRY,
    output: { path: dirname(outFile), filename: basename(outFile), clean: false },
    resolve: { extensions: ['.ts', '.js'] },
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2020' } },
          type: 'javascript/auto',
        },
      ],
    },
  });
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => {});
      if (error) reject(error);
      else if (stats?.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })));
      else resolve();
    });
  });
  const source = await readFile(outFile);
  const gzipBytes = gzipSync(source, { level: 9 }).length;
  if (gzipBytes > TAG_MAX_GZIP_BYTES)
    throw new Error(`tag.js has ${gzipBytes} bytes gzipped, ${TAG_MAX_GZIP_BYTES} are promised`);
  return { bytes: source.length, gzipBytes };
}
