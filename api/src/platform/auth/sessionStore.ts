import connectPgSimple from 'connect-pg-simple';
import type { Request } from 'express';
import session, { type SessionData, type Store } from 'express-session';
import type { Pool } from 'pg';
import type { Log } from '../log';

const PRUNE_SECONDS = 15 * 60;
const UPDATE = 'UPDATE session SET sess = $1, expire = $2 WHERE sid = $3';

export interface SessionStoreOptions {
  pool: Pool;
  log: Log;
  /** For sessions whose cookie has no end of its own. */
  maxAgeMs: number;
}

/**
 * Sessions as rows. Only a session that was made in this call is inserted; one that was read must still have its row:
 * a call that was on its way while its session was ended (sign-out, another device, a new password) does not write it
 * back.
 */
export function createSessionStore({ pool, log, maxAgeMs }: SessionStoreOptions) {
  const PgStore = connectPgSimple(session);
  const unsaved = new WeakSet<object>();

  class SessionStore extends PgStore {
    override set(sid: string, data: SessionData, done: (error?: unknown) => void = () => {}): void {
      if (unsaved.has(data)) {
        super.set(sid, data, (error) => {
          if (!error) unsaved.delete(data);
          done(error);
        });
        return;
      }
      const expires = data.cookie.expires ?? new Date(Date.now() + maxAgeMs);
      pool.query(UPDATE, [data, expires, sid]).then(() => done(), done);
    }
  }

  const store = new SessionStore({
    pool,
    tableName: 'session',
    pruneSessionInterval: PRUNE_SECONDS,
    disableTouch: true,
    errorLog: (...args: unknown[]) => log.error({ detail: args.map(String) }, 'The store of sessions failed'),
  });
  return {
    store,
    /** Once express-session has the store: it gives it the function that makes sessions. */
    watchNew(): void {
      const made: Store & { generate?: (req: Request) => void } = store;
      const { generate } = made;
      if (!generate) throw new Error('express-session has not been given the store yet');
      made.generate = (req) => {
        generate(req);
        unsaved.add(req.session);
      };
    },
  };
}
