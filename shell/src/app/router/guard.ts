import type { PageAccess, Role } from '@ezdash/contracts';

/** Where a role starts. */
export const HOMES: Readonly<Record<Role, string>> = {
  advertiser: '/advertiser/dashboard',
  publisher: '/publisher/dashboard',
  admin: '/admin',
};

export const LOGIN_PATH = '/auth/login';

/** What happens to a person at a page's door. */
export type Verdict =
  | { kind: 'open' }
  | { kind: 'redirect'; to: string }
  /** Signed in, but the page belongs to others. */
  | { kind: 'forbidden'; roles: readonly Role[] };

/** An address with the path to go on to afterwards, when there is one. */
export function withNext(path: string, next: string | null): string {
  return next === null ? path : `${path}?next=${encodeURIComponent(next)}`;
}

export interface Visit {
  /** Role of the signed-in person; null for a guest. */
  role: Role | null;
  /** Address asked for, with its search. */
  pathname: string;
  search: string;
  /** Path wished for after log-in, already known to be safe and open to this person. */
  next: string | null;
  /** What this person has to see after signing in before anything else; `firstStop` knows. */
  stop?: string | null;
}

/** Decides by the manifest's `access`. The server decides again on every call: this is a courtesy, not a lock. */
export function guard(access: PageAccess, { role, pathname, search, next, stop = null }: Visit): Verdict {
  if (access === 'public') return { kind: 'open' };
  if (access === 'guest') {
    if (role === null) return { kind: 'open' };
    return { kind: 'redirect', to: stop === null ? (next ?? HOMES[role]) : withNext(stop, next) };
  }
  if (role === null) return { kind: 'redirect', to: withNext(LOGIN_PATH, pathname + search) };
  if (access === 'signed-in' || access.roles.includes(role)) return { kind: 'open' };
  return { kind: 'forbidden', roles: access.roles };
}

/** The bare name of an area leads to its first page. Not pages: nothing lists them. */
const AREAS: Readonly<Record<string, string>> = {
  '/advertiser': HOMES.advertiser,
  '/publisher': HOMES.publisher,
  '/settings': '/settings/profile',
};

/** The console's pages lay here before: mails and notices of then lead there still. */
const OLD_CONSOLE = /^\/operator(?=\/|$)/;

/** Old addresses, bare names of areas and the specification's hash: `#/login` anywhere and `/login` lead to the log-in page. */
export function oldAddress(location: { pathname: string; search: string; hash: string }): string | null {
  if (location.hash === '#/login') return LOGIN_PATH;
  if (location.pathname === '/login' || location.pathname === '/login/') return LOGIN_PATH + location.search;
  if (OLD_CONSOLE.test(location.pathname))
    return location.pathname.replace(OLD_CONSOLE, HOMES.admin) + location.search + location.hash;
  return AREAS[location.pathname.replace(/\/$/, '')] ?? null;
}
