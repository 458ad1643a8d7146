import { foldText } from '../help/excerpt';
import { nearlyRuns } from './misspelt';

/** Something that a text may name. */
export interface Named {
  /** The public id. */
  id: string;
  /** Its name; of a property its domain, too. */
  names: readonly string[];
}

/** Scripts without spaces between words. */
const UNSPACED = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}]`;
/** A word; of such scripts each letter, which counts as two. */
const WORDS = new RegExp(
  String.raw`(?=\p{L})${UNSPACED}\p{M}*|(?:(?!(?=\p{L})${UNSPACED})[\p{L}\p{N}\p{M}])+`,
  'gu',
);
const WHOLE_LETTER = new RegExp(`^${UNSPACED}`, 'u');
/** What people leave out when they name a thing for short: "Trail season" of "Trail season, the Alps". */
const PART_ENDS = /[,;:|/–—([]|\s-\s/;
const IDS = /\b(?:c|p|z)_[0-9a-z]{4,9}\b/g;

/** Fewer letters are no leading part of a name but a word that happens to begin it. */
const FEWEST_LETTERS = 8;
const FEWEST_WORDS = 2;
/** A part that its name itself ends may be shorter. */
const FEWEST_LETTERS_OF_PART = 4;
/** A name of one short word is a name only when it is written as one. */
const COMMON_WORD_LETTERS = 6;
const FEWEST_LETTERS_OF_NAME = 3;

export interface Word {
  folded: string;
  written: string;
}

const wordsOf = (text: string): Word[] =>
  [...text.normalize('NFKC').matchAll(WORDS)].map(([written]) => ({ written, folded: foldText(written) }));

const lettersOf = (words: readonly Word[]) =>
  words.reduce((sum, { written }) => sum + (WHOLE_LETTER.test(written) ? 2 : written.length), 0);

type Same = (a: Word | undefined, b: Word | undefined) => boolean;

/** Of each beginning of a name: how many of its last words begin the name again (Knuth, Morris, Pratt). */
function repeatsOf(name: readonly Word[], isSame: Same): number[] {
  const repeats = [0];
  for (const word of name.slice(1)) {
    let run = repeats.at(-1) ?? 0;
    while (run > 0 && !isSame(name[run], word)) run = repeats[run - 1] ?? 0;
    repeats.push(isSame(name[run], word) ? run + 1 : 0);
  }
  return repeats;
}

/**
 * How many words of a name stand in the text one after the other, from its first word on: the most at one place. Each
 * word of the text is looked at about once, however often a name repeats itself: somebody may have thousands of names.
 */
export function longestRun(name: readonly Word[], text: readonly Word[], isSame: Same): number {
  const repeats = repeatsOf(name, isSame);
  let longest = 0;
  let run = 0;
  for (const word of text) {
    while (run > 0 && !isSame(name[run], word)) run = repeats[run - 1] ?? 0;
    if (isSame(name[run], word)) run += 1;
    longest = Math.max(longest, run);
    if (run === name.length) break;
  }
  return longest;
}

const sameFolded: Same = (a, b) => a?.folded === b?.folded;
const sameWritten: Same = (a, b) => a?.written === b?.written;

/** The words of the name that the text has, from its first on; none when they are too few to mean it. */
function namedPart(name: string, text: readonly Word[]): readonly Word[] {
  const words = wordsOf(name);
  if (words.length === 1 && lettersOf(words) < COMMON_WORD_LETTERS) {
    const isWritten =
      lettersOf(words) >= FEWEST_LETTERS_OF_NAME && longestRun(words, text, sameWritten) === 1;
    return isWritten ? words : [];
  }
  return leadingPart(name, words, longestRun(words, text, sameFolded));
}

/** So many words of a name are in the text: those that mean it; none when they are too few. */
function leadingPart(name: string, words: readonly Word[], count: number): readonly Word[] {
  const run = words.slice(0, count);
  if (run.length === words.length) return run;
  if (run.length >= FEWEST_WORDS && lettersOf(run) >= FEWEST_LETTERS) return run;
  const firstPart = wordsOf(name.split(PART_ENDS, 1)[0] ?? '');
  const isFirstPart = firstPart.length > 0 && run.length >= firstPart.length;
  return isFirstPart && lettersOf(firstPart) >= FEWEST_LETTERS_OF_PART ? firstPart : [];
}

const foldedOf = (words: readonly Word[]) => words.map(({ folded }) => folded);

/** The words of the name that the text has but for a slip. */
function misspeltPart(name: string, runOf: ReturnType<typeof nearlyRuns>): readonly Word[] {
  const words = wordsOf(name);
  if (lettersOf(words) < FEWEST_LETTERS) return [];
  return leadingPart(name, words, runOf(foldedOf(words)));
}

interface Match {
  id: string;
  part: string;
}

const keyOf = (words: readonly Word[]) => words.map(({ folded }) => `${folded} `).join('');

function matchesOf(things: readonly Named[], partOf: (name: string) => readonly Word[]): Match[] {
  return things.flatMap(({ id, names }): Match[] => {
    const parts = names.map((name) => keyOf(partOf(name))).filter(Boolean);
    const [longest] = parts.sort((a, b) => b.length - a.length);
    return longest === undefined ? [] : [{ id, part: longest }];
  });
}

/**
 * Which of the things a text means, by their ids, whole names or the beginnings of them. Who writes "Trail season" means
 * every campaign whose name begins so; who writes "Trail season, Nordics" too means that one alone. A misspelt name counts
 * when nothing is named as it is written.
 */
export function findNamed<Thing extends Named>(text: string, things: readonly Thing[]): Thing[] {
  const ids = new Set(text.toLowerCase().match(IDS) ?? []);
  const words = wordsOf(text);
  const byId = things.filter(({ id }) => ids.has(id)).map(({ id }) => ({ id, part: '' }));
  const others = things.filter(({ id }) => !ids.has(id));
  const written = [...byId, ...matchesOf(others, (name) => namedPart(name, words))];
  const runOf = nearlyRuns(foldedOf(words));
  const matches = written.length > 0 ? written : matchesOf(others, (name) => misspeltPart(name, runOf));
  // Of the text's own words, so there are few, however many names begin with them.
  const parts = [...new Set(matches.map(({ part }) => part))].filter(Boolean);
  const outdone = new Set(
    parts.filter((part) => parts.some((other) => other.length > part.length && other.startsWith(part))),
  );
  const meant = new Set(matches.filter(({ part }) => !outdone.has(part)).map(({ id }) => id));
  return things.filter(({ id }) => meant.has(id));
}
