import { type Asset, CREATIVE_EXTENSIONS, type CreativeContentType, publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import { ValidationError } from '../../platform/errors';
import { inspectImage } from './imageFile';
import { type ImageStore, imageUrl } from './imageStore';

/** A stored image of one owner, as its row. */
export interface AssetRow {
  id: number;
  owner_id: number;
  sha256: string;
  content_type: string;
  byte_count: number;
  width: number;
  height: number;
}

/** What must be known of an asset to show it; rows of joins have these columns under their own names. */
export type AssetImage = Omit<AssetRow, 'owner_id'>;

const isStoredType = (type: string): type is CreativeContentType => Object.hasOwn(CREATIVE_EXTENSIONS, type);

/** Address of a row's image. */
export function assetUrl(row: Pick<AssetRow, 'sha256' | 'content_type'>): string {
  if (!isStoredType(row.content_type)) throw new Error(`Asset of an unknown type: ${row.content_type}`);
  return imageUrl(row.sha256, row.content_type);
}

/** The asset as everyone outside sees it. */
export function presentAsset(row: AssetImage): Asset {
  return {
    id: publicId('asset', row.id),
    url: assetUrl(row),
    content_type: row.content_type,
    bytes: row.byte_count,
    width: row.width,
    height: row.height,
  };
}

/** What is stored of an image whose bytes are in the store already. */
export interface NewAsset {
  ownerId: number;
  sha256: string;
  contentType: CreativeContentType;
  byteCount: number;
  width: number;
  height: number;
}

/** Makes the owner's row of an image; the same image again answers the row there is. */
export async function recordAsset(db: Db, asset: NewAsset): Promise<AssetRow> {
  const { rows } = await sql<AssetRow>`
    INSERT INTO creative_asset (owner_id, sha256, content_type, byte_count, width, height)
    VALUES (${asset.ownerId}, ${asset.sha256}, ${asset.contentType}, ${asset.byteCount}, ${asset.width}, ${asset.height})
    ON CONFLICT (owner_id, sha256) DO UPDATE SET owner_id = excluded.owner_id
    RETURNING id, owner_id, sha256, content_type, byte_count, width, height`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The asset was not stored');
  return row;
}

export interface AssetService {
  /** Checks and keeps an upload; refuses (422) with a sentence under `image`. */
  upload(ownerId: number, bytes: Buffer, declaredType: string): Promise<Asset>;
}

export function createAssetService({ db, store }: { db: Db; store: ImageStore }): AssetService {
  return {
    async upload(ownerId, bytes, declaredType) {
      const inspection = inspectImage(bytes, declaredType);
      if (!inspection.ok)
        throw new ValidationError({ image: [inspection.problem] }, inspection.problem, 'IMAGE_REFUSED');
      const { contentType, size } = inspection.image;
      const { sha256 } = await store.put(bytes, contentType);
      const { width, height } = size;
      const row = await recordAsset(db, {
        ownerId,
        sha256,
        contentType,
        byteCount: bytes.length,
        width,
        height,
      });
      return presentAsset(row);
    },
  };
}
