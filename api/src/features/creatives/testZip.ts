import { crc32, deflateRawSync } from 'node:zlib';

export interface TestFile {
  name: string;
  text: string;
  /** In place of the text, for what is none. */
  bytes?: Buffer;
  /** What stands before its data, when that is another name. */
  localName?: string;
  /** What the directory says it unpacks to, when that is not true. */
  says?: number;
  /** Of the entry: bit 0 is a password. */
  flags?: number;
  /** The file's mode on a Unix: 0o120777 is a link. */
  mode?: number;
}

/** For tests: a zip archive of these files. */
export function zipOf(files: readonly TestFile[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const { name, text, says, flags = 0, mode = 0o100644, localName = name } = file;
    const bytes = file.bytes ?? Buffer.from(text);
    const packed = deflateRawSync(bytes);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x0403_4b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(Buffer.byteLength(localName), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x0201_4b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(crc32(bytes), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(says ?? bytes.length, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(mode * 65_536, 38);
    entry.writeUInt32LE(at, 42);
    locals.push(local, Buffer.from(localName), packed);
    directory.push(entry, Buffer.from(name));
    at += local.length + Buffer.byteLength(localName) + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, part) => sum + part.length, 0),
    12,
  );
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

export const PAGE = `<!doctype html><html><head><meta name="ad.size" content="width=300,height=250">
<link rel="stylesheet" href="style.css"></head>
<body><a href="#" onclick="window.open(window.clickTag);return false">Shoes</a><script src="js/ad.js"></script></body></html>`;
export const BUNDLE: readonly TestFile[] = [
  { name: 'index.html', text: PAGE },
  { name: 'style.css', text: 'body{margin:0;background:url(shoe.svg)}' },
  { name: 'shoe.svg', text: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  { name: 'js/ad.js', text: 'var clickTag = "https://placeholder.example";' },
];
