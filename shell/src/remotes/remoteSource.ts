import type { ServedRelease } from '@ezdash/contracts';
import type { ComponentType } from 'react';

/** What an exposed module gives: a component without properties. */
export interface RemoteModule {
  default: ComponentType;
}

/** Where modules of remotes come from: the federation, or direct imports in tests and in the monolith. */
export interface RemoteSource {
  /** A release to load from; whatever was loaded of it before is forgotten. */
  use(remote: string, release: ServedRelease): void;
  /** Loads an exposed module of a release that was named; rejects with whatever went wrong. */
  load(remote: string, module: string, version: string): Promise<RemoteModule>;
}
