import {
  AD_SIZES,
  IMAGE_MAX_BYTES,
  IMAGE_TYPES,
  NATIVE_ICON,
  NATIVE_IMAGE,
  type PictureUse,
} from '@ezdash/contracts';
import { imageSize } from 'image-size';
import { AppError } from '../../platform/errors';
import { isAnimatedPng, problemOfAnimation } from './animation';
import type { DecodeImage, DecodingTrouble } from './decodeImage';

export type ImageType = (typeof IMAGE_TYPES)[number];
interface Pixels {
  width: number;
  height: number;
}
export interface InspectedImage {
  contentType: ImageType;
  /** The size it is sold at; the file may have twice as many pixels for sharp screens. A picture's own. */
  size: Pixels;
}
/** Either what the image is, or the sentence that tells its owner what to change. */
export type Inspection = { ok: true; image: InspectedImage } | { ok: false; problem: string };

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const JPEG_END = Buffer.from([0xff, 0xd9]);
const GIF_END = 0x3b;
const RIFF_HEADER_BYTES = 8;
/** EXIF orientations from here on turn the picture by a quarter. */
const FIRST_TURNED_ORIENTATION = 5;

/** The type by the first bytes, whatever the name or the header says; null when it is none we show. */
export function detectType(bytes: Buffer): ImageType | null {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'image/jpeg';
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp';
  return null;
}

/** Whether the file has its end: a broken upload shows half a picture to everyone. */
function isComplete(type: ImageType, bytes: Buffer): boolean {
  if (type === 'image/png') return bytes.lastIndexOf('IEND') > 0;
  if (type === 'image/jpeg') return bytes.lastIndexOf(JPEG_END) > JPEG.length;
  if (type === 'image/gif') return bytes.lastIndexOf(GIF_END) > 12;
  return bytes.length >= bytes.readUInt32LE(4) + RIFF_HEADER_BYTES;
}

function measure(bytes: Buffer): Pixels | null {
  try {
    const { width, height, orientation } = imageSize(bytes);
    const turned = (orientation ?? 1) >= FIRST_TURNED_ORIENTATION;
    return turned ? { width: height, height: width } : { width, height };
  } catch {
    return null;
  }
}

/** The size an image of so many pixels is sold at: exactly one of the network's, or exactly twice one. */
export function nominalSize(width: number, height: number): Pixels | null {
  return (
    AD_SIZES.find((size) => size.width === width && size.height === height) ??
    AD_SIZES.find((size) => size.width * 2 === width && size.height * 2 === height) ??
    null
  );
}

const NAMES: Readonly<Record<ImageType, string>> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
};
const isImageType = (type: string): type is ImageType => IMAGE_TYPES.some((known) => known === type);
const sizesText = AD_SIZES.map((size) => `${size.width}×${size.height}`).join(', ');
/** It can carry scripts, and nothing of it could be looked at by a decoder. */
const SVG_REFUSED = 'SVG images can carry scripts, so we take none. Save it as PNG, JPEG, GIF or WebP';
const DAMAGED = 'The image is cut off or damaged. Save it again';
/** Far more pixels than its size says, or frames without number. */
const UNPACKS_TOO_FAR = 'The image unpacks to more than we draw. Save it with fewer frames';
const looksLikeSvg = (bytes: Buffer) => /<svg[\s>]/i.test(bytes.toString('latin1', 0, 4_096));
/** Said of a file that is no image of a known kind. */
export const NOT_AN_IMAGE = 'This is not an image we can show. Use PNG, JPEG, GIF or WebP';
const kilobytes = (count: number) => Math.ceil(count / 1024);
const refuse = (problem: string): Inspection => ({ ok: false, problem });

/** What is said of a file that is too heavy; `byteCount` null when it was not even read to its end. */
export function tooHeavy(byteCount: number | null): string {
  const most = kilobytes(IMAGE_MAX_BYTES);
  return byteCount === null
    ? `The image has more than ${most} kB. Save it smaller`
    : `The image has ${kilobytes(byteCount)} kB, the most is ${most} kB. Save it smaller`;
}

/** The size of a banner, or the sentence about it. */
function bannerSize({ width, height }: Pixels): Pixels | string {
  return (
    nominalSize(width, height) ??
    `The image is ${width}×${height} pixels. Use one of these sizes: ${sizesText}`
  );
}

function pictureSize(pixels: Pixels, use: PictureUse): Pixels | string {
  const { width, height } = pixels;
  if (use === 'native-icon') {
    const fits = width === height && width >= NATIVE_ICON.least && width <= NATIVE_ICON.most;
    return fits
      ? pixels
      : `The icon is ${width}×${height} pixels. Use a square of ${NATIVE_ICON.least} to ${NATIVE_ICON.most} pixels`;
  }
  const { ratio, tolerance, leastWidth, mostWidth } = NATIVE_IMAGE;
  const isWide = Math.abs(width / height - ratio) <= tolerance;
  return isWide && width >= leastWidth && width <= mostWidth
    ? pixels
    : `The image is ${width}×${height} pixels. Use 1200×628, or 600×314 at least`;
}

/**
 * Looks at an uploaded file by its bytes: type, weight, completeness and size in pixels. `declaredType` is the
 * Content-Type it came with (without parameters) and must agree. Without `use` it is to be a banner.
 */
export function inspectImage(bytes: Buffer, declaredType: string, use?: PictureUse): Inspection {
  if (bytes.length === 0) return refuse('The file is empty. Choose an image');
  const type = detectType(bytes);
  if (type === null)
    return refuse(declaredType === 'image/svg+xml' || looksLikeSvg(bytes) ? SVG_REFUSED : NOT_AN_IMAGE);
  if (bytes.length > IMAGE_MAX_BYTES) return refuse(tooHeavy(bytes.length));
  if (declaredType !== type) {
    const declared = isImageType(declaredType) ? NAMES[declaredType] : 'another type';
    return refuse(`The file is a ${NAMES[type]} image but was sent as ${declared}`);
  }
  const measured = measure(bytes);
  if (!measured || !isComplete(type, bytes)) return refuse(DAMAGED);
  if (type === 'image/png' && isAnimatedPng(bytes))
    return refuse('We show no PNG that moves. Save the animation as GIF or WebP');
  const size = use ? pictureSize(measured, use) : bannerSize(measured);
  return typeof size === 'string' ? refuse(size) : { ok: true, image: { contentType: type, size } };
}

/** What is said of a picture that was not drawn; throws where nothing is known of it. */
function problemOfDrawing(trouble: DecodingTrouble): string {
  switch (trouble) {
    case 'damaged':
      return DAMAGED;
    case 'too-large':
      return UNPACKS_TOO_FAR;
    // It was not looked at, and may come again as it is.
    case 'not-started':
      throw new AppError(
        503,
        'IMAGES_UNCHECKED',
        'Images cannot be checked at the moment. Send it again in a minute',
        { headers: { 'Retry-After': '60' } },
      );
  }
}

/**
 * The same, and then all of it drawn in a process of its own: what cannot be drawn, unpacks to more than an ad or moves
 * without end is refused, too. Throws (503) when it could not be drawn for reasons that are not its own.
 */
export async function inspectDrawn(
  bytes: Buffer,
  declaredType: string,
  decode: DecodeImage,
  { use, ownerId }: { use?: PictureUse; ownerId?: number } = {},
): Promise<Inspection> {
  const inspection = inspectImage(bytes, declaredType, use);
  if (!inspection.ok) return inspection;
  const decoding = await decode(bytes, ownerId);
  if (!decoding.ok) return refuse(problemOfDrawing(decoding.trouble));
  const problem = problemOfAnimation(decoding.image);
  return problem === null ? inspection : refuse(problem);
}
