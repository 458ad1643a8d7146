/**
 * One bit a campaign, with a summary level above it: summary bit w says that word w is not empty. An intersection
 * that comes out empty over 100,000 campaigns then looks at some hundred words instead of 3,125.
 */
export class Bitset {
  readonly words: Uint32Array;
  readonly summary: Uint32Array;

  constructor(size: number) {
    const wordCount = (size + 31) >>> 5;
    this.words = new Uint32Array(wordCount);
    this.summary = new Uint32Array((wordCount + 31) >>> 5);
  }

  set(position: number): void {
    const word = position >>> 5;
    this.words[word] = this.words[word] | (1 << (position & 31));
    this.summary[word >>> 5] = this.summary[word >>> 5] | (1 << (word & 31));
  }

  clear(position: number): void {
    const word = position >>> 5;
    const rest = this.words[word] & ~(1 << (position & 31));
    this.words[word] = rest;
    if (rest === 0) this.summary[word >>> 5] = this.summary[word >>> 5] & ~(1 << (word & 31));
  }

  has(position: number): boolean {
    return (this.words[position >>> 5] & (1 << (position & 31))) !== 0;
  }

  /** Adds every bit of another set of the same size. */
  addAll(other: Bitset): void {
    for (let word = 0; word < this.words.length; word += 1)
      this.words[word] = this.words[word] | other.words[word];
    for (let word = 0; word < this.summary.length; word += 1)
      this.summary[word] = this.summary[word] | other.summary[word];
  }
}

/**
 * Calls `visit` with each position that is in all three sets, lowest first, until it answers true.
 * Answers whether a visit ended the walk.
 */
export function walkIntersection(
  a: Bitset,
  b: Bitset,
  c: Bitset,
  visit: (position: number) => boolean,
): boolean {
  const summaryCount = a.summary.length;
  for (let index = 0; index < summaryCount; index += 1) {
    let summary = a.summary[index] & b.summary[index] & c.summary[index];
    while (summary !== 0) {
      const summaryBit = summary & -summary;
      summary ^= summaryBit;
      const word = (index << 5) + 31 - Math.clz32(summaryBit);
      let bits = a.words[word] & b.words[word] & c.words[word];
      while (bits !== 0) {
        const bit = bits & -bits;
        bits ^= bit;
        if (visit((word << 5) + 31 - Math.clz32(bit))) return true;
      }
    }
  }
  return false;
}
