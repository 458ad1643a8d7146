import { createHash } from 'node:crypto';
import { type OwnSession, type OwnSessionList, ownSession } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, inTransaction, type JsonValue, lockOwner, type Trx } from '../../platform/db';
import { NotFoundError } from '../../platform/errors';

/** More than these nobody reads; they can still be ended all at once. */
const MOST_LISTED = 100;
/** As many as `sessionHash` has: one follows from the other. */
const ID_BYTES = 16;

const visitor = ownSession.pick({ device: true, browser: true, system: true, country: true });
const UNKNOWN = { device: 'desktop', browser: null, system: null, country: null } as const;

/** What all names of a session have in common: the first of them. */
const family = sql<string>`coalesce(session.sess ->> 'family', session.sid)`;
const familyOf = (sid: string) =>
  sql<string>`coalesce((SELECT coalesce(s.sess ->> 'family', s.sid) FROM session s WHERE s.sid = ${sid}), ${sid})`;
/** It goes on under another name, which counts. */
const isMoved = sql<boolean>`session.sess ->> 'moved' IS NOT NULL`;

/** A session's name for its owner, whatever its own is by now: whoever reads it has learnt nothing that opens it. */
export const publicSessionId = (first: string): string =>
  createHash('sha256').update(first).digest().subarray(0, ID_BYTES).toString('base64url');

function visitorOf(value: JsonValue | null): typeof UNKNOWN | ReturnType<typeof visitor.parse> {
  const parsed = visitor.safeParse(value);
  return parsed.success ? parsed.data : UNKNOWN;
}

/**
 * Ends every session of the account, except one under all its names; how many they were. Whoever is given another name
 * at this moment (`proveAgain`) waits behind the account's row, or is waited for.
 */
export function endSessions(db: Db, userId: number, exceptSid?: string): Promise<number> {
  return inTransaction(db, async (trx) => {
    await lockOwner(trx, userId);
    const rows = await trx
      .deleteFrom('session')
      .where('user_id', '=', userId)
      .$if(exceptSid !== undefined, (query) => query.where(family, '<>', familyOf(exceptSid ?? '')))
      .returning(isMoved.as('is_moved'))
      .execute();
    return rows.filter((row) => !row.is_moved).length;
  });
}

/** In how many places the account is signed in now. */
export async function countSessions(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM session
    WHERE user_id = ${userId} AND expire > now() AND NOT ${isMoved}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Ends every session there is; how many they were. Nobody signs in or proves who they are meanwhile. */
export function endAllSessions(db: Db): Promise<number> {
  return inTransaction(db, async (trx) => {
    await sql`LOCK TABLE session IN EXCLUSIVE MODE`.execute(trx);
    const rows = await trx.deleteFrom('session').returning(isMoved.as('is_moved')).execute();
    return rows.filter((row) => !row.is_moved).length;
  });
}

/** Lets a session outlive a new password; in the transaction that sets it, so that no call finds the one without the other. */
export async function restampSession(trx: Trx, userId: number, sid: string, changedAt: Date): Promise<void> {
  const stamp = sql`jsonb_set(sess::jsonb, '{passwordSetAtMs}', to_jsonb(${changedAt.getTime()}::int8))::json`;
  await sql`UPDATE session SET sess = ${stamp}
    WHERE user_id = ${userId} AND ${family} = ${familyOf(sid)}`.execute(trx);
}

/** Where an account is signed in, for its owner. */
export function createOwnSessions({ db }: { db: Db }) {
  const live = (userId: number) =>
    db
      .selectFrom('session')
      .where('user_id', '=', userId)
      .where('expire', '>', sql<Date>`now()`)
      .where(sql<boolean>`NOT ${isMoved}`);

  return {
    async list(userId: number, currentSid: string): Promise<OwnSessionList> {
      const rows = await live(userId)
        .select([
          family.as('family'),
          sql<boolean>`${family} = ${familyOf(currentSid)}`.as('current'),
          'seen_at',
          sql<JsonValue | null>`sess -> 'visitor'`.as('visitor'),
          // The row may be younger: a proof given again moves the session to another one.
          sql<Date>`coalesce(to_timestamp((sess ->> 'signedInAt')::float8 / 1000), signed_in_at)`.as(
            'signed_in_at',
          ),
        ])
        .orderBy('current', 'desc')
        .orderBy('seen_at', 'desc')
        .orderBy('sid')
        .limit(MOST_LISTED)
        .execute();
      return {
        sessions: rows.map(
          (row): OwnSession => ({
            id: publicSessionId(row.family),
            current: row.current,
            ...visitorOf(row.visitor),
            signed_in_at: row.signed_in_at.toISOString(),
            seen_at: row.seen_at.toISOString(),
          }),
        ),
      };
    },

    /** Ends one, under all its names; whether it was the one that asks. Another account's does not exist (404). */
    end: (userId: number, id: string, currentSid: string): Promise<{ wasCurrent: boolean }> =>
      inTransaction(db, async (trx) => {
        await lockOwner(trx, userId);
        const rows = await trx
          .selectFrom('session')
          .select([family.as('family'), sql<boolean>`${family} = ${familyOf(currentSid)}`.as('current')])
          .where('user_id', '=', userId)
          .where('expire', '>', sql<Date>`now()`)
          .execute();
        const found = rows.find((row) => publicSessionId(row.family) === id);
        if (!found) throw new NotFoundError('This device is not signed in any more');
        await trx
          .deleteFrom('session')
          .where('user_id', '=', userId)
          .where(family, '=', found.family)
          .execute();
        return { wasCurrent: found.current };
      }),

    endOthers: (userId: number, currentSid: string): Promise<number> => endSessions(db, userId, currentSid),
  };
}

export type OwnSessions = ReturnType<typeof createOwnSessions>;
