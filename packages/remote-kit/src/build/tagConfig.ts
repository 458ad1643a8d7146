import { type Configuration, rspack } from '@rspack/core';
import { type BuildMode, scriptRule } from './commonConfig';

/** The publishers' tag: one script without dependencies, for every browser that knows ES2019. */
export function tagConfig({ folder, outDir }: Pick<BuildMode, 'folder' | 'outDir'>): Configuration {
  return {
    name: 'tag',
    mode: 'production',
    devtool: false,
    context: folder,
    entry: { tag: './index.ts' },
    target: ['web', 'es2019'],
    output: { path: outDir, filename: '[name].js', iife: true, clean: false },
    resolve: { extensions: ['.ts'] },
    module: { rules: [scriptRule('es2019')] },
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
