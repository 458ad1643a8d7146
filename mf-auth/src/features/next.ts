import type { Role } from '@ezdash/contracts';
import { safeNext } from '@ezdash/contracts/constants';

/** The log-in page; for who is signed in the shell's way to where they belong. */
const LOGIN_PATH = '/auth/login';

/** Bare names of the areas; the shell leads from there to the first page. */
const AREAS: Readonly<Record<Role, string>> = {
  advertiser: '/advertiser',
  publisher: '/publisher',
  admin: '/admin',
};

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
