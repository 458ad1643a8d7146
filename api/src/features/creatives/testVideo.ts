function box(name: string, ...parts: Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  const content = Buffer.concat(parts);
  head.writeUInt32BE(8 + content.length, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

interface TestVideo {
  durationMs?: number;
  width?: number;
  height?: number;
  /** A quarter turn, as phones write it. */
  turned?: boolean;
  handler?: 'vide' | 'soun';
  /** Of the pictures, as the file says it. */
  codec?: string;
  /** Of a second track with sound; none unless said. */
  sound?: string;
  paddingBytes?: number;
}

/** For tests: the boxes of an MP4 that say what it is, without pictures. */
export function mp4Of({
  durationMs = 15_000,
  width = 640,
  height = 360,
  turned = false,
  handler = 'vide',
  codec = 'avc1',
  sound,
  paddingBytes = 1_000,
}: TestVideo = {}): Buffer {
  const mvhd = Buffer.alloc(100);
  mvhd.writeUInt32BE(1_000, 12);
  mvhd.writeUInt32BE(durationMs, 16);
  const tkhd = Buffer.alloc(84);
  tkhd.writeInt32BE(turned ? 0 : 65_536, 40);
  tkhd.writeInt32BE(turned ? 65_536 : 0, 44);
  tkhd.writeUInt32BE(width * 65_536, 76);
  tkhd.writeUInt32BE(height * 65_536, 80);
  const media = (kind: string, name: string) => {
    const hdlr = Buffer.alloc(24);
    hdlr.write(kind, 8, 'latin1');
    const count = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]);
    const stsd = box('stsd', count, box(name, Buffer.alloc(78)));
    return box('mdia', box('hdlr', hdlr), box('minf', box('stbl', stsd)));
  };
  const silent = Buffer.alloc(84);
  const heard = sound === undefined ? [] : [box('trak', box('tkhd', silent), media('soun', sound))];
  return Buffer.concat([
    box('ftyp', Buffer.from('isommp42')),
    box('moov', box('mvhd', mvhd), box('trak', box('tkhd', tkhd), media(handler, codec)), ...heard),
    box('mdat', Buffer.alloc(paddingBytes)),
  ]);
}
