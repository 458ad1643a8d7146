import { type RichBlock, type RichInline, type RichText, richText } from '@ezdash/contracts';
import { MAX_BLOCK_DEPTH, MAX_INLINE_DEPTH, MAX_NODES } from './limits';
import { parseMarkdown } from './parseMarkdown';
import { plainTextOf } from './plainText';

const text = (value: string): RichInline => ({ type: 'text', text: value });
const paragraph = (...children: RichInline[]): RichBlock => ({ type: 'paragraph', children });
const link = (href: string, label: string): RichInline => ({ type: 'link', href, children: [text(label)] });

test.each<[string, string, RichText]>([
  ['nothing', '', []],
  ['a paragraph of two lines', 'One\ntwo', [paragraph(text('One two'))]],
  ['a line that breaks', 'One  \ntwo', [paragraph(text('One'), { type: 'break' }, text('two'))]],
  [
    'emphasis within strong words',
    '**all *of* it**',
    [
      paragraph({
        type: 'strong',
        children: [text('all '), { type: 'emphasis', children: [text('of')] }, text(' it')],
      }),
    ],
  ],
  ['code in a line', '`a < b`', [paragraph({ type: 'code', text: 'a < b' })]],
  [
    'headings: two levels under a title',
    '# A\n## B\n### C\n###### D',
    [
      { type: 'heading', level: 2, children: [text('A')] },
      { type: 'heading', level: 2, children: [text('B')] },
      { type: 'heading', level: 3, children: [text('C')] },
      { type: 'heading', level: 3, children: [text('D')] },
    ],
  ],
  [
    'headings that begin too deep',
    '### A\n### B\n#### C\n## D',
    [
      { type: 'heading', level: 2, children: [text('A')] },
      { type: 'heading', level: 2, children: [text('B')] },
      { type: 'heading', level: 3, children: [text('C')] },
      { type: 'heading', level: 2, children: [text('D')] },
    ],
  ],
  [
    'lists within lists',
    '1. a\n   - b\n2. c',
    [
      {
        type: 'list',
        ordered: true,
        items: [
          [paragraph(text('a')), { type: 'list', ordered: false, items: [[paragraph(text('b'))]] }],
          [paragraph(text('c'))],
        ],
      },
    ],
  ],
  ['a quote', '> said', [{ type: 'quote', children: [paragraph(text('said'))] }]],
  [
    'code with and without a language',
    '```html\n<ins>\n```\n\n```"><b>\nx\n```\n\n    y',
    [
      { type: 'code', language: 'html', text: '<ins>' },
      { type: 'code', language: null, text: 'x' },
      { type: 'code', language: null, text: 'y' },
    ],
  ],
  [
    'a table',
    '| a | b |\n|---|---|\n| 1 | **2** |\n| 3 |',
    [
      {
        type: 'table',
        head: [[text('a')], [text('b')]],
        rows: [
          [[text('1')], [{ type: 'strong', children: [text('2')] }]],
          [[text('3')], []],
        ],
      },
    ],
  ],
  ['a rule', 'a\n\n---', [paragraph(text('a')), { type: 'rule' }]],
  [
    'links to pages of the app, elsewhere and to people',
    '[a](/advertiser/funds?x=1#y) [b](https://example.com) <mail@example.com>',
    [
      paragraph(
        link('/advertiser/funds?x=1#y', 'a'),
        text(' '),
        link('https://example.com/', 'b'),
        text(' '),
        link('mailto:mail@example.com', 'mail@example.com'),
      ),
    ],
  ],
  [
    'an address in a sentence',
    'See https://example.com/a.',
    [paragraph(text('See '), link('https://example.com/a', 'https://example.com/a'), text('.'))],
  ],
  ['files that look like hosts', 'ads.txt, readme.md', [paragraph(text('ads.txt, readme.md'))]],
  ['a picture', '![A chart](https://x.test/a.png)', [paragraph(text('A chart'))]],
  ['a picture without a description', '![](https://x.test/a.png)', [paragraph(text('https://x.test/a.png'))]],
  ['a footnote', 'So[^1]\n\n[^1]: why', [paragraph(text('So[^1]')), paragraph(text('[^1]: why'))]],
  [
    'HTML',
    '<script>alert(1)</script>\n\na <b onclick="x()">b</b>',
    [paragraph(text('<script>alert(1)</script>')), paragraph(text('a <b onclick="x()">b</b>'))],
  ],
  ['entities', '&lt;script&gt; &amp; &copy;', [paragraph(text('<script> & ©'))]],
  ['what is crossed out', '~~no~~', [paragraph(text('~~no~~'))]],
  [
    'text from right to left',
    '**مرحبا** بك',
    [paragraph({ type: 'strong', children: [text('مرحبا')] }, text(' بك'))],
  ],
])('%s', (_what, markdown, expected) => {
  expect(parseMarkdown(markdown)).toEqual(expected);
});

function hrefs(nodes: readonly (RichBlock | RichInline)[]): string[] {
  return nodes.flatMap((node) => {
    if (node.type === 'list') return node.items.flatMap(hrefs);
    if (node.type === 'table') return [node.head, ...node.rows].flat().flatMap(hrefs);
    const own = node.type === 'link' ? [node.href] : [];
    return 'children' in node ? [...own, ...hrefs(node.children)] : own;
  });
}

test.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](java&Tab;script:alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](data:image/png;base64,AAAA)',
  '[x](vbscript:x)',
  '[x](file:///etc/passwd)',
  '[x](ftp://example.com)',
  '[x](//evil.test/a)',
  '[x](/\\evil.test)',
  '[x](</\t/evil.test>)',
  '[x](https:evil.test)',
  '[x](page)',
  '[x](#part)',
  '[x](blob:abc)',
  '[x]: javascript:alert(1)\n\n[x]',
  '<javascript:alert(1)>',
  '![a](javascript:alert(1))',
  '//evil.test/a and ftp://evil.test',
])('no link from %s', (markdown) => {
  // A backslash or a tab may stay within a path when it leads nowhere else.
  const found = hrefs(parseMarkdown(markdown));
  expect(found.filter((href) => new URL(href, 'https://here.invalid').host !== 'here.invalid')).toEqual([]);
  expect(found.filter((href) => !/^\/[^/\\]/.test(href))).toEqual([]);
});

/** How many blocks and lines lie within each other at most. */
function depth(nodes: readonly (RichBlock | RichInline)[]): number {
  let most = 0;
  for (const node of nodes) {
    const inner =
      node.type === 'list'
        ? Math.max(0, ...node.items.map(depth))
        : node.type === 'table'
          ? Math.max(0, ...[node.head, ...node.rows].flat().map(depth))
          : 'children' in node
            ? depth(node.children)
            : 0;
    most = Math.max(most, inner + 1);
  }
  return most;
}

test.each([
  ['quotes', '>'.repeat(10_000)],
  ['quotes with a word', `${'>'.repeat(10_000)} hello`],
  ['lists', '- '.repeat(10_000)],
  ['numbered lists', '1. '.repeat(10_000)],
  ['lists by indentation', Array.from({ length: 200 }, (_, at) => `${' '.repeat(at * 2)}- hello`).join('\n')],
  ['emphasis', `${'*a '.repeat(10_000)}hello${' a*'.repeat(10_000)}`],
  ['strong emphasis', `${'**a '.repeat(10_000)}hello${' a**'.repeat(10_000)}`],
  ['stars', '*'.repeat(50_000)],
  ['brackets', `${'['.repeat(25_000)}hello${']'.repeat(25_000)}`],
  ['links', '[a]('.repeat(12_000)],
  ['pictures', '![a'.repeat(15_000)],
  ['angle brackets', '<a '.repeat(15_000)],
  ['backticks', Array.from({ length: 300 }, (_, at) => '`'.repeat(at)).join(' ')],
  ['entities', '&#0;&#x110000;&amp'.repeat(3_000)],
  ['addresses', 'https://a.test/'.repeat(4_000)],
  ['e-mail addresses', 'a@b.co '.repeat(8_000)],
  ['cells of a table', `${'|a'.repeat(3_000)}|\n${'|-'.repeat(3_000)}|\n${'|\n'.repeat(5_000)}`],
  ['definitions', '[a]: /x\n'.repeat(7_000)],
  ['lines', '\n'.repeat(60_000)],
  ['carriage returns', '\r'.repeat(60_000)],
  ['zero bytes', '\0'.repeat(60_000)],
  ['half surrogates', '\ud800'.repeat(60_000)],
])('hostile %s are read within bounds', (_what, markdown) => {
  const blocks = parseMarkdown(markdown);
  expect(depth(blocks)).toBeLessThanOrEqual(MAX_BLOCK_DEPTH + MAX_INLINE_DEPTH + 2);
  // What is sent passes its own contract, which walks through all of it.
  expect(richText.parse(blocks)).toEqual(blocks);
  expect(JSON.stringify(blocks).match(/"type"/g)?.length ?? 0).toBeLessThanOrEqual(MAX_NODES);
});

test('what lies too deep stands as it was written', () => {
  expect(plainTextOf(parseMarkdown(`${'> '.repeat(40)}deep`))).toMatch(/deep$/);
  expect(plainTextOf(parseMarkdown(`${'- '.repeat(40)}deep`))).toMatch(/deep$/);
  expect(plainTextOf(parseMarkdown(`${'*a '.repeat(40)}deep${' b*'.repeat(40)}`))).toMatch(/deep( b){40}$/);
});

test('a text beyond all limits is cut, not refused', () => {
  expect(plainTextOf(parseMarkdown('a'.repeat(1_000_000))).length).toBeLessThan(100_000);
});
