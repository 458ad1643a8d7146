/**
 * What the pages, pictures and style sheets of a bundle ask for by an address: all of it has to lie in the bundle, by a
 * relative address. Whoever uploads one writes it, so every look takes time in proportion to its length.
 */

/** Signs that stand in addresses and have names in HTML. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  bsol: '\\',
  colon: ':',
  newline: '',
  period: '.',
  quot: '"',
  sol: '/',
  tab: '',
};

/** Signs by their numbers, and those of addresses by their names; one that there is none of stays. */
export const withoutEntities = (text: string): string =>
  text.replace(
    /&(?:#(?:x([0-9a-f]{1,6})|(\d{1,7}));?|([a-z]{2,7});)/gi,
    (entity, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    },
  );

/** `u\72l(` is `url(` to a browser. */
export const withoutEscapes = (css: string): string =>
  css.replace(/\\(?:([0-9a-f]{1,6}) ?|([^\n]))/gi, (_escape, hex?: string, sign?: string) => {
    const code = Number.parseInt(hex ?? '', 16);
    return hex === undefined ? (sign ?? '') : code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

/** Without what stands between these: comments, and the insides of scripts, whose texts are put together at run time. */
function without(text: string, open: string, close: RegExp): string {
  const end = new RegExp(close, 'gi');
  let kept = '';
  for (let at = 0; ; ) {
    const from = text.indexOf(open, at);
    if (from < 0) return kept + text.slice(at);
    kept += text.slice(at, from);
    end.lastIndex = from + open.length;
    if (!end.test(text)) return kept;
    at = end.lastIndex;
  }
}

/** What no browser reads. */
export const withoutComments = (page: string): string => without(page, '<!--', /-->/);

/** Each `<script …>` as a link to its address, and a mark where its text begins; a tag that never ends is none. */
function withMarkedScripts(page: string): string {
  const start = /<script\b/gi;
  let marked = '';
  let at = 0;
  for (let found = start.exec(page); found !== null; found = start.exec(page)) {
    const end = page.indexOf('>', found.index);
    if (end < 0) break;
    marked += `${page.slice(at, found.index)}<link ${page.slice(start.lastIndex, end)}><script>`;
    at = end + 1;
    start.lastIndex = at;
  }
  return marked + page.slice(at);
}

/** A page as its owner wrote it, without comments and scripts; the addresses of scripts stay. */
export const withoutScripts = (page: string): string =>
  without(withMarkedScripts(withoutComments(page)), '<script>', /<\/script/);

const ATTRIBUTES =
  /[\s"'/](?:src|href|xlink:href|poster|data|background) ?= ?(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const SOURCES = /[\s"'/](?:image)?srcset ?= ?(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const STYLES = /\burl\( ?(?:"([^"]*)"|'([^']*)'|([^)"']*))|@import ?(?:"([^"]*)"|'([^']*)')/gi;
const SETS = /\bimage-set\(([^;{}]{0,2000})/gi;

function* addressesOf(kind: string, text: string): Generator<string> {
  const first = (found: RegExpMatchArray) => found.slice(1).find((part) => part !== undefined) ?? '';
  if (kind !== 'css') {
    for (const found of text.matchAll(ATTRIBUTES)) yield first(found);
    // A picture that is written out has commas of its own.
    for (const found of text.matchAll(SOURCES))
      if (!/data:/i.test(first(found)))
        for (const source of first(found).split(',')) yield source.trim().split(' ', 1)[0] ?? '';
  }
  const css = withoutEscapes(text);
  for (const found of css.matchAll(STYLES)) yield first(found);
  for (const [, set = ''] of css.matchAll(SETS))
    for (const [, double, single] of set.matchAll(/"([^"]*)"|'([^']*)'/g)) yield double ?? single ?? '';
}

/** What needs no file: written out, made by a script, or a place on the same page. */
const NEEDS_NONE = /^(?:$|#|\?|(?:data|blob|about|javascript|mailto|tel):)/i;
/** A text that something at run time fills in. */
const TEMPLATE = /[{}<>$]/;
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i;

/** Where a relative address leads from a file; null: out of the bundle. */
function pathFrom(file: string, address: string): string | null {
  const parts = file.split('/').slice(0, -1);
  for (const part of address.split('/')) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}

/** What an address names, as the bundle's files are called: it may write any sign by its number, and accents apart. */
export function decodeName(address: string): string {
  try {
    return decodeURIComponent(address).normalize('NFC');
  } catch {
    // A percent sign that stands for itself, as browsers pass it on.
    return address;
  }
}

/** An address that the bundle does not answer. */
export interface BrokenReference {
  address: string;
  /** elsewhere: another server's. rooted: begins at the root or leads out. missing: no such file. */
  trouble: 'elsewhere' | 'rooted' | 'missing';
}

/** The first address of a file that leads anywhere but to a file of the bundle. `kind` is its ending, `text` is plain. */
export function brokenReference(
  name: string,
  kind: string,
  text: string,
  files: ReadonlySet<string>,
): BrokenReference | null {
  const shown = kind === 'css' ? without(text, '/*', /\*\//) : withoutEntities(withoutScripts(text));
  for (const written of addressesOf(kind, shown)) {
    // Browsers pass over tabs and line ends, which are blanks in a plain text unless they are written by their numbers.
    const joined = written.replace(/\s/g, '');
    const address = ELSEWHERE.test(joined) ? joined : written.replace(/[\t\n\r]/g, '').trim();
    if (NEEDS_NONE.test(address) || TEMPLATE.test(address)) continue;
    if (ELSEWHERE.test(address)) return { address, trouble: 'elsewhere' };
    const [file = ''] = address.replaceAll('\\', '/').split(/[?#]/, 1);
    const path = file.startsWith('/') ? null : pathFrom(name, decodeName(file));
    if (path === null) return { address, trouble: 'rooted' };
    if (path !== '' && !files.has(path)) return { address, trouble: 'missing' };
  }
  return null;
}
