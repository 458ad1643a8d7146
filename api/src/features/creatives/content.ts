import {
  type Asset,
  type AssetFormat,
  CREATIVE_EXTENSIONS,
  type CreativeContentType,
  HTML5,
  type Html5Parts,
  type NativeParts,
  publicId,
  type TextParts,
  type VideoParts,
} from '@ezdash/contracts';

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

/** Where a row can be looked at; empty for words. */
export function assetUrl(row: StoredFile): string {
  const file = creativeFile(row);
  return file === '' ? '' : `/creatives/${file}`;
}

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

/** The asset as everyone outside sees it. */
export function presentAsset(row: AssetImage): Asset {
  const stored = {
    id: publicId('asset', row.id),
    url: assetUrl(row),
    content_type: row.content_type,
    bytes: row.byte_count,
    width: row.width,
    height: row.height,
  };
  const format = row.format as AssetFormat;
  switch (format) {
    case 'html5':
      return { ...stored, format, parts: row.parts as Html5Parts };
    case 'native':
      return { ...stored, format, parts: row.parts as NativeParts };
    case 'text':
      return { ...stored, format, parts: row.parts as TextParts };
    case 'video':
      return { ...stored, format, parts: row.parts as VideoParts };
    default:
      return { ...stored, format, parts: null };
  }
}
