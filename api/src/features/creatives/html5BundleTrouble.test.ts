import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withClickTag } from './clickTag';
import { inspectBundle } from './html5Bundle';
import { createImageStore } from './imageStore';
import { BUNDLE, PAGE, type TestFile, zipOf } from './testZip';

const withFiles = (...files: TestFile[]) =>
  zipOf([...BUNDLE.filter(({ name }) => !files.some((file) => file.name === name)), ...files]);
const withBody = (text: string) =>
  withFiles({ name: 'index.html', text: PAGE.replace('</body>', `${text}</body>`) });

const LONG = 1_500_000;
const repeat = (text: string) => text.repeat(Math.floor(LONG / text.length));
// A look that takes time in proportion to the square of the length takes hours here.
test.each([
  ['spaces behind src=', `<img src=${repeat(' ')}>`],
  ['spaces behind url(', `<style>a{b:url(${repeat(' ')})}</style>`],
  ['mixed spaces behind srcset=', `<img srcset=${repeat(' \n\t')}>`],
  ['beginnings of a meta', repeat('<meta ')],
  ['beginnings of names in a meta', `<meta ${repeat('name="')}>`],
  ['beginnings of name spaces', repeat('xmlns="')],
  ['beginnings of name spaces, by turns', repeat('xmlns="xmlns=\'')],
  ['a name space without an end', `<svg xmlns:${repeat('a')}>`],
  ['beginnings of http-equiv', repeat('http-equiv=')],
  ['names of sources', repeat('srcset=')],
  ['a scheme without an end', `<a href=${repeat('a')}>`],
  ['addresses in css', `<style>${repeat('url(')}</style>`],
  ['spaces behind let', `<script>${repeat('let ')}</script>`],
])(
  '%s end soon',
  async (_title, text) => {
    const { ok } = await inspectBundle(withBody(text));
    expect(typeof ok).toBe('boolean');
  },
  10_000,
);

test.each(['<head ', '<html ', '<!doctype '])(
  'beginnings of %s end soon',
  (tag) => {
    expect(withClickTag(repeat(tag), null)).toMatch(/^<script>/);
  },
  10_000,
);

test.each([
  ['<meta http-equiv="refresh" content="0;url=https://evil.example/">', /leads on by itself/],
  ['<META content="0;url=x" HTTP-EQUIV = refresh>', /leads on by itself/],
  ["<meta http-equiv='&#114;efresh' content='0;url=x'>", /leads on by itself/],
  ['<img srcset="a.png 1x, https://evil.example/a.png 2x">', /evil\.example/],
  ['<img srcset=//evil.example/a.png>', /evil\.example/],
  ['<link rel=preload imagesrcset="https://evil.example/a.png 1x">', /evil\.example/],
  ['<a href="\\\\evil.example/">x</a>', /evil\.example/],
  ['<img\nsrc\n=\n"\n//evil.example/a.png">', /evil\.example/],
])('%s is refused', async (text, sentence) => {
  expect(await inspectBundle(withBody(text))).toEqual({
    ok: false,
    problem: expect.stringMatching(sentence),
  });
});

test.each([
  '<meta http-equiv="Content-Type" content="text/html; charset=utf-8">',
  '<img src="shoe.svg" srcset="shoe.svg 1x, img/shoe.png 2x">',
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"></svg>',
])('%s is as good as ever', async (text) => {
  expect((await inspectBundle(withBody(text))).ok).toBe(true);
});

test.each([[['a.js', 'a.js/b.js']], [['js/lib.js/a.js', 'JS/Lib.js']]])(
  'a file that is a folder, too, is refused: %j',
  async (names) => {
    expect(await inspectBundle(withFiles(...names.map((name) => ({ name, text: 'x' }))))).toEqual({
      ok: false,
      problem: expect.stringMatching(/^There are a file and a folder called /),
    });
  },
);

test('a bundle that cannot be unpacked leaves no archive', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'ezdash-bundle-'));
  const bytes = Buffer.from('x');
  const files = [
    { name: 'a.js', bytes },
    { name: 'a.js/b.js', bytes },
  ];
  await expect(createImageStore(dir).putBundle(zipOf(BUNDLE), files)).rejects.toThrow();
  expect(await readdir(dir)).toEqual([]);
  await rm(dir, { recursive: true });
});
