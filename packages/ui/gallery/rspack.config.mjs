// Builds the gallery into gallery/dist: node node_modules/@rspack/cli/bin/rspack.js build -c packages/ui/gallery/rspack.config.mjs
import path from 'node:path';
import { rspack } from '@rspack/core';

const here = import.meta.dirname;

export default {
  mode: 'production',
  context: here,
  target: ['web', 'es2022'],
  entry: './main.tsx',
  devtool: false,
  output: { path: path.join(here, 'dist'), clean: true, filename: '[name].js', cssFilename: '[name].css' },
  resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js', '.json'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'builtin:swc-loader',
        options: {
          jsc: {
            parser: { syntax: 'typescript', tsx: true },
            transform: { react: { runtime: 'automatic' } },
            target: 'es2022',
          },
        },
        type: 'javascript/auto',
      },
      { test: /\.css$/, type: 'css/auto' },
      { test: /\.woff2$/, type: 'asset/resource' },
    ],
  },
  optimization: {
    minimizer: [
      new rspack.SwcJsMinimizerRspackPlugin({ extractComments: false }),
      // Without targets logical properties are rewritten for browsers of 2015, by language instead of by `dir`.
      new rspack.LightningCssMinimizerRspackPlugin({
        minimizerOptions: { targets: ['chrome 111', 'firefox 114', 'safari 16.4'] },
      }),
    ],
  },
  performance: false,
  plugins: [
    new rspack.HtmlRspackPlugin({ title: 'EzDash', template: './index.html', scriptLoading: 'defer' }),
  ],
};
