import { rspack } from '@rspack/core';

/** Whose code a script is: an error that passes through it is reported to its team. */
export interface ModuleMetadata {
  remote: string;
  version: string;
}

/**
 * What Sentry's SDK reads: under the stack of a place in the script, which names its file, who it belongs to. The
 * SDK's own plugin for builds says the same at six times the length, and wants to call home.
 */
export function metadataScript(metadata: ModuleMetadata): string {
  return `(globalThis._sentryModuleMetadata??={})[Error().stack]=${JSON.stringify(metadata)};`;
}

/**
 * Adds it to every script of a build, behind the code: a script's first line may be "use strict". Before the scripts
 * are hashed, so that names and integrities hold it too.
 */
export function moduleMetadata(metadata: ModuleMetadata): InstanceType<typeof rspack.BannerPlugin> {
  return new rspack.BannerPlugin({
    banner: metadataScript(metadata),
    raw: true,
    footer: true,
    test: /\.js$/,
  });
}
