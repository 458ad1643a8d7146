import { safely } from './safely';
import { type Started, startTag } from './tag';
import { makesTries } from './tryToken';

declare global {
  interface Window {
    /** Of the network whose tag the page had first. */
    ezAdTag?: Started;
    /** By the address of each network of this kind; further copies of its script on the page do nothing. */
    ezAdTags?: Record<string, Started>;
  }
}

/** The network's own address: written in when the script is served, for pages that made it part of another file. */
const NETWORK = 'https://network.invalid';
/** At the root of its host; others have a file of this name somewhere, too. */
const isTag = (script: unknown): script is HTMLScriptElement =>
  /^\w+:..[^/]+\/tag\.js(?:$|[?#])/.test((script as HTMLScriptElement | null)?.src ?? '');

safely(() => {
  const isUnknown = /\.invalid$/.test(NETWORK);
  // A module has no current script, and a file that it was made part of is somebody else's.
  const current = document.currentScript;
  const script = isTag(current)
    ? current
    : [...document.scripts].find((each) => isTag(each) && (isUnknown || each.src.startsWith(NETWORK)));
  const { href: base, origin } = new URL(script?.src ?? NETWORK);
  window.ezAdTags ??= {};
  const tags = window.ezAdTags;
  // An element of the page whose id is one of these names is no tag.
  const isFirst = !Object.keys(tags).length;
  if (tags[origin] || (isUnknown && !script)) return;
  const [asked, token] = /[?&]ez-debug=([^&]*)/.exec(location.search) ?? [];
  const facts = { ...script?.dataset, isFirst };
  const tag = startTag(base, makesTries(token) ? { ...facts, test: '' } : facts);
  tags[origin] = tag;
  if (isFirst) window.ezAdTag = tag;
  if (!asked) return;
  const debug = document.createElement('script');
  debug.src = new URL('/tag-debug.js', base).href;
  debug.nonce = script?.nonce ?? '';
  document.head.append(debug);
})();
