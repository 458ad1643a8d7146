import type { Role } from '@ezdash/contracts';
import type { Request, RequestHandler } from 'express';
import session, { type SessionData } from 'express-session';
import type { Pool } from 'pg';
import { UnauthorizedError } from '../errors';
import type { Log } from '../log';
import type { AuthUser } from './currentUser';
import { createDoorOf } from './doorOf';
import { createGuestCsrf } from './guestCsrf';
import { noteProof, PROOF_MS } from './recentProof';
import { saveSession, settle } from './saveSession';
import { isOver, SESSION_LIFETIMES } from './sessionLifetimes';
import { createSessionSeen } from './sessionSeen';
import { createSessionStore, type MoveSession } from './sessionStore';
import type { ViewOf } from './viewedBy';
import { type CountryOf, type Visitor, visitorOf } from './visitor';

declare module 'express-session' {
  interface SessionData {
    userId?: number;
    /** When the person came in, ms since 1970; also through later proofs that give the session a new name. */
    signedInAt?: number;
    /** When the expiry was last moved, ms since 1970. */
    renewedAt?: number;
    /** `AuthUser.passwordSetAtMs` when the session began: under another password it is over. */
    passwordSetAtMs?: number;
    /** What it was begun from. */
    visitor?: Visitor;
    /** Where it was begun from, as `createDoorOf` has it: from there its owner comes in although others guess. */
    door?: string;
    /** It goes on under another name; this one ends in seconds. */
    moved?: true;
    /** The first name it had, once it has another: whoever ends one of them ends all. */
    family?: string;
  }
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by the handlers of the sessions: called after each sign-in. */
    noteSignIn?: SessionOptions['onSignIn'];
    /** Set by the handlers of the sessions. */
    moveSession?: MoveSession;
    /** Set by the handlers of the sessions. */
    doorOf?: ReturnType<typeof createDoorOf>;
  }
}

const NAME = 'ez.sid';
/** Behind https its name keeps other hosts from planting one of their own. */
export const sessionCookie = (secure: boolean): string => (secure ? `__Host-${NAME}` : NAME);
const MAX_AGE_MS = SESSION_LIFETIMES.advertiser.idleMs;

export interface SessionOptions {
  pool: Pool;
  /** For what waits for other changes of the account; `pool` unless given. */
  lockingPool?: Pool;
  secret: string;
  /** APP_URL is https. */
  secure: boolean;
  log: Log;
  /** Who the session belongs to; null when the account is gone. */
  loadUser(id: number): Promise<AuthUser | null>;
  /** Told of each sign-in, however it was done. When it fails, the person is signed in all the same. */
  onSignIn?(user: AuthUser, visitor: Visitor): Promise<unknown>;
  /** Told of each call of somebody signed in, with the address it came from. */
  onSeen?(user: AuthUser, address: string): void;
  /** Names the country that a session is begun in; without it none is known. */
  countryOf?: CountryOf;
  /** Asked of each call, behind who its visitor is: with whose eyes the pages are seen. Always their own without it. */
  viewOf?: ViewOf;
}

export interface Sessions {
  /** Reads the session and who it belongs to. Only who is signed in has one: guests leave no row. */
  handlers: RequestHandler[];
  /** Stops the clearing away of expired rows. */
  close(): Promise<void>;
}

export function createSessions(options: SessionOptions): Sessions {
  const { pool, lockingPool, secret, secure, log, loadUser, onSignIn, onSeen, countryOf, viewOf } = options;
  const { store, move, watchNew } = createSessionStore({ pool, lockingPool, log, maxAgeMs: MAX_AGE_MS });
  const noteSeen = createSessionSeen({ pool, log });
  const read = session({
    name: sessionCookie(secure),
    store,
    secret,
    resave: false,
    saveUninitialized: false,
    unset: 'destroy',
    cookie: { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: MAX_AGE_MS },
    // express cannot know that a proxy in front ended TLS unless it is trusted; APP_URL says it.
    proxy: secure ? true : undefined,
  });
  watchNew();
  /** A proxy that ended TLS and does not say so: that people come by https is what APP_URL says. */
  const assumeHttps: RequestHandler = (req, _res, next) => {
    req.headers['x-forwarded-proto'] ??= 'https';
    next();
  };
  const guestCsrf = createGuestCsrf({ secret, secure });
  const doorOf = createDoorOf(secret);
  /** Who the visitor is. Only of them is it noted that they were seen: whoever a view shows was not here. */
  async function recognize(req: Request): Promise<void> {
    req.guestCsrf = guestCsrf;
    req.noteSignIn = onSignIn;
    req.moveSession = move;
    req.doorOf = doorOf;
    req.countryOf = countryOf;
    const { userId, renewedAt = 0, signedInAt = renewedAt, passwordSetAtMs = 0 } = req.session;
    const user = userId === undefined ? null : await loadUser(userId);
    const nowMs = Date.now();
    const lasts = user && !isOver(user.role, { signedInAt, usedAt: renewedAt }, nowMs);
    req.authUser = lasts && user.passwordSetAtMs === passwordSetAtMs ? user : null;
    if (!req.authUser) return;
    onSeen?.(req.authUser, req.ip ?? '');
    const { noteEveryMs } = SESSION_LIFETIMES[req.authUser.role];
    // An old name gets no new life, and its cookie must not take the place of the new one's.
    if (nowMs - renewedAt > noteEveryMs && !req.session.moved) {
      req.session.renewedAt = nowMs;
      setEnd(req.session, req.authUser.role);
    }
    await noteSeen(req.sessionID);
  }
  const identify: RequestHandler = async (req, _res, next) => {
    if (req.authUser !== undefined) return next();
    await recognize(req);
    const view = await viewOf?.(req);
    if (view) {
      req.authUser = view.user;
      req.viewedBy = view.by;
      req.log = req.log.child({ viewedBy: view.by.adminId });
    }
    next();
  };
  return {
    handlers: secure ? [assumeHttps, read, identify] : [read, identify],
    close: async () => store.close(),
  };
}

/** Row and cookie end when the session would not be believed any more; its use moves the end. */
function setEnd({ cookie, signedInAt = Date.now() }: SessionData, role: Role): void {
  const { idleMs, absoluteMs, noteEveryMs } = SESSION_LIFETIMES[role];
  cookie.maxAge = Math.max(0, Math.min(idleMs + noteEveryMs, signedInAt + absoluteMs - Date.now()));
}

/**
 * A session for the person who has just proved who they are. What the visitor had before ends with it. With
 * `proven: false` somebody else answers for who they are, and when they showed it is not known: what is dangerous asks.
 */
export async function signIn(req: Request, user: AuthUser, { proven = true } = {}): Promise<void> {
  await settle((done) => req.session.regenerate(done));
  req.session.userId = user.id;
  req.session.signedInAt = Date.now();
  req.session.renewedAt = req.session.signedInAt;
  setEnd(req.session, user.role);
  req.session.passwordSetAtMs = user.passwordSetAtMs;
  const visitor = visitorOf(req);
  req.session.visitor = visitor;
  req.session.door = req.doorOf?.(user.email, req.ip);
  if (proven) noteProof(req);
  await saveSession(req);
  req.guestCsrf?.remove(req);
  req.authUser = user;
  req.log.info({ event: 'auth.signed_in', userId: user.id, ...visitor }, 'Signed in');
  await req.noteSignIn?.(user, visitor).catch((error: unknown) => {
    req.log.error({ err: error, userId: user.id }, 'What follows a sign-in failed');
  });
}

/**
 * Gives the call's session a new name and a fresh proof; whether it still has one. Of two proofs at once one moves it,
 * and the answer to that one carries the new name.
 */
async function moveSession(req: Request): Promise<boolean> {
  if (!req.moveSession) throw new Error('A session was to be moved where none are read');
  const old = { session: req.session, sessionID: req.sessionID };
  const { cookie: _, ...kept } = { ...old.session };
  req.sessionStore.generate(req);
  Object.assign(req.session, kept, { family: kept.family ?? old.sessionID });
  if (req.authUser) setEnd(req.session, req.authUser.role);
  noteProof(req);
  let outcome: Awaited<ReturnType<MoveSession>> | null = null;
  try {
    outcome = await req.moveSession(req, old.sessionID);
  } finally {
    if (outcome !== 'moved') Object.assign(req, old);
  }
  return outcome !== 'gone';
}

/**
 * Whoever is signed in has proved it once more: the session goes on under a new name, so that what somebody may have
 * seen of the old one opens nothing that the proof opens, and soon nothing at all. Answers until when the proof counts;
 * throws 401 when the session was ended meanwhile, and takes the cookie away.
 */
export async function proveAgain(req: Request): Promise<Date> {
  if (!(await moveSession(req))) {
    await signOut(req);
    throw new UnauthorizedError('You were signed out in the meantime', 'SIGN_IN_REQUIRED');
  }
  return new Date(Date.now() + PROOF_MS);
}

/** After its owner set another password: the session that did it stays, if its row was changed with the password. */
export function stampSession(req: Request, passwordSetAt: Date): void {
  req.session.passwordSetAtMs = passwordSetAt.getTime();
}

/** Ends the session, under the name it had just before too, and removes its cookie; what follows is a new guest. */
export async function signOut(req: Request): Promise<void> {
  const secure = req.session.cookie.secure === true;
  await settle((done) => req.session.destroy(done));
  req.res?.clearCookie(sessionCookie(secure), { path: '/', httpOnly: true, sameSite: 'lax', secure });
  req.guestCsrf?.renew(req);
  req.authUser = null;
}
