import type { AssetUploadInput } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';

/** A row of `asset_upload`. */
export interface UploadRow {
  id: string;
  owner_id: number;
  name: string;
  content_type: string;
  byte_count: number;
  sha256: string;
  received: number;
  created_at: Date;
  part_at: Date | null;
  finishing_at: Date | null;
}

/** Those that are not over, newest first. */
export async function findOpen(db: Db, ownerId: number, since: Date): Promise<UploadRow[]> {
  const { rows } = await sql<UploadRow>`
    SELECT * FROM asset_upload WHERE owner_id = ${ownerId} AND created_at > ${since}
    ORDER BY created_at DESC, id`.execute(db);
  return rows;
}

export async function insertUpload(
  trx: Trx,
  ownerId: number,
  id: string,
  { name, content_type, bytes, sha256 }: AssetUploadInput,
  now: Date,
): Promise<UploadRow> {
  const { rows } = await sql<UploadRow>`
    INSERT INTO asset_upload (id, owner_id, name, content_type, byte_count, sha256, created_at)
    VALUES (${id}, ${ownerId}, ${name}, ${content_type}, ${bytes}, ${sha256}, ${now}) RETURNING *`.execute(
    trx,
  );
  const [row] = rows;
  if (!row) throw new Error('The upload was not stored');
  return row;
}

/** Of its owner, and not over. */
export async function findUpload(
  db: Db,
  ownerId: number,
  id: string,
  since: Date,
): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    SELECT * FROM asset_upload WHERE id = ${id} AND owner_id = ${ownerId} AND created_at > ${since}`.execute(
    db,
  );
  return rows[0];
}

/** The same, held until the transaction ends. */
export async function lockUpload(
  trx: Trx,
  ownerId: number,
  id: string,
  since: Date,
): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    SELECT * FROM asset_upload WHERE id = ${id} AND owner_id = ${ownerId} AND created_at > ${since}
    FOR UPDATE`.execute(trx);
  return rows[0];
}

export async function noteReceived(trx: Trx, id: string, received: number, now: Date): Promise<void> {
  await sql`UPDATE asset_upload SET received = ${received}, part_at = ${now} WHERE id = ${id}`.execute(trx);
}

/** Claims a whole file for whoever checks it; null gives it back. */
export async function noteFinishing(db: Db, id: string, at: Date | null): Promise<void> {
  await sql`UPDATE asset_upload SET finishing_at = ${at} WHERE id = ${id}`.execute(db);
}

/** Files of the owner that are being checked since then. */
export async function countFinishing(trx: Trx, ownerId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM asset_upload WHERE owner_id = ${ownerId} AND finishing_at > ${since}`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

export async function deleteUpload(db: Db, id: string): Promise<void> {
  await sql`DELETE FROM asset_upload WHERE id = ${id}`.execute(db);
}

/** An upload of the same file that is over, or was said to be something else. */
export async function deleteOfFile(trx: Trx, ownerId: number, sha256: string): Promise<void> {
  await sql`DELETE FROM asset_upload WHERE owner_id = ${ownerId} AND sha256 = ${sha256}`.execute(trx);
}

export async function deleteOver(db: Db, until: Date): Promise<void> {
  await sql`DELETE FROM asset_upload WHERE created_at <= ${until}`.execute(db);
}

/** Of these ids, those that still have a row. */
export async function findKnown(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM asset_upload WHERE id = ANY(${[...ids]}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** An account that goes takes with it what it had not finished to send; the files follow with the next sweep. */
export async function deleteOfOwner(trx: Trx, ownerId: number): Promise<void> {
  await sql`DELETE FROM asset_upload WHERE owner_id = ${ownerId}`.execute(trx);
}
