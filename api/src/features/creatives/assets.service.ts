import { createHash } from 'node:crypto';
import {
  ASSETS,
  type Asset,
  type CreativePicture,
  HTML5,
  type NativeInput,
  type PictureUse,
  publicId,
  rowId,
  type TextInput,
  type VideoType,
} from '@ezdash/contracts';
import { type Db, inTransaction, lockOwner } from '../../platform/db';
import { ConflictError, ValidationError } from '../../platform/errors';
import { digest, type Work } from '../../platform/work';
import {
  type AssetRow,
  findClick,
  findPicture,
  isStored,
  type NewAsset,
  recordAsset,
  sumAssets,
} from './assets.repo';
import type { ClickTrials } from './clickTrials';
import { picturePath, presentAsset } from './content';
import type { DecodeImage } from './decodeImage';
import { inspectDrawn } from './imageFile';
import type { ImageStore } from './imageStore';
import { bundleTask, videoTask } from './tasks';

/** What a file adds to what its owner stores. */
interface Measured {
  sha256: string;
  bytes: number;
}

export interface AssetService {
  /**
   * Throws 409 `TOO_MANY_ASSETS` when one more asset is too much for the owner. What the owner stores already adds
   * nothing, so there is always room for it.
   */
  requireRoom(ownerId: number, file: Measured, on?: Db): Promise<void>;
  /**
   * Checks and keeps a file: an image or an HTML5 bundle, by its type; a picture of a native ad with `use`.
   * Refuses (422) with a sentence under `image` or `bundle`; 429 or 503 when too many files are being checked.
   */
  upload(ownerId: number, bytes: Buffer, declaredType: string, use?: PictureUse): Promise<Asset>;
  /**
   * The same for a video, which lies in a file and stays there; 422 under `video`, and `UPLOAD_DAMAGED` when it is not
   * what `sha256` says.
   */
  uploadVideo(ownerId: number, file: string, contentType: VideoType, sha256?: string): Promise<Asset>;
  /** Keeps the words of a native ad; refuses (422) pictures that are not the owner's. */
  addNative(ownerId: number, input: NativeInput): Promise<Asset>;
  addText(ownerId: number, input: TextInput): Promise<Asset>;
}

const refuse = (field: string, problem: string, code: string) =>
  new ValidationError({ [field]: [problem] }, problem, code);

/** What arrived in parts is not what was said at its beginning. */
export const damaged = () =>
  refuse('file', 'The file did not arrive as it was sent. Upload it again', 'UPLOAD_DAMAGED');

/** Words are stored under the hash of what they say. */
function hashOf(format: string, parts: object): { sha256: string; byteCount: number } {
  const text = JSON.stringify({ format, ...parts });
  return { sha256: createHash('sha256').update(text).digest('hex'), byteCount: Buffer.byteLength(text) };
}

export interface AssetDeps {
  db: Db;
  store: ImageStore;
  decode: DecodeImage;
  work: Pick<Work, 'run'>;
  /** Clicks bundles; without it a reviewer does. */
  clicks?: ClickTrials;
}

export function createAssetService({ db, store, decode, work, clicks }: AssetDeps): AssetService {
  async function requireRoom(ownerId: number, { sha256, bytes }: Measured, on: Db = db): Promise<void> {
    if (await isStored(on, ownerId, sha256)) return;
    const stored = await sumAssets(on, ownerId);
    if (stored.count < ASSETS.most && stored.bytes + bytes <= ASSETS.mostBytes) return;
    throw new ConflictError(
      'An account stores at most 20,000 creatives and 20 GB. Clone a campaign to use its creatives again, or contact support',
      'TOO_MANY_ASSETS',
    );
  }

  /**
   * Of two files at the same moment the second counts the first. Its bytes, which are in the store by then, stay there
   * when that leaves no room: the same bytes may be somebody else's at any moment.
   */
  const keep = (asset: NewAsset): Promise<AssetRow> =>
    inTransaction(db, async (trx) => {
      await lockOwner(trx, asset.ownerId);
      await requireRoom(asset.ownerId, { sha256: asset.sha256, bytes: asset.byteCount }, trx);
      return recordAsset(trx, asset);
    });

  async function uploadImage(ownerId: number, bytes: Buffer, declaredType: string, use?: PictureUse) {
    const inspection = await inspectDrawn(bytes, declaredType, decode, { use, ownerId });
    if (!inspection.ok) throw refuse('image', inspection.problem, 'IMAGE_REFUSED');
    const { contentType, size } = inspection.image;
    const { sha256 } = await store.put(bytes, contentType);
    const format = use ? 'picture' : 'image';
    return keep({ ownerId, sha256, contentType, byteCount: bytes.length, ...size, format });
  }

  /**
   * @param packed the archive itself: a bundle counts as what it unpacks to, which is known here for the first time, and
   * is asked for before anything of it is kept
   */
  async function uploadBundle(ownerId: number, zip: Buffer, packed: Measured) {
    const { sha256, filled } = await store.putBundle(zip, async (folder) => {
      const unpacked = await work.run(bundleTask, { zip, folder }, ownerId);
      if (!unpacked.ok) throw refuse('bundle', unpacked.problem, 'BUNDLE_REFUSED');
      const { bundle } = unpacked;
      await requireRoom(ownerId, { ...packed, bytes: bundle.byteCount });
      const known = await findClick(db, packed.sha256);
      const tried = known ? null : await clicks?.try(folder, bundle.size, ownerId);
      if (tried && !tried.ok) throw refuse('bundle', tried.problem, 'BUNDLE_REFUSED');
      return { ...bundle, click: known ?? tried?.click };
    });
    const { size, parts, click, byteCount } = filled;
    const { width, height } = size;
    const asset = { ownerId, sha256, contentType: HTML5.type, byteCount, width, height };
    return keep({ ...asset, format: 'html5', parts: click ? { ...parts, click } : parts });
  }

  async function pictureOf(
    ownerId: number,
    field: string,
    assetId: string | null,
  ): Promise<CreativePicture | null> {
    if (assetId === null) return null;
    const row = await findPicture(db, ownerId, rowId('asset', assetId) ?? 0);
    if (!row) throw new ValidationError({ [field]: ['No such image. Upload it again'] });
    return {
      asset_id: publicId('asset', row.id),
      url: picturePath(row),
      width: row.width,
      height: row.height,
    };
  }

  const keepWords = async (ownerId: number, format: 'native' | 'text', parts: object) =>
    presentAsset(
      await keep({
        ownerId,
        ...hashOf(format, parts),
        contentType: 'application/json',
        width: 0,
        height: 0,
        format,
        parts,
      }),
    );

  return {
    requireRoom,

    async upload(ownerId, bytes, declaredType, use) {
      const sent = { sha256: (await digest('SHA-256', bytes)).toString('hex'), bytes: bytes.length };
      // Before anything is looked into or written.
      await requireRoom(ownerId, sent);
      if (declaredType === HTML5.type) return presentAsset(await uploadBundle(ownerId, bytes, sent));
      return presentAsset(await uploadImage(ownerId, bytes, declaredType, use));
    },

    async addNative(ownerId, { image_asset_id, icon_asset_id, ...words }) {
      const image = await pictureOf(ownerId, 'image_asset_id', image_asset_id);
      const icon = await pictureOf(ownerId, 'icon_asset_id', icon_asset_id);
      return keepWords(ownerId, 'native', { ...words, image, icon });
    },

    async uploadVideo(ownerId, file, contentType, declaredHash) {
      const { sha256, byteCount, inspection } = await work.run(videoTask, { file, contentType }, ownerId);
      if (declaredHash !== undefined && declaredHash !== sha256) throw damaged();
      if (!inspection.ok) throw refuse('video', inspection.problem, 'VIDEO_REFUSED');
      // Before it is written.
      await requireRoom(ownerId, { sha256, bytes: byteCount });
      await store.putFile(file, sha256, contentType);
      const { width, height, parts } = inspection.video;
      const asset = { ownerId, sha256, contentType, byteCount, width, height };
      return presentAsset(await keep({ ...asset, format: 'video', parts }));
    },

    addText: (ownerId, words) => keepWords(ownerId, 'text', words),
  };
}
