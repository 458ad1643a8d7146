import { foreignSelectors } from './releaseStyles';

test.each([
  ['body { background: hotpink }', ['body']],
  ['* { font: inherit }', ['*']],
  ['.box h1, h1 { margin: 0 }', ['h1']],
  ['@media (width < 600px) { .box { margin: 0 } a:hover { color: red } }', ['a:hover']],
  ['@import "x.css"; :root { --ez-ink: red }', [':root']],
  ['.a{} /* } p { */ p {}', ['p']],
  ['.a { color: red } } p {}', ['p']],
  [':global(body) { margin: 0 }', [':global(body)']],
  [':not(.box) { color: red }', [':not']],
  ['p:not(.box, :is(.row)) b, .box:not(p) {}', ['p:not b']],
  ['@MEDIA print{@LAYER a{body{margin:0}}.box{}html{}}', ['body', 'html']],
  ["@import 'x.css';\n.a { background: url(x{y.png) } p {}", ['p']],
  ['.a { content: "\\"} p {" } h1 {}', ['h1']],
])('%s reaches others', (css, found) => expect(foreignSelectors(css)).toEqual(found));

test.each([
  '.box { padding: 0; & a { color: red } p { margin: 0 } }',
  '.box > :global(.mantine-Button-root) { flex: 1 }',
  ':global(body:has([data-print])) { overflow: visible }',
  '[data-aside] { opacity: 0 }',
  ':is(.box, .row) { gap: 0 }',
  '.box::before { content: "} body {" }',
  '@font-face { font-family: X; src: url(x.woff2) }',
  '@keyframes turn { from { rotate: 0deg } to { rotate: 1turn } }',
  '@layer own { @supports (display: grid) { .box { display: grid } } }',
  '@layer own;',
  '.\\31 0, .über, .sm\\:row\\{ { gap: 0 }',
  '.box { background: url( "a)b}" ) } /* body {} */',
  '.box { color: red',
  '',
])('%s stays with its own', (css) => expect(foreignSelectors(css)).toEqual([]));

test('a sheet made to be slow is read in one go', () => {
  for (const part of ['url(', '/*/', '"\\', '@media{', ':not(', '(', "'\n"]) {
    const css = part.repeat(200_000);
    expect(foreignSelectors(`${css}`).length).toBeLessThan(2);
  }
});
