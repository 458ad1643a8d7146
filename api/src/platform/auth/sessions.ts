import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler } from 'express';
import session from 'express-session';
import type { Pool } from 'pg';
import type { Log } from '../log';
import type { AuthUser } from './currentUser';
import { createGuestCsrf } from './guestCsrf';

declare module 'express-session' {
  interface SessionData {
    userId?: number;
    /** When the expiry was last moved, ms since 1970. */
    renewedAt?: number;
  }
}

export const SESSION_COOKIE = 'ez.sid';
const HOUR_MS = 3_600_000;
const MAX_AGE_MS = 30 * 24 * HOUR_MS;
/** The expiry moves with use, but not with every request: each move is a write. */
const RENEW_AFTER_MS = 6 * HOUR_MS;
const PRUNE_SECONDS = 15 * 60;

export interface SessionOptions {
  pool: Pool;
  secret: string;
  /** APP_URL is https. */
  secure: boolean;
  log: Log;
  /** Who the session belongs to; null when the account is gone. */
  loadUser(id: number): Promise<AuthUser | null>;
}

export interface Sessions {
  /** Reads the session and who it belongs to. Only who is signed in has one: guests leave no row. */
  handlers: RequestHandler[];
  /** Stops the clearing away of expired rows. */
  close(): Promise<void>;
}

export function createSessions({ pool, secret, secure, log, loadUser }: SessionOptions): Sessions {
  const Store = connectPgSimple(session);
  const store = new Store({
    pool,
    tableName: 'session',
    pruneSessionInterval: PRUNE_SECONDS,
    disableTouch: true,
    errorLog: (...args: unknown[]) => log.error({ detail: args.map(String) }, 'The store of sessions failed'),
  });
  const read = session({
    name: SESSION_COOKIE,
    store,
    secret,
    resave: false,
    saveUninitialized: false,
    unset: 'destroy',
    cookie: { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: MAX_AGE_MS },
    // express cannot know that a proxy in front ended TLS unless it is trusted; APP_URL says it.
    proxy: secure ? true : undefined,
  });
  const guestCsrf = createGuestCsrf({ secret, secure });
  const identify: RequestHandler = async (req, _res, next) => {
    if (req.authUser !== undefined) return next();
    req.guestCsrf = guestCsrf;
    const { userId, renewedAt = 0 } = req.session;
    req.authUser = userId === undefined ? null : await loadUser(userId);
    if (req.authUser && Date.now() - renewedAt > RENEW_AFTER_MS) req.session.renewedAt = Date.now();
    next();
  };
  return { handlers: [read, identify], close: async () => store.close() };
}

const settle = (run: (done: (error: unknown) => void) => void) =>
  new Promise<void>((resolve, reject) => {
    run((error) => (error ? reject(error) : resolve()));
  });

/** A session for the person who has just proved who they are. What the visitor had before ends with it. */
export async function signIn(req: Request, user: AuthUser): Promise<void> {
  await settle((done) => req.session.regenerate(done));
  req.session.userId = user.id;
  req.session.renewedAt = Date.now();
  req.guestCsrf?.remove(req);
  req.authUser = user;
}

/** Removes the session and its cookie; what follows is a new guest. */
export async function signOut(req: Request): Promise<void> {
  const secure = req.session.cookie.secure === true;
  await settle((done) => req.session.destroy(done));
  req.res?.clearCookie(SESSION_COOKIE, { path: '/', httpOnly: true, sameSite: 'lax', secure });
  req.guestCsrf?.renew(req);
  req.authUser = null;
}
