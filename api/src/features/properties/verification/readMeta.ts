import { VERIFICATION_NAME } from '@ezdash/contracts';
import { type Token, Tokenizer, TokenizerMode } from 'parse5';

export interface FoundMeta {
  /** Contents of our elements in the head, in order. */
  inHead: string[];
  /** Whether one stands in the body, where what visitors write may stand too. */
  isInBody: boolean;
}

/** What may stand in a head by the HTML standard; anything else begins the body. */
const OF_HEAD: ReadonlySet<string> = new Set([
  'html',
  'head',
  'meta',
  'title',
  'base',
  'basefont',
  'bgsound',
  'link',
  'style',
  'script',
  'noscript',
  'noframes',
  'template',
]);
/** How the text of an element is read: tags in it are none. */
const TEXTS: Readonly<Record<string, number>> = {
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  noscript: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  plaintext: TokenizerMode.PLAINTEXT,
};
/** The reader compares each attribute of a tag with those before it: what has more is no page. */
const MOST_ATTRIBUTES = 1_000;
const PIECE = 1_024;

class Reader extends Tokenizer {
  /** Of the tag that is being read. */
  get attributeCount(): number {
    const token = this.currentToken;
    return token !== null && 'attrs' in token ? token.attrs.length : 0;
  }
}

/**
 * Our `<meta>` elements, read by the tokenizer of the HTML standard: comments, scripts, templates and attributes that look
 * like elements are none. Takes time by the length alone, whatever a page is made of; no tree is built.
 */
export function readMeta(html: string): FoundMeta {
  const found: FoundMeta = { inHead: [], isInBody: false };
  let isInHead = true;
  let templates = 0;
  const leaveHead = () => {
    if (templates === 0) isInHead = false;
  };
  const onStartTag = (tag: Token.TagToken) => {
    const { tagName: name, attrs } = tag;
    if (!OF_HEAD.has(name)) leaveHead();
    if (name === 'template') templates += 1;
    const text = TEXTS[name];
    if (text !== undefined) tokenizer.state = text;
    if (name !== 'meta' || templates > 0) return;
    const attribute = (wanted: string) => attrs.find(({ name: known }) => known === wanted)?.value;
    if (attribute('name')?.trim().toLowerCase() !== VERIFICATION_NAME) return;
    if (isInHead) found.inHead.push((attribute('content') ?? '').trim());
    else found.isInBody = true;
  };
  const nothing = () => {};
  const tokenizer = new Reader(
    {},
    {
      onStartTag,
      onEndTag: ({ tagName: name }) => {
        if (name === 'template') templates = Math.max(0, templates - 1);
        else if (name === 'head' || name === 'body' || name === 'html' || name === 'br') leaveHead();
      },
      // Text in the head's own elements belongs to them; elsewhere it begins the body.
      onCharacter: () => {
        if (tokenizer.state === TokenizerMode.DATA) leaveHead();
      },
      onComment: nothing,
      onDoctype: nothing,
      onEof: nothing,
      onNullCharacter: nothing,
      onWhitespaceCharacter: nothing,
    },
  );
  for (let at = 0; at < html.length; at += PIECE) {
    tokenizer.write(html.slice(at, at + PIECE), at + PIECE >= html.length);
    if (tokenizer.attributeCount > MOST_ATTRIBUTES) break;
  }
  return found;
}
