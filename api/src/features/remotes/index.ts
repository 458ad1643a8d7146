/** Releases of the remotes: published into an immutable store, activated by a list, served for ever. */

export {
  createRemotesFeature,
  type RemotesFeature,
  type RemotesFeatureParts,
  readShellRelease,
} from './createRemotesFeature';
export { createGate } from './gate/createGate';
export { REMOTES_PATH, SHELL_PATH } from './offer/registry';
export type { ReleasesOf, Texts, VisitorReleases } from './offer/visitorReleases';
export { immutableFiles } from './store/immutableFiles';
export { createTokensService } from './tokens/tokens.service';
export { createTrouble } from './trouble/createTrouble';
