/** Releases of the remotes: published into an immutable store, activated by a list, served for ever. */
export {
  createRemotesFeature,
  type RemotesFeature,
  type RemotesFeatureParts,
  readShellRelease,
} from './createRemotesFeature';
export { immutableFiles } from './immutableFiles';
export { REMOTES_PATH, SHELL_PATH } from './registry';
export { createMemoryReleaseRepo } from './remotes.repo';
export type { Texts, VisitorReleases } from './visitorReleases';
