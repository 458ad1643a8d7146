import { safeHref } from './safeHref';

test.each([
  ['https://example.com', 'https://example.com/'],
  ['HTTP://Example.com/A?b=c#d', 'http://example.com/A?b=c#d'],
  ['/publisher/properties?x=1#y', '/publisher/properties?x=1#y'],
  ['/', '/'],
  ['/a/../b', '/b'],
  ['mailto:help@example.com', 'mailto:help@example.com'],
  ['mailto:help@example.com?subject=Hello', 'mailto:help@example.com?subject=Hello'],
])('%s leads to %s', (href, expected) => {
  expect(safeHref(href)).toBe(expected);
});

test.each([
  '',
  'page',
  '#part',
  '?query',
  '//evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  ' //evil.test',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'blob:https://a.test/1',
  'ftp://example.com',
  'https:evil.test',
  'https://user:secret@evil.test',
  'https://trusted.test@evil.test',
  'https://',
  'https://[',
  'mailto:',
  'mailto:a@b.test "><b>',
])('%j leads nowhere', (href) => {
  expect(safeHref(href)).toBeNull();
});
