import type { Request } from 'express';
import type { AuthUser } from './currentUser';
import { saveSession, settle } from './saveSession';

/** A log-in whose password was right and that waits for a second factor. Nobody is signed in by it. */
interface HeldLogInData {
  userId: number;
  /** Ms since 1970. */
  beganAt: number;
  /** `AuthUser.passwordSetAtMs` of then: under another password the log-in is void. */
  passwordSetAtMs: number;
}

declare module 'express-session' {
  interface SessionData {
    heldLogIn?: HeldLogInData;
  }
}

/** How long a log-in waits for its second factor. */
export const HELD_LOG_IN_MS = 5 * 60_000;

export interface HeldLogIn {
  userId: number;
  beganAt: Date;
  /** Who waits, as the account is now. */
  user: AuthUser;
}

/**
 * Keeps a log-in until its second factor is there: a row of its own, in which nobody is signed in. What the visitor
 * had before ends with it, so the page goes on with the token of the answer (`csrfToken(req)`, a guest's).
 */
export async function holdLogIn(req: Request, user: AuthUser): Promise<void> {
  await settle((done) => req.session.regenerate(done));
  req.session.heldLogIn = {
    userId: user.id,
    beganAt: Date.now(),
    passwordSetAtMs: user.passwordSetAtMs,
  };
  // Row and cookie go by themselves when nobody comes back.
  req.session.cookie.maxAge = HELD_LOG_IN_MS;
  await saveSession(req);
  req.authUser = null;
  req.log.info({ event: 'auth.login_held', userId: user.id }, 'A log-in waits for its second factor');
}

/**
 * The log-in that waits in the visitor's session; null when there is none, when it is older than HELD_LOG_IN_MS, or
 * when the account is gone or got another password since.
 */
export async function heldLogIn(
  req: Request,
  loadUser: (id: number) => Promise<AuthUser | null>,
): Promise<HeldLogIn | null> {
  const held = req.session.heldLogIn;
  if (!held || Date.now() - held.beganAt > HELD_LOG_IN_MS) return null;
  const user = await loadUser(held.userId);
  if (user?.passwordSetAtMs !== held.passwordSetAtMs) return null;
  return { userId: held.userId, beganAt: new Date(held.beganAt), user };
}
