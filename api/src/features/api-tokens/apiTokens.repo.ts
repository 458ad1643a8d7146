import { type Insertable, type Selectable, sql } from 'kysely';
import type { ApiTokenTable, Db } from '../../platform/db';

export type ApiTokenRow = Selectable<ApiTokenTable>;

/** How many of the owner's tokens still open something. */
export async function countLive(db: Db, ownerId: number, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('api_token')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertToken(db: Db, row: Insertable<ApiTokenTable>): Promise<ApiTokenRow> {
  return db.insertInto('api_token').values(row).returningAll().executeTakeFirstOrThrow();
}

const SHOWN_EXPIRED_MS = 30 * 86_400_000;

/** The owner's tokens that are not revoked, newest first; expired ones for 30 days. */
export async function findTokens(db: Db, ownerId: number, now: Date): Promise<ApiTokenRow[]> {
  return db
    .selectFrom('api_token')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date(now.getTime() - SHOWN_EXPIRED_MS))
    .orderBy('id', 'desc')
    .execute();
}

/** The token with this hash, when it is neither revoked nor expired. */
export async function findLive(db: Db, sha256: string, now: Date): Promise<ApiTokenRow | undefined> {
  return db
    .selectFrom('api_token')
    .selectAll()
    .where('token_sha256', '=', sha256)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Notes a use, unless one after `before` is noted already. */
export async function touchToken(db: Db, id: number, now: Date, before: Date): Promise<void> {
  await db
    .updateTable('api_token')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<=', before)]))
    .execute();
}

/** False when the owner has no such token, or revoked it already. */
export async function revokeToken(db: Db, ownerId: number, id: number, now: Date): Promise<boolean> {
  const revoked = await db
    .updateTable('api_token')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return revoked !== undefined;
}

export type EndingRow = Pick<ApiTokenRow, 'id' | 'owner_id' | 'name' | 'expires_at'>;

/**
 * Notes of tokens that end soon that their end is announced, and answers them: each only once, whoever asks. Soon is
 * within seven days, or in the second half of a shorter life. Accounts that are not active are left for later.
 */
export async function takeEnding(db: Db, now: Date): Promise<EndingRow[]> {
  const { rows } = await sql<EndingRow>`
    UPDATE api_token AS t SET expiry_told_at = ${now} FROM app_user u
    WHERE u.id = t.owner_id AND u.status = 'active' AND t.revoked_at IS NULL AND t.expiry_told_at IS NULL
      AND t.expires_at > ${now}
      AND t.expires_at - least(interval '7 days', (t.expires_at - t.created_at) / 2) <= ${now}
    RETURNING t.id, t.owner_id, t.name, t.expires_at`.execute(db);
  return rows;
}

/** Of one account, or of all; how many were revoked. */
export async function revokeTokensOf(db: Db, owner: number | 'everybody', now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('api_token')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .$if(owner !== 'everybody', (query) => query.where('owner_id', '=', Number(owner)))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
