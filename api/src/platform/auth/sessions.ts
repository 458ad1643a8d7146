import type { Role } from '@ezdash/contracts';
import type { Request, RequestHandler } from 'express';
import session, { type SessionData } from 'express-session';
import type { Pool } from 'pg';
import type { Log } from '../log';
import type { AuthUser } from './currentUser';
import { createGuestCsrf } from './guestCsrf';
import { noteProof, PROOF_MS } from './recentProof';
import { isOver, SESSION_LIFETIMES } from './sessionLifetimes';
import { createSessionSeen } from './sessionSeen';
import { createSessionStore } from './sessionStore';
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
    /** It goes on under another name; this one ends in seconds. */
    moved?: true;
  }
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by the handlers of the sessions: called after each sign-in. */
    noteSignIn?: SessionOptions['onSignIn'];
  }
}

const NAME = 'ez.sid';
/** Behind https its name keeps other hosts from planting one of their own. */
export const sessionCookie = (secure: boolean): string => (secure ? `__Host-${NAME}` : NAME);
const MAX_AGE_MS = SESSION_LIFETIMES.advertiser.idleMs;

export interface SessionOptions {
  pool: Pool;
  secret: string;
  /** APP_URL is https. */
  secure: boolean;
  log: Log;
  /** Who the session belongs to; null when the account is gone. */
  loadUser(id: number): Promise<AuthUser | null>;
  /** Told of each sign-in, however it was done. When it fails, the person is signed in all the same. */
  onSignIn?(user: AuthUser, visitor: Visitor): Promise<unknown>;
  /** Names the country that a session is begun in; without it none is known. */
  countryOf?: CountryOf;
}

export interface Sessions {
  /** Reads the session and who it belongs to. Only who is signed in has one: guests leave no row. */
  handlers: RequestHandler[];
  /** Stops the clearing away of expired rows. */
  close(): Promise<void>;
}

export function createSessions(options: SessionOptions): Sessions {
  const { pool, secret, secure, log, loadUser, onSignIn, countryOf } = options;
  const { store, watchNew } = createSessionStore({ pool, log, maxAgeMs: MAX_AGE_MS });
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
  const identify: RequestHandler = async (req, _res, next) => {
    if (req.authUser !== undefined) return next();
    req.guestCsrf = guestCsrf;
    req.noteSignIn = onSignIn;
    req.countryOf = countryOf;
    const { userId, renewedAt = 0, signedInAt = renewedAt, passwordSetAtMs = 0 } = req.session;
    const user = userId === undefined ? null : await loadUser(userId);
    const nowMs = Date.now();
    const lasts = user && !isOver(user.role, { signedInAt, usedAt: renewedAt }, nowMs);
    req.authUser = lasts && user.passwordSetAtMs === passwordSetAtMs ? user : null;
    if (!req.authUser) return next();
    const { noteEveryMs } = SESSION_LIFETIMES[req.authUser.role];
    if (nowMs - renewedAt > noteEveryMs) {
      req.session.renewedAt = nowMs;
      setEnd(req.session, req.authUser.role);
    }
    await noteSeen(req.sessionID);
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

const settle = (run: (done: (error: unknown) => void) => void) =>
  new Promise<void>((resolve, reject) => {
    run((error) => (error ? reject(error) : resolve()));
  });

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
  if (proven) noteProof(req);
  req.guestCsrf?.remove(req);
  req.authUser = user;
  req.log.info({ event: 'auth.signed_in', userId: user.id, ...visitor }, 'Signed in');
  await req.noteSignIn?.(user, visitor).catch((error: unknown) => {
    req.log.error({ err: error, userId: user.id }, 'What follows a sign-in failed');
  });
}

/** What was on its way under the old name still arrives: a page that asks while it is confirmed is not thrown out. */
const OLD_NAME_MS = 10_000;
/** Sessions that were moved to a new name just now: of two proofs at once one moves it. */
const moving = new Map<string, Promise<void>>();

async function moveSession(req: Request): Promise<void> {
  const { cookie, ...kept } = { ...req.session };
  const old = {
    ...kept,
    moved: true as const,
    cookie: { ...cookie, expires: new Date(Date.now() + OLD_NAME_MS) },
  };
  await settle((done) => req.sessionStore.set(req.sessionID, old as unknown as SessionData, done));
  req.sessionStore.generate(req);
  Object.assign(req.session, kept);
  if (req.authUser) setEnd(req.session, req.authUser.role);
  noteProof(req);
  await settle((done) => req.session.save(done));
}

/**
 * Whoever is signed in has proved it once more: the session goes on under a new name, so that what somebody may have
 * seen of the old one opens nothing that the proof opens, and soon nothing at all. Answers until when the proof counts.
 */
export async function proveAgain(req: Request): Promise<Date> {
  const { sessionID } = req;
  const until = () => new Date(Date.now() + PROOF_MS);
  // Another answer carries the new name already; this one must not make a second row.
  if (req.session.moved) return until();
  const other = moving.get(sessionID);
  if (other) return other.then(until);
  const moved = moveSession(req);
  moving.set(sessionID, moved);
  setTimeout(() => moving.delete(sessionID), OLD_NAME_MS).unref();
  return moved.then(until);
}

/** After its owner set another password: the session that did it stays, if its row was changed with the password. */
export function stampSession(req: Request, passwordSetAt: Date): void {
  req.session.passwordSetAtMs = passwordSetAt.getTime();
}

/** Removes the session and its cookie; what follows is a new guest. */
export async function signOut(req: Request): Promise<void> {
  const secure = req.session.cookie.secure === true;
  await settle((done) => req.session.destroy(done));
  req.res?.clearCookie(sessionCookie(secure), { path: '/', httpOnly: true, sameSite: 'lax', secure });
  req.guestCsrf?.renew(req);
  req.authUser = null;
}
