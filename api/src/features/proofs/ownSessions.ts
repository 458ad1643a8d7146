import { createHash } from 'node:crypto';
import { type OwnSession, type OwnSessionList, ownSession } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db, JsonValue, Trx } from '../../platform/db';
import { NotFoundError } from '../../platform/errors';

/** More than these nobody reads; they can still be ended all at once. */
const MOST_LISTED = 100;
const ID_LENGTH = 22;

const visitor = ownSession.pick({ device: true, browser: true, system: true, country: true });
const UNKNOWN = { device: 'desktop', browser: null, system: null, country: null } as const;

/** A session's name for its owner: whoever reads it has learnt nothing that opens the session. */
export const publicSessionId = (sid: string): string =>
  createHash('sha256').update(sid).digest('base64url').slice(0, ID_LENGTH);

function visitorOf(value: JsonValue | null): typeof UNKNOWN | ReturnType<typeof visitor.parse> {
  const parsed = visitor.safeParse(value);
  return parsed.success ? parsed.data : UNKNOWN;
}

/** Ends every session of the account, except one; how many they were. */
export async function endSessions(db: Db, userId: number, exceptSid?: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(exceptSid !== undefined, (query) => query.where('sid', '<>', exceptSid ?? ''))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Lets a session outlive a new password; in the transaction that sets it, so that no call finds the one without the other. */
export async function restampSession(trx: Trx, userId: number, sid: string, changedAt: Date): Promise<void> {
  const stamp = sql`jsonb_set(sess::jsonb, '{passwordSetAtMs}', to_jsonb(${changedAt.getTime()}::int8))::json`;
  await sql`UPDATE session SET sess = ${stamp} WHERE sid = ${sid} AND user_id = ${userId}`.execute(trx);
}

/** Where an account is signed in, for its owner. */
export function createOwnSessions({ db }: { db: Db }) {
  const live = (userId: number) =>
    db
      .selectFrom('session')
      .where('user_id', '=', userId)
      .where('expire', '>', sql<Date>`now()`)
      // It goes on under another name, which is listed.
      .where(sql`sess ->> 'moved'`, 'is', null);

  return {
    async list(userId: number, currentSid: string): Promise<OwnSessionList> {
      const rows = await live(userId)
        .select([
          'sid',
          'seen_at',
          sql<JsonValue | null>`sess -> 'visitor'`.as('visitor'),
          // The row may be younger: a proof given again moves the session to another one.
          sql<Date>`coalesce(to_timestamp((sess ->> 'signedInAt')::float8 / 1000), signed_in_at)`.as(
            'signed_in_at',
          ),
        ])
        .orderBy(sql`sid = ${currentSid}`, 'desc')
        .orderBy('seen_at', 'desc')
        .orderBy('sid')
        .limit(MOST_LISTED)
        .execute();
      return {
        sessions: rows.map(
          (row): OwnSession => ({
            id: publicSessionId(row.sid),
            current: row.sid === currentSid,
            ...visitorOf(row.visitor),
            signed_in_at: row.signed_in_at.toISOString(),
            seen_at: row.seen_at.toISOString(),
          }),
        ),
      };
    },

    /** Ends one; whether it was the one that asks. Another account's does not exist (404). */
    async end(userId: number, id: string, currentSid: string): Promise<{ wasCurrent: boolean }> {
      const rows = await live(userId).select('sid').execute();
      const sid = rows.find((row) => publicSessionId(row.sid) === id)?.sid;
      if (sid === undefined) throw new NotFoundError('This device is not signed in any more');
      await db.deleteFrom('session').where('sid', '=', sid).where('user_id', '=', userId).execute();
      return { wasCurrent: sid === currentSid };
    },

    endOthers: (userId: number, currentSid: string): Promise<number> => endSessions(db, userId, currentSid),
  };
}

export type OwnSessions = ReturnType<typeof createOwnSessions>;
