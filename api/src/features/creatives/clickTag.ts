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
 * the page lets none through but ours (serving/hot/creativePolicy.ts): the page is not of the host that clicks go to. The
 * ad may declare the variable itself, as its tools do, to no effect; a function of that name is the ad's own.
 *
 * Whatever the ad opens, by whatever name its tool knows the address, is the click's address, in a window of its own: no
 * ad server puts its macros in here. A frame without an origin ignores `javascript:` links, so their code runs as a
 * script, once the ad's own listeners had their turn. Links and buttons of forms that lead away lead to the click.
 *
 * Once all of the page is there it tells the page around it: an ad that never came is no impression. It tells of clicks,
 * too, which a preview shows. The window around it is kept from the start, for an ad may have a variable named `parent`.
 */
const BODY = String.raw`
  var w = window, p = parent, u = "", o = w.open, isOpen = false;
  try {
    var c = new URL(new URLSearchParams(location.search).get("clickTag") || "");
    if (/^https?:$/.test(c.protocol) && c.pathname.indexOf("/e/c/") === 0) u = c.href;
  } catch (e) {}
  if (u && k) { for (var i = 0; i < k.fold; i++) u = encodeURIComponent(u); u = k.before + u + k.after; }
  ["clickTag", "clickTAG", "clicktag"].forEach(function (n) {
    var own;
    Object.defineProperty(w, n, {
      configurable: true,
      get: function () { return own || u; },
      set: function (v) { if (typeof v === "function") own = v; }
    });
  });
  ["ClickTag", "CLICKTAG", "clickTag1", "clickTAG1", "clicktag1", "clickTag2", "clickTAG2", "clicktag2"]
    .forEach(function (n) { w[n] = u; });
  function open() {
    if (!u || isOpen) return null;
    isOpen = true;
    setTimeout(function () { isOpen = false; });
    p.postMessage({ ezdash: "click", to: u }, "*");
    return o.call(w, u, "_blank");
  }
  Object.defineProperty(w, "open", { configurable: true, writable: true, value: open });
  function run(code) {
    var s = document.createElement("script");
    s.text = code.replace(/(%[0-9a-f]{2})+/gi, function (m) { try { return decodeURIComponent(m); } catch (e) { return m; } });
    document.documentElement.appendChild(s);
    s.remove();
  }
  function lead(h) {
    h = (h || "").replace(/^[\0-\x20]+/, "").replace(/[\t\n\r]/g, "");
    if (/^javascript:/i.test(h)) return run.bind(null, h.slice(11));
    return /^(https?:|[\/\\]{2})/i.test(h) ? open : null;
  }
  function buttonOf(t) { return t.form && /^(submit|image)$/.test(t.type) ? t.form : null; }
  function submit(e, t, f) {
    var go = lead(t.getAttribute("formaction") || f.getAttribute("action"));
    setTimeout(function () {
      if (e.defaultPrevented || isOpen) return;
      if (f.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })) && go) go();
    });
  }
  function follow(e, t) {
    var go = lead(t.getAttribute("href") || t.getAttribute("xlink:href"));
    if (go === open) { e.preventDefault(); open(); }
    else if (go) {
      t.setAttribute("target", "_self");
      setTimeout(function () { if (!e.defaultPrevented) go(); });
    }
  }
  addEventListener("click", function (e) {
    e.composedPath().some(function (t) {
      var f = t.getAttribute && buttonOf(t);
      if (f) submit(e, t, f);
      else if (/^(a|area)$/.test(t.localName)) follow(e, t);
      else return false;
      return true;
    });
  }, true);
  addEventListener("DOMContentLoaded", function () { p.postMessage({ ezdash: "ready" }, "*"); });
`.replace(/\n\s*/g, '');
const start = (body: string) => `<script>(function(k){${body}})(`;
const END = ')</script>';

/** As it was while one sign that stands for no letter kept the code of a link as it was written. */
const BODY_OF_WHOLE_CODE = BODY.replace(
  /s\.text = code\.replace\(.*?\}\);/,
  'try { code = decodeURIComponent(code); } catch (e) {}s.text = code;',
);
/** As it was while ads opened their windows themselves. */
const BODY_OF_VARIABLES = `var p=parent,u="";try{var c=new URL(new URLSearchParams(location.search).get("clickTag")||"");if(/^https?:$/.test(c.protocol)&&c.pathname.indexOf("/e/c/")===0)u=c.href}catch(e){}if(u&&k){for(var i=0;i<k.fold;i++)u=encodeURIComponent(u);u=k.before+u+k.after}["clickTag","clickTAG","clicktag"].forEach(function(n){Object.defineProperty(window,n,{configurable:true,get:function(){return u},set:function(){}})});addEventListener("DOMContentLoaded",function(){p.postMessage({ezdash:"ready"},"*")})`;
/** As it was written into pages that came from the host that clicks go to. */
const BODY_OF_ONE_HOST = BODY_OF_VARIABLES.replace(
  '/^https?:$/.test(c.protocol)',
  'c.origin===location.origin',
);
/** Before that it asked for the window around it when the ad had run already. */
export const BODIES_BEFORE = [
  BODY_OF_WHOLE_CODE,
  BODY_OF_VARIABLES,
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

/** The page with `window.clickTag` set first of all, and `beside` right behind. */
export function withClickTag(page: string, chain: string | null, beside = ''): string {
  const at = startOf(page);
  return `${page.slice(0, at)}${start(BODY)}${literal(partsOf(chain))}${END}${beside}${page.slice(at)}`;
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
