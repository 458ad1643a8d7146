import type { watchSight } from './sight';

export type Sight = { watchSight: typeof watchSight };
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
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The script that measures ads did not come in time')), TIMEOUT_MS);
  });
  const url = new URL('/tag-sight.js', base).href;
  const asked = Promise.race([import(/* webpackIgnore: true */ url) as Promise<Sight>, late]);
  loading.set(base, asked);
  return asked;
};
