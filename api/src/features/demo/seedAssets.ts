import { createHash } from 'node:crypto';
import { type CreativePicture, HTML5, publicId } from '@ezdash/contracts';
import type { Db } from '../../platform/db';
import { type ImageStore, inspectBundle, picturePath, recordAsset, writeFolder } from '../creatives';
import { BRANDS, type Brand } from './brands';
import { type DemoCampaign, sizeOf } from './demoCampaigns';
import { drawBundle } from './drawBundle';
import { drawCreative, drawIcon, drawPicture } from './drawings';

/** What a creative of the demo is made of. */
export interface SeededAsset {
  assetId: number;
  name: string;
  alt: string;
}

interface AssetDeps {
  db: Db;
  store: ImageStore;
}

async function seedImage(
  { db, store }: AssetDeps,
  svg: string,
  asset: { ownerId: number; width: number; height: number; format: 'image' | 'picture' },
) {
  const bytes = Buffer.from(svg);
  const contentType = 'image/svg+xml';
  const { sha256 } = await store.put(bytes, contentType);
  return recordAsset(db, { ...asset, sha256, contentType, byteCount: bytes.length });
}

async function seedBundle({ db, store }: AssetDeps, zip: Buffer, ownerId: number): Promise<number> {
  const inspection = await inspectBundle(zip);
  if (!inspection.ok) throw new Error(`The demo's HTML5 ad is refused: ${inspection.problem}`);
  const { files, size, parts } = inspection.bundle;
  const { sha256 } = await store.putBundle(zip, (folder) => writeFolder(folder, files));
  const byteCount = files.reduce((sum, file) => sum + file.bytes.length, 0);
  const { width, height } = size;
  const asset = { ownerId, sha256, contentType: HTML5.type, byteCount, width, height };
  return (await recordAsset(db, { ...asset, format: 'html5', parts })).id;
}

async function seedWords(db: Db, ownerId: number, format: 'native' | 'text', parts: object): Promise<number> {
  const text = JSON.stringify({ format, ...parts });
  const sha256 = createHash('sha256').update(text).digest('hex');
  const asset = { ownerId, sha256, contentType: 'application/json', width: 0, height: 0 } as const;
  return (await recordAsset(db, { ...asset, byteCount: Buffer.byteLength(text), format, parts })).id;
}

/** What a brand says in a native ad, without its pictures. */
export const nativeWords = (brand: Brand) => ({
  title: brand.lines.join(' '),
  body: brand.pitch,
  call_to_action: brand.call,
  sponsored_by: brand.name,
  click_chain: null,
});
/** What it says in a text ad. */
export const textWords = (brand: Brand) => ({
  headline: brand.lines.join(' '),
  description: brand.pitch,
  display_url: `${brand.name.toLowerCase().replace(/[^a-z]+/g, '')}.example`,
  click_chain: null,
});

const PICTURE = { width: 1_200, height: 628 } as const;
const ICON = { width: 96, height: 96 } as const;

async function seedNative(deps: AssetDeps, brand: Brand, ownerId: number): Promise<number> {
  const keep = async (svg: string, size: { width: number; height: number }): Promise<CreativePicture> => {
    const row = await seedImage(deps, svg, { ownerId, ...size, format: 'picture' });
    return { asset_id: publicId('asset', row.id), url: picturePath(row), ...size };
  };
  const image = await keep(drawPicture(brand, PICTURE), PICTURE);
  const icon = await keep(drawIcon(brand, ICON.width), ICON);
  return seedWords(deps.db, ownerId, 'native', { ...nativeWords(brand), image, icon });
}

/** All that a campaign of the plan shows: drawn banners, HTML5 and words. */
export async function seedAssets(
  deps: AssetDeps,
  campaign: DemoCampaign,
  ownerId: number,
): Promise<SeededAsset[]> {
  const brand = BRANDS[campaign.brand];
  const claim = brand.lines.join(' ');
  const alt = `${brand.name}: ${claim}`;
  const assets: SeededAsset[] = [];
  for (const text of campaign.sizes) {
    const size = sizeOf(text);
    const row = await seedImage(deps, drawCreative(brand, size), { ownerId, ...size, format: 'image' });
    assets.push({ assetId: row.id, name: `${claim} ${size.width}×${size.height}`, alt });
  }
  for (const text of campaign.html5 ?? []) {
    const size = sizeOf(text);
    const assetId = await seedBundle(deps, drawBundle(brand, size), ownerId);
    assets.push({ assetId, name: `${claim} ${size.width}×${size.height}, HTML5`, alt });
  }
  for (const format of campaign.words ?? []) {
    const assetId =
      format === 'native'
        ? await seedNative(deps, brand, ownerId)
        : await seedWords(deps.db, ownerId, 'text', textWords(brand));
    assets.push({ assetId, name: `${claim}, ${format}`, alt: '' });
  }
  return assets;
}
