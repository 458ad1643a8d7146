/** Rules inside these stand for themselves; those of `@font-face`, `@keyframes` and others select nothing. */
const TRANSPARENT = /^@(media|supports|layer|container|scope|starting-style)\b/i;

/** Classes are somebody's, those of modules even by name, and so are data attributes. */
const isOwn = (selector: string): boolean => /\.[\w\\\u0080-\uffff-]|\[data-/.test(selector);

/** Where the string, comment, address or escape ends that begins at `at`; `at` itself where none does. */
function endOfOpaque(css: string, at: number): number {
  const sign = css[at];
  if (sign === '\\') return at + 2;
  if (sign === '"' || sign === "'") {
    let end = at + 1;
    while (end < css.length && css[end] !== sign && css[end] !== '\n') end += css[end] === '\\' ? 2 : 1;
    return end + 1;
  }
  const isComment = css.startsWith('/*', at);
  // The string of `url("…")` is opaque by itself; only a bare address needs a rule of its own.
  if (!isComment && !/^url\((?!\s*["'])/i.test(css.slice(at, at + 20))) return at;
  const end = css.indexOf(isComment ? '*/' : ')', at + 2);
  if (end === -1) return css.length;
  return end + (isComment ? 2 : 1);
}

/**
 * Heads of the rules that nothing encloses but conditions: what is nested in a rule is bound to it. Looks at each sign
 * once, since sheets are strangers'.
 */
function* heads(css: string): Generator<string> {
  let head = '';
  /** Blocks that are open since the rule that encloses them. */
  let enclosed = 0;
  for (let at = 0; at < css.length; ) {
    const sign = css.charAt(at);
    const end = endOfOpaque(css, at);
    if (end > at) {
      if (enclosed === 0) head += sign === '\\' ? css.slice(at, end) : ' ';
      at = end;
      continue;
    }
    at += 1;
    if (enclosed > 0) enclosed += Number(sign === '{') - Number(sign === '}');
    else if (sign === '{') {
      const found = head.trim();
      if (!TRANSPARENT.test(found)) enclosed = 1;
      if (!found.startsWith('@')) yield found;
      head = '';
    } else head = sign === '}' || sign === ';' ? '' : head + sign;
  }
}

/** A list of selectors, parted where no bracket is open, and without what they do not mean (`:not`). */
function selectorsOf(head: string): string[] {
  const parts = [''];
  let depth = 0;
  /** Of the bracket around what is not meant. */
  let negatedAt = Number.POSITIVE_INFINITY;
  for (let at = 0; at < head.length; at += 1) {
    const sign = head.charAt(at);
    if (sign === '(' || sign === '[') depth += 1;
    if (sign === '(' && depth < negatedAt && head.startsWith(':not', at - 4)) negatedAt = depth;
    if (sign === ',' && depth === 0) parts.push('');
    else if (depth < negatedAt) parts[parts.length - 1] += sign;
    if (sign === ')' || sign === ']') {
      if (depth === negatedAt) negatedAt = Number.POSITIVE_INFINITY;
      depth -= 1;
    }
  }
  return parts.map((part) => part.trim());
}

/**
 * Selectors of a remote's style sheet that reach what is not the remote's: `body {}` of one team would
 * be everybody's. Of a sheet as it is written, and as it is built.
 */
export const foreignSelectors = (css: string): string[] =>
  [...heads(css)].flatMap(selectorsOf).filter((selector) => selector !== '' && !isOwn(selector));
