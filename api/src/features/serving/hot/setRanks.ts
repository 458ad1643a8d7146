import type { Bitset } from './index/Bitset';
import type { Sets } from './index/Cursor';

/** The sets of a walk, and one more that the walk may have left out. */
export interface RankedSets extends Sets {
  words: Bitset;
}

/** The lowest bit that is set, as a number; of 0 it is -1. */
const lowest = (bits: number) => 31 - Math.clz32(bits & -bits);

function bitCount(bits: number): number {
  let sum = bits - ((bits >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const summaryAt = ({ place, client, origin, language, context, live, words }: RankedSets, index: number) =>
  place.summary[index] &
  client.summary[index] &
  origin.summary[index] &
  language.summary[index] &
  context.summary[index] &
  live.summary[index] &
  words.summary[index];

/** A word of the intersection, without what lies before `from` and from `end` on. */
function wordAt(sets: RankedSets, word: number, from: number, end: number): number {
  const { place, client, origin, language, context, live, words } = sets;
  let bits =
    place.words[word] &
    client.words[word] &
    origin.words[word] &
    language.words[word] &
    context.words[word] &
    live.words[word] &
    words.words[word];
  if (word === from >>> 5) bits &= -1 << (from & 31);
  if (word === end >>> 5) bits &= ~(-1 << (end & 31));
  return bits;
}

/** The first word from `word` on of which something may be left, or one behind `last`. */
function nextWord(sets: RankedSets, word: number, last: number): number {
  for (let at = word; at <= last; at = ((at >>> 5) + 1) << 5) {
    const summary = summaryAt(sets, at >>> 5) & (-1 << (at & 31));
    if (summary !== 0) return (at & ~31) + lowest(summary);
  }
  return last + 1;
}

/** How many positions from one up to another (excluded) are in all sets. */
export function countMembers(sets: RankedSets, from: number, end: number): number {
  const last = (end - 1) >> 5;
  let count = 0;
  for (let word = nextWord(sets, from >>> 5, last); word <= last; word = nextWord(sets, word + 1, last))
    count += bitCount(wordAt(sets, word, from, end));
  return count;
}

/** The position of the member before which there are `rank` others; -1 when there are not so many. */
export function memberAt(sets: RankedSets, from: number, end: number, rank: number): number {
  const last = (end - 1) >> 5;
  let left = rank;
  for (let word = nextWord(sets, from >>> 5, last); word <= last; word = nextWord(sets, word + 1, last)) {
    let bits = wordAt(sets, word, from, end);
    const count = bitCount(bits);
    if (left < count) {
      for (; left > 0; left -= 1) bits &= bits - 1;
      return (word << 5) + lowest(bits);
    }
    left -= count;
  }
  return -1;
}
