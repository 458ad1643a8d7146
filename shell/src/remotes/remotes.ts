import {
  ownMachineOrigins,
  type Registry,
  type RegistryEntry,
  type RemoteFailure,
  type RemoteManifest,
} from '@ezdash/contracts';
import { page } from '@ezdash/store';
import { useSyncExternalStore } from 'react';
import { followVersions, freshTexts } from '../app/i18n/translations';
import { createSource } from './createSource';
import { lastFailure, reportToTeam } from './lastFailures';
import { OpenTab } from './OpenTab';
import { type OverriddenRemote, overriddenRemotes } from './overrides';
import { readPageRegistry } from './pageRegistry';
import { noteGiven, notePageOf, startPageTicket } from './pageTicket';
import { RemoteLoader } from './RemoteLoader';
import { refetch } from './refetch';
import { createReleaseStyles } from './releaseStyles';
import type { RemoteSource } from './remoteSource';
import { reportFailure } from './reportFailure';
import { installTrustedTypes } from './trustedTypes';
import type { Change } from './typed';
import { keepWhatRemains } from './whatRemains';

/**
 * How long the first rendering waits for the route's remote. Rendering without it would show a fallback, which React
 * then keeps for a while: a page that is there in 200 ms would show after 450.
 */
const HOLD_MS = 300;
const ANSWERED_WITHIN_MS = 2_000;

let loader: RemoteLoader | null = null;

/** The page's loader. @throws before `startRemotes` or `setRemoteSource` */
export function remoteLoader(): RemoteLoader {
  if (!loader) throw new Error('startRemotes has not been called');
  return loader;
}

/** The network hears of it, which may give the release back, and so does the team that made it. */
function report(failure: RemoteFailure, error: unknown): void {
  reportToTeam(failure, error, reportFailure(failure));
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Remote → version, of those that have pages here and of the one whose words are asked for: others say nothing here. */
function versionsOfTexts(namespace?: string): Record<string, string> {
  const isWanted = ({ pages, namespace: own }: RemoteManifest) => pages.length > 0 || own === namespace;
  const wanted = Object.entries(remoteLoader().registry()).filter(([, { manifest }]) => isWanted(manifest));
  return Object.fromEntries(wanted.map(([name]) => [name, remoteLoader().version(name) ?? '']));
}

/**
 * Reads the page's registry and loads the route's module; resolves when that is there, or after 300 ms.
 * @param mark says that this browser has releases of its own; waited for before any of them is loaded
 */
export async function startRemotes(mark: (given: OverriddenRemote[]) => Promise<void>): Promise<void> {
  const { registry, route } = readPageRegistry(document);
  installTrustedTypes(ownMachineOrigins(registry));
  const styles = createReleaseStyles();
  startPageTicket();
  const shown = route && registry[route.remote];
  if (shown) notePageOf(route.remote, shown.version);
  const source = createSource();
  loader = new RemoteLoader({ source, registry, report, keep: keepWhatRemains, styles, given: noteGiven });
  followVersions(versionsOfTexts);
  const given = overridden();
  if (given.length > 0) await mark(given);
  if (!route) return;
  // A failure shows in the boundary, where it is loaded again.
  const loading = loader.load(route.remote, route.module).catch(() => undefined);
  await Promise.race([loading, after(HOLD_MS)]);
}

/** Replaces where remotes come from: direct imports in tests and in the monolith. */
export function setRemoteSource(source: RemoteSource, registry: Registry): void {
  loader = new RemoteLoader({ source, registry, report: reportToTeam, keep: keepWhatRemains });
}

/** Pages and navigation of all remotes. Those of a release that takes over are there at once: `useManifests`. */
export function manifests(): RemoteManifest[] {
  return Object.values(remoteLoader().registry()).map((entry) => entry.manifest);
}

/** The same, rendered anew when a release takes over. */
export function useManifests(): RemoteManifest[] {
  const registry = useSyncExternalStore(remoteLoader().subscribe, () => remoteLoader().registry());
  return Object.values(registry).map((entry) => entry.manifest);
}

/** Remotes of which this page was given a release that others do not have. */
export function overridden(): OverriddenRemote[] {
  return overriddenRemotes(remoteLoader().registry());
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

/** Takes another release over in the open tab; false, and nothing changes, when it does not load. */
export async function swapRemote(remote: string, entry: RegistryEntry): Promise<boolean> {
  return (await remoteLoader().swap(remote, entry)) === 'in';
}

/** Takes new releases into this tab. `changes`: calls of the store that change something. */
export function createOpenTab(changes: () => readonly Change[]): OpenTab {
  return new OpenTab({ loader: remoteLoader(), changes, freshTexts });
}

/**
 * The call by which the network heard of a remote's last failure here; null when there was none, or it has not been
 * answered after two seconds: somebody waits.
 */
export async function failureRequest(remote: string): Promise<string | null> {
  const requestId = lastFailure(remote)?.requestId ?? null;
  return Promise.race([requestId, after(ANSWERED_WITHIN_MS).then(() => null)]);
}

/** Somebody has decided about a remote anew: a release of it that failed in this tab may be tried once more. */
export function forgiveRemote(remote: string): void {
  remoteLoader().forgive(remote);
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
