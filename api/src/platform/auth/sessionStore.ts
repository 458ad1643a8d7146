import connectPgSimple from 'connect-pg-simple';
import type { Request } from 'express';
import session, { type SessionData, type Store } from 'express-session';
import type { Pool, PoolClient } from 'pg';
import { LOCK_WAIT_MS } from '../db';
import type { Log } from '../log';

const PRUNE_SECONDS = 15 * 60;
/** What was on its way under the old name still arrives: a page that asks while it is confirmed is not thrown out. */
const OLD_NAME_SECONDS = 10;

/** A name that was given up is written by nobody: a call that read it before would give it a life of its own again. */
const UPDATE = `UPDATE session SET sess = $1, expire = $2 WHERE sid = $3 AND sess ->> 'moved' IS NULL`;
const OWNER = 'SELECT user_id FROM session WHERE sid = $1';
const LOCK_OWNER = 'SELECT FROM app_user WHERE id = $1 FOR NO KEY UPDATE';
const LOCK = `SELECT sess ->> 'moved' AS moved FROM session WHERE sid = $1 AND expire > now() FOR UPDATE`;
const INSERT = 'INSERT INTO session (sid, sess, expire) VALUES ($1, $2, $3)';
const GIVE_UP = `UPDATE session SET sess = jsonb_set(sess::jsonb, '{moved}', 'true')::json,
  expire = least(expire, now() + make_interval(secs => ${OLD_NAME_SECONDS})) WHERE sid = $1`;
const END = `DELETE FROM session WHERE sid = $1 OR (user_id = $2 AND coalesce(sess ->> 'family', sid) =
  (SELECT coalesce(sess ->> 'family', sid) FROM session WHERE sid = $1))`;

export interface SessionStoreOptions {
  pool: Pool;
  /** For what waits for other changes of the account, so that nobody waits with them to be recognized. */
  lockingPool?: Pool;
  log: Log;
  /** For sessions whose cookie has no end of its own. */
  maxAgeMs: number;
}

/**
 * What became of a session that was to go on under a new name: it did; another call had moved it just before; it was
 * ended, and so has no other name.
 */
export type MoveOutcome = 'moved' | 'moved before' | 'gone';

/** Moves the call's session to the name and the data that it has by now, if there still is one under `oldSid`. */
export type MoveSession = (req: Request, oldSid: string) => Promise<MoveOutcome>;

async function transaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // Closed rather than given back: whatever state it is in, the transaction ends with it.
    client.release(true);
    throw error;
  }
}

/** Renaming and ending sessions of an account go one after the other, behind its row: lockOwner does the same. */
async function lockOwnerOf(client: PoolClient, sid: string): Promise<number | null> {
  const { rows } = await client.query<{ user_id: number | null }>(OWNER, [sid]);
  const userId = rows[0]?.user_id ?? null;
  if (userId !== null) await client.query(LOCK_OWNER, [userId]);
  return userId;
}

/**
 * Sessions as rows. Only a session that was made in this call is inserted; one that was read must still have its row:
 * a call that was on its way while its session was ended (sign-out, another device, a new password) does not write it
 * back. A session that went on under a new name is a family of two rows for some seconds; they end together.
 */
export function createSessionStore({ pool, lockingPool = pool, log, maxAgeMs }: SessionStoreOptions) {
  const PgStore = connectPgSimple(session);
  const unsaved = new WeakSet<object>();
  const endOf = ({ cookie }: SessionData) => cookie.expires ?? new Date(Date.now() + maxAgeMs);

  class SessionStore extends PgStore {
    override set(sid: string, data: SessionData, done: (error?: unknown) => void = () => {}): void {
      if (unsaved.has(data)) {
        super.set(sid, data, (error) => {
          if (!error) unsaved.delete(data);
          done(error);
        });
        return;
      }
      pool.query(UPDATE, [data, endOf(data), sid]).then(() => done(), done);
    }

    override destroy(sid: string, done: (error?: unknown) => void = () => {}): void {
      const end = async (client: PoolClient) => {
        await client.query(END, [sid, await lockOwnerOf(client, sid)]);
      };
      transaction(lockingPool, end).then(() => done(), done);
    }
  }

  const store = new SessionStore({
    pool,
    tableName: 'session',
    pruneSessionInterval: PRUNE_SECONDS,
    disableTouch: true,
    errorLog: (...args: unknown[]) => log.error({ detail: args.map(String) }, 'The store of sessions failed'),
  });

  const move: MoveSession = (req, oldSid) => {
    // Inserted here or nowhere.
    unsaved.delete(req.session);
    return transaction(lockingPool, async (client) => {
      await lockOwnerOf(client, oldSid);
      const { rows } = await client.query<{ moved: string | null }>(LOCK, [oldSid]);
      if (!rows[0]) return 'gone';
      if (rows[0].moved !== null) return 'moved before';
      await client.query(INSERT, [req.sessionID, req.session, endOf(req.session)]);
      await client.query(GIVE_UP, [oldSid]);
      return 'moved';
    });
  };

  return {
    store,
    move,
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
