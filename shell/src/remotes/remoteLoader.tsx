import type { Registry, RegistryEntry, RemoteFailure, ServedRelease } from '@ezdash/contracts';
import { type ComponentType, lazy } from 'react';
import { RemoteElement } from './RemoteElement';
import type { RemoteModule, RemoteSource } from './remoteSource';

/** A module did not load, and no release before it was left to take. Reported already. */
export class RemoteLoadError extends Error {
  override name = 'RemoteLoadError';
}

export interface RemoteLoader {
  /** Component of an exposed module: at once when it is loaded (no fallback is shown), else one that suspends. */
  component(remote: string, module: string): ComponentType;
  /** Loads a module, of the release before when this one fails. @throws RemoteLoadError */
  load(remote: string, module: string): Promise<ComponentType>;
  /** A mounted module threw: takes the release before. False when there is none. */
  recover(remote: string, module: string, error: unknown): Promise<boolean>;
  /** Loads another release and then takes it over; false, with everything as it was, when it does not load. */
  swap(remote: string, entry: RegistryEntry): Promise<boolean>;
  /** Grows with every takeover that must mount anew. */
  generation(remote: string): number;
  version(remote: string): string | null;
  registry(): Registry;
  subscribe(listener: () => void): () => void;
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

const newState = (current: ServedRelease, previous?: ServedRelease, generation = 0): RemoteState => ({
  current,
  previous,
  generation,
  components: new Map(),
  loads: new Map(),
});

interface LoaderParts {
  source: RemoteSource;
  registry: Registry;
  report: (failure: RemoteFailure) => void;
}

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

/** Keeps which release of each remote is in use in this tab, and replaces one that fails by the one before. */
export function createRemoteLoader({ source, registry: initial, report }: LoaderParts): RemoteLoader {
  const registry: Registry = { ...initial };
  const states = new Map<string, RemoteState>();
  const listeners = new Set<() => void>();
  for (const [remote, entry] of Object.entries(initial)) {
    const { previous, ...current } = entry;
    states.set(remote, newState(current, previous));
    source.use(remote, current);
  }

  const stateOf = (remote: string): RemoteState => {
    const state = states.get(remote);
    if (!state) throw new RemoteLoadError(`No remote is named ${remote}`);
    return state;
  };

  const mountAnew = (state: RemoteState) => {
    state.generation += 1;
    for (const listener of listeners) listener();
  };

  /** Takes the release before, once: after that there is nothing left to fall back to. */
  const fallBack = (
    remote: string,
    module: string,
    phase: RemoteFailure['phase'],
    error: unknown,
  ): boolean => {
    const state = stateOf(remote);
    const { current, previous } = state;
    const fellBackTo = previous?.version ?? null;
    report({ remote, module, version: current.version, phase, message: textOf(error), fellBackTo });
    state.loads.clear();
    if (previous) {
      state.current = previous;
      state.previous = undefined;
    }
    // Also without one: what half loaded is forgotten, so that the next try asks the server again.
    source.use(remote, state.current);
    return previous !== undefined;
  };

  const attempt = async (remote: string, module: string): Promise<ComponentType> => {
    const state = stateOf(remote);
    const { current } = state;
    try {
      return mounted(remote, module, current.version, await source.load(remote, module));
    } catch (error) {
      // Another module of the remote may have failed first and have fallen back already.
      if (state.current !== current || fallBack(remote, module, 'load', error))
        return attempt(remote, module);
      throw new RemoteLoadError(`${remote} ${current.version} does not load: ${textOf(error)}`, {
        cause: error,
      });
    }
  };

  const load = (remote: string, module: string): Promise<ComponentType> => {
    const { loads } = stateOf(remote);
    const known = loads.get(module);
    if (known) return known;
    const loading = attempt(remote, module);
    loads.set(module, loading);
    loading.then(
      (component) => {
        const state = stateOf(remote);
        state.loads.set(module, loading);
        if (!state.components.has(module)) state.components.set(module, component);
      },
      () => loads.delete(module),
    );
    return loading;
  };

  const component = (remote: string, module: string): ComponentType => {
    const { components } = stateOf(remote);
    const known = components.get(module);
    if (known) return known;
    const suspending = lazy(async () => ({ default: await load(remote, module) }));
    components.set(module, suspending);
    return suspending;
  };

  const recover = async (remote: string, module: string, error: unknown): Promise<boolean> => {
    if (error instanceof RemoteLoadError) {
      // Not before it is caught: React renders a failed subtree once more, and another component would load again.
      states.get(remote)?.components.delete(module);
      return false;
    }
    const fellBack = fallBack(remote, module, 'render', error);
    stateOf(remote).components.clear();
    if (!fellBack) return false;
    try {
      await load(remote, module);
    } catch {
      return false;
    }
    mountAnew(stateOf(remote));
    return true;
  };

  const swap = async (remote: string, entry: RegistryEntry): Promise<boolean> => {
    const { previous: _, ...current } = entry;
    const before = states.get(remote);
    const next = newState(current, before?.current, before?.generation);
    source.use(remote, current);
    try {
      const modules = before?.components.size ? [...before.components.keys()] : ['App'];
      for (const module of modules) {
        const component = mounted(remote, module, current.version, await source.load(remote, module));
        next.components.set(module, component);
        next.loads.set(module, Promise.resolve(component));
      }
    } catch (error) {
      if (before) source.use(remote, before.current);
      const fellBackTo = before?.current.version ?? null;
      report({
        remote,
        module: 'App',
        version: current.version,
        phase: 'swap',
        message: textOf(error),
        fellBackTo,
      });
      return false;
    }
    states.set(remote, next);
    registry[remote] = entry;
    mountAnew(next);
    return true;
  };

  return {
    component,
    load,
    recover,
    swap,
    generation: (remote) => states.get(remote)?.generation ?? 0,
    version: (remote) => states.get(remote)?.current.version ?? null,
    registry: () => registry,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
