/**
 * Looks into the text of bundles. Whoever uploads one writes it, so every look takes time in proportion to its length:
 * runs of white space are one space before a pattern sees them, and tags are found by their ends.
 */

/** White space means nothing but its being there. A name space is an identifier and loads nothing. */
export const plainText = (bytes: Buffer): string =>
  bytes
    .toString('utf8')
    .replace(/\s+/g, ' ')
    .replace(/\bxmlns(?::\w+)? ?= ?(?:"[^"<>]*"|'[^'<>]*')/g, '')
    .replace(/@namespace (?:[\w-]{1,40} )?(?:url\( ?)?(["']?)[^"'<>;() ]{0,200}\1 ?\)? ?;/gi, '');

/** Of a tag's text; empty without it. */
export const attribute = (tag: string, name: string) =>
  new RegExp(`\\b${name} ?= ?(?:"([^"]*)"|'([^']*)')`, 'i')
    .exec(tag)
    ?.slice(1)
    .find((text) => text) ?? '';

/** `<meta name="ad.size" content="width=300,height=250">`, as the IAB's guide has it; of a plain text. */
export function metaOf(text: string, wanted: string): string | null {
  const start = /<meta\b/gi;
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    const end = text.indexOf('>', found.index);
    if (end < 0) return null;
    const tag = text.slice(found.index, end);
    if (attribute(tag, 'name').toLowerCase() === wanted) return attribute(tag, 'content');
    start.lastIndex = end;
  }
  return null;
}

/** What a page or a style sheet loads or links to beyond the bundle; a browser takes `\` for `/`. `javascript://` is a comment. */
const ELSEWHERE = [
  /\b(?:src|href|poster|data|action) ?= ?["']? ?(?!javascript:)((?:[a-z][a-z0-9+.-]{0,30}:)?[\\/]{2}[^"'\s>]{1,80})/i,
  /\burl\( ?["']? ?((?:[a-z][a-z0-9+.-]{0,30}:)?[\\/]{2}[^"')\s]{1,80})/i,
  /@import ["'] ?((?:[a-z][a-z0-9+.-]{0,30}:)?[\\/]{2}[^"'\s]{1,80})/i,
];
const SOURCES = /\b(?:image)?srcset ?= ?(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi;
const SOURCE_ELSEWHERE = /(?:^|[ ,])((?:[a-z][a-z0-9+.-]{0,30}:)?[\\/]{2}[^\s,]{1,80})/i;

/** The first address of a plain text that lies elsewhere. */
export function addressElsewhere(text: string): string | null {
  for (const pattern of ELSEWHERE) {
    const address = pattern.exec(text)?.[1];
    if (address) return address;
  }
  for (const [, double, single, bare] of text.matchAll(SOURCES)) {
    const address = SOURCE_ELSEWHERE.exec(double ?? single ?? bare ?? '')?.[1];
    if (address) return address;
  }
  return null;
}

/** What `http-equiv` may ask for; whatever else it says, in whatever spelling, it may be `refresh`. */
const HARMLESS = new Set(['content-type', 'content-language', 'x-ua-compatible', 'content-security-policy']);

/** Whether a plain text asks for anything a header could, as to go on to another page. */
export function actsAsHeader(text: string): boolean {
  for (const [, double, single, bare] of text.matchAll(
    /\bhttp-equiv ?= ?(?:"([^"]*)"|'([^']*)'|([^\s>]*))/gi,
  ))
    if (!HARMLESS.has((double ?? single ?? bare ?? '').trim().toLowerCase())) return true;
  return false;
}
