import { type Configuration, rspack } from '@rspack/core';
import { type BuildMode, scriptRule } from './commonConfig';

/** The promise to publishers: at most so many bytes of each script, gzipped. */
export const TAG_MOST_GZIP_BYTES = {
  'tag.js': 6_500,
  'tag-sight.js': 5_000,
  'tag-debug.js': 12_000,
} as const;

/**
 * The publishers' tag: one script without dependencies, for every browser that knows ES2020; the debugger that it
 * loads where somebody asks for it; and, a module of its own, what measures the ads that it shows.
 */
export function tagConfig({ folder, outDir }: Pick<BuildMode, 'folder' | 'outDir'>): Configuration[] {
  const scripts: Configuration = {
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
  const module: Configuration = {
    ...scripts,
    name: 'tag-sight',
    entry: { 'tag-sight': './sight/index.ts' },
    output: { path: outDir, filename: '[name].js', module: true, library: { type: 'module' }, clean: false },
  };
  return [scripts, module];
}
