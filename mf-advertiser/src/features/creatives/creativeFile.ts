import {
  HTML5,
  IMAGE_MAX_BYTES,
  IMAGE_TYPES,
  toMediaType,
  VIDEO,
  VIDEO_TYPES,
} from '@ezdash/contracts/constants';

/** What a file is to become; `image` also of one that nobody knows, so that its trouble is said in those words. */
export type FileKind = 'image' | 'html5' | 'video';

/** What a file chooser offers. */
export const creativeFiles = (withHtml5: boolean): string =>
  [...IMAGE_TYPES, ...(withHtml5 ? [HTML5.type, '.zip'] : []), ...VIDEO_TYPES].join(',');

/** By its type, and for archives by its name: systems disagree about their type. */
export function kindOf({ type, name }: Pick<File, 'type' | 'name'>): FileKind {
  if (toMediaType(type) === HTML5.type || /\.zip$/i.test(name)) return 'html5';
  return VIDEO_TYPES.some((known) => known === type) ? 'video' : 'image';
}

/** The type it is sent with. */
export const contentTypeOf = (file: Pick<File, 'type' | 'name'>): string =>
  kindOf(file) === 'html5' ? HTML5.type : toMediaType(file.type);

/** Heaviest file of a kind. */
export const MOST_BYTES: Readonly<Record<FileKind, number>> = {
  image: IMAGE_MAX_BYTES,
  html5: HTML5.mostZipBytes,
  video: VIDEO.mostBytes,
};
