import type { Registry, RegistryEntry, RemoteFailure, RemoteManifest } from '@ezdash/contracts';
import { CONTRACT_VERSION } from '@ezdash/remote-kit';
import { page } from '@ezdash/store';
import { useSyncExternalStore } from 'react';
import { createSource } from './createSource';
import { reportToTeam } from './lastFailures';
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

/** The network hears of it, which may give the release back, and so does the team that made it. */
function report(failure: RemoteFailure, error: unknown): void {
  reportFailure(failure);
  reportToTeam(failure, error);
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Reads the page's registry and loads the route's module; resolves when that is there, or after 300 ms. */
export async function startRemotes(): Promise<void> {
  installTrustedTypes();
  const { registry, route, development } = readPageRegistry(document);
  loader = new RemoteLoader({ source: createSource(), registry, report });
  if (development) listenForReleases(swapRemote);
  if (!route) return;
  // A failure shows in the boundary, where it is loaded again.
  const loading = loader.load(route.remote, route.module).catch(() => undefined);
  await Promise.race([loading, after(HOLD_MS)]);
}

/** Replaces where remotes come from: direct imports in tests and in the monolith. */
export function setRemoteSource(source: RemoteSource, registry: Registry): void {
  loader = new RemoteLoader({ source, registry, report: reportToTeam });
}

/** Pages and navigation of all remotes. */
export function manifests(): RemoteManifest[] {
  return Object.values(remoteLoader().registry()).map((entry) => entry.manifest);
}

/** The team that answers for a remote; undefined for an unknown one, and for a release from before there was a name. */
export function teamOf(remote: string): string | undefined {
  return loader?.registry()[remote]?.manifest.team;
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

/**
 * Takes the registry as it is now: releases of remotes that are not in use here yet are those to load from now on.
 * One that needs more of the shell than this tab's has is left alone, and its files of before remain.
 * @returns remotes with another release than this tab uses, which the next loading of the page brings; and whether any was taken
 */
export function takeRegistry(registry: Registry): { waiting: string[]; taken: boolean } {
  const offers = Object.entries(registry)
    .filter(([, entry]) => entry.manifest.contractVersion <= CONTRACT_VERSION)
    .map(([remote, entry]) => ({ remote, answer: remoteLoader().offer(remote, entry) }));
  return {
    waiting: offers.filter(({ answer }) => answer === 'waiting').map(({ remote }) => remote),
    taken: offers.some(({ answer }) => answer === 'taken'),
  };
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
