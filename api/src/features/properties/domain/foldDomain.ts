import { domainToUnicode } from 'node:url';

/**
 * Letters of other scripts, and digits, by the Latin letter that they look like: those of Unicode's confusables (UTS 39)
 * that domain names may hold, after lower case. Letters with marks lose them by themselves.
 */
const LOOKS_LIKE: readonly (readonly [latin: string, others: string])[] = [
  ['a', 'аɑαᴀӕ'],
  ['b', 'ьƅвᏏ'],
  ['c', 'сϲᴄⅽ'],
  ['d', 'ԁɗđժ'],
  ['e', 'еєҽәɛ'],
  ['f', 'ғƒϝ'],
  ['g', 'ɡġցց'],
  ['h', 'һհнḥ'],
  ['j', 'јϳյ'],
  ['k', 'кκқĸ'],
  ['l', 'і1iıɩιӏɭłⅼլ|'],
  ['m', 'мṃⅿ'],
  ['n', 'ոռηпп'],
  ['o', '0оοσօøөᴏ'],
  ['p', 'рρϼ'],
  ['q', 'ԛգզ'],
  ['r', 'гᴦɼ'],
  ['s', 'ѕꜱʂ'],
  ['t', 'тτŧ'],
  ['u', 'υսцᴜ'],
  ['v', 'ѵνᴠⅴ'],
  ['w', 'ԝωшᴡѡ'],
  ['x', 'хχⅹ'],
  ['y', 'уүγỿʏ'],
  ['z', 'ʐᴢż'],
  ['ss', 'ß'],
  ['ae', 'æ'],
  ['oe', 'œ'],
  ['th', 'þ'],
];
const LATIN_OF = new Map(
  LOOKS_LIKE.flatMap(([latin, others]) => [...others].map((other): [string, string] => [other, latin])),
);
/** Of two letters that look like one. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['vv', 'w'],
  ['cl', 'd'],
];

/** The domain with all that looks alike made the same; hyphens do not count. Two are look-alikes when this is equal. */
export function foldDomain(domain: string): string {
  const plain = domainToUnicode(domain).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const letters = [...plain].map((letter) => LATIN_OF.get(letter) ?? letter).join('');
  return PAIRS.reduce((text, [pair, one]) => text.replaceAll(pair, one), letters.replaceAll('-', ''));
}

const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Tamil',
  'Thai',
  'Georgian',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Bopomofo',
] as const;
const PATTERNS = SCRIPTS.map((name): [string, RegExp] => [name, new RegExp(`\\p{Script=${name}}`, 'u')]);
/** Scripts that languages write side by side (UTS 39, "highly restrictive"). */
const TOGETHER: readonly (readonly string[])[] = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

function scriptsOf(label: string): Set<string> {
  const found = new Set<string>();
  for (const letter of label)
    if (/\p{L}/u.test(letter) && !/[\p{Script=Common}\p{Script=Inherited}]/u.test(letter))
      found.add(PATTERNS.find(([, pattern]) => pattern.test(letter))?.[0] ?? 'another');
  return found;
}

/** Whether a label has letters of scripts that no language writes together (`pаypal` with a Cyrillic `а`). */
export function hasMixedScripts(domain: string): boolean {
  return domainToUnicode(domain)
    .split('.')
    .some((label) => {
      const scripts = [...scriptsOf(label)];
      return scripts.length > 1 && !TOGETHER.some((set) => scripts.every((script) => set.includes(script)));
    });
}

/** Whether one letter more, less, another or two exchanged make one text of the other. */
export function isOneEditAway(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1 || a === b) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return isSwapped && short.slice(at + 2) === long.slice(at + 2);
}
