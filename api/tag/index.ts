import { safely } from './safely';
import { startTag } from './tag';

declare global {
  interface Window {
    /** Set by the first of several copies of the script on one page; the others do nothing. */
    ezAdTag?: { refresh: (slot?: HTMLElement) => void };
  }
}

safely(() => {
  const script = document.currentScript;
  if (window.ezAdTag || !(script instanceof HTMLScriptElement) || !script.src) return;
  window.ezAdTag = startTag(script.src, script.dataset);
})();
