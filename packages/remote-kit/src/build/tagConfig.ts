import { type Configuration, rspack } from '@rspack/core';
import { type BuildMode, scriptRule } from './commonConfig';

/** The promise to publishers: at most so many bytes of each script, gzipped. */
export const TAG_MOST_GZIP_BYTES = { 'tag.js': 5_000, 'tag-debug.js': 12_000 } as const;

/**
 * The publishers' tag: one script without dependencies, for every browser that knows ES2020; and the debugger that it
 * loads where somebody asks for it.
 */
export function tagConfig({ folder, outDir }: Pick<BuildMode, 'folder' | 'outDir'>): Configuration {
  return {
    name: 'tag',
    mode: 'production',
    devtool: false,
    context: folder,
    entry: { tag: './index.ts', 'tag-debug': './debug/index.ts' },
    target: ['web', 'es2020'],
    output: { path: outDir, filename: '[name].js', iife: true, clean: false },
    resolve: { extensions: ['.ts'] },
    module: { rules: [scriptRule('es2020')] },
    optimization: {
      splitChunks: false,
      runtimeChunk: false,
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          extractComments: false,
          minimizerOptions: { compress: { passes: 3 }, format: { comments: false } },
        }),
      ],
    },
    performance: false,
  };
}
