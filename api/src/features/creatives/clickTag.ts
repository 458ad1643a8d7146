import { CLICK_URL_MACRO, findMacros, type MacroFold } from '@ezdash/contracts';
import { endOfTag } from './bundleText';

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
 * Runs in the ad before anything of its own. Only an address of ours is taken from the query: whoever opens the page
 * with another one leads nobody anywhere. The ad may declare the variable itself, as its tools do, to no effect. Once
 * all of the page is there it tells the tag around it: an ad that never came is no impression.
 */
function script(chain: string | null): string {
  return `(function(k){var u="";try{var c=new URL(new URLSearchParams(location.search).get("clickTag")||"");if(c.origin===location.origin&&c.pathname.indexOf("/e/c/")===0)u=c.href}catch(e){}if(u&&k){for(var i=0;i<k.fold;i++)u=encodeURIComponent(u);u=k.before+u+k.after}["clickTag","clickTAG","clicktag"].forEach(function(n){Object.defineProperty(window,n,{configurable:true,get:function(){return u},set:function(){}})});addEventListener("DOMContentLoaded",function(){parent.postMessage({ezdash:"ready"},"*")})})(${literal(partsOf(chain))})`;
}

/** The page with `window.clickTag` set first of all: in its head, or where the head begins without being written. */
export function withClickTag(page: string, chain: string | null): string {
  const code = `<script>${script(chain)}</script>`;
  const at = endOfTag(page, /<head\b/i) ?? endOfTag(page, /<html\b/i) ?? endOfTag(page, /<!doctype/i) ?? 0;
  return page.slice(0, at) + code + page.slice(at);
}
