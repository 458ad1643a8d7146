/** Shorter words become others by one letter. */
const FEWEST_LETTERS = 4;
/** From here on two slips are forgiven. */
const LONG_WORD = 8;
const DIGIT = /\p{N}/u;
/** Who misspells a name says it early; what follows costs time alone. */
const MOST_WORDS = 200;

/** Slips between two words: letters left out, added, replaced, or swapped with the next. */
export function slipsBetween(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const best = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/** The same word but for a slip. The first letter is nearly always right; numbers tell names apart. */
function isNearly(meant: string, written: string): boolean {
  if (meant === written) return true;
  const letters = Math.min(meant.length, written.length);
  const most = letters >= LONG_WORD ? 2 : 1;
  if (letters < FEWEST_LETTERS || meant[0] !== written[0]) return false;
  if (Math.abs(meant.length - written.length) > most || DIGIT.test(meant + written)) return false;
  return slipsBetween(meant, written) <= most;
}

/**
 * How many words of a name stand in the text one after the other, misspelt or not, from its first word on.
 *
 * @param text its words, folded, as those of the name
 */
export function nearlyRuns(text: readonly string[]): (name: readonly string[]) => number {
  const words = text.slice(0, MOST_WORDS);
  const distinct = [...new Set(words)];
  const known = new Map<string, ReadonlySet<string>>();
  const nearly = (meant: string) => {
    const found = known.get(meant) ?? new Set(distinct.filter((written) => isNearly(meant, written)));
    known.set(meant, found);
    return found;
  };
  return (name) => {
    let longest = 0;
    const first = nearly(name[0] ?? '');
    if (first.size === 0) return 0;
    for (const [start, word] of words.entries()) {
      if (!first.has(word)) continue;
      let run = 1;
      while (run < name.length && nearly(name[run] ?? '').has(words[start + run] ?? '')) run += 1;
      longest = Math.max(longest, run);
    }
    return longest;
  };
}
