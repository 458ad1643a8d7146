import {
  type Asset,
  type AssetFormat,
  CREATIVE_EXTENSIONS,
  type CreativeContentType,
  type CreativePicture,
  HTML5,
  type Html5Parts,
  type NativeParts,
  publicId,
  type TextParts,
  type VideoParts,
} from '@ezdash/contracts';
import { CREATIVES_PATH } from './addresses';

/** What must be known of an asset to show it; rows of joins have these columns under their own names. */
export interface AssetImage {
  id: number;
  format: string;
  sha256: string;
  content_type: string;
  byte_count: number;
  width: number;
  height: number;
  /** Checked on its way in; the database holds no other. */
  parts: unknown;
}

type StoredFile = Pick<AssetImage, 'format' | 'sha256' | 'content_type'>;

const isStoredType = (type: string): type is CreativeContentType => Object.hasOwn(CREATIVE_EXTENSIONS, type);

/** What a row's bytes are called behind `/creatives/`; empty for words. */
export function creativeFile({ format, sha256, content_type }: StoredFile): string {
  if (format === 'native' || format === 'text') return '';
  if (format === 'html5') return `${sha256}/${HTML5.entry}`;
  if (!isStoredType(content_type)) throw new Error(`Asset of an unknown type: ${content_type}`);
  return `${sha256}.${CREATIVE_EXTENSIONS[content_type]}`;
}

/** How native ads name their pictures in the database. */
export const picturePath = (row: StoredFile): string => `${CREATIVES_PATH}${creativeFile(row)}`;
/** The same picture's name in the store. */
export const pictureFile = ({ url }: CreativePicture): string => url.slice(CREATIVES_PATH.length);

/** Where its owner looks at an asset: the app leads on to an address that ends. */
const ownAddress = (assetId: string): string => `/api/assets/${assetId}/file`;
const ownPicture = (picture: CreativePicture | null) =>
  picture && { ...picture, url: ownAddress(picture.asset_id) };

/** What the ad server draws; nothing for an image, which is its file alone. */
export type StoredContent =
  | { format: 'html5' }
  | { format: 'native'; parts: NativeParts }
  | { format: 'text'; parts: TextParts }
  | { format: 'video'; contentType: string; parts: VideoParts };

export function contentOf(
  row: Pick<AssetImage, 'format' | 'content_type' | 'parts'>,
): StoredContent | undefined {
  switch (row.format) {
    case 'html5':
      return { format: 'html5' };
    case 'native':
      return { format: 'native', parts: row.parts as NativeParts };
    case 'text':
      return { format: 'text', parts: row.parts as TextParts };
    case 'video':
      return { format: 'video', contentType: row.content_type, parts: row.parts as VideoParts };
    default:
      return undefined;
  }
}

/** The asset as its owner sees it. */
export function presentAsset(row: AssetImage): Asset {
  const id = publicId('asset', row.id);
  const stored = {
    id,
    url: creativeFile(row) === '' ? '' : ownAddress(id),
    content_type: row.content_type,
    bytes: row.byte_count,
    width: row.width,
    height: row.height,
  };
  const format = row.format as AssetFormat;
  switch (format) {
    case 'html5':
      return { ...stored, format, parts: row.parts as Html5Parts };
    case 'native': {
      const parts = row.parts as NativeParts;
      const pictures = { image: ownPicture(parts.image), icon: ownPicture(parts.icon) };
      return { ...stored, format, parts: { ...parts, ...pictures } };
    }
    case 'text':
      return { ...stored, format, parts: row.parts as TextParts };
    case 'video':
      return { ...stored, format, parts: row.parts as VideoParts };
    default:
      return { ...stored, format, parts: null };
  }
}
