import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import type { Configuration, ExternalItem } from '@rspack/core';
import { type BuildMode, defines, webConfig } from './commonConfig';
import { moduleMetadata } from './moduleMetadata';
import { sharedByRemote } from './shared';
import { federationName } from './workspace';

/** File of a remote's container. Its address holds the version, so it needs no hash. */
export const REMOTE_ENTRY = 'remoteEntry.js';

export interface RemoteOptions extends BuildMode {
  name: string;
  version: string;
  buildId: string;
  /** Exposed module → source file: `App` → `./src/expose.tsx`. */
  exposes: Record<string, string>;
  /** Address of its files; unless given, where its own script came from. */
  publicPath?: string;
}

/** The runtime comes from the shell (federationRuntime.ts): an entry weighs 3 kB instead of 27. */
const sharedRuntime: ExternalItem = ({ request = '' }, callback) => {
  if (/webpack-bundler-runtime([\\/]dist[\\/](index|bundler)\.c?js)?$/.test(request)) {
    return callback(undefined, 'var __EZDASH_FEDERATION__.bundlerRuntime');
  }
  if (/@module-federation[\\/](enhanced[\\/])?runtime([\\/]dist[\\/](index|bundler)\.c?js)?$/.test(request)) {
    return callback(undefined, 'var __EZDASH_FEDERATION__.runtime');
  }
  callback();
};

/** Global variable of a container. Of its own in every build, so that two releases can be in a page at once. */
export function containerGlobal(name: string, buildId: string): string {
  return `${federationName(name)}_${buildId}`;
}

/** A remote: its own code and nothing else; everything shared is the shell's. */
export function remoteConfig(options: RemoteOptions): Configuration {
  const { name, version, buildId, exposes } = options;
  const common = webConfig(options);
  return {
    ...common,
    name,
    entry: {},
    output: {
      ...common.output,
      publicPath: options.publicPath ?? 'auto',
      // Also its chunk array's name: were it the same in two releases, a swap would replay the old chunks.
      uniqueName: `${federationName(name)}@${version}+${buildId}`,
    },
    externals: [sharedRuntime],
    optimization: { ...common.optimization, splitChunks: false },
    plugins: [
      ...(common.plugins ?? []),
      defines({ __VERSION__: version }),
      moduleMetadata({ remote: name, version }),
      new ModuleFederationPlugin({
        name: federationName(name),
        filename: REMOTE_ENTRY,
        library: { type: 'var', name: containerGlobal(name, buildId) },
        exposes: Object.fromEntries(
          Object.entries(exposes).map(([module, source]) => [
            `./${module}`,
            { import: source, name: module },
          ]),
        ),
        shared: sharedByRemote(),
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: false,
        dev: false,
        experiments: { optimization: { target: 'web', disableSnapshot: true } },
      }),
    ],
  };
}
