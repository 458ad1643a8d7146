import { z } from 'zod';
import { lineText, timestamp } from './common';
import { HTML5, IMAGE_TYPES, TYPE_ALIASES, VIDEO_TYPES } from './constants';

const ALIASES = Object.keys(TYPE_ALIASES) as (keyof typeof TYPE_ALIASES)[];

/**
 * POST /api/assets/uploads: a file that is to arrive in parts. What it is and how heavy is said before the first byte,
 * and refused before the first byte. The same file again answers the upload there is, however far it has come.
 */
export const assetUploadInput = z.object({
  /** For its owner to know it by. */
  name: lineText.min(1, { error: 'Say what the file is called' }).max(200),
  content_type: z.enum([...IMAGE_TYPES, HTML5.type, ...VIDEO_TYPES, ...ALIASES], {
    error: 'Send an image, a zip file or a video',
  }),
  bytes: z.number().int().min(1, { error: 'The file is empty' }),
  /** Of the whole file, in hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, { error: 'This is no SHA-256 in hexadecimal' }),
});
export type AssetUploadInput = z.infer<typeof assetUploadInput>;

/**
 * PUT /api/assets/uploads/{id}?offset=: the next part, as bytes, `UPLOADS.chunkBytes` at most. 409 `UPLOAD_OFFSET` says in
 * `received` where to go on. POST /api/assets/uploads/{id}/finish makes it an asset.
 */
export const assetUpload = assetUploadInput.extend({
  id: z.uuid(),
  content_type: z.string(),
  /** Bytes that are kept: where to go on. */
  received: z.number().int(),
  expires_at: timestamp,
});
export type AssetUpload = z.infer<typeof assetUpload>;

/** GET /api/assets/uploads: those that are open, newest first. */
export const assetUploadList = z.object({ uploads: z.array(assetUpload) });
export type AssetUploadList = z.infer<typeof assetUploadList>;
