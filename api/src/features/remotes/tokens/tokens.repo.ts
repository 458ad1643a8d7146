import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, RemoteTokenTable } from '../../../platform/db';

export type TokenRow = Selectable<RemoteTokenTable>;

/** Shown at most: of what opens nothing any more the newest. */
const LISTED = 200;

export const insertToken = (db: Db, row: Insertable<RemoteTokenTable>): Promise<TokenRow> =>
  db.insertInto('remote_token').values(row).returningAll().executeTakeFirstOrThrow();

/** Those that open something first, each part newest first. */
export const listTokens = (db: Db, now: Date): Promise<TokenRow[]> =>
  db
    .selectFrom('remote_token')
    .selectAll()
    .orderBy(sql`(revoked_at IS NULL AND expires_at > ${now})`, 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute();

/** The token with this hash, when it is neither revoked nor expired. */
export const findLive = (db: Db, sha256: string, now: Date): Promise<TokenRow | undefined> =>
  db
    .selectFrom('remote_token')
    .selectAll()
    .where('token_sha256', '=', sha256)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Notes a use, unless one after `before` is noted already. */
export async function touchToken(db: Db, id: number, now: Date, before: Date): Promise<void> {
  await db
    .updateTable('remote_token')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<=', before)]))
    .execute();
}

/** The token as it is then; undefined when there is none, or it was revoked before. */
export const revokeToken = (db: Db, id: number, now: Date): Promise<TokenRow | undefined> =>
  db
    .updateTable('remote_token')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
