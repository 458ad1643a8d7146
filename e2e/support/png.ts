import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bit depth 8, palette, deflate, no filter, no interlacing (PNG, section 11.2.1). */
const HEADER_REST = [8, 3, 0, 0, 0];

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/**
 * A PNG of two colours in diagonal stripes. `seed` changes the colours, and with them the bytes: what is uploaded in
 * one test is no file that another one has stored before.
 */
export function makePng(width: number, height: number, seed: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  Buffer.from(HEADER_REST).copy(header, 8);
  const palette = Buffer.from([seed & 0xff, (seed >> 8) & 0xff, (seed >> 16) & 0xff, 0xff, 0xf4, 0xdc]);
  // A row begins with its filter: 0, none.
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (_x, x) => ((x + y) >> 4) & 1)]),
  );
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
