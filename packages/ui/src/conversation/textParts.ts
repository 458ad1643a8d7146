/** A piece of a message: words, or an address in them. */
export type TextPart = { text: string; href: string | null };

const ADDRESS = /https?:\/\/[^\s<>"']+/gi;
/** Ends a sentence rather than an address. */
const CLOSING = /[.,:;!?'"»”’]+$/;

/** An address as it was meant: without the full stop behind it, and without a bracket that was opened before it. */
function trimAddress(found: string): string {
  let address = found;
  for (;;) {
    const before = address;
    address = address.replace(CLOSING, '');
    for (const [open, close] of ['()', '[]', '{}'] as const)
      if (address.endsWith(close) && address.split(close).length > address.split(open).length)
        address = address.slice(0, -1);
    if (address === before) return address;
  }
}

/** Only web addresses without a name and password in them, which could pretend to be another host. */
function hrefOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' ? url.href : null;
}

/** Splits a message's text at the web addresses in it. Joined again, the parts are the text. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimAddress(match[0]);
    const href = hrefOf(address);
    if (href === null) continue;
    if (match.index > done) parts.push({ text: text.slice(done, match.index), href: null });
    parts.push({ text: address, href });
    done = match.index + address.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done), href: null });
  return parts;
}

/**
 * Path within the app for an address of this very site; null for any other. A path that begins with two slashes would
 * be the address of another site once its own is cut off.
 */
export function appPath(href: string, origin: string): string | null {
  const url = new URL(href);
  if (url.origin !== origin || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}
