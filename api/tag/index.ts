import { safely } from './safely';
import { type Started, startTag } from './tag';
import { makesTries } from './tryToken';

declare global {
  interface Window {
    /** Set by the first of several copies of the script on one page; the others do nothing. */
    ezAdTag?: Started;
  }
}

safely(() => {
  const script = document.currentScript;
  if (window.ezAdTag || !(script instanceof HTMLScriptElement) || !script.src) return;
  const [asked, token] = /[?&]ez-debug=([^&]*)/.exec(location.search) ?? [];
  if (makesTries(token)) script.dataset.test = '';
  window.ezAdTag = startTag(script.src, script.dataset);
  if (!asked) return;
  const debug = document.createElement('script');
  debug.src = new URL('/tag-debug.js', script.src).href;
  debug.nonce = script.nonce;
  document.head.append(debug);
})();
