import type { afterInView, watchSight } from './sight';

export type Sight = { watchSight: typeof watchSight; afterInView: typeof afterInView };
export type LoadSight = (base: string) => Promise<Sight>;

/** Longer than this nobody's ad waits for what would measure it. */
const TIMEOUT_MS = 5_000;

const loading = new Map<string, Promise<Sight>>();

/**
 * The script that measures, loaded beside the first ad of a page. As a module it needs no nonce of its own, and no page
 * forbids its address as a string.
 */
export const loadSight: LoadSight = (base) => {
  const known = loading.get(base);
  if (known) return known;
  const url = new URL('/tag-sight.js', base).href;
  const asked = new Promise<Sight>((resolve, reject) => {
    setTimeout(reject, TIMEOUT_MS);
    (import(/* webpackIgnore: true */ url) as Promise<Sight>).then(resolve, reject);
  });
  loading.set(base, asked);
  return asked;
};
