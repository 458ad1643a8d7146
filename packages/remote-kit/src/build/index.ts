/** The one place that knows how shell, remotes, tag and server are built. Runs in Node; never imported by pages. */
export { apiConfig } from './apiConfig';
export { buildMonolith, type Monolith } from './buildMonolith';
export { buildRemote, findExposes, type RemoteBuild, readManifest } from './buildRemote';
export { buildShell, type ShellBuild } from './buildShell';
export { BuildError, compile, messages, STATS } from './compile';
export { compressFile, compressFolder } from './compress';
export { hostConfig, SHELL_PUBLIC_PATH } from './hostConfig';
export type { Sources } from './inspector';
export { describeFiles, integrityOf } from './releaseFiles';
export { REMOTE_ENTRY, remoteConfig } from './remoteConfig';
export { TAG_MOST_GZIP_BYTES, tagConfig } from './tagConfig';
export {
  federationName,
  federationVersion,
  installedVersion,
  readPackage,
  remoteNames,
  rootDir,
} from './workspace';
