/**
 * Remembers what a pure function answered, for at most about 2 × `max` keys: two generations, the older one dropped
 * as the younger fills. As quick as a Map, and no stranger can make it grow.
 */
export function boundedCache<
  Value extends object | string | number | boolean,
  Key extends string | number = string,
>(max: number, compute: (key: Key) => Value): (key: Key) => Value {
  let young = new Map<Key, Value>();
  let old = new Map<Key, Value>();
  return (key) => {
    const known = young.get(key);
    if (known !== undefined) return known;
    const value = old.get(key) ?? compute(key);
    if (young.size >= max) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
    return value;
  };
}

const PLACES = 2_048;
/** Of a text that is hashed, every so manieth character. */
const STRIDE = 3;

/**
 * The same for long texts of which few are in use at a time: they are found in a table of one place each by a part of
 * their characters, and compared. A Map hashes all of every new text before it looks.
 */
export function textCache<Value extends object>(
  max: number,
  compute: (text: string) => Value,
): (text: string) => Value {
  const cached = boundedCache<Value>(max, compute);
  const texts = new Array<string>(PLACES).fill('');
  const values = new Array<Value | null>(PLACES).fill(null);
  return (text) => {
    let hash = text.length;
    for (let at = text.length - 1; at >= 0; at -= STRIDE)
      hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
    const place = (hash ^ (hash >>> 15)) & (PLACES - 1);
    const known = values[place] ?? null;
    if (known !== null && texts[place] === text) return known;
    const value = cached(text);
    texts[place] = text;
    values[place] = value;
    return value;
  };
}

/** Whether a key was seen lately; bounded in the same way. */
export class RecentKeys {
  private young = new Set<string>();
  private old = new Set<string>();
  constructor(private readonly max: number) {}

  has(key: string): boolean {
    return this.young.has(key) || this.old.has(key);
  }

  add(key: string): void {
    if (this.young.size >= this.max) {
      this.old = this.young;
      this.young = new Set();
    }
    this.young.add(key);
  }

  delete(key: string): void {
    this.young.delete(key);
    this.old.delete(key);
  }
}
