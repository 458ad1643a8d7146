/** No host of ours: only what stays on it is an address of the app. */
const ORIGIN = 'http://app.invalid';
const LONGEST = 1_000;
const LINK_START = /^\/auth\/social\/[a-z0-9-]+\/start$/;

/** The address that begins to link an account elsewhere. */
export function isLinkStart(address: string | null): boolean {
  if (address === null || !URL.canParse(address, ORIGIN)) return false;
  const { pathname, searchParams } = new URL(address, ORIGIN);
  return LINK_START.test(pathname) && searchParams.get('intent') === 'link';
}

/**
 * An address to go on to, when it is safe: a path of the app, and no page of the log-in. `//evil.test`, `/\evil.test`
 * and `/.//evil.test` are other origins to a browser.
 *
 * @param links the start of linking an account elsewhere may follow too: what a confirmation leads on to
 */
export function safeNext(next: unknown, { links = false } = {}): string | null {
  if (typeof next !== 'string' || next.length > LONGEST || !next.startsWith('/')) return null;
  if (!URL.canParse(next, ORIGIN)) return null;
  const { origin, pathname, search, hash } = new URL(next, ORIGIN);
  if (origin !== ORIGIN || pathname.startsWith('//') || pathname === '/login') return null;
  if (pathname.startsWith('/auth/') && !(links && isLinkStart(next))) return null;
  return pathname + search + hash;
}
