import type { Role, SocialOutcome } from '@ezdash/contracts';
import type { Flow } from './flowCookie';

/** Pages that a visit to a provider leads to. */
const LOGIN = '/auth/login';
const SETTINGS = '/settings/social-connections';

/** A path with more in its query; what is null is left out. */
export function withQuery(path: string, values: Readonly<Record<string, string | null>>): string {
  // The host is only there for the parser.
  const url = new URL(path, 'http://app.invalid');
  for (const [name, value] of Object.entries(values)) if (value !== null) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}

/** Where the browser goes when it did not work, by what it was for. */
export function failurePage(
  { intent, next, provider }: Pick<Flow, 'intent' | 'next' | 'provider'>,
  outcome: SocialOutcome,
): string {
  const what = { social: outcome, provider };
  if (intent === 'link') return withQuery(SETTINGS, what);
  return withQuery(intent === 'confirm' ? '/auth/confirm-password' : LOGIN, { ...what, next });
}

export const linkedPage = (outcome: SocialOutcome, provider: string): string =>
  withQuery(SETTINGS, { social: outcome, provider });
export const confirmedPage = (next: string | null): string =>
  withQuery(next ?? SETTINGS, { social: 'confirmed' });
export const secondFactorPage = (next: string | null): string =>
  withQuery(LOGIN, { step: 'second-factor', next });
export const loginPage = (next: string | null): string => withQuery(LOGIN, { next });
/** The session is there, the proof is too old. */
export const proofPage = (next: string): string => withQuery('/auth/confirm-password', { next });
export const settingsPage = SETTINGS;

export interface Arrival {
  role: Role;
  status: string;
  terms_version: string | null;
}

/** Where somebody who is signed in now goes on. */
export function arrivalPage({ role, status, terms_version }: Arrival, next: string | null): string {
  if (role !== 'admin' && terms_version === null && status === 'pending')
    return withQuery('/auth/complete-registration', { next });
  if (status !== 'active') return withQuery('/auth/status', { next });
  // The page of the log-in sends on whoever is signed in, by what they still owe.
  return loginPage(next);
}
