import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db';
import { type AuditEntry, auditHash, type ChainedEntry, FIRST_HASH } from './auditChain';

/** Only one row can be the next of the chain: held until the end of the transaction that writes it. */
const CHAIN_LOCK = 735_208_115;

export interface Admin {
  id: number;
  email: string;
}

export interface DebugSession {
  id: number;
  admin: Admin;
  cookieSha256: string;
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

/** A session that was not revoked, of an admin who still is one. Its times are for the caller to judge. */
export async function findSession(db: Db, tokenSha256: string): Promise<DebugSession | undefined> {
  const row = await db
    .selectFrom('debug_session as s')
    .innerJoin('app_user as u', 'u.id', 's.admin_id')
    .select(['s.id', 's.cookie_sha256', 's.last_used_at', 's.expires_at', 'u.id as admin_id', 'u.email'])
    .where('s.token_sha256', '=', tokenSha256)
    .where('s.revoked_at', 'is', null)
    .where('u.role', '=', 'admin')
    .where('u.status', '=', 'active')
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      admin: { id: row.admin_id, email: row.email },
      cookieSha256: row.cookie_sha256,
      lastUsedAt: row.last_used_at,
      expiresAt: row.expires_at,
    }
  );
}

export interface NewSession {
  adminId: number;
  tokenSha256: string;
  cookieSha256: string;
  now: Date;
  expiresAt: Date;
  /** The admin's oldest sessions end so that no more than this many are open. */
  most: number;
}

export function insertSession(db: Db, session: NewSession): Promise<number> {
  const { adminId, tokenSha256, cookieSha256, now, expiresAt, most } = session;
  return inTransaction(db, async (trx) => {
    // Activations of one admin queue up here, so that they count each other.
    await trx.selectFrom('app_user').select('id').where('id', '=', adminId).forUpdate().execute();
    const { id } = await trx
      .insertInto('debug_session')
      .values({
        admin_id: adminId,
        token_sha256: tokenSha256,
        cookie_sha256: cookieSha256,
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

export async function revokeSession(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('debug_session').set({ revoked_at: now }).where('id', '=', id).execute();
}

export function appendAudit(db: Db, entry: AuditEntry): Promise<void> {
  return inTransaction(db, async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(trx);
    const last = await trx
      .selectFrom('debug_audit')
      .select('hash')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const previousHash = last?.hash ?? FIRST_HASH;
    await trx
      .insertInto('debug_audit')
      .values({
        admin_id: entry.adminId,
        debug_session_id: entry.debugSessionId,
        method: entry.method,
        path: entry.path,
        status: entry.status,
        detail: entry.detail,
        ip_hash: entry.ipHash,
        happened_at: entry.happenedAt,
        previous_hash: previousHash,
        hash: auditHash(previousHash, entry),
      })
      .execute();
  });
}

const ROWS_AT_ONCE = 1_000;

/** The audit in its order, some rows at a time: it only grows. */
export async function* readAudit(db: Db): AsyncGenerator<ChainedEntry[]> {
  let after = 0n;
  for (;;) {
    const rows = await db
      .selectFrom('debug_audit')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => ({
      id: row.id,
      adminId: row.admin_id,
      debugSessionId: row.debug_session_id,
      method: row.method,
      path: row.path,
      status: row.status,
      detail: row.detail as Record<string, unknown>,
      ipHash: row.ip_hash,
      happenedAt: row.happened_at,
      previousHash: row.previous_hash,
      hash: row.hash,
    }));
    after = last.id;
  }
}
