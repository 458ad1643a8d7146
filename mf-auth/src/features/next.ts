import type { Role } from '@ezdash/contracts';

/** The log-in page; for who is signed in the shell's way to where they belong. */
const LOGIN_PATH = '/auth/login';

/** Bare names of the areas; the shell leads from there to the first page. */
const AREAS: Readonly<Record<Role, string>> = {
  advertiser: '/advertiser',
  publisher: '/publisher',
  admin: '/operator',
};

const LINK_START = /^\/auth\/social\/[a-z0-9-]+\/start$/;

/** The server's address that begins to link an account elsewhere: what a confirmation may lead on to. */
export function isLinkStart(address: string): boolean {
  const { pathname, searchParams } = new URL(address, window.location.origin);
  return LINK_START.test(pathname) && searchParams.get('intent') === 'link';
}

/**
 * A path to go on to, when it is safe: of this origin, and none of coming in. `//evil.test`, `/\evil.test` and
 * `/.//evil.test` are other origins to a browser.
 * @param links the start of linking an account elsewhere is fine too
 */
export function safeNext(next: string | null, { links = false } = {}): string | null {
  const { origin } = window.location;
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return null;
  const url = new URL(next, origin);
  if (url.origin !== origin || url.pathname.startsWith('//') || url.pathname === '/login') return null;
  if (url.pathname.startsWith('/auth/') && !(links && isLinkStart(next))) return null;
  return url.pathname + url.search + url.hash;
}

/** An address with the path to go on to afterwards, when there is one. */
export function withNext(path: string, next: string | null): string {
  if (!next) return path;
  return `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`;
}

/**
 * Where a person goes from a page of this remote. Which place that is (a page that was wished for, what is still
 * missing, the dashboard) is the shell's decision: its guard of the log-in page leads everybody who is signed in there.
 */
export function onward(next: string | null): string {
  return withNext(LOGIN_PATH, next);
}

/** The page that was wished for, or the person's own start: past whatever else would be asked on the way. */
export function straightOn(next: string | null, role: Role): string {
  return safeNext(next) ?? AREAS[role];
}
