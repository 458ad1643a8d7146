import type { Block, MailContent } from './content';

const WIDTH = 76;

/** Breaks at spaces; a word that is longer (a link) stays whole. */
function wrap(text: string, indent = ''): string {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && indent.length + line.length + 1 + word.length > WIDTH) {
        lines.push(line);
        line = word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  return lines.map((line) => indent + line).join('\n');
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return wrap(block.text);
    case 'quote':
      return wrap(block.text, '> ');
    case 'facts':
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
    case 'button':
    case 'link':
      return `${block.label}:\n${block.href}`;
  }
}

/** The mail for readers without HTML. */
export function renderText({ heading, blocks, why }: MailContent, appName: string): string {
  const parts = [heading, ...blocks.map(blockText), `-- \n${appName}\n${wrap(why)}`];
  return `${parts.join('\n\n')}\n`;
}
