import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler } from 'express';
import session from 'express-session';
import type { Pool } from 'pg';
import type { Log } from '../log';
import type { AuthUser } from './currentUser';

declare module 'express-session' {
  interface SessionData {
    userId?: number;
    /** When the expiry was last moved, ms since 1970. */
    renewedAt?: number;
  }
}

export const SESSION_COOKIE = 'ez.sid';
const HOUR_MS = 3_600_000;
/** A guest's session holds a CSRF token and nothing else. */
const GUEST_MAX_AGE_MS = 12 * HOUR_MS;
const SIGNED_IN_MAX_AGE_MS = 30 * 24 * HOUR_MS;
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
  /** Reads the session and who it belongs to. */
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
    cookie: { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: GUEST_MAX_AGE_MS },
    // express cannot know that a proxy in front ended TLS unless it is trusted; APP_URL says it.
    proxy: secure ? true : undefined,
  });
  const identify: RequestHandler = async (req, _res, next) => {
    if (req.authUser !== undefined) return next();
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

/** A new session id for the person who has just proved who they are: the guest's id must not live on. */
export async function signIn(req: Request, user: AuthUser): Promise<void> {
  await settle((done) => req.session.regenerate(done));
  req.session.userId = user.id;
  req.session.renewedAt = Date.now();
  req.session.cookie.maxAge = SIGNED_IN_MAX_AGE_MS;
  req.authUser = user;
}

/** Removes the session; the next one is a guest's. */
export async function signOut(req: Request): Promise<void> {
  await settle((done) => req.session.regenerate(done));
  req.authUser = null;
}
