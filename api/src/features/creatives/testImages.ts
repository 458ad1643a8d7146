import { deflateSync } from 'node:zlib';

const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc >>> 0;
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}

/** For tests: a real PNG of one grey, padded to so many bytes. The shade makes its bytes its own. */
export function pngImage(width: number, height: number, { shade = 120, paddingBytes = 0 } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const rows = Buffer.alloc((width + 1) * height, shade);
  for (let row = 0; row < height; row += 1) rows.writeUInt8(0, row * (width + 1));
  const parts = [PNG_HEAD, chunk('IHDR', header)];
  if (paddingBytes > 0) parts.push(chunk('tEXt', Buffer.alloc(paddingBytes, 'x')));
  return Buffer.concat([...parts, chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

/** For tests: a GIF of one pixel that says it has this size. */
export function gifImage(width: number, height: number): Buffer {
  const bytes = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
}

/** For tests: the head of a lossless WebP of this size, as long as it says. */
export function webpImage(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WEBPVP8L', 8, 'latin1');
  bytes.writeUInt32LE(20, 16);
  bytes.writeUInt8(0x2f, 20);
  bytes.writeUInt32LE(((width - 1) & 0x3fff) | (((height - 1) & 0x3fff) << 14), 21);
  return bytes;
}

/** For tests: the frame of a JPEG of this size, with an EXIF orientation when one is given. */
export function jpegImage(width: number, height: number, orientation?: number): Buffer {
  const start = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');
  const exif = Buffer.from('ffe1002245786966000049492a0008000000010012010300010000000100000000000000', 'hex');
  if (orientation !== undefined) exif.writeUInt16LE(orientation, 28);
  const frame = Buffer.from('ffc0000b080000000001011100', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const end = Buffer.from([0xff, 0xd9]);
  return Buffer.concat([start, ...(orientation === undefined ? [] : [exif]), frame, Buffer.alloc(16), end]);
}
