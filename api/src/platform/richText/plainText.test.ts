import { parseMarkdown } from './parseMarkdown';
import { plainSummary, plainTextOf } from './plainText';

test('all words in their order, without form', () => {
  const markdown =
    '# Title\n\nSome **bold** [link](/x).\n\n- one\n- two\n\n> quoted\n\n|a|b|\n|-|-|\n|1|2|\n\n```\ncode\n```\n\n---';
  expect(plainTextOf(parseMarkdown(markdown))).toBe('Title Some bold link. one two quoted a b 1 2 code');
});

test.each([
  ['short enough', 'All of it.', 20, 'All of it.'],
  ['as long as allowed', 'abcde', 5, 'abcde'],
  ['cut at a word', 'Campaigns can be paused by the hour', 22, 'Campaigns can be…'],
  ['cut before punctuation', 'Campaigns, zones and more', 12, 'Campaigns…'],
  ['cut within a word that is too long', 'Donaudampfschifffahrtsgesellschaft', 10, 'Donaudamp…'],
  ['without the heading', '# Big news\n\nIt works.', 40, 'It works.'],
  ['only a heading', '# Big news', 40, 'Big news'],
  ['without code and tables', 'Text.\n\n```\ncode\n```\n\n|a|\n|-|\n|b|', 40, 'Text.'],
  ['nothing', '', 40, ''],
])('a summary: %s', (_what, markdown, length, expected) => {
  expect(plainSummary(markdown, length)).toBe(expected);
});

test('a character of several parts is never taken apart', () => {
  const family = '👨‍👩‍👧‍👦';
  expect(plainSummary(family.repeat(10), 4)).toBe(`${family.repeat(3)}…`);
});
