import type { RemoteModule, RemoteSource } from './remoteSource';

export type { RemoteModule, RemoteSource } from './remoteSource';

/** Remotes by import instead of by federation: `{ 'mf-advertiser/App': () => import('…') }`. */
export function directSource(modules: Record<string, () => Promise<RemoteModule>>): RemoteSource {
  return {
    use() {},
    async load(remote, module) {
      const load = modules[`${remote}/${module}`];
      if (!load) throw new Error(`${remote} exposes no ${module}`);
      return load();
    },
  };
}
