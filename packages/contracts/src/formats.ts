/** What a creative is made of. Stored: only add. */
export const CREATIVE_FORMATS = ['image', 'html5', 'native', 'text', 'video'] as const;
export type CreativeFormat = (typeof CREATIVE_FORMATS)[number];

/** What a zone is a place for. Stored: only add. */
export const ZONE_KINDS = ['banner', 'native', 'text', 'video'] as const;
export type ZoneKind = (typeof ZONE_KINDS)[number];
/** The formats a zone of a kind takes. A banner's creative must have the zone's size; the others fit any size. */
export const ZONE_FORMATS: Readonly<Record<ZoneKind, readonly CreativeFormat[]>> = {
  banner: ['image', 'html5'],
  native: ['native'],
  text: ['text'],
  video: ['video'],
};

/**
 * Heights of zones that are as wide as their place (their width is 0), in CSS pixels. They are fixed: what is reserved
 * is what the ad takes, so that nothing moves. `name` is a key of the `ui` namespace (`size.<name>`).
 */
export const FLUID_SIZES = [
  { kind: 'native', width: 0, height: 120, name: 'nativeRow' },
  { kind: 'native', width: 0, height: 320, name: 'nativeCard' },
  { kind: 'text', width: 0, height: 90, name: 'textRow' },
] as const;
/** Players of video zones, in CSS pixels. */
export const VIDEO_SIZES = [
  { kind: 'video', width: 640, height: 360, name: 'video' },
  { kind: 'video', width: 1280, height: 720, name: 'videoLarge' },
  { kind: 'video', width: 360, height: 640, name: 'videoTall' },
] as const;

/** Longest texts, in characters. */
export const NATIVE_MOST = { title: 60, body: 140, callToAction: 20, sponsoredBy: 40 } as const;
export const TEXT_MOST = { headline: 40, description: 120, displayUrl: 40 } as const;

/** A native ad's picture is 1.91 times as wide as high, its icon a square. */
export const NATIVE_IMAGE = { ratio: 1.91, tolerance: 0.02, leastWidth: 600, mostWidth: 1_200 } as const;
export const NATIVE_ICON = { least: 80, most: 512 } as const;

/** A banner of HTML, CSS, script and pictures: one zip file with `index.html` at its top. */
export const HTML5 = {
  type: 'application/zip',
  entry: 'index.html',
  mostZipBytes: 1024 * 1024,
  mostBytes: 2 * 1024 * 1024,
  mostFiles: 40,
} as const;

/** Files a bundle may have, by extension, and the type they are answered with. */
export const HTML5_FILE_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  htm: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ttf: 'font/ttf',
  otf: 'font/otf',
  woff: 'font/woff',
  woff2: 'font/woff2',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
};

export const VIDEO_TYPES = ['video/mp4'] as const;
export type VideoType = (typeof VIDEO_TYPES)[number];
/** What an account stores in all: images, bundles, videos and words of ads. */
export const ASSETS = { most: 20_000, mostBytes: 20 * 1024 ** 3 } as const;

export const VIDEO = {
  mostBytes: 20 * 1024 * 1024,
  leastMs: 3_000,
  mostMs: 60_000,
} as const;
