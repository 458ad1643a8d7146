import { SIGNED_OUT_REASON, safeNext } from '@ezdash/contracts/constants';
import { page } from './browser';

/** The path that was loaded again for a 419, and has not got a change through since. */
const RELOADED = 'ez.reloaded';

/** The `redirect` of a 419's body when it is a web address; `/login` otherwise, as specified. */
export function redirectOf(body: string): string {
  try {
    const { redirect } = JSON.parse(body) as { redirect?: unknown };
    if (typeof redirect === 'string' && /^https?:$/.test(new URL(redirect, window.location.origin).protocol))
      return redirect;
  } catch {
    // the body cannot be parsed
  }
  return '/login';
}

/** The way to the log-in page with the way back from there, and why the person finds themselves on it. */
export function withWayBack(target: string, signedOut: boolean): string {
  const { origin, pathname, search, hash } = window.location;
  const url = new URL(target, origin);
  if (url.origin !== origin) return target;
  const next = safeNext(pathname + search + hash) ?? safeNext(new URLSearchParams(search).get('next'));
  if (next !== null && next !== '/') url.searchParams.set('next', next);
  if (signedOut) url.searchParams.set('reason', SIGNED_OUT_REASON);
  return url.pathname + url.search + url.hash;
}

/** Notes the reload; false when there was one already, or when nobody could remember it. */
function firstReload(): boolean {
  try {
    if (window.sessionStorage.getItem(RELOADED) === window.location.pathname) return false;
    window.sessionStorage.setItem(RELOADED, window.location.pathname);
    return true;
  } catch {
    return false;
  }
}

/**
 * Goes where a 419 leads; but not a second time in a row to the page one is on, which might go on for ever.
 * @returns whether the page is left
 */
export function leavePage(target: string): boolean {
  const { origin, pathname } = window.location;
  const url = new URL(target, origin);
  if (url.origin === origin && url.pathname === pathname && !firstReload()) return false;
  page.go(target);
  return true;
}

/** A change came through: the page's token is good, and the next 419 is the first one again. */
export function noteGoodToken(): void {
  try {
    window.sessionStorage.removeItem(RELOADED);
  } catch {
    // nothing was kept
  }
}
