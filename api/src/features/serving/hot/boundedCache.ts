/**
 * Remembers what a pure function answered, for at most about 2 × `max` keys: two generations, the older one dropped
 * as the younger fills. As quick as a Map, and no stranger can make it grow.
 */
export function boundedCache<Value extends object | string | number | boolean>(
  max: number,
  compute: (key: string) => Value,
): (key: string) => Value {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
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
