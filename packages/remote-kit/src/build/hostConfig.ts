import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack } from '@rspack/core';
import { type BuildMode, defines, webConfig } from './commonConfig';
import { providedByHost } from './shared';
import { rootDir } from './workspace';

export const SHELL_PUBLIC_PATH = '/assets/shell/';

export interface HostOptions extends BuildMode {
  version: string;
}

const federationDir = path.join(rootDir, 'node_modules/@module-federation');
const leanDir = path.join(import.meta.dirname, 'leanRuntime');

/**
 * The plugin names the CommonJS builds of its runtime: with ours it would be in the page twice, and not shaken. Of what
 * no page here asks of the runtime there is nothing but the doors.
 */
const oneRuntime = {
  [path.join(federationDir, 'webpack-bundler-runtime/dist/index.cjs')]: path.join(
    federationDir,
    'webpack-bundler-runtime/dist/bundler.js',
  ),
  [path.join(federationDir, 'runtime/dist/index.cjs')]: path.join(federationDir, 'runtime/dist/index.js'),
  [path.join(federationDir, 'runtime-core/dist/utils/preload.js')]: path.join(leanDir, 'preload.mjs'),
  [path.join(federationDir, 'runtime-core/dist/plugins/snapshot/SnapshotHandler.js')]: path.join(
    leanDir,
    'snapshots.mjs',
  ),
  'disabled-snapshots$': path.join(federationDir, 'runtime-core/dist/plugins/snapshot/disabled.js'),
};

/** Parts of the error reports that are not wanted: words for debugging them, and a worker that the page's policy forbids. */
const LEAN_REPORTS = {
  __SENTRY_DEBUG__: false,
  __SENTRY_EXCLUDE_REPLAY_WORKER__: true,
  __RRWEB_EXCLUDE_IFRAME__: true,
  __RRWEB_EXCLUDE_SHADOW_DOM__: true,
};

/** The shell: provides what is shared, knows no remote. */
export function hostConfig(options: HostOptions): Configuration {
  const common = webConfig(options);
  return {
    ...common,
    name: 'shell',
    entry: {
      main: [
        path.join(import.meta.dirname, 'federationRuntime.ts'),
        path.join(import.meta.dirname, 'sharedProviders.ts'),
        './src/index.tsx',
      ],
    },
    output: { ...common.output, publicPath: SHELL_PUBLIC_PATH, uniqueName: 'shell' },
    resolve: { ...common.resolve, alias: { ...common.resolve?.alias, ...oneRuntime } },
    optimization: {
      ...common.optimization,
      // Two scripts in parallel: what changes with our releases, and what does not.
      splitChunks: {
        chunks: 'initial',
        cacheGroups: {
          // Scripts only: the sheets must stay one file, or their layers come in the wrong order.
          // A tier is one file: the page preloads it by name.
          default: false,
          defaultVendors: false,
          vendor: { test: /node_modules.*\.[cm]?js$/, name: 'vendor', chunks: 'initial', enforce: true },
        },
      },
    },
    plugins: [
      ...(common.plugins ?? []),
      // Without the federation's own debugging aids.
      defines({ __VERSION__: options.version, FEDERATION_DEBUG: '', ...LEAN_REPORTS }),
      new rspack.sharing.ProvideSharedPlugin<true>({ provides: providedByHost(), enhanced: true }),
      new ModuleFederationPlugin({
        name: 'shell',
        // The default strategy loads every remote before the first rendering: one dead remote blanks the page.
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: false,
        dev: false,
        experiments: { optimization: { target: 'web', disableSnapshot: true } },
      }),
    ],
  };
}
