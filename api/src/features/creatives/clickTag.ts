import { CLICK_URL_MACRO, findMacros, type MacroFold } from '@ezdash/contracts';

/** Text as a script's literal that no `</script>` can end. */
const literal = (value: unknown) => JSON.stringify(value).replace(/[<\u2028\u2029]/g, escapeCharacter);
const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

interface ChainParts {
  before: string;
  after: string;
  fold: MacroFold;
}

function partsOf(chain: string | null): ChainParts | null {
  const macro = chain === null ? undefined : findMacros(chain).find(({ name }) => name === CLICK_URL_MACRO);
  if (chain === null || macro === undefined || macro.fold === null) return null;
  const { index, text, fold } = macro;
  return { before: chain.slice(0, index), after: chain.slice(index + text.length), fold };
}

/**
 * Runs in the ad before anything of its own. Only a click address is taken from the query, and the server that answers
 * the page lets none through but ours (serving/hot/creativePolicy.ts): the page is not of the host that clicks go to. The ad may declare the variable itself, as its tools do, to no effect. Once
 * all of the page is there it tells the tag around it: an ad that never came is no impression. The window around it is
 * kept from the start, for an ad may have a variable of the name `parent`.
 */
const BODY = `var p=parent,u="";try{var c=new URL(new URLSearchParams(location.search).get("clickTag")||"");if(/^https?:$/.test(c.protocol)&&c.pathname.indexOf("/e/c/")===0)u=c.href}catch(e){}if(u&&k){for(var i=0;i<k.fold;i++)u=encodeURIComponent(u);u=k.before+u+k.after}["clickTag","clickTAG","clicktag"].forEach(function(n){Object.defineProperty(window,n,{configurable:true,get:function(){return u},set:function(){}})});addEventListener("DOMContentLoaded",function(){p.postMessage({ezdash:"ready"},"*")})`;
const start = (body: string) => `<script>(function(k){${body}})(`;
const END = ')</script>';

/** As it was written into pages that came from the host that clicks go to. */
const BODY_OF_ONE_HOST = BODY.replace('/^https?:$/.test(c.protocol)', 'c.origin===location.origin');
/** Before that it asked for the window around it when the ad had run already. */
const BODIES_BEFORE = [
  BODY_OF_ONE_HOST,
  BODY_OF_ONE_HOST.replace('var p=parent,u="";', 'var u="";').replace('p.postMessage', 'parent.postMessage'),
];

/** Behind the comment that begins there, as browsers read it. */
function endOfComment(page: string, at: number): number | null {
  const short = /^<!--(-?>)/.exec(page.slice(at, at + 6));
  if (short) return at + short[0].length;
  const end = /--!?>/g;
  end.lastIndex = at + 4;
  return end.test(page) ? end.lastIndex : null;
}

/**
 * Where the page's own code can begin at the earliest: behind its doctype, which must stay the first tag. A head that
 * is written out may stand behind scripts, or in a comment.
 */
function startOf(page: string): number {
  const first = page.startsWith('\uFEFF') ? 1 : 0;
  for (let at: number | null = first; at !== null; ) {
    while (/\s/.test(page.charAt(at))) at += 1;
    if (/^<!doctype/i.test(page.slice(at, at + 9))) {
      const end = page.indexOf('>', at);
      return end < 0 ? first : end + 1;
    }
    if (page.startsWith('<!--', at)) at = endOfComment(page, at);
    else if (page.startsWith('<?', at)) at = page.indexOf('>', at) + 1 || null;
    else at = null;
  }
  return first;
}

/** The page with `window.clickTag` set first of all. */
export function withClickTag(page: string, chain: string | null): string {
  const at = startOf(page);
  return `${page.slice(0, at)}${start(BODY)}${literal(partsOf(chain))}${END}${page.slice(at)}`;
}

/** A page that was made by an earlier `withClickTag`, as today's makes it; null for one that needs nothing. */
export function renewClickTag(page: string): string | null {
  const before = BODIES_BEFORE.map(start).find((each) => page.includes(each));
  if (before === undefined) return null;
  const from = page.indexOf(before);
  const to = page.indexOf(END, from);
  if (to < 0) return null;
  const parts = page.slice(from + before.length, to);
  const own = page.slice(0, from) + page.slice(to + END.length);
  const at = startOf(own);
  return `${own.slice(0, at)}${start(BODY)}${parts}${END}${own.slice(at)}`;
}
