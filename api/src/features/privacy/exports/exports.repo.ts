import { type Selectable, sql } from 'kysely';
import type { DataExportTable, Db, Trx } from '../../../platform/db';

export type ExportRow = Selectable<DataExportTable>;

/**
 * Holds the person's row until the transaction ends, so that two requests are looked at one after the other. False
 * when the account has been deleted.
 */
export async function lockPerson(trx: Trx, userId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function newestExport(db: Db, userId: number): Promise<ExportRow | undefined> {
  return db
    .selectFrom('data_export')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

export async function insertExport(db: Db, userId: number, now: Date): Promise<ExportRow> {
  return db
    .insertInto('data_export')
    .values({ user_id: userId, requested_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The export, when it still waits to be made. */
export async function findWaiting(db: Db, id: string): Promise<ExportRow | undefined> {
  return db
    .selectFrom('data_export')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
}

export async function insertChunk(
  db: Db,
  chunk: { exportId: string; build: string; number: number; bytes: Buffer },
): Promise<void> {
  await db
    .insertInto('data_export_chunk')
    .values({ export_id: chunk.exportId, build: chunk.build, number: chunk.number, bytes: chunk.bytes })
    .execute();
}

export interface Made {
  build: string;
  bytes: number;
  expiresAt: Date;
}

/** False when somebody else was faster, or the export is gone. */
export async function noteReady(db: Db, id: string, { build, bytes, expiresAt }: Made): Promise<boolean> {
  const row = await db
    .updateTable('data_export')
    .set({ state: 'ready', build, byte_count: BigInt(bytes), expires_at: expiresAt })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function noteFailed(db: Db, id: string): Promise<void> {
  await db
    .updateTable('data_export')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Chunks of attempts that made no archive. */
export async function deleteOtherBuilds(db: Db, exportId: string, build: string | null): Promise<void> {
  await db
    .deleteFrom('data_export_chunk')
    .where('export_id', '=', exportId)
    .$if(build !== null, (query) => query.where('build', '<>', build ?? ''))
    .execute();
}

/** One's own archive that can be downloaded now. */
export async function findReady(
  db: Db,
  userId: number,
  id: string,
  now: Date,
): Promise<{ build: string; bytes: bigint; requested_at: Date } | undefined> {
  const row = await db
    .selectFrom('data_export')
    .select(['build', 'byte_count', 'requested_at'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('state', '=', 'ready')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row || row.build === null || row.byte_count === null) return undefined;
  return { build: row.build, bytes: row.byte_count, requested_at: row.requested_at };
}

/** The archive's chunks, one at a time. Throws when one is missing: the archive expired meanwhile. */
export async function* readChunks(db: Db, build: string, bytes: bigint): AsyncGenerator<Buffer> {
  let left = bytes;
  for (let number = 0; left > 0n; number += 1) {
    const chunk = await db
      .selectFrom('data_export_chunk')
      .select('bytes')
      .where('build', '=', build)
      .where('number', '=', number)
      .executeTakeFirst();
    if (!chunk) throw new Error('The archive is gone');
    left -= BigInt(chunk.bytes.length);
    yield chunk.bytes;
  }
}

/** Takes the bytes of archives whose time is over, and of attempts that ended without an archive; → how many ended. */
export async function expireExports(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    UPDATE data_export SET state = 'expired', build = NULL WHERE state = 'ready' AND expires_at <= ${now}
    RETURNING id`.execute(db);
  await sql`DELETE FROM data_export_chunk c USING data_export e
    WHERE e.id = c.export_id AND e.state NOT IN ('waiting', 'ready')`.execute(db);
  return rows.length;
}

/** Exports whose job ended without a word. */
export async function failAbandoned(db: Db, before: Date): Promise<number> {
  const rows = await db
    .updateTable('data_export')
    .set({ state: 'failed' })
    .where('state', '=', 'waiting')
    .where('requested_at', '<', before)
    .returning('id')
    .execute();
  return rows.length;
}
