import { withoutEntities } from './bundleReferences';
import { detectType } from './imageFile';

const startsWith = (bytes: Buffer, text: string, at = 0) =>
  bytes.toString('latin1', at, at + text.length) === text;
const TRUE_TYPE = ['\0\x01\0\0', 'true', 'ttcf'];
const MATROSKA = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Text in UTF-8; a NUL is in none that a page loads. */
function isText(bytes: Buffer): boolean {
  if (bytes.includes(0)) return false;
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const isMp3 = (bytes: Buffer) =>
  startsWith(bytes, 'ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0);

/** Whether a file of a bundle is what its ending says, by its bytes. */
const KINDS: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  png: (bytes) => detectType(bytes) === 'image/png',
  jpg: (bytes) => detectType(bytes) === 'image/jpeg',
  jpeg: (bytes) => detectType(bytes) === 'image/jpeg',
  gif: (bytes) => detectType(bytes) === 'image/gif',
  webp: (bytes) => detectType(bytes) === 'image/webp',
  avif: (bytes) => startsWith(bytes, 'ftypavi', 4),
  ttf: (bytes) => TRUE_TYPE.some((head) => startsWith(bytes, head)),
  otf: (bytes) => startsWith(bytes, 'OTTO') || TRUE_TYPE.some((head) => startsWith(bytes, head)),
  woff: (bytes) => startsWith(bytes, 'wOFF'),
  woff2: (bytes) => startsWith(bytes, 'wOF2'),
  mp3: isMp3,
  mp4: (bytes) => startsWith(bytes, 'ftyp', 4),
  webm: (bytes) => bytes.subarray(0, MATROSKA.length).equals(MATROSKA),
};

/** A text that is as its ending says but for its encoding. */
export const isOtherText = (extension: string, bytes: Buffer): boolean =>
  !Object.hasOwn(KINDS, extension) && !bytes.includes(0);

/** A file whose ending belies it may be anything: an archive in an archive, a program, a page. */
export const isAsNamed = (extension: string, bytes: Buffer): boolean => (KINDS[extension] ?? isText)(bytes);

/**
 * What of an SVG acts; a picture does not. Looked for in a plain text as it is written and as its entities are read:
 * `&#106;avascript:` is an address that acts, too.
 */
const ACTING = [
  /<[a-z0-9]*:?(script|foreignobject|iframe|embed|object|handler)\b/i,
  /[\s"'/](on[a-z]+) ?=/i,
  /(javascript) ?:/i,
  /(<!entity)\b/i,
];

/** What in the plain text of an SVG acts by itself; null when nothing does. */
export function actingPart(svg: string): string | null {
  for (const text of [svg, withoutEntities(svg)])
    for (const pattern of ACTING) {
      const found = pattern.exec(text)?.[1];
      if (found) return found;
    }
  return null;
}

/** Calls of scripts to somewhere beyond the bundle, where the address is written in them. */
const CALLS =
  /\b(?:fetch|importScripts|import|sendBeacon|WebSocket|EventSource|Worker|open ?\( ?["'][A-Za-z]{1,7}["'] ?,) ?\(? ?["'`]((?:(?:https?|wss?):)?\/\/[^"'`\s]{1,80})/;
const LOADS = /\.(?:src|srcset) ?= ?["'`]((?:https?:)?\/\/[^"'`\s]{1,80})/;
const SETS =
  /\.setAttribute ?\( ?["'`](?:src|srcset|href|poster|data)["'`] ?, ?["'`]((?:https?:)?\/\/[^"'`\s]{1,80})/;
const MODULES = /\bfrom ?["']((?:https?:)?\/\/[^"'\s]{1,80})/;
const OPENS = /(?<!\bmraid\.)\bopen ?\( ?["'`]((?:https?:)?\/\/[^"'`\s]{1,80})/;

/** The first address elsewhere that a script calls or loads; opening a window is a click (`openedElsewhere`). */
export function calledElsewhere(script: string): string | null {
  for (const pattern of [CALLS, LOADS, SETS, MODULES]) {
    const address = pattern.exec(script)?.[1];
    if (address) return address;
  }
  return null;
}

/** The first address that a script opens by itself: nobody could count that click. */
export const openedElsewhere = (script: string): string | null => OPENS.exec(script)?.[1] ?? null;
