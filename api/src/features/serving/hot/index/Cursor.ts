import type { Bitset } from './Bitset';

/** The sets whose intersection a decision walks; where a dimension narrows nothing, another set takes its place twice. */
export interface Sets {
  place: Bitset;
  client: Bitset;
  origin: Bitset;
  language: Bitset;
  context: Bitset;
  live: Bitset;
}

/**
 * Walks the positions that are in all of six sets, lowest first, from one position up to another. Kept between
 * decisions: making one would cost as much as using it.
 */
export class Cursor {
  private sets: Sets | null = null;
  private index = 0;
  private lastIndex = 0;
  private summary = 0;
  private word = 0;
  private bits = 0;
  private end = 0;

  /** Starts over between two positions, the second one excluded. */
  begin(sets: Sets, from: number, end: number): void {
    this.sets = sets;
    this.end = end;
    this.lastIndex = (end - 1) >> 10;
    this.index = from >> 10;
    this.summary = 0;
    this.bits = 0;
    if (from >= end) {
      this.index = 0;
      this.lastIndex = -1;
      return;
    }
    this.word = from >>> 5;
    // What lies before the first position, in its summary word and in its word, is left out.
    this.summary = this.summaryAt(sets, this.index) & (-1 << (this.word & 31));
    if ((from & 31) === 0 || (this.summary & (1 << (this.word & 31))) === 0) return;
    this.summary &= ~(1 << (this.word & 31));
    this.bits = this.wordAt(sets, this.word) & (-1 << (from & 31));
  }

  /** Keeps to a set that has come among the sets since the walk began. */
  keep(set: Bitset): void {
    this.summary &= set.summary[this.index];
    this.bits &= set.words[this.word];
  }

  /** The next position, or -1 at the end. */
  next(): number {
    const { sets } = this;
    if (sets === null) return -1;
    while (this.bits === 0) {
      while (this.summary === 0) {
        if (this.index >= this.lastIndex) return -1;
        this.index += 1;
        this.summary = this.summaryAt(sets, this.index);
      }
      const summaryBit = this.summary & -this.summary;
      this.summary ^= summaryBit;
      this.word = (this.index << 5) + 31 - Math.clz32(summaryBit);
      this.bits = this.wordAt(sets, this.word);
    }
    const bit = this.bits & -this.bits;
    this.bits ^= bit;
    const position = (this.word << 5) + 31 - Math.clz32(bit);
    if (position < this.end) return position;
    this.bits = 0;
    this.summary = 0;
    this.index = this.lastIndex;
    return -1;
  }

  private summaryAt({ place, client, origin, language, context, live }: Sets, index: number): number {
    return (
      place.summary[index] &
      client.summary[index] &
      origin.summary[index] &
      language.summary[index] &
      context.summary[index] &
      live.summary[index]
    );
  }

  private wordAt({ place, client, origin, language, context, live }: Sets, word: number): number {
    return (
      place.words[word] &
      client.words[word] &
      origin.words[word] &
      language.words[word] &
      context.words[word] &
      live.words[word]
    );
  }
}
