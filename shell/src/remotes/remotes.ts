import type { Registry, RegistryEntry, RemoteManifest } from '@ezdash/contracts';
import { page } from '@ezdash/store';
import { useSyncExternalStore } from 'react';
import { createSource } from './createSource';
import { listenForReleases } from './listenForReleases';
import { readPageRegistry } from './pageRegistry';
import { RemoteLoader } from './RemoteLoader';
import { refetch } from './refetch';
import type { RemoteSource } from './remoteSource';
import { reportFailure } from './reportFailure';
import { installTrustedTypes } from './trustedTypes';

/**
 * How long the first rendering waits for the route's remote. Rendering without it would show a fallback, which React
 * then keeps for a while: a page that is there in 200 ms would show after 450.
 */
const HOLD_MS = 300;

let loader: RemoteLoader | null = null;

/** The page's loader. @throws before `startRemotes` or `setRemoteSource` */
export function remoteLoader(): RemoteLoader {
  if (!loader) throw new Error('startRemotes has not been called');
  return loader;
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Reads the page's registry and loads the route's remote; resolves when that is there, or after 300 ms. */
export async function startRemotes(): Promise<void> {
  installTrustedTypes();
  const { registry, routeRemote, development } = readPageRegistry(document);
  loader = new RemoteLoader({ source: createSource(), registry, report: reportFailure });
  if (development) listenForReleases(swapRemote);
  if (!routeRemote) return;
  // A failure shows in the boundary, where it is loaded again.
  await Promise.race([loader.load(routeRemote, 'App').catch(() => undefined), after(HOLD_MS)]);
}

/** Replaces where remotes come from: direct imports in tests and in the monolith. */
export function setRemoteSource(source: RemoteSource, registry: Registry): void {
  loader = new RemoteLoader({ source, registry, report: () => undefined });
}

/** Pages and navigation of all remotes. */
export function manifests(): RemoteManifest[] {
  return Object.values(remoteLoader().registry()).map((entry) => entry.manifest);
}

/** Starts loading a module that is likely to be asked for next. */
export function preloadRemote(remote: string, module = 'App'): void {
  remoteLoader()
    .load(remote, module)
    .catch(() => undefined);
}

/** Loads the page anew, with the server's bytes in the place of those that did not load here. Never rejects. */
export async function reloadAfterFailure(): Promise<void> {
  await refetch(remoteLoader().suspects());
  page.reload();
}

/** Takes another release over in the open tab. */
export function swapRemote(remote: string, entry: RegistryEntry): Promise<boolean> {
  return remoteLoader().swap(remote, entry);
}

/** Grows when another release of the remote takes over. */
export function useRemoteGeneration(remote: string): number {
  return useSyncExternalStore(remoteLoader().subscribe, () => remoteLoader().generation(remote));
}

/** Version in use in this tab; `null` for an unknown remote. */
export function remoteVersion(remote: string): string | null {
  return remoteLoader().version(remote);
}

/** Remote → version in use in this tab. */
export function remoteVersions(): Record<string, string> {
  const names = Object.keys(remoteLoader().registry());
  return Object.fromEntries(names.map((name) => [name, remoteLoader().version(name) ?? '']));
}
