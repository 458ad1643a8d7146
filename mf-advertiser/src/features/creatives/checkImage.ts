import { AD_SIZES, IMAGE_MAX_BYTES, IMAGE_TYPES } from '@ezdash/contracts/constants';

/** Why a file is not taken; `code` is a text under `upload.`. */
export interface ImageProblem {
  code: 'type' | 'heavy' | 'unreadable' | 'size';
  /** Pixels found, for `size`. */
  width?: number;
  height?: number;
}

/** Type and weight, known before anything is read. */
export function checkFile(file: Pick<File, 'type' | 'size'>): ImageProblem | null {
  if (!IMAGE_TYPES.some((type) => type === file.type)) return { code: 'type' };
  if (file.size > IMAGE_MAX_BYTES) return { code: 'heavy' };
  return null;
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
  if (early) return early;
  const pixels = await readPixels(file);
  return pixels ? checkPixels(pixels.width, pixels.height) : { code: 'unreadable' };
}
