import { type Asset, publicId, rowId } from '@ezdash/contracts';
import type { Db } from '../../platform/db';
import { NotFoundError } from '../../platform/errors';
import type { CreativeAddresses, Viewer } from './addresses';
import { findFiles, findOwnFile } from './assets.repo';
import { creativeFile } from './content';

export interface PreviewService {
  /** Where the owner's file opens now, unless it was stopped; throws 404 for words and for what is another's. */
  getAddress(ownerId: number, assetId: string): Promise<string>;
  /** Presents these assets with addresses that open now, approved or not: to reviewers also when they were stopped. */
  createSigner(assets: readonly Asset[], viewer: Viewer): Promise<(asset: Asset) => Asset>;
}

/** Assets as their owner sees them. */
export const asOwner: Pick<PreviewService, 'createSigner'> = {
  createSigner: () => Promise.resolve((asset) => asset),
};

const noFile = () => new NotFoundError('No such file');

/** The asset and, of a native ad, its pictures. */
const idsOf = ({ id, format, parts }: Asset): string[] =>
  format === 'native' ? [parts.image, parts.icon].flatMap((picture) => picture?.asset_id ?? []) : [id];

export function createPreviewService({
  db,
  addresses,
}: {
  db: Db;
  addresses: Pick<CreativeAddresses, 'toPreview'>;
}): PreviewService {
  return {
    async getAddress(ownerId, assetId) {
      const row = await findOwnFile(db, ownerId, rowId('asset', assetId) ?? 0);
      const address = row ? addresses.toPreview(creativeFile(row), 'preview') : '';
      if (address === '') throw noFile();
      return address;
    },

    async createSigner(assets, viewer) {
      const ids = assets.flatMap(idsOf).flatMap((id) => rowId('asset', id) ?? []);
      const rows = ids.length === 0 ? [] : await findFiles(db, [...new Set(ids)]);
      const found = new Map(
        rows.map((row) => [publicId('asset', row.id), addresses.toPreview(creativeFile(row), viewer)]),
      );
      const addressOf = (id: string) => found.get(id) ?? '';
      const picture = <P extends { asset_id: string }>(stored: P | null) =>
        stored && { ...stored, url: addressOf(stored.asset_id) };
      return (asset) =>
        asset.format === 'native'
          ? {
              ...asset,
              parts: { ...asset.parts, image: picture(asset.parts.image), icon: picture(asset.parts.icon) },
            }
          : { ...asset, url: addressOf(asset.id) };
    },
  };
}
