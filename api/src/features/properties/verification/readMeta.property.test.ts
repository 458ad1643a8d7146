import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { readMeta } from './readMeta';

const META = '<meta name="ezdash-verification" content="token-1">';
const PIECES = [
  META,
  META.toUpperCase().replace('TOKEN-1', 'token-1'),
  ...'html head body title script style template noscript noframes textarea svg math select table frameset iframe p xmp plaintext br object'
    .split(' ')
    .flatMap((name) => [`<${name}>`, `</${name}>`, `<${name}/>`]),
  '<!--',
  '-->',
  '<!-->',
  '<!doctype html>',
  '<![CDATA[',
  ']]>',
  '<script><!--<script>',
  '<link title="',
  "<meta name='",
  '"',
  "'",
  '>',
  '<',
  '</',
  '=',
  'text',
  ' ',
  '\n',
  '\f',
  '&lt;',
  '<?php',
  '<link rel="x">',
  '<base href="/">',
];

function inTreeHead(html: string): string[] {
  const tree = parse(html, { scriptingEnabled: true });
  const elements = (node: DefaultTreeAdapterTypes.ParentNode) =>
    node.childNodes.filter((child): child is DefaultTreeAdapterTypes.Element => 'tagName' in child);
  const head = elements(tree)
    .flatMap(elements)
    .find(({ tagName }) => tagName === 'head');
  return (head ? elements(head) : []).flatMap(({ tagName, attrs }) => {
    const value = (wanted: string) => attrs.find(({ name }) => name === wanted)?.value;
    return tagName === 'meta' && value('name')?.toLowerCase() === 'ezdash-verification'
      ? [value('content') ?? '']
      : [];
  });
}

test('what is found in the head stands in the head of the tree that browsers build', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(META, ...PIECES), { maxLength: 14 }), (pieces) => {
      const html = pieces.join('');
      const { inHead } = readMeta(html);
      found += inHead.length;
      expect(inTreeHead(html)).toEqual(expect.arrayContaining(inHead));
      expect(inHead.length).toBeLessThanOrEqual(inTreeHead(html).length);
    }),
    { numRuns: 3_000 },
  );
  expect(found).toBeGreaterThan(100);
});
