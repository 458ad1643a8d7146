import type { RichBlock, RichInline, RichText } from '@ezdash/contracts';
import { parseMarkdown } from './parseMarkdown';

const inlineText = (children: RichInline[]): string =>
  children
    .map((node) => {
      if (node.type === 'break') return ' ';
      return 'children' in node ? inlineText(node.children) : node.text;
    })
    .join('');

function blockText(block: RichBlock): string {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
      return inlineText(block.children);
    case 'list':
      return block.items.map(plainTextOf).join(' ');
    case 'quote':
      return plainTextOf(block.children);
    case 'code':
      return block.text;
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(inlineText).join(' ')).join(' ');
    case 'rule':
      return '';
  }
}

/** All words without their form, on one line: what a search goes through. */
export function plainTextOf(blocks: RichText): string {
  return blocks.map(blockText).join(' ').replace(/\s+/g, ' ').trim();
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** At most so many characters as people count them, up to the end of a word when one is near. */
function cut(text: string, length: number): string {
  // A summary is short; an article need not be taken apart as a whole.
  const parts = Array.from(graphemes.segment(text.slice(0, length * 32)), (part) => part.segment);
  if (parts.length <= length) return parts.join('') === text ? text : `${parts.join('').trimEnd()}…`;
  const kept = parts.slice(0, length - 1).join('');
  const space = kept.lastIndexOf(' ');
  const whole = parts[length - 1] === ' ' || space < kept.length * 0.6 ? kept : kept.slice(0, space);
  return `${whole.trimEnd().replace(/(?<![,;:–-])[,;:–-]+$/, '')}…`;
}

/** The first words of a text in Markdown, without its form, headings, code and tables. */
export function plainSummary(markdown: string, length: number): string {
  const blocks = parseMarkdown(markdown);
  const prose = blocks.filter(({ type }) => type === 'paragraph' || type === 'list' || type === 'quote');
  return cut(plainTextOf(prose) || plainTextOf(blocks), length);
}
