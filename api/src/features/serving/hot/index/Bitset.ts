/**
 * One bit a campaign, with a summary level above it: summary bit w says that word w is not empty. An intersection
 * that comes out empty over 100,000 campaigns then looks at some hundred words instead of 3,125.
 */
export class Bitset {
  readonly words: Uint32Array;
  readonly summary: Uint32Array;

  constructor(
    readonly size: number,
    words = new Uint32Array((size + 31) >>> 5),
    summary = new Uint32Array((words.length + 31) >>> 5),
  ) {
    this.words = words;
    this.summary = summary;
  }

  /** One that has every position. */
  static full(size: number): Bitset {
    const set = new Bitset(size);
    fillBits(set.words, size);
    fillBits(set.summary, set.words.length);
    return set;
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

  isEmpty(): boolean {
    for (let index = 0; index < this.summary.length; index += 1) if (this.summary[index] !== 0) return false;
    return true;
  }

  copy(): Bitset {
    return new Bitset(this.size, this.words.slice(), this.summary.slice());
  }

  /** Takes over what another set of the same size has. */
  become(other: Bitset): void {
    this.words.set(other.words);
    this.summary.set(other.summary);
  }

  setAll(positions: readonly number[] | undefined): void {
    if (positions !== undefined)
      for (let index = 0; index < positions.length; index += 1) this.set(positions[index] ?? 0);
  }

  clearAll(positions: readonly number[] | undefined): void {
    if (positions !== undefined)
      for (let index = 0; index < positions.length; index += 1) this.clear(positions[index] ?? 0);
  }

  /** Keeps what another set of the same size has too. */
  keep(other: Bitset): void {
    const { words, summary } = this;
    const others = other.words;
    for (let index = 0; index < summary.length; index += 1) {
      if (summary[index] === 0) continue;
      const end = Math.min(words.length, (index + 1) << 5);
      let kept = 0;
      for (let word = index << 5; word < end; word += 1) {
        const rest = words[word] & others[word];
        words[word] = rest;
        if (rest !== 0) kept |= 1 << (word & 31);
      }
      summary[index] = kept;
    }
  }
}

function fillBits(words: Uint32Array, bits: number): void {
  words.fill(0xffffffff);
  if ((bits & 31) !== 0) words[words.length - 1] = ~(-1 << (bits & 31));
}
