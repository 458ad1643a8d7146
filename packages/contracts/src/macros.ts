/** Macros an address may carry, written `{click_id}`; filled in at the click (docs/tag.md says what each is). */
export const CLICK_MACROS = [
  'click_id',
  'campaign',
  'creative',
  'site',
  'zone',
  'sub_id',
  'country',
  'region',
  'device',
  'os',
  'browser',
  'language',
  'cost',
  'timestamp',
  'random',
] as const;
export type ClickMacro = (typeof CLICK_MACROS)[number];

/** The one macro of a click chain: the address of our own click, which leads on to the landing page. */
export const CLICK_URL_MACRO = 'click_url';

/**
 * How often a value is URL-escaped: `{click_id:raw}` not at all, `{click_id}` and `{click_id:esc}` once,
 * `{click_id:esc2}` twice, for an address that is itself a parameter of another one.
 */
export const MACRO_FOLDS = { raw: 0, esc: 1, esc2: 2 } as const;
export type MacroFold = (typeof MACRO_FOLDS)[keyof typeof MACRO_FOLDS];

const WRITTEN = /\{([A-Za-z_][A-Za-z0-9_]*)(?::([A-Za-z0-9_]*))?\}/g;

/** A macro as it stands in an address. */
export interface WrittenMacro {
  /** As written, braces included. */
  text: string;
  name: string;
  /** Null when what stands behind the colon is unknown. */
  fold: MacroFold | null;
  index: number;
}

const foldOf = (word: string | undefined): MacroFold | null => {
  if (word === undefined) return MACRO_FOLDS.esc;
  return Object.hasOwn(MACRO_FOLDS, word) ? MACRO_FOLDS[word as keyof typeof MACRO_FOLDS] : null;
};

/** All that looks like a macro, in order. */
export function findMacros(address: string): WrittenMacro[] {
  return [...address.matchAll(WRITTEN)].map((found) => ({
    text: found[0],
    name: found[1] ?? '',
    fold: foldOf(found[2]),
    index: found.index,
  }));
}

/** A value escaped so many times. */
export function escapeTimes(value: string, fold: MacroFold): string {
  let escaped = value;
  for (let time = 0; time < fold; time += 1) escaped = encodeURIComponent(escaped);
  return escaped;
}

/** Whether a landing page is told the click: without it nobody can report its conversion. */
export function namesClick(address: string): boolean {
  return findMacros(address).some(({ name }) => name === 'click_id');
}

/** What is wrong with the macros of an address; `macro` is the first one that is. */
export interface MacroProblem {
  code: 'unknown' | 'fold' | 'host' | 'raw' | 'missing' | 'written';
  macro: string;
  /** Of an unknown one, and of one that is written as other networks write theirs: what may have been meant. */
  nearest?: ClickMacro | null;
}

/** Where the path begins: behind scheme and host. */
function hostEnd(address: string): number {
  const from = address.indexOf('//') + 2;
  const end = address.slice(from).search(/[/?#]/);
  return end < 0 ? address.length : from + end;
}

function checkAll(address: string, known: readonly string[]): MacroProblem | null {
  const end = hostEnd(address);
  for (const { text, name, fold, index } of findMacros(address)) {
    if (!known.includes(name)) return { code: 'unknown', macro: text };
    if (fold === null) return { code: 'fold', macro: text };
    if (index < end) return { code: 'host', macro: text };
  }
  return /[{}]|%7b|%7d/i.test(address.slice(0, end)) ? { code: 'host', macro: address.slice(0, end) } : null;
}

const OTHERWISE = [
  /\$?\{{1,2}(?:\s|%20|\+){0,3}([a-z][a-z0-9_.-]{1,39})(?::\w{1,9})?(?:\s|%20|\+){0,3}(?:\}{1,2}|(?=[&#]|$))/gi,
  /(?:%7b){1,2}([a-z][a-z0-9_.-]{1,39})(?:(?::|%3a)\w{1,9})?(?:%7d){1,2}/gi,
  /(?<==)\[{1,2}([a-z][a-z0-9_.-]{1,39})\]{1,2}/gi,
  /(?<==)(?:%%|__|##)([a-z][a-z0-9_.-]{1,39}?)(?:%%|__|##)/gi,
] as const;
const ALONE = /^\{[A-Za-z_]\w*(?::\w*)?\}$/;

/**
 * The first of our macros that stands as other networks write theirs (`${click_id}`, `[click_id]`), or as a browser's
 * address bar copies it (`%7Bclick_id%7D`): nothing would be filled in, or between signs that no page expects.
 */
function findMiswritten(address: string): MacroProblem | null {
  for (const pattern of OTHERWISE)
    for (const [text, name = ''] of address.matchAll(pattern)) {
      const nearest = ALONE.test(text) ? null : ownName(name);
      if (nearest) return { code: 'written', macro: text, nearest };
    }
  return null;
}

/** Of a landing page's address; null when all is well. */
export function checkLandingMacros(address: string): MacroProblem | null {
  const problem = checkAll(address, CLICK_MACROS);
  if (problem === null) return findMiswritten(address);
  if (problem.code !== 'unknown') return problem;
  return { ...problem, nearest: nearestMacro(findMacros(problem.macro)[0]?.name ?? '') };
}

/**
 * Of a click chain: another network's click counter that sends people on to the address it is given. It carries
 * `{click_url}` exactly once; unescaped only as its end, since nothing could tell where it stops.
 */
export function checkChainMacros(address: string): MacroProblem | null {
  const problem = checkAll(address, [CLICK_URL_MACRO]);
  if (problem) return problem;
  const [macro, second] = findMacros(address);
  if (macro === undefined) return { code: 'missing', macro: `{${CLICK_URL_MACRO}}` };
  if (second !== undefined) return { code: 'unknown', macro: second.text };
  const isEnd = macro.index + macro.text.length === address.length;
  return macro.fold === MACRO_FOLDS.raw && !isEnd ? { code: 'raw', macro: macro.text } : null;
}

/** The sentence for whoever wrote the address. */
export function macroSentence({ code, macro, nearest }: MacroProblem): string {
  switch (code) {
    case 'unknown':
      return nearest
        ? `There is no macro ${macro}. Did you mean {${nearest}}?`
        : `There is no macro ${macro}`;
    case 'fold':
      return `${macro}: behind the colon stands raw, esc or esc2`;
    case 'host':
      return 'Put macros behind the domain, not into it';
    case 'written':
      return `${macro} would not be filled in. Write {${nearest}}`;
    case 'raw':
      return `${macro} must be the end of the address; escape it with {click_url} elsewhere`;
    default:
      return `The address must carry ${macro}, which leads on to your landing page`;
  }
}

/** Letters to change, add or leave out to make one word of another. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

const LONGEST_NAME = 40;
/** What trackers call ours. */
const OTHER_NAMES: Readonly<Record<string, ClickMacro>> = {
  clickid: 'click_id',
  externalid: 'click_id',
  cid: 'click_id',
  campaignid: 'campaign',
  creativeid: 'creative',
  bannerid: 'creative',
  adid: 'creative',
  siteid: 'site',
  domain: 'site',
  publisher: 'site',
  zoneid: 'zone',
  placement: 'zone',
  subid: 'sub_id',
  geo: 'country',
  countrycode: 'country',
  platform: 'os',
  lang: 'language',
  price: 'cost',
  bid: 'cost',
  ts: 'timestamp',
  time: 'timestamp',
  cachebuster: 'random',
  cb: 'random',
};

const lettersOf = (name: string) =>
  name
    .slice(0, LONGEST_NAME)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');

/** The macro of this name, however its words are joined, or what trackers call it; null when there is none. */
function ownName(name: string): ClickMacro | null {
  const plain = lettersOf(name);
  if (Object.hasOwn(OTHER_NAMES, plain)) return OTHER_NAMES[plain] ?? null;
  return CLICK_MACROS.find((macro) => lettersOf(macro) === plain) ?? null;
}

/** The macro that somebody who wrote this name may have meant; null when none is near. */
export function nearestMacro(name: string): ClickMacro | null {
  const meant = ownName(name);
  if (meant) return meant;
  const plain = lettersOf(name);
  let nearest: ClickMacro | null = null;
  // A third of the letters may differ: what is further away is another word.
  let least = Math.floor(plain.length / 3) + 1;
  for (const macro of CLICK_MACROS) {
    const away = distance(plain, macro.replaceAll('_', ''));
    if (away >= least) continue;
    least = away;
    nearest = macro;
  }
  return nearest;
}

/** What a macro may stand for; of no person and no click. */
export const MACRO_EXAMPLES: Readonly<Record<ClickMacro, string>> = {
  click_id: '0199b2c4-7a10-7c3e-9d57-example00001',
  campaign: 'c_101z',
  creative: 'cr_1020',
  site: 'news.example',
  zone: 'z_1021',
  sub_id: 'newsletter',
  country: 'DE',
  region: 'DE-BE',
  device: 'phone',
  os: 'android',
  browser: 'chrome',
  language: 'de',
  cost: '0.0034',
  timestamp: '1795000000',
  random: '582913',
};

/** An address as a click would fill it in; what is no macro stays as it is. */
export function fillExample(address: string): string {
  let filled = '';
  let at = 0;
  for (const { index, text, name, fold } of findMacros(address)) {
    const value = Object.hasOwn(MACRO_EXAMPLES, name) ? MACRO_EXAMPLES[name as ClickMacro] : undefined;
    filled +=
      address.slice(at, index) + (value === undefined || fold === null ? text : escapeTimes(value, fold));
    at = index + text.length;
  }
  return filled + address.slice(at);
}
