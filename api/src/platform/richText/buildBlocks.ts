import type { RichBlock, RichText } from '@ezdash/contracts';
import type { Token } from 'markdown-it';
import { type Budget, createBudget } from './budget';
import { buildInline } from './buildInline';
import { MAX_BLOCK_DEPTH, MAX_NODES } from './limits';

/** The first word behind the fence, when it looks like the name of a language. */
const LANGUAGE = /^[a-z0-9][a-z0-9+#.-]{0,19}$/i;

type Table = Extract<RichBlock, { type: 'table' }>;

/** Walks through the tokens; what it hands to the callbacks never lies deeper than the parser's own limit. */
class Reader {
  private at = 0;
  /** Of the first heading. */
  private topDepth: number | undefined;
  constructor(
    private readonly tokens: Token[],
    private readonly lines: string[],
    private readonly budget: Budget,
  ) {}

  /** Blocks up to the end of whatever surrounds them, which is passed too. */
  blocks(): RichBlock[] {
    const found: RichBlock[] = [];
    for (let token = this.next(); token && token.nesting !== -1; token = this.next()) {
      const block = this.block(token);
      if (block && this.budget.take()) found.push(block);
    }
    return found;
  }

  private next(): Token | undefined {
    const token = this.tokens[this.at];
    this.at += 1;
    return token;
  }

  private block(token: Token): RichBlock | null {
    switch (token.type) {
      case 'heading_open':
        return { type: 'heading', level: this.level(token), children: this.inline() };
      case 'paragraph_open':
        return { type: 'paragraph', children: this.inline() };
      case 'blockquote_open':
        return { type: 'quote', children: this.contents(token) };
      case 'bullet_list_open':
        return { type: 'list', ordered: false, items: this.items() };
      case 'ordered_list_open':
        return { type: 'list', ordered: true, items: this.items() };
      case 'table_open':
        return this.table();
      case 'fence':
      case 'code_block':
        return { type: 'code', language: languageOf(token), text: token.content.replace(/\n$/, '') };
      case 'hr':
        return { type: 'rule' };
      default:
        return null;
    }
  }

  /** "#" and "##" are the same: the title of what the text is about stands above it. No text begins a level too deep. */
  private level({ tag }: Token): 2 | 3 {
    const depth = Number(tag.slice(1));
    this.topDepth ??= Math.max(2, depth);
    return depth <= this.topDepth ? 2 : 3;
  }

  /** The one line of tokens of a paragraph or a heading, and its end. */
  private inline() {
    const line = this.next();
    this.next();
    return buildInline(line?.children ?? [], this.budget);
  }

  /** What stands in a quote or an item. The parser leaves empty what lies too deep: that stands as it was written. */
  private contents(opening: Token): RichBlock[] {
    const blocks = this.blocks();
    if (blocks.length > 0 || opening.level + 1 < MAX_BLOCK_DEPTH || !opening.map) return blocks;
    const text = this.lines.slice(opening.map[0], opening.map[1]).join('\n').trim();
    return text === '' ? [] : [{ type: 'paragraph', children: [{ type: 'text', text }] }];
  }

  private items(): RichBlock[][] {
    const items: RichBlock[][] = [];
    for (let token = this.next(); token && token.nesting !== -1; token = this.next())
      items.push(this.contents(token));
    return items;
  }

  private table(): Table {
    const table: Table = { type: 'table', head: [], rows: [] };
    let row: Table['head'] = [];
    for (let token = this.next(); token && token.type !== 'table_close'; token = this.next()) {
      if (token.type === 'tr_open') row = [];
      else if (token.type === 'inline' && this.budget.take())
        row.push(buildInline(token.children ?? [], this.budget));
      else if (token.type === 'tr_close' && row.length > 0) table.rows.push(row);
      // The head is read like any other row, and is the only one so far.
      else if (token.type === 'thead_close') table.head = table.rows.pop() ?? [];
    }
    return table;
  }
}

function languageOf(token: Token): string | null {
  const [word] = token.info.trim().split(/\s/);
  return word !== undefined && LANGUAGE.test(word) ? word : null;
}

export function buildBlocks(tokens: Token[], source: string): RichText {
  return new Reader(tokens, source.split(/\r\n?|\n/), createBudget(MAX_NODES)).blocks();
}
