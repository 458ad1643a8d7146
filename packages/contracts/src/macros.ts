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
  code: 'unknown' | 'fold' | 'host' | 'raw' | 'missing';
  macro: string;
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

/** Of a landing page's address; null when all is well. */
export function checkLandingMacros(address: string): MacroProblem | null {
  return checkAll(address, CLICK_MACROS);
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
export function macroSentence({ code, macro }: MacroProblem): string {
  switch (code) {
    case 'unknown':
      return `There is no macro ${macro}`;
    case 'fold':
      return `${macro}: behind the colon stands raw, esc or esc2`;
    case 'host':
      return 'Put macros behind the domain, not into it';
    case 'raw':
      return `${macro} must be the end of the address; escape it with {click_url} elsewhere`;
    default:
      return `The address must carry ${macro}, which leads on to your landing page`;
  }
}
