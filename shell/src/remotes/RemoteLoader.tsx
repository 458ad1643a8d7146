import {
  moduleOfPage,
  type Registry,
  type RegistryEntry,
  type RemoteFailure,
  type ServedRelease,
} from '@ezdash/contracts';
import { type ComponentType, lazy } from 'react';
import { noteLoad } from './noteLoad';
import { RemoteElement } from './RemoteElement';
import type { RemoteModule, RemoteSource } from './remoteSource';

/** A module did not load, and no release before it was left to take. Reported already. */
export class RemoteLoadError extends Error {
  override name = 'RemoteLoadError';
}

interface RemoteState {
  current: ServedRelease;
  previous?: ServedRelease;
  generation: number;
  /** Module → what was handed out to render. Stays the same until the next takeover: another one would mount anew. */
  components: Map<string, ComponentType>;
  /** Module → its loading, done or under way. */
  loads: Map<string, Promise<ComponentType>>;
}

interface LoaderParts {
  source: RemoteSource;
  registry: Registry;
  report: (failure: RemoteFailure, error: unknown) => void;
}

const newState = (current: ServedRelease, previous?: ServedRelease, generation = 0): RemoteState => ({
  current,
  previous,
  generation,
  components: new Map(),
  loads: new Map(),
});

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The component to render: the module's own inside the element that says whose it is. */
function mounted(remote: string, module: string, version: string, loaded: RemoteModule): ComponentType {
  const Loaded = loaded.default;
  return () => (
    <RemoteElement remote={remote} module={module} version={version}>
      <Loaded />
    </RemoteElement>
  );
}

/** What to try a release by of which nothing is in use: the module of its first page; without pages, any. */
function firstModules({ manifest, preload }: RegistryEntry): string[] {
  const [page] = manifest.pages;
  return page ? [moduleOfPage(page)] : Object.keys(preload).slice(0, 1);
}

/** Keeps which release of each remote is in use in this tab, and replaces one that fails by the one before. */
export class RemoteLoader {
  readonly #source: RemoteSource;
  readonly #report: LoaderParts['report'];
  readonly #registry: Registry;
  readonly #states = new Map<string, RemoteState>();
  readonly #listeners = new Set<() => void>();
  readonly #suspects = new Set<string>();

  constructor({ source, registry, report }: LoaderParts) {
    this.#source = source;
    this.#report = report;
    this.#registry = { ...registry };
    for (const [remote, entry] of Object.entries(registry)) {
      const { previous, ...current } = entry;
      this.#states.set(remote, newState(current, previous));
      source.use(remote, current);
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
    loading.then(
      (component) => {
        const state = this.#stateOf(remote);
        state.loads.set(module, loading);
        if (!state.components.has(module)) state.components.set(module, component);
      },
      () => loads.delete(module),
    );
    return loading;
  }

  /** A mounted module threw: takes the release before. False when there is none. */
  async recover(remote: string, module: string, error: unknown): Promise<boolean> {
    if (error instanceof RemoteLoadError) {
      // Not before it is caught: React renders a failed subtree once more, and another component would load again.
      this.#states.get(remote)?.components.delete(module);
      return false;
    }
    const fellBack = this.#fallBack(remote, module, 'render', error);
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

  /** Loads another release and then takes it over; false, with everything as it was, when it does not load. */
  async swap(remote: string, entry: RegistryEntry): Promise<boolean> {
    const { previous: _, ...current } = entry;
    const before = this.#states.get(remote);
    const next = newState(current, before?.current, before?.generation);
    this.#source.use(remote, current);
    let module = 'App';
    try {
      for (const one of before?.components.size ? before.components.keys() : firstModules(entry)) {
        module = one;
        const component = mounted(remote, module, current.version, await this.#source.load(remote, module));
        next.components.set(module, component);
        next.loads.set(module, Promise.resolve(component));
      }
    } catch (error) {
      if (before) this.#source.use(remote, before.current);
      const fellBackTo = before?.current.version ?? null;
      const { version } = current;
      const message = textOf(error);
      this.#report({ remote, module, version, phase: 'swap', message, fellBackTo }, error);
      return false;
    }
    this.#states.set(remote, next);
    this.#registry[remote] = entry;
    this.#mountAnew(next);
    return true;
  }

  /**
   * The server has another release for us. `taken`: nothing of the remote is in use in this tab, so it is the one from
   * now on; `waiting`: what is in use stays until the page is loaded anew; `known`: it is no news.
   */
  offer(remote: string, entry: RegistryEntry): 'known' | 'taken' | 'waiting' {
    if (this.#registry[remote]?.version === entry.version) return 'known';
    const before = this.#states.get(remote);
    if (before && before.loads.size + before.components.size > 0) return 'waiting';
    const { previous, ...current } = entry;
    this.#states.set(remote, newState(current, previous, before?.generation));
    this.#registry[remote] = entry;
    this.#source.use(remote, current);
    return 'taken';
  }

  /** Grows with every takeover that must mount anew. */
  generation(remote: string): number {
    return this.#states.get(remote)?.generation ?? 0;
  }

  /** Version in use in this tab; `null` for an unknown remote. */
  version(remote: string): string | null {
    return this.#states.get(remote)?.current.version ?? null;
  }

  registry(): Registry {
    return this.#registry;
  }

  /** Addresses of what did not load in this tab: releases are immutable, so the browser keeps wrong bytes of them. */
  suspects(): string[] {
    return [...this.#suspects];
  }

  /** Hears of every takeover; answers what ends it. Bound: React takes it as it is. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #stateOf(remote: string): RemoteState {
    const state = this.#states.get(remote);
    if (!state) throw new RemoteLoadError(`No remote is named ${remote}`);
    return state;
  }

  #mountAnew(state: RemoteState): void {
    state.generation += 1;
    for (const listener of this.#listeners) listener();
  }

  /** Takes the release before, once: after that there is nothing left to fall back to. */
  #fallBack(remote: string, module: string, phase: RemoteFailure['phase'], error: unknown): boolean {
    const state = this.#stateOf(remote);
    const { current, previous } = state;
    const fellBackTo = previous?.version ?? null;
    const { version } = current;
    this.#report({ remote, module, version, phase, message: textOf(error), fellBackTo }, error);
    if (phase === 'load') this.#suspect(remote, module, current);
    state.loads.clear();
    if (previous) {
      state.current = previous;
      state.previous = undefined;
    }
    // Also without one: what half loaded is forgotten, so that the next try asks the server again.
    this.#source.use(remote, state.current);
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
    try {
      const loaded = await this.#source.load(remote, module);
      noteLoad({ remote, module, version, failed: false }, startedAt);
      return mounted(remote, module, version, loaded);
    } catch (error) {
      noteLoad({ remote, module, version, failed: true }, startedAt);
      // Another module of the remote may have failed first and have fallen back already.
      const replaced = state.current !== current || this.#fallBack(remote, module, 'load', error);
      if (replaced) return this.#attempt(remote, module);
      throw new RemoteLoadError(`${remote} ${version} does not load: ${textOf(error)}`, {
        cause: error,
      });
    }
  }
}
