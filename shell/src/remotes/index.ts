/**
 * The shell's door to the remotes. No remote is known when the shell is built: the page brings the registry.
 *
 * - `startRemotes(mark): Promise<void>`: call once, before the first rendering. Reads the registry of the page and
 *   starts loading the remote of the route; resolves when that has loaded, after 300 ms at the latest.
 * - `manifests(): RemoteManifest[]`: pages and navigation of every remote, in the registry's order. Complete as soon
 *   as `startRemotes` has been called. Plain data: routing and linking needs none of a remote's code.
 * - `<RemoteView remote="mf-advertiser" module="App" fallback={<PageSkeleton />} />`: mounts an exposed module
 *   (`module` defaults to `App`) inside its boundary. A release that fails to load or to render is replaced by the one
 *   before; when there is none, the boundary shows `failed`, by default `<RemoteFailed />` ("Something went wrong" and
 *   Reload Page), and the rest of the page lives on. Going to another address clears it. Must stand inside the router and the i18n provider.
 * - `useManifests()`: the same, rendered anew when another release brings other pages.
 * - `useRemoteGeneration(remote)`: a number that grows when another release of the remote takes over in this tab;
 *   `remoteVersion(remote)`: the version in use, for the debug tool; `remoteVersions()`: all of them.
 * - `preloadRemote(remote, module?)`: starts loading, for a link under the pointer. Never throws.
 * - `swapRemote(remote, entry)`: takes another release over in the open tab; false, and nothing changes, when it fails.
 * - `createOpenTab(changes)`: takes what the server offers now into the open tab; `forgiveRemote(remote)`: what failed as
 *   it took over may be tried once more; `failureRequest(remote)`: the call by which the network heard of it.
 * - `overridden()`: remotes of which this page was given a release that this browser alone has, by a link.
 * - `teamOf(remote)`: who answers for it, for reports of its failures.
 * - For tests: `setRemoteSource(directSource({ 'mf-advertiser/App': () => import('…') }), registry)`.
 *
 * Texts: `shell:remote.failed.title`, `.text`, `.reload`, `.team`, `.report`.
 */
export { directSource, type RemoteModule, type RemoteSource } from './directSource';
export type { OpenTab, Updated } from './OpenTab';
export type { OverriddenRemote } from './overrides';
export { RemoteFailed } from './RemoteFailed';
export { RemoteView, type RemoteViewProps } from './RemoteView';
export {
  createOpenTab,
  failureRequest,
  forgiveRemote,
  manifests,
  overridden,
  preloadRemote,
  remoteVersion,
  remoteVersions,
  setRemoteSource,
  startRemotes,
  swapRemote,
  teamOf,
  useManifests,
  useRemoteGeneration,
} from './remotes';
