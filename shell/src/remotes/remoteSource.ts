import type { ServedRelease } from '@ezdash/contracts';
import type { ComponentType } from 'react';

/** What an exposed module gives: a component without properties. */
export interface RemoteModule {
  default: ComponentType;
}

/** Where modules of remotes come from: the federation, or direct imports in tests and in the monolith. */
export interface RemoteSource {
  /** Makes a release the one that `load` takes from now on; whatever was loaded of another is forgotten. */
  use(remote: string, release: ServedRelease): void;
  /** Loads an exposed module; rejects with whatever went wrong. */
  load(remote: string, module: string): Promise<RemoteModule>;
}
