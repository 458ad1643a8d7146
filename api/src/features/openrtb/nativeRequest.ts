import {
  count,
  type Faults,
  flag,
  type Known,
  list,
  orElse,
  positive,
  record,
  text,
  whole,
} from './leniently';

/**
 * A native markup request (Dynamic Native Ads API 1.2, section 4), as far as it is looked at. An asset that is none of
 * those we know can be left out unless it is required.
 */

const MOST = 100;
const asset = record({
  id: whole,
  required: orElse(flag, 0),
  title: record({ len: positive }),
  img: record({
    /** 1 icon, 3 main image. */
    type: whole,
    w: count,
    wmin: count,
    h: count,
    hmin: count,
    mimes: list(text, MOST),
  }),
  data: record({ type: whole, len: count }),
});
export type NativeAsset = Known<typeof asset> & { id: number };

/** Without those that have no id, by which they are answered; of two with the same id the first. */
function assets(value: unknown, faults: Faults): NativeAsset[] {
  const known = new Map<number, NativeAsset>();
  for (const each of list(asset, MOST)(value, faults) ?? [])
    if (each.id !== undefined && !known.has(each.id)) known.set(each.id, { ...each, id: each.id });
  return [...known.values()];
}

const root = record({
  ver: text,
  assets,
  eventtrackers: list(record({ event: whole, methods: list(whole, MOST) }), MOST),
});
export type NativeRequest = Known<typeof root>;

/** Undefined when it asks for nothing. Up to 1.0 the request hung under a root node of its own. */
export function nativeRequest(value: unknown, faults: Faults): NativeRequest | undefined {
  const isWrapped = value !== null && typeof value === 'object' && !('assets' in value) && 'native' in value;
  const found = root(isWrapped ? value.native : value, faults);
  return found?.assets.length ? found : undefined;
}
