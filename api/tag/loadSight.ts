import type { afterInView, watchSight } from './sight';

export type Sight = { watchSight: typeof watchSight; afterInView: typeof afterInView };
export type LoadSight = (base: string) => Promise<Sight>;

/** Longer than this nobody's ad waits for what would measure it. */
const TIMEOUT_MS = 5_000;

let loading: Promise<Sight> | undefined;

/**
 * The script that measures, loaded beside the first ad of a page. As a module it needs no nonce of its own, and no page
 * forbids its address as a string.
 */
export const loadSight: LoadSight = (base) => {
  loading ??= new Promise((resolve, reject) => {
    setTimeout(reject, TIMEOUT_MS);
    import(/* webpackIgnore: true */ new URL('/tag-sight.js', base).href).then(resolve, reject);
  });
  return loading;
};
