import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CREATIVE_EXTENSIONS, type CreativeContentType, HTML5 } from '@ezdash/contracts';
import type { Db } from '../../../platform/db';
import type { ImageStore } from '../../creatives';

export interface ErasedImagesDeps {
  db: Db;
  /** Images lie in `<dataDir>/creatives`. */
  dataDir: string;
  images: Pick<ImageStore, 'put'>;
  /** Longer than an upload takes from its file to its row. */
  settleMs?: number;
}

interface ErasedImage {
  sha256: string;
  content_type: string;
}

const SETTLE_MS = 1_000;
const AT_A_TIME = 500;

const isImageType = (type: string): type is CreativeContentType => Object.hasOwn(CREATIVE_EXTENSIONS, type);

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Moves a bundle's folder; where there is none, or the place is taken, it stays. */
async function moveIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(code)) throw error;
  }
}

/** Removes the files of images that went with a deleted account, unless somebody else has the same image. */
export function createErasedImages({ db, dataDir, images, settleMs = SETTLE_MS }: ErasedImagesDeps) {
  const isOwned = async ({ sha256 }: ErasedImage) =>
    (await db
      .selectFrom('creative_asset')
      .select('id')
      .where('sha256', '=', sha256)
      .limit(1)
      .executeTakeFirst()) !== undefined;

  async function removeFile(image: ErasedImage, type: CreativeContentType): Promise<void> {
    const file = path.join(dataDir, 'creatives', `${image.sha256}.${CREATIVE_EXTENSIONS[type]}`);
    const bytes = await readIfThere(file);
    if (!bytes) return;
    const folder = path.join(dataDir, 'creatives', image.sha256);
    const aside = path.join(dataDir, 'creatives', `.${image.sha256}.erased`);
    await rm(file, { force: true });
    if (type === HTML5.type) await moveIfThere(folder, aside);
    // Whoever uploaded the same image in this moment found the file there and counts on it.
    await pause(settleMs);
    if (await isOwned(image)) {
      await images.put(bytes, type);
      // Fails when it was written anew in the meantime; the one aside is not needed then.
      await moveIfThere(aside, folder);
    }
    await rm(aside, { recursive: true, force: true });
  }

  return async (): Promise<number> => {
    const waiting = await db
      .selectFrom('erased_image')
      .select(['sha256', 'content_type'])
      .orderBy('erased_at')
      .limit(AT_A_TIME)
      .execute();
    for (const image of waiting) {
      const { sha256, content_type } = image;
      if (isImageType(content_type) && !(await isOwned(image))) await removeFile(image, content_type);
      await db
        .deleteFrom('erased_image')
        .where('sha256', '=', sha256)
        .where('content_type', '=', content_type)
        .execute();
    }
    return waiting.length;
  };
}
