import type { Bitset } from './Bitset';

/** Least sets kept whatever they weigh. */
const LEAST = 64;

/**
 * Sets that were made lately, at most about 2 × `bytes` of them: two generations, the older one dropped as the younger
 * fills. No stranger can make it grow.
 */
export class SetCache<Key, Value = Bitset> {
  private young = new Map<Key, Value>();
  private old = new Map<Key, Value>();
  private readonly most: number;

  /** `size` is the number of positions of one set. */
  constructor(size: number, bytes: number) {
    this.most = Math.max(LEAST, Math.floor(bytes / (size / 8 + 200)));
  }

  get(key: Key): Value | undefined {
    const known = this.young.get(key);
    if (known !== undefined) return known;
    const older = this.old.get(key);
    if (older !== undefined) this.put(key, older);
    return older;
  }

  delete(key: Key): void {
    this.young.delete(key);
    this.old.delete(key);
  }

  /** Shows everything that is kept to `keep`, which may change it and says whether it stays. */
  change(keep: (value: Value) => boolean): void {
    for (const generation of [this.young, this.old])
      for (const [key, value] of generation) if (!keep(value)) generation.delete(key);
  }

  put(key: Key, value: Value): Value {
    if (this.young.size >= this.most) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, value);
    return value;
  }
}
