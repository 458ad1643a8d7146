import type { Asset, CreativePicture } from '@ezdash/contracts';

type Raw = Record<string, unknown>;
const isRecord = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown) => (typeof value === 'string' ? value : '');
const count = (value: unknown) => (Number.isSafeInteger(value) ? Number(value) : 0);
/** An address becomes the source of an image or a frame: only a path of this server may stand there. */
const isOwnPath = (value: unknown) => /^\/(?!\/)/.test(text(value));
/** Drafts kept before creatives had a host of their own name the file itself, which opens only after its approval. */
const toUrl = (assetId: unknown, url: unknown) =>
  /^\/creatives\/[0-9a-f]{64}/.test(text(url)) ? `/api/assets/${text(assetId)}/file` : text(url);
const orNull = (value: unknown) => (value === null ? null : text(value));

function toPicture(value: unknown): CreativePicture | null {
  if (!isRecord(value) || !isOwnPath(value.url)) return null;
  const { asset_id, url, width, height } = value;
  return { asset_id: text(asset_id), url: toUrl(asset_id, url), width: count(width), height: count(height) };
}

/** A stored creative out of what a browser kept, field by field; null when it cannot be one. */
export function toAsset(value: unknown): Asset | null {
  if (!isRecord(value)) return null;
  const { id, url, content_type, bytes, width, height } = value;
  // What was kept before there were other formats is an image.
  const format = text(value.format ?? 'image');
  const parts = isRecord(value.parts) ? value.parts : {};
  const isWords = format === 'native' || format === 'text';
  const sizes = [bytes, width, height].every(Number.isSafeInteger);
  if (!sizes || text(id) === '' || (isWords ? url !== '' : !isOwnPath(url))) return null;
  const stored = {
    id: text(id),
    url: toUrl(id, url),
    content_type: text(content_type),
    bytes: count(bytes),
    width: count(width),
    height: count(height),
  };
  const { click_chain } = parts;
  switch (format) {
    case 'image':
      return { ...stored, format, parts: null };
    case 'html5':
      return { ...stored, format, parts: { files: count(parts.files), click_chain: orNull(click_chain) } };
    case 'video':
      return {
        ...stored,
        format,
        parts: { duration_ms: count(parts.duration_ms), bitrate_kbps: count(parts.bitrate_kbps) },
      };
    case 'text':
      return {
        ...stored,
        format,
        parts: {
          headline: text(parts.headline),
          description: text(parts.description),
          display_url: text(parts.display_url),
          click_chain: orNull(click_chain),
        },
      };
    case 'native':
      return {
        ...stored,
        format,
        parts: {
          title: text(parts.title),
          body: text(parts.body),
          call_to_action: text(parts.call_to_action),
          sponsored_by: text(parts.sponsored_by),
          image: toPicture(parts.image),
          icon: toPicture(parts.icon),
          click_chain: orNull(click_chain),
        },
      };
    default:
      return null;
  }
}
