import type { Asset } from '@ezdash/contracts';
import type { SlotSize } from '../parts/Slot';

/** Address of a picture that stands for a creative in a list; null when it has none that is an image. */
export function creativePicture(asset: Asset): string | null {
  if (asset.format === 'image' || asset.format === 'picture') return asset.url;
  if (asset.format === 'native') return asset.parts.image?.url ?? asset.parts.icon?.url ?? null;
  return null;
}

/** Its shape in a list: what is as wide as its place is drawn as its picture, or as a line of words. */
export function creativeShape(asset: Asset): SlotSize {
  if (asset.width > 0) return asset;
  return (asset.format === 'native' && (asset.parts.image ?? asset.parts.icon)) || { width: 320, height: 90 };
}
