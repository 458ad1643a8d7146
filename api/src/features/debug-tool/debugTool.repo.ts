import { type Db, inTransaction } from '../../platform/db';

export interface Admin {
  id: number;
  email: string;
}

export interface DebugSession {
  id: number;
  admin: Admin;
  cookieSha256: string;
  /** As `Chrome 141, Linux`. */
  device: string;
  createdAt: Date;
  /** When its admin last gave password and code: when it began, or since. */
  provenAt: Date;
  lastUsedAt: Date;
  /** Absolute end, whatever the use. */
  expiresAt: Date;
}

export async function findAdmin(
  db: Db,
  email: string,
): Promise<(Admin & { passwordHash: string | null }) | undefined> {
  return db
    .selectFrom('app_user')
    .select(['id', 'email', 'password_hash as passwordHash'])
    .where((where) => where(where.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .executeTakeFirst();
}

/** Sessions that were not revoked, of admins who still are. Their times are for the caller to judge. */
const sessionsOf = (db: Db) =>
  db
    .selectFrom('debug_session as s')
    .innerJoin('app_user as u', 'u.id', 's.admin_id')
    .select(['s.id', 's.cookie_sha256', 's.device', 's.created_at', 's.proven_at', 's.last_used_at'])
    .select(['s.expires_at', 'u.id as admin_id', 'u.email'])
    .where('s.revoked_at', 'is', null)
    .where('u.role', '=', 'admin')
    .where('u.status', '=', 'active');

type SessionRow = Awaited<ReturnType<ReturnType<typeof sessionsOf>['executeTakeFirstOrThrow']>>;

const sessionOf = (row: SessionRow): DebugSession => ({
  id: row.id,
  admin: { id: row.admin_id, email: row.email },
  cookieSha256: row.cookie_sha256,
  device: row.device,
  createdAt: row.created_at,
  provenAt: row.proven_at ?? row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
});

/** By its token's hash, or by its id. */
export async function findSession(db: Db, by: string | number): Promise<DebugSession | undefined> {
  const found = sessionsOf(db);
  const row = await (typeof by === 'string'
    ? found.where('s.token_sha256', '=', by)
    : found.where('s.id', '=', by)
  ).executeTakeFirst();
  return row && sessionOf(row);
}

/** Those whose absolute end is ahead, newest first. */
export async function findSessions(db: Db, now: Date): Promise<DebugSession[]> {
  const rows = await sessionsOf(db).where('s.expires_at', '>', now).orderBy('s.id', 'desc').execute();
  return rows.map(sessionOf);
}

export interface NewSession {
  adminId: number;
  tokenSha256: string;
  cookieSha256: string;
  device: string;
  now: Date;
  expiresAt: Date;
  /** The admin's oldest sessions end so that no more than this many are open. */
  most: number;
}

export function insertSession(db: Db, session: NewSession): Promise<number> {
  const { adminId, tokenSha256, cookieSha256, device, now, expiresAt, most } = session;
  return inTransaction(db, async (trx) => {
    // Activations of one admin queue up here, so that they count each other.
    await trx.selectFrom('app_user').select('id').where('id', '=', adminId).forUpdate().execute();
    const { id } = await trx
      .insertInto('debug_session')
      .values({
        admin_id: adminId,
        token_sha256: tokenSha256,
        cookie_sha256: cookieSha256,
        device,
        created_at: now,
        last_used_at: now,
        expires_at: expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const kept = trx
      .selectFrom('debug_session')
      .select('id')
      .where('admin_id', '=', adminId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('id', 'desc')
      .limit(most);
    await trx
      .updateTable('debug_session')
      .set({ revoked_at: now })
      .where('admin_id', '=', adminId)
      .where('revoked_at', 'is', null)
      .where('id', 'not in', kept)
      .execute();
    return id;
  });
}

export async function touchSession(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('debug_session').set({ last_used_at: now }).where('id', '=', id).execute();
}

export async function proveSession(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('debug_session').set({ proven_at: now }).where('id', '=', id).execute();
}

/** @param endedBy the admin who ended it, when it was somebody else */
export async function revokeSession(
  db: Db,
  id: number,
  now: Date,
  endedBy: number | null = null,
): Promise<void> {
  await db
    .updateTable('debug_session')
    .set({ revoked_at: now, ended_by: endedBy })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}
