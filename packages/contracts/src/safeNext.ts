import { parseUrl } from './parseUrl';

/** No host of ours: only what stays on it is an address of the app. */
const ORIGIN = 'http://app.invalid';
const LONGEST = 1_000;
const LINK_START = /^\/auth\/social\/[a-z0-9-]+\/start$/;

const parse = (address: unknown): URL | null =>
  typeof address === 'string' ? parseUrl(address, ORIGIN) : null;

const startsLink = ({ pathname, searchParams }: URL): boolean =>
  LINK_START.test(pathname) && searchParams.get('intent') === 'link';

/** The server's address that begins to link an account elsewhere: what a confirmation may lead on to. */
export function isLinkStart(address: string | null): boolean {
  const url = parse(address);
  return url !== null && url.origin === ORIGIN && startsLink(url);
}

/**
 * An address to go on to after signing in, when it is safe: a path of the app, and none of coming in. `//evil.test`,
 * `/\evil.test` and `/.//evil.test` are other origins to a browser. Pages and server ask the same rule.
 *
 * @param next as it came in; at most 1,000 characters
 * @param links the start of linking an account elsewhere is fine too: what a confirmation leads on to
 * @returns path, search and hash, as a browser understands them; null when it is not safe
 */
export function safeNext(next: unknown, { links = false } = {}): string | null {
  if (typeof next !== 'string' || next.length > LONGEST || !next.startsWith('/')) return null;
  const url = parse(next);
  if (url?.origin !== ORIGIN || url.pathname.startsWith('//') || url.pathname === '/login') return null;
  if (url.pathname.startsWith('/auth/') && !(links && startsLink(url))) return null;
  return url.pathname + url.search + url.hash;
}
