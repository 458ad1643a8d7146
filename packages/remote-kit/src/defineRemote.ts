import type { RemoteManifest } from '@ezdash/contracts';

/**
 * Version of the contract between the shell and its remotes. Raise it when a remote needs more of the shell.
 * 2: `useLive` of the store, for what is told live.
 * 3: `module` of a page, for remotes that show pages by more than one module.
 */
export const CONTRACT_VERSION = 3;

/** Oldest contract that the shell still keeps. Raised when a promise is withdrawn: remotes that need less are refused. */
export const LEAST_CONTRACT_VERSION = 1;

/**
 * Declares what a remote is: its pages, its navigation, who may open what.
 * Pure data: it is written into the release as JSON, and the build checks it against the contracts' schema.
 *
 * `remote.manifest.ts` of each remote exports the answer as its default.
 */
export function defineRemote(manifest: RemoteManifest): RemoteManifest {
  return manifest;
}
