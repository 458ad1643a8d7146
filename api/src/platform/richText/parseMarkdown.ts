import type { RichText } from '@ezdash/contracts';
import MarkdownIt from 'markdown-it';
import { buildBlocks } from './buildBlocks';
import { MAX_BLOCK_DEPTH, MAX_LENGTH } from './limits';
import { safeHref } from './safeHref';

const markdown = new MarkdownIt({
  html: false,
  linkify: true,
  typographer: false,
  maxNesting: MAX_BLOCK_DEPTH,
});
markdown.disable('strikethrough');
// Only what begins with a scheme: "ads.txt" and "tag.md" are files here, not hosts.
markdown.linkify.set({ fuzzyLink: false });
markdown.validateLink = (href) => safeHref(href) !== null;

/**
 * Markdown as data that pages can draw. HTML stays the text it is, pictures become their description, links lead to
 * where links may lead. Never throws, whatever the text is.
 */
export function parseMarkdown(text: string): RichText {
  const source = text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) : text;
  return buildBlocks(markdown.parse(source, {}), source);
}
