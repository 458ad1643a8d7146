import type { AssetFormat, BundleClick, CreativeContentType } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import type { AssetImage } from './content';

/** What is stored of an owner, as its row. */
export interface AssetRow extends AssetImage {
  owner_id: number;
}

/** What is stored of a creative whose bytes, if it has any, are in the store already. */
export interface NewAsset {
  ownerId: number;
  /** Of the bytes; of the words where there are none. */
  sha256: string;
  contentType: CreativeContentType | 'application/json';
  byteCount: number;
  width: number;
  height: number;
  /** An image unless it says otherwise. */
  format?: AssetFormat;
  /** As the contract has them; null for images. */
  parts?: object | null;
}

/** What an owner stores by now. */
export async function sumAssets(db: Db, ownerId: number): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    SELECT count(*)::int AS count, coalesce(sum(byte_count), 0)::float8 AS bytes FROM creative_asset
    WHERE owner_id = ${ownerId}`.execute(db);
  return rows[0] ?? { count: 0, bytes: 0 };
}

/** Whether the owner has these bytes, or words, already. */
export async function isStored(db: Db, ownerId: number, sha256: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM creative_asset WHERE owner_id = ${ownerId} AND sha256 = ${sha256}`.execute(db);
  return rows.length > 0;
}

/** The click that was seen on a bundle of these bytes, whoever stores them. */
export async function findClick(db: Db, sha256: string): Promise<BundleClick | null> {
  const { rows } = await sql<{ click: BundleClick }>`
    SELECT parts -> 'click' AS click FROM creative_asset WHERE sha256 = ${sha256} AND parts ? 'click' LIMIT 1`.execute(
    db,
  );
  return rows[0]?.click ?? null;
}

/** Makes the owner's row; the same thing again answers the row there is, with a click that was seen meanwhile. */
export async function recordAsset(db: Db, asset: NewAsset): Promise<AssetRow> {
  const { ownerId, sha256, contentType, byteCount, width, height, format = 'image', parts = null } = asset;
  const { rows } = await sql<AssetRow>`
    INSERT INTO creative_asset (owner_id, sha256, content_type, byte_count, width, height, format, parts)
    VALUES (${ownerId}, ${sha256}, ${contentType}, ${byteCount}, ${width}, ${height}, ${format},
      ${parts && JSON.stringify(parts)}::jsonb)
    ON CONFLICT (owner_id, sha256) DO UPDATE SET parts = creative_asset.parts || excluded.parts
    RETURNING *`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The asset was not stored');
  return row;
}

/** The owner's picture with this row number; undefined without one. */
export async function findPicture(db: Db, ownerId: number, id: number): Promise<AssetRow | undefined> {
  const { rows } = await sql<AssetRow>`
    SELECT * FROM creative_asset WHERE owner_id = ${ownerId} AND id = ${id} AND format = 'picture'`.execute(
    db,
  );
  return rows[0];
}

/** What names the file of an asset. */
export type FileRow = Pick<AssetRow, 'id' | 'format' | 'sha256' | 'content_type'>;

const FILE = sql`id, format, sha256, content_type`;

/** The owner's asset with this row number; undefined without one. */
export async function findOwnFile(db: Db, ownerId: number, id: number): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    SELECT ${FILE} FROM creative_asset WHERE owner_id = ${ownerId} AND id = ${id}`.execute(db);
  return rows[0];
}

export async function findFiles(db: Db, ids: readonly number[]): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    SELECT ${FILE} FROM creative_asset WHERE id = ANY (${[...ids]}::int[])`.execute(db);
  return rows;
}
