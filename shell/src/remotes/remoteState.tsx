import { moduleOfPage, type RegistryEntry, type ServedRelease } from '@ezdash/contracts';
import type { ComponentType } from 'react';
import { RemoteElement } from './RemoteElement';
import type { RemoteModule } from './remoteSource';

/** What a tab has of one remote. */
export interface RemoteState {
  current: ServedRelease;
  /** To fall back to when the current one fails. */
  previous?: ServedRelease;
  /** What was swapped out in this tab, with all that is needed to have it back at once. */
  before?: SwappedOut;
  generation: number;
  /** Module → what was handed out to render. Stays the same until the next takeover: another one would mount anew. */
  components: Map<string, ComponentType>;
  /** Module → its loading, done or under way. */
  loads: Map<string, Promise<ComponentType>>;
}

export interface SwappedOut {
  state: RemoteState;
  entry: RegistryEntry | undefined;
}

export const newState = (current: ServedRelease, previous?: ServedRelease, generation = 0): RemoteState => ({
  current,
  previous,
  generation,
  components: new Map(),
  loads: new Map(),
});

/** The component to render: the module's own inside the element that says whose it is. */
export function mounted(
  remote: string,
  module: string,
  version: string,
  loaded: RemoteModule,
): ComponentType {
  const Loaded = loaded.default;
  return () => (
    <RemoteElement remote={remote} module={module} version={version}>
      <Loaded />
    </RemoteElement>
  );
}

/** What to try a release by of which nothing is in use: the module of its first page; without pages, any. */
export function firstModules({ manifest, preload }: RegistryEntry): string[] {
  const [page] = manifest.pages;
  return page ? [moduleOfPage(page)] : Object.keys(preload).slice(0, 1);
}

export const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
