import type { Registry, RegistryEntry, RemoteFailure, ServedRelease } from '@ezdash/contracts';
import { TAKEOVER_EVENT } from '@ezdash/contracts/constants';
import { isOffline } from '@ezdash/ui';
import { type ComponentType, lazy } from 'react';
import { Mounts } from './mounts';
import { noteLoad } from './noteLoad';
import type { ReleaseStyles } from './releaseStyles';
import type { RemoteSource } from './remoteSource';
import { firstModules, mounted, newState, type RemoteState, textOf } from './remoteState';

/** A module did not load, and no release before it was left to take. Reported already. */
export class RemoteLoadError extends Error {
  override name = 'RemoteLoadError';
}

export interface LoaderParts {
  source: RemoteSource;
  registry: Registry;
  report: (failure: RemoteFailure, error: unknown) => void;
  /** Told when a release that the server gives begins to load, and not of those that are fallen back to. */
  given?: (remote: string, version: string) => void;
  /** What a release has put into the page, as it is now (`keepWhatRemains`); puts it back when called. */
  keep?: (namespace: string) => () => void;
  styles?: ReleaseStyles;
}

/**
 * `in`: it took over. `failed`: it does not load. `back`: it threw as it took over, and what was there before was mounted
 * anew; both were reported. `late`: what was asked for last said no.
 */
export type SwapOutcome = 'in' | 'failed' | 'back' | 'late';

interface SwapOptions {
  /** Asks for the new release's texts, while it loads: taken over with it (`freshTexts`). */
  texts?: () => Promise<(namespace: string) => void>;
  /** Asked once everything has come, right before it takes over. */
  mayTakeOver?: () => boolean;
  /** What is done with the page as it takes over; `commit` mounts it. */
  around?: (commit: () => void) => void;
}

const KEEP_NOTHING = () => () => undefined;
const NOBODY_LISTENS = () => undefined;
const ALL_COUNT: ReleaseStyles = { expect: () => undefined, show: () => undefined };

/** Keeps which release of each remote is in use in this tab, and replaces one that fails by the one before. */
export class RemoteLoader {
  readonly #source: RemoteSource;
  readonly #report: LoaderParts['report'];
  readonly #given: NonNullable<LoaderParts['given']>;
  readonly #keep: (namespace: string) => () => void;
  readonly #styles: ReleaseStyles;
  readonly #states = new Map<string, RemoteState>();
  readonly #mounts = new Mounts();
  readonly #listeners = new Set<() => void>();
  readonly #leaveListeners = new Set<(remote: string) => void>();
  readonly #suspects = new Set<string>();
  /** Remote → version that failed as it took over in this tab. */
  readonly #refused = new Map<string, string>();
  /** Remote → version → puts back what it had put into the page: its code does not run a second time. */
  readonly #left = new Map<string, Map<string, () => void>>();
  #registry: Registry;

  constructor(parts: LoaderParts) {
    const { source, registry, report, keep = KEEP_NOTHING, styles = ALL_COUNT } = parts;
    this.#source = source;
    this.#report = report;
    this.#given = parts.given ?? NOBODY_LISTENS;
    this.#keep = keep;
    this.#styles = styles;
    this.#registry = { ...registry };
    for (const [remote, entry] of Object.entries(registry)) {
      const { previous, ...current } = entry;
      this.#states.set(remote, newState(current, previous));
      this.#show(remote, current);
    }
  }

  /** Component of an exposed module: at once when it is loaded (no fallback is shown), else one that suspends. */
  component(remote: string, module: string): ComponentType {
    const { components } = this.#stateOf(remote);
    const known = components.get(module);
    if (known) return known;
    const suspending = lazy(async () => ({ default: await this.load(remote, module) }));
    components.set(module, suspending);
    return suspending;
  }

  /** Loads a module, of the release before when this one fails. @throws RemoteLoadError */
  load(remote: string, module: string): Promise<ComponentType> {
    const { loads } = this.#stateOf(remote);
    const known = loads.get(module);
    if (known) return known;
    const loading = this.#attempt(remote, module);
    loads.set(module, loading);
    loading.catch(() => loads.delete(module));
    return loading;
  }

  /** A module is in the page. @returns it is no more */
  mount(remote: string, module: string): () => void {
    return this.#mounts.add(remote, module, () => {
      for (const listener of this.#leaveListeners) listener(remote);
    });
  }

  isMounted(remote: string): boolean {
    return this.#mounts.of(remote).length > 0;
  }

  /** A module that was mounted with this generation threw: takes the release before. False when there is none. */
  async recover(
    remote: string,
    module: string,
    error: unknown,
    generation = this.generation(remote),
  ): Promise<boolean> {
    // Another module of that release has thrown first, and all of them are mounted anew.
    if (generation !== this.generation(remote)) return true;
    if (error instanceof RemoteLoadError) {
      // Not before it is caught: React renders a failed subtree once more, and another component would load again.
      this.#states.get(remote)?.components.delete(module);
      return false;
    }
    const { before } = this.#stateOf(remote);
    const fellBack = this.#fallBack(remote, module, 'render', error);
    // Mounted already, in the same turn.
    if (before) return true;
    this.#stateOf(remote).components.clear();
    if (!fellBack) return false;
    try {
      await this.load(remote, module);
    } catch {
      return false;
    }
    this.#mountAnew(this.#stateOf(remote));
    return true;
  }

  /** Loads another release and then takes it over. All stays as it was, unless the answer is `in`. */
  async swap(remote: string, entry: RegistryEntry, options: SwapOptions = {}): Promise<SwapOutcome> {
    const { texts, mayTakeOver = () => true, around = (commit) => commit() } = options;
    const { previous: _, ...current } = entry;
    const { namespace } = entry.manifest;
    const next = newState(current);
    const putBack = this.#keep(namespace);
    this.#styles.expect(remote, current);
    this.#source.use(remote, current);
    this.#putBackLeft(remote, current.version);
    // Before the texts are asked for: that call takes it along.
    this.#given(remote, current.version);
    const newTexts = texts?.();
    const hasLoaded = await this.#loadAll(remote, entry, next);
    const brought = this.#keep(namespace);
    // Until it takes over, what is in the page goes on with its own.
    putBack();
    const takeTexts = await newTexts;
    if (!hasLoaded || !mayTakeOver()) {
      this.#noteLeft(remote, current.version, brought);
      return hasLoaded ? 'late' : 'failed';
    }
    around(() => {
      // The new one is rendered before the old one is cleaned up: what that keeps, it has to keep now.
      window.dispatchEvent(new CustomEvent(TAKEOVER_EVENT, { detail: { remote } }));
      this.#leave(remote);
      brought();
      takeTexts?.(namespace);
      this.#takeOver(remote, entry, next);
    });
    // What throws as it is mounted has given the place back by now, in the same turn.
    return this.version(remote) === current.version ? 'in' : 'back';
  }

  /**
   * The server has another release for us. `taken`: nothing of the remote is in the page, so it is the one from now on;
   * `waiting`: what is in the page stays; `known`: it is no news, or failed here.
   */
  offer(remote: string, entry: RegistryEntry): 'known' | 'taken' | 'waiting' {
    if (this.#registry[remote]?.version === entry.version) return 'known';
    if (this.#refused.get(remote) === entry.version) return 'known';
    const before = this.#states.get(remote);
    if (before?.current.version === entry.version) {
      // What took the place of one that failed is what everybody has now.
      this.#registry = { ...this.#registry, [remote]: entry };
      return 'known';
    }
    if (this.isMounted(remote)) return 'waiting';
    const { previous = before?.current, ...current } = entry;
    this.#leave(remote);
    this.#states.set(remote, newState(current, previous, before?.generation));
    this.#registry = { ...this.#registry, [remote]: entry };
    this.#show(remote, current);
    this.#tell();
    return 'taken';
  }

  /** Somebody has decided about the remote anew: what failed as it took over may be tried once more. */
  forgive(remote: string): void {
    this.#refused.delete(remote);
  }

  /** Grows with every takeover that must mount anew. */
  generation(remote: string): number {
    return this.#states.get(remote)?.generation ?? 0;
  }

  /** Version in use in this tab; `null` for an unknown remote. */
  version(remote: string): string | null {
    return this.#states.get(remote)?.current.version ?? null;
  }

  /** Another object after every change. */
  registry(): Registry {
    return this.#registry;
  }

  /** Addresses of what did not load in this tab: releases are immutable, so the browser keeps wrong bytes of them. */
  suspects(): string[] {
    return [...this.#suspects];
  }

  /** Hears of every change of what is in use or registered; answers what ends it. Bound: React takes it as it is. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Hears which remote has left the page with all its modules. @returns ends it */
  onLeave(listener: (remote: string) => void): () => void {
    this.#leaveListeners.add(listener);
    return () => this.#leaveListeners.delete(listener);
  }

  #stateOf(remote: string): RemoteState {
    const state = this.#states.get(remote);
    if (!state) throw new RemoteLoadError(`No remote is named ${remote}`);
    return state;
  }

  #mountAnew(state: RemoteState): void {
    state.generation += 1;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Loads from this release from now on, with its sheets. */
  #show(remote: string, release: ServedRelease): void {
    this.#styles.show(remote, release);
    this.#source.use(remote, release);
  }

  /** Notes what the release in use has in the page, for when it comes back. */
  #leave(remote: string): void {
    const state = this.#states.get(remote);
    const namespace = this.#registry[remote]?.manifest.namespace;
    if (!state || namespace === undefined || state.loads.size === 0) return;
    this.#noteLeft(remote, state.current.version, this.#keep(namespace));
  }

  #noteLeft(remote: string, version: string, putBack: () => void): void {
    const left = this.#left.get(remote) ?? new Map<string, () => void>();
    this.#left.set(remote, left.set(version, putBack));
  }

  /** Before it loads: what loads for the first time now is newer than what is put back. */
  #putBackLeft(remote: string, version: string): void {
    this.#left.get(remote)?.get(version)?.();
    this.#left.get(remote)?.delete(version);
  }

  /** Loads what is in the page of a remote, of another release; false, and reported, when a part does not come. */
  async #loadAll(remote: string, entry: RegistryEntry, next: RemoteState): Promise<boolean> {
    const running = this.#states.get(remote);
    const inPage = this.#mounts.of(remote);
    const used = inPage.length > 0 ? inPage : [...(running?.components.keys() ?? [])];
    const { version } = entry;
    let module = 'App';
    let startedAt = performance.now();
    try {
      for (const one of used.length > 0 ? used : firstModules(entry)) {
        module = one;
        startedAt = performance.now();
        const loaded = await this.#source.load(remote, module, version);
        noteLoad({ remote, module, version, failed: false }, startedAt);
        const component = mounted(remote, module, version, loaded);
        next.components.set(module, component);
        next.loads.set(module, Promise.resolve(component));
      }
      return true;
    } catch (error) {
      const fellBackTo = running?.current.version ?? null;
      const message = textOf(error);
      noteLoad({ remote, module, version, failed: true }, startedAt);
      this.#refused.set(remote, version);
      this.#report({ remote, module, version, phase: 'swap', message, fellBackTo }, error);
      return false;
    }
  }

  #takeOver(remote: string, entry: RegistryEntry, next: RemoteState): void {
    const state = this.#states.get(remote);
    if (state) {
      // One is kept to go back to, not all of a long day.
      state.before = undefined;
      next.previous = state.current;
      next.before = { state, entry: this.#registry[remote] };
      next.generation = state.generation;
    }
    this.#states.set(remote, next);
    this.#registry = { ...this.#registry, [remote]: entry };
    this.#styles.show(remote, next.current);
    this.#mountAnew(next);
  }

  /** What was swapped out is in again, loaded as it is: in the same turn. */
  #backToBefore(remote: string, failed: RemoteState): void {
    const { before } = failed;
    if (!before) return;
    const { state, entry } = before;
    this.#leave(remote);
    this.#refused.set(remote, failed.current.version);
    state.generation = failed.generation;
    this.#states.set(remote, state);
    if (entry) this.#registry = { ...this.#registry, [remote]: entry };
    this.#putBackLeft(remote, state.current.version);
    this.#styles.show(remote, state.current);
    this.#mountAnew(state);
  }

  /** Takes the release before, once: after that there is nothing left to fall back to. */
  #fallBack(remote: string, module: string, phase: RemoteFailure['phase'], error: unknown): boolean {
    const state = this.#stateOf(remote);
    const { current, previous, before } = state;
    const fellBackTo = previous?.version ?? null;
    const { version } = current;
    this.#report({ remote, module, version, phase, message: textOf(error), fellBackTo }, error);
    if (phase === 'load') this.#suspect(remote, module, current);
    if (before) {
      this.#backToBefore(remote, state);
      return true;
    }
    state.loads.clear();
    if (previous) {
      state.current = previous;
      state.previous = undefined;
    }
    // Also without one: what half loaded is forgotten, so that the next try asks the server again.
    this.#show(remote, state.current);
    return previous !== undefined;
  }

  /** The entry, and what the module's first rendering loads: nobody can tell which of them was wrong. */
  #suspect(remote: string, module: string, release: ServedRelease): void {
    this.#suspects.add(release.entry);
    const entry = this.#registry[remote];
    if (entry?.version !== release.version) return;
    for (const { href } of entry.preload[module] ?? []) this.#suspects.add(href);
  }

  async #attempt(remote: string, module: string): Promise<ComponentType> {
    const state = this.#stateOf(remote);
    const { current } = state;
    const { version } = current;
    const startedAt = performance.now();
    this.#putBackLeft(remote, version);
    if (this.#registry[remote]?.version === version) this.#given(remote, version);
    try {
      const loaded = await this.#source.load(remote, module, version);
      noteLoad({ remote, module, version, failed: false }, startedAt);
      if (this.#states.get(remote) !== state) return this.#loadOfNext(remote, module, state);
      const component = mounted(remote, module, version, loaded);
      if (!state.components.has(module)) state.components.set(module, component);
      return component;
    } catch (error) {
      if (isOffline()) this.#waitForConnection(remote, current, error);
      noteLoad({ remote, module, version, failed: true }, startedAt);
      if (this.#states.get(remote) !== state) return this.#loadOfNext(remote, module, state);
      // Another module of the remote may have failed first and have fallen back already.
      const replaced = state.current !== current || this.#fallBack(remote, module, 'load', error);
      if (!replaced) {
        throw new RemoteLoadError(`${remote} ${version} does not load: ${textOf(error)}`, { cause: error });
      }
      if (this.#states.get(remote) !== state) return this.#loadOfNext(remote, module, state);
      return this.#attempt(remote, module);
    }
  }

  /** Not the release's fault: it is not reported, nothing is fallen back to, and the next try asks the server again. */
  #waitForConnection(remote: string, release: ServedRelease, cause: unknown): never {
    this.#show(remote, release);
    throw new RemoteLoadError(`${remote} ${release.version} waits for the connection`, { cause });
  }

  /** Another release has taken over while the module loaded: it is that one's. */
  #loadOfNext(remote: string, module: string, left: RemoteState): Promise<ComponentType> {
    left.loads.delete(module);
    left.components.delete(module);
    return this.load(remote, module);
  }
}
