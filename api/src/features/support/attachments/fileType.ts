import type { ATTACHMENT_TYPES } from '@ezdash/contracts';

export type AttachmentType = (typeof ATTACHMENT_TYPES)[number];

const startsWith = (bytes: Buffer, ...expected: number[]) =>
  bytes.length > expected.length && expected.every((byte, index) => bytes[index] === byte);
const textAt = (bytes: Buffer, at: number, text: string) =>
  bytes.subarray(at, at + text.length).toString('latin1') === text;

const SIGNATURES: readonly (readonly [AttachmentType, (bytes: Buffer) => boolean])[] = [
  ['image/png', (bytes) => startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['image/jpeg', (bytes) => startsWith(bytes, 0xff, 0xd8, 0xff)],
  ['image/gif', (bytes) => textAt(bytes, 0, 'GIF87a') || textAt(bytes, 0, 'GIF89a')],
  ['image/webp', (bytes) => textAt(bytes, 0, 'RIFF') && textAt(bytes, 8, 'WEBP')],
  ['application/pdf', (bytes) => textAt(bytes, 0, '%PDF-')],
];

/** Anything but tab, line feed, form feed and carriage return: what no text has and programs do. */
const CONTROL = /[^\P{Cc}\t\n\f\r]/u;
/**
 * What a browser, or a program that guesses as browsers do, could take for a page: a tag, comment, doctype or
 * processing instruction that the text begins with (SVG and XHTML too).
 */
const MARKUP = /^[\s\ufeff]*<(?:[a-z!?/]|!--)/i;
/** Pages are told by these anywhere, too: some programs look further than the beginning. */
const PAGE = /<(?:!doctype|html|head|body|script|svg|iframe|object|embed|\?xml)\b/i;

/** Null: neither UTF-8 nor UTF-16 with its mark. */
function decode(bytes: Buffer): string | null {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function textType(bytes: Buffer, name: string): AttachmentType | null {
  const text = decode(bytes);
  if (text === null || CONTROL.test(text) || MARKUP.test(text) || PAGE.test(text)) return null;
  // Both are text all the same: the name only says how its owner means it.
  return /\.csv$/i.test(name) ? 'text/csv' : 'text/plain';
}

/** What a file is, found from its bytes; null for what is not taken. The name never makes a type of what is none. */
export function fileTypeOf(bytes: Buffer, name: string): AttachmentType | null {
  const [type] = SIGNATURES.find(([, fits]) => fits(bytes)) ?? [textType(bytes, name)];
  return type;
}
