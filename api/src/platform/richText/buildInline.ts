import type { RichInline } from '@ezdash/contracts';
import type { Token } from 'markdown-it';
import type { Budget } from './budget';
import { MAX_INLINE_DEPTH } from './limits';
import { safeHref } from './safeHref';

/** What opened and is not closed yet. Without a node of its own its children go where the surrounding ones go. */
interface Open {
  children: RichInline[];
  /** Counted with it; what lies above the limit has none. */
  depth: number;
}

const attributeOf = (token: Token, name: string) => String(token.attrGet(name) ?? '');

function textOf(token: Token): string {
  if (token.type === 'softbreak') return ' ';
  // A picture is told by its description, and by its address when it has none.
  if (token.type === 'image') return plain(token.children ?? []) || attributeOf(token, 'src');
  return token.content;
}

const plain = (tokens: Token[]): string => tokens.map(textOf).join('');

function addText(children: RichInline[], text: string, budget: Budget): void {
  if (text === '') return;
  const last = children.at(-1);
  if (last?.type === 'text') last.text += text;
  else if (budget.take()) children.push({ type: 'text', text });
}

function opened(token: Token): Extract<RichInline, { children: RichInline[] }> | null {
  if (token.type === 'strong_open') return { type: 'strong', children: [] };
  if (token.type === 'em_open') return { type: 'emphasis', children: [] };
  const href = token.type === 'link_open' ? safeHref(attributeOf(token, 'href')) : null;
  return href === null ? null : { type: 'link', href, children: [] };
}

function addLeaf(children: RichInline[], token: Token, budget: Budget): void {
  if (token.type === 'hardbreak') {
    if (budget.take()) children.push({ type: 'break' });
  } else if (token.type === 'code_inline') {
    if (budget.take()) children.push({ type: 'code', text: token.content });
  } else addText(children, textOf(token), budget);
}

/** A line of tokens as a tree. Without recursion: the parser knows no limit to emphasis within emphasis. */
export function buildInline(tokens: Token[], budget: Budget): RichInline[] {
  const root: RichInline[] = [];
  let here: Open = { children: root, depth: 0 };
  const outer: Open[] = [];
  for (const token of tokens) {
    if (token.nesting === 1) {
      outer.push(here);
      const node = here.depth < MAX_INLINE_DEPTH && budget.take() ? opened(token) : null;
      if (node) {
        here.children.push(node);
        here = { children: node.children, depth: here.depth + 1 };
      }
    } else if (token.nesting === -1) here = outer.pop() ?? here;
    else addLeaf(here.children, token, budget);
  }
  return root;
}
