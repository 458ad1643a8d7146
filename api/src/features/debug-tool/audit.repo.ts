import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db';
import { type AuditEntry, auditHash, type ChainedEntry, FIRST_HASH } from './auditChain';

/** Only one row can be the next of the chain: held until the end of the transaction that writes it. */
const CHAIN_LOCK = 735_208_115;

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
