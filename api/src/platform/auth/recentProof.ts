import type { Request } from 'express';
import { ForbiddenError, UnauthorizedError } from '../errors';
import { currentUser } from './currentUser';
import { ViewOnlyError } from './viewedBy';

declare module 'express-session' {
  interface SessionData {
    /** When whoever is signed in last proved who they are, ms since 1970. */
    provenAt?: number;
  }
}

const MINUTE_MS = 60_000;
/** How long a proof opens what is dangerous. */
export const PROOF_MS = 5 * MINUTE_MS;

/** Notes that whoever is signed in has proved it just now; until when that counts. */
export function noteProof(req: Request): Date {
  req.session.provenAt = Date.now();
  return new Date(req.session.provenAt + PROOF_MS);
}

/**
 * For what a stranger at an unlocked computer must not do. Throws 403 REAUTH_REQUIRED when the last proof (a sign-in,
 * a confirmed password) is older than `maxAgeMs`, 401 for guests, and always 403 VIEW_ONLY for who sees with another's eyes.
 */
export function requireRecentProof(req: Request, maxAgeMs = PROOF_MS): void {
  if (!currentUser(req)) throw new UnauthorizedError();
  if (req.viewedBy) throw new ViewOnlyError();
  if (Date.now() - (req.session?.provenAt ?? 0) > maxAgeMs)
    throw new ForbiddenError('Confirm that it is you to go on', 'REAUTH_REQUIRED');
}
