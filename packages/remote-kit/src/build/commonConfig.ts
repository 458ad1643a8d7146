import path from 'node:path';
import { type Configuration, type RuleSetRule, rspack } from '@rspack/core';
import type { Inspector } from './inspector';
import { packageFolder } from './workspace';

/** Browsers the network supports: all that know ES2022. */
export const WEB_TARGET: NonNullable<Configuration['target']> = ['web', 'es2022'];

/** The same browsers by name, so that no sheet is rewritten for older ones (logical properties, `:is`, layers). */
const STYLE_TARGETS = ['chrome >= 117', 'edge >= 117', 'firefox >= 118', 'safari >= 17'];

/** A script that has not come after this long counts as failed; the release before takes over. */
export const CHUNK_TIMEOUT_MS = 8_000;

export interface BuildMode {
  /** Folder of the workspace, absolute. */
  folder: string;
  /** Folder the files go to, absolute; emptied first. */
  outDir: string;
  /** Development: readable code with source maps, built in a fraction of the time. */
  development?: boolean;
  /** For the development server: React's development build, stable names, and components that are replaced in the open page. */
  hot?: boolean;
  /** Gives the elements their ids. */
  inspector: Inspector;
}

/** TypeScript and JSX by swc; no type check, that is `npm run check`'s part. */
export function scriptRule(target: string, refresh = false): RuleSetRule {
  return {
    test: /\.tsx?$/,
    // The kit comes as TypeScript to remotes in other repositories too.
    exclude: /node_modules[\\/](?!@ezdash[\\/])/,
    loader: 'builtin:swc-loader',
    options: {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development: false, refresh } },
        target,
      },
    },
    type: 'javascript/auto',
  };
}

const assetRules: RuleSetRule[] = [
  { test: /\.css$/, type: 'css/auto' },
  { test: /\.(woff2?|png|jpe?g|webp|avif|gif|svg)$/, type: 'asset/resource' },
];

/**
 * Maps beside the scripts that the scripts do not name, for whoever uploads them to read the stacks of error reports:
 * the scripts are the same ones, to the byte.
 */
const sourceMaps = process.env.SOURCE_MAPS === '1' ? ('hidden-source-map' as const) : false;

/** Names of the files, with the hash of what is in them where they are kept for ever. */
const namesOf = (name: string) => ({
  filename: `${name}.js`,
  chunkFilename: `${name}.js`,
  cssFilename: `${name}.css`,
  cssChunkFilename: `${name}.css`,
});

function devtoolOf({ hot, development }: BuildMode): Configuration['devtool'] {
  if (hot) return 'cheap-module-source-map';
  return development ? 'source-map' : sourceMaps;
}

/** What the configurations for browsers share: the shell's, the remotes', the monolith's. */
export function webConfig(build: BuildMode): Configuration {
  const { folder, outDir, development, hot = false, inspector } = build;
  return {
    mode: hot ? 'development' : 'production',
    devtool: devtoolOf(build),
    context: folder,
    target: WEB_TARGET,
    output: {
      path: outDir,
      // An open page asks for the changes of the builds before, too.
      clean: !hot,
      ...namesOf(hot ? '[name]' : '[name].[contenthash:8]'),
      assetModuleFilename: '[name].[contenthash:8][ext]',
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: CHUNK_TIMEOUT_MS,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js', '.json'],
      // Its package names the development build for every bundler.
      alias: hot
        ? {}
        : { 'react-router$': path.join(packageFolder('react-router'), 'dist/production/index.mjs') },
    },
    module: {
      rules: [inspector.rule, scriptRule('es2022', hot), ...assetRules],
      parser: { 'css/auto': { namedExports: false } },
      generator: { 'css/auto': { localIdentName: '[local]-[hash:base64:6]', exportsConvention: 'as-is' } },
    },
    optimization: {
      minimize: !development && !hot,
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({ extractComments: false }),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: STYLE_TARGETS } }),
      ],
      moduleIds: hot ? 'named' : 'deterministic',
      chunkIds: hot ? 'named' : 'deterministic',
      realContentHash: !hot,
      runtimeChunk: false,
    },
    performance: false,
    plugins: hot
      ? [new rspack.HotModuleReplacementPlugin()]
      : // Integrity of every script and sheet that the page does not name itself.
        [new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], enabled: true })],
  };
}

/** Sets `__VERSION__` and friends, as JSON. */
export function defines(values: Record<string, unknown>) {
  return new rspack.DefinePlugin(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)])),
  );
}
