import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { CREATIVE_EXTENSIONS, type CreativeContentType } from '@ezdash/contracts';

export interface StoredImage {
  sha256: string;
  /** `<sha256>.<extension>`, as it lies in the folder and stands in `/creatives/…`. */
  file: string;
}

export interface ImageStore {
  /** Keeps the bytes for ever under their hash; the same bytes twice are kept once. Durable when it answers. */
  put(bytes: Buffer, contentType: CreativeContentType): Promise<StoredImage>;
}

/** The file's name in the store, from its hash and type. */
export function imageFileName(sha256: string, contentType: CreativeContentType): string {
  return `${sha256}.${CREATIVE_EXTENSIONS[contentType]}`;
}

/** Address of an image; the ad server answers it in front of Express. */
export function imageUrl(sha256: string, contentType: CreativeContentType): string {
  return `/creatives/${imageFileName(sha256, contentType)}`;
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A content-addressed folder of images: written beside, synced, then renamed, so that no reader meets half a file. */
export function createImageStore(folder: string): ImageStore {
  return {
    async put(bytes, contentType) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const file = imageFileName(sha256, contentType);
      const target = path.join(folder, file);
      await mkdir(folder, { recursive: true });
      if (await exists(target)) return { sha256, file };
      const temporary = path.join(folder, `.${sha256}.${randomBytes(6).toString('hex')}`);
      try {
        const handle = await open(temporary, 'wx', 0o644);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(temporary, target);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await syncFolder(folder);
      return { sha256, file };
    },
  };
}
