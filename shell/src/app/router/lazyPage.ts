import type { ComponentType } from 'react';

/** A page of the shell in a chunk of its own, for those who open it. */
export interface LazyPage {
  /** The component once it is loaded, else null. */
  loaded(): ComponentType | null;
  /** Loads it, once; a failure may be tried again. */
  load(): Promise<void>;
}

export function lazyPage(load: () => Promise<{ default: ComponentType }>): LazyPage {
  let page: ComponentType | null = null;
  let loading: Promise<void> | null = null;
  return {
    loaded: () => page,
    load() {
      loading ??= load().then(
        (module) => {
          page = module.default;
        },
        (error) => {
          loading = null;
          throw error;
        },
      );
      return loading;
    },
  };
}
