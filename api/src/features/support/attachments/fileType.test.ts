import { fileTypeOf } from './fileType';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
const PNG = bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'rest');

test.each([
  ['a PNG', PNG, 'a.png', 'image/png'],
  ['a PNG under another name', PNG, 'page.html', 'image/png'],
  ['a JPEG', bytes([0xff, 0xd8, 0xff, 0xe0], 'JFIF'), 'a.jpg', 'image/jpeg'],
  ['a GIF', bytes('GIF89a', [1, 0]), 'a.gif', 'image/gif'],
  ['a WebP', bytes('RIFF', [1, 0, 0, 0], 'WEBPVP8 '), 'a.webp', 'image/webp'],
  ['a PDF', bytes('%PDF-1.7\n', [0, 1, 2]), 'a.pdf', 'application/pdf'],
  ['a text', bytes('Grüße,\r\n\tIneś 日本'), 'notes.txt', 'text/plain'],
  ['a text without an ending', bytes('a log line\n'), 'LOG', 'text/plain'],
  ['a table', bytes('day,spend\n2026-11-21,3\n'), 'Report.CSV', 'text/csv'],
  ['a table as Windows writes it', bytes([0xff, 0xfe], [0x61, 0, 0x3b, 0, 0x62, 0]), 'a.csv', 'text/csv'],
  ['a comparison', bytes('spend < 3 and clicks > 2'), 'a.txt', 'text/plain'],
])('%s', (_, content, name, type) => {
  expect(fileTypeOf(content, name)).toBe(type);
});

test.each([
  [
    'an SVG that calls itself a picture',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    'a.png',
  ],
  ['an SVG behind its declaration', '<?xml version="1.0"?>\n<svg/>', 'a.txt'],
  ['a page as a text', '<!doctype html><h1>hello</h1>', 'a.txt'],
  ['a page behind a mark and spaces', '\ufeff \n <html>', 'a.csv'],
  ['a page in the middle of a table', 'a,b\n1,"<script>alert(1)</script>"', 'a.csv'],
  ['an SVG in UTF-16', Buffer.from('\ufeff<svg onload=x>', 'utf16le'), 'a.txt'],
  ['a program', bytes('MZ', [0x90, 0, 3, 0]), 'a.txt'],
  ['a script with a NUL', bytes('echo 1', [0]), 'a.txt'],
  ['an archive', bytes('PK', [3, 4]), 'a.pdf'],
  ['letters of no encoding', bytes([0x61, 0xff, 0xfe, 0x62]), 'a.txt'],
  ['a signature and nothing behind it', bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'a.png'],
  ['a sound in a RIFF', bytes('RIFF', [1, 0, 0, 0], 'WAVEfmt ', [0]), 'a.webp'],
])('%s is not taken', (_, content, name) => {
  expect(fileTypeOf(typeof content === 'string' ? Buffer.from(content) : content, name)).toBeNull();
});
