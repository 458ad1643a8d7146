import { type AdReviewAdvertiser, type Asset, type PropertyBlock, publicId } from '@ezdash/contracts';
import { type AssetImage, presentAsset } from '../creatives';
import type { BlockRow } from './blocks.repo';

/** A creative as a publisher may see it: what visitors see, and nothing of who counts its clicks. */
export function presentSeen(row: AssetImage): Asset {
  const asset = presentAsset(row);
  switch (asset.format) {
    case 'html5':
      return { ...asset, parts: { ...asset.parts, click_chain: null } };
    case 'native':
      return { ...asset, parts: { ...asset.parts, click_chain: null } };
    case 'text':
      return { ...asset, parts: { ...asset.parts, click_chain: null } };
    default:
      return asset;
  }
}

/** The company's name and nothing of the person. */
export const presentAdvertiser = (id: number, companyName: string | null): AdReviewAdvertiser => ({
  id: publicId('advertiser', id),
  name: companyName?.trim() || null,
});

function subjectOf({ advertiser_id, creative_id, category, domain }: BlockRow): string {
  if (advertiser_id !== null) return publicId('advertiser', advertiser_id);
  if (creative_id !== null) return publicId('creative', creative_id);
  return category ?? domain ?? '';
}

export function presentBlock(row: BlockRow): PropertyBlock {
  return {
    id: publicId('propertyBlock', row.id),
    kind: row.kind,
    value: subjectOf(row),
    advertiser: row.owner_id === null ? null : presentAdvertiser(row.owner_id, row.company_name),
    asset: row.asset_id === null ? null : presentSeen({ ...row, id: row.asset_id }),
    alt: row.alt,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
    removed_at: row.removed_at?.toISOString() ?? null,
    removed_by: row.removed_by,
  };
}
