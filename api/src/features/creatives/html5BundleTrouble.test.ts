import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withClickTag } from './clickTag';
import { inspectBundle } from './html5Bundle';
import { createImageStore, writeFolder } from './imageStore';
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
])('%s end soon', async (_title, text) => {
  const { ok } = await inspectBundle(withBody(text));
  expect(typeof ok).toBe('boolean');
});

test.each(['<head ', '<html ', '<!doctype '])('beginnings of %s end soon', (tag) => {
  expect(withClickTag(repeat(tag), null)).toMatch(/^<script>/);
});

test.each([
  ['<meta http-equiv="refresh" content="0;url=https://evil.example/">', /leads on by itself/],
  ['<META content="0;url=x" HTTP-EQUIV = refresh>', /leads on by itself/],
  ["<meta http-equiv='&#114;efresh' content='0;url=x'>", /leads on by itself/],
  ['<img srcset="a.png 1x, https://evil.example/a.png 2x">', /evil\.example/],
  ['<img srcset=//evil.example/a.png>', /evil\.example/],
  ['<link rel=preload imagesrcset="https://evil.example/a.png 1x">', /evil\.example/],
  ['<a href="\\\\evil.example/">x</a>', /evil\.example/],
  ['<img\nsrc\n=\n"\n//evil.example/a.png">', /evil\.example/],
  ['<img src="ht&#9;tps://evil.example/a.png">', /evil\.example/],
  ['<img src="javascript-x://evil.example/a.png">', /evil\.example/],
])('%s is refused', async (text, sentence) => {
  expect(await inspectBundle(withBody(text))).toEqual({
    ok: false,
    problem: expect.stringMatching(sentence),
  });
});

test.each([
  '<meta http-equiv="Content-Type" content="text/html; charset=utf-8">',
  '<img src="shoe.svg" srcset="shoe.svg 1x, ./shoe.svg 2x">',
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"></svg>',
  '<a href="java&#9;script:window.open(clickTag)">x</a>',
  '<a href="java&#x0A;script&colon;window.open(clickTag)">x</a>',
  '<a href="javascript://go%0Awindow.open(clickTag)">x</a>',
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
  await expect(
    createImageStore(dir).putBundle(zipOf(BUNDLE), (to) => writeFolder(to, files)),
  ).rejects.toThrow();
  expect(await readdir(dir)).toEqual([]);
  await rm(dir, { recursive: true });
});

test.each([
  ['an image that is not there', '<img src="img/gone.png">', /refers to img\/gone\.png\. There is no such/],
  ['capitals of another kind', '<img src="Shoe.svg">', /refers to Shoe\.svg\. There is no such/],
  ['an address from the root', '<img src="/shoe.svg">', /refers to \/shoe\.svg\. Write it relative/],
  ['a way out', '<img src="../other/shoe.svg">', /refers to \.\.\/other\/shoe\.svg\. Write it relative/],
  ['letters by number', '<img src="&#104;ttps://evil.example/a.png">', /https:\/\/evil\.example/],
  ['signs by name', '<a href="https&colon;&sol;&sol;evil.example/">x</a>', /https:\/\/evil\.example/],
  ['a tab in an address', '<img src="ht\ttps://evil.example/a.png">', /https:\/\/evil\.example/],
  ['a set', '<style>a{b:image-set("https://evil.example/a.png" 1x)}</style>', /evil\.example/],
  ['an escape', '<style>a{b:u\\72l(https://evil.example/a.png)}</style>', /evil\.example/],
  [
    'a picture of a style',
    '<p style="background:url(&quot;gone.png&quot;)">',
    /gone\.png\. There is no such/,
  ],
  ['a script that is not there', '<script src="js/gone.js"></script>', /js\/gone\.js\. There is no such/],
  ['a module', '<script type="module">import a from "https://evil.example/a.js"</script>', /evil\.example/],
  ['an attribute', '<script>i.setAttribute("src", "https://evil.example/a")</script>', /evil\.example/],
  ['a click past us', `<b onclick="window.open('https://evil.example/')">x</b>`, /opens https:\/\/evil/],
])('%s is refused', async (_title, text, sentence) => {
  expect(await inspectBundle(withBody(text))).toEqual({
    ok: false,
    problem: expect.stringMatching(sentence),
  });
});

test.each(['ad.js', 'style.css', 'index.html'])('%s of another encoding is told so', async (name) => {
  const bytes = Buffer.from(`/* Größe */ ${PAGE}`, 'latin1');
  const zip = zipOf([...BUNDLE.filter((file) => file.name !== name), { name, text: '', bytes }]);
  expect(await inspectBundle(zip)).toEqual({
    ok: false,
    problem: `${name} is not in UTF-8. Save it as UTF-8`,
  });
});

test('a click that stands in a comment opens nothing', async () => {
  const page = PAGE.replace('window.open(window.clickTag);', '').replace(
    '</body>',
    '<!-- clickTag --></body>',
  );
  const { ok } = await inspectBundle(
    withFiles({ name: 'index.html', text: page }, { name: 'js/ad.js', text: 'var a = 1' }),
  );
  expect(ok).toBe(false);
});

test.each([
  '<a href="javascript:window.open(window.clickTag)">x</a><a href="#top">y</a><a href="">z</a>',
  '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" srcset="data:image/gif;base64,R0lGODlhAQABAAAAACw= 2x">',
  '<img src="./shoe.svg?v=2#a"><script src="js/../js/ad.js"></script>',
  '<svg><use href="#shoe"/><rect fill="url(#paint)"/></svg>',
  `<script>document.body.innerHTML = '<img src="' + name + '">'; var b = 'url(' + name + ')';</script>`,
  '<!-- <img src="gone.png"> --><template><img src="{{picture}}"></template>',
])('%s is as good as ever, too', async (text) => {
  expect(await inspectBundle(withBody(text))).toMatchObject({ ok: true });
});
