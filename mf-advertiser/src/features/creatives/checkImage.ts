import type { Pricing } from '@ezdash/contracts';
import { AD_SIZES, IMAGE_TYPES } from '@ezdash/contracts/constants';
import { contentTypeOf, kindOf, MOST_BYTES } from './creativeFile';
import { takesOwnClicks } from './ownClicks';

/** Why a file is not taken; `code` is a text under `upload.`. */
export interface ImageProblem {
  code: 'type' | 'cpmAlone' | 'heavy' | 'heavyFile' | 'unreadable' | 'size';
  /** Pixels found, for `size`. */
  width?: number;
  height?: number;
}

/**
 * Type and weight, known before anything is read.
 * @param pricing of the campaign the file is for; left out, any kind may go
 */
export function checkFile(
  file: Pick<File, 'type' | 'size' | 'name'>,
  pricing: Pricing = 'CPM',
): ImageProblem | null {
  const kind = kindOf(file);
  if (kind === 'html5' && !takesOwnClicks(pricing)) return { code: 'cpmAlone' };
  if (kind === 'image' && !IMAGE_TYPES.some((type) => type === contentTypeOf(file))) return { code: 'type' };
  if (file.size <= MOST_BYTES[kind]) return null;
  return { code: kind === 'image' ? 'heavy' : 'heavyFile' };
}

/** A creative is exactly a size the network sells, or twice it for sharp screens. */
export function checkPixels(width: number, height: number): ImageProblem | null {
  const fits = AD_SIZES.some((size) =>
    [1, 2].some((scale) => size.width * scale === width && size.height * scale === height),
  );
  return fits ? null : { code: 'size', width, height };
}

/** Width and height of a picture; null when the browser cannot read it. */
export function readPixels(file: File): Promise<{ width: number; height: number } | null> {
  return new Promise((resolve) => {
    const url = URL.createObjectURL(file);
    const image = new Image();
    const done = (pixels: { width: number; height: number } | null) => {
      URL.revokeObjectURL(url);
      resolve(pixels);
    };
    image.onload = () => done({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => done(null);
    image.src = url;
  });
}

/** All that can be told before the upload; null when the file may go. */
export async function checkImage(file: File): Promise<ImageProblem | null> {
  const early = checkFile(file);
  // What is in an archive or a video the server looks at.
  if (early || kindOf(file) !== 'image') return early;
  const pixels = await readPixels(file);
  return pixels ? checkPixels(pixels.width, pixels.height) : { code: 'unreadable' };
}
