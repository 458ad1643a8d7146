import { attribute } from './bundleText';

/**
 * What the trade's ad servers and apps put around an ad, by the names that templates call: DoubleClick Studio and
 * Campaign Manager (Enabler, studio), Google Ads (ExitApi), Sizmek (EB, EBG), Adform (dhtml), Xandr (APPNEXUS),
 * Flashtalking (FT) and apps (mraid).
 */
const NAMES = ['Enabler', 'studio', 'ExitApi', 'EB', 'EBG', 'dhtml', 'APPNEXUS', 'FT', 'mraid'] as const;
const USED = new RegExp(`(?<![.\\w$])(?:new )?(${NAMES.join('|')}) ?[.(]`, 'g');

/** Where these are loaded from; an app answers `mraid.js` beside the page. */
const HOSTED =
  /^(?:https?:)?\/\/(?:s0\.2mdn\.net\/ads\/studio\/Enabler\.js|tpc\.googlesyndication\.com\/pagead\/gadgets\/html5\/api\/exitapi\.js|(?:secure-)?ds\.serving-sys\.com\/BurstingScript\/EBLoader\.js|s1\.adform\.net\/banners\/scripts\/rmb\/Adform\.DHTML\.js|acdn\.adnxs\.com\/html5-lib\/|cdn\.flashtalking\.com\/frameworks\/js\/api\/)|^mraid\.js$/i;

/** A page without the scripts that its ad server would answer; `isOwn` says which addresses the bundle has itself. */
export function withoutHostedApis(page: string, isOwn: (address: string) => boolean): string {
  const start = /<script\b/gi;
  let kept = '';
  let at = 0;
  for (let found = start.exec(page); found !== null; found = start.exec(page)) {
    const end = page.indexOf('>', found.index);
    if (end < 0) break;
    const address = attribute(page.slice(found.index, end), 'src').trim();
    start.lastIndex = end;
    if (!HOSTED.test(address) || isOwn(address)) continue;
    kept += page.slice(at, found.index);
    at = end + (/^>\s{0,9}<\/script>/i.exec(page.slice(end, end + 24))?.[0].length ?? 1);
  }
  return kept + page.slice(at);
}

/** Which of them the ad's plain texts call. */
export function apisOf(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) for (const [, name = ''] of text.matchAll(USED)) found.add(name);
  return NAMES.filter((name) => found.has(name));
}

/**
 * Stands in for them, for what an ad of any of them needs: everything is ready, a call that leaves the ad opens the click
 * (`clickTag.ts`), one that asks for the click's address gets it, and whatever else there is does nothing. Names of events
 * are the words they are called by.
 */
const BODY = `
  function api(name) {
    var own = Object.create(null);
    return new Proxy(function () {}, {
      get: function (_, n) {
        if (n === Symbol.toPrimitive || n === "toString") return function () { return name; };
        if (typeof n !== "string" || n === "then") return undefined;
        return n in own ? own[n] : own[n] = api(n);
      },
      set: function (_, n, v) { own[n] = v; return true; },
      construct: function () { return api(name); },
      apply: function (_, self, args) { return call(name, [].slice.call(args)); }
    });
  }
  function call(name, args) {
    var asks = /clicktag/i.test(name + " " + args[0]);
    if (/^apply/.test(name)) return args[0].addEventListener("click", function () { open(); });
    if (/^get/.test(name)) return asks ? clickTag : args[args.length - 1];
    if (/^((dynamic|delayed)?exit(?!full)|click|open(url)?$)/i.test(name)) return open();
    if (/^(is|supports)/.test(name)) return true;
    if (/^(on|addEventListener)$/.test(name) && !/init|load|visible|viewable|ready|start|instant/i.test(args[0])) return;
    if (/^(on$|addEventListener|callAfter|loadModule|ready)/.test(name))
      args.forEach(function (f) { if (typeof f === "function") setTimeout(f, 0, true); });
  }
  names.forEach(function (n) { window[n] = api(n); });
`.replace(/\n\s*/g, '');

/** The script that stands in for these; nothing for an ad that calls none. */
export const apiScript = (names: readonly string[]): string =>
  names.length === 0 ? '' : `<script>(function(names){${BODY}})(${JSON.stringify(names)})</script>`;
