import { firstUnderCap } from './frequency';
import { render } from './render';
import { safely } from './safely';
import { confirmSize, leaveEmpty, reserve, SLOT, setState } from './slot';
import type { Ad } from './types';

const MAX_ZONES = 20;
const GATHER_MS = 30;
const TIMEOUT_MS = 8_000;

interface Filled {
  zone: string;
  creative: string;
  stop: () => void;
}

/**
 * Fills every slot of the page and those that come later: one request for all that are there when the page has been
 * parsed, one for each later handful. `base` is the address of the script itself.
 */
export function startTag(base: string): void {
  const filled = new Map<HTMLElement, Filled>();
  let gathering: number | undefined;

  const apply = (slot: HTMLElement, zone: string, ad: Ad | undefined) => {
    const entry = filled.get(slot);
    // The page has changed its mind while we asked.
    if (entry?.zone !== zone || slot.dataset.zone !== zone) return;
    if (!ad) return leaveEmpty(slot, 'keep', 'error');
    confirmSize(slot, ad);
    const candidate = firstUnderCap(ad.candidates);
    if (!candidate) return leaveEmpty(slot, ad.fallback, ad.reason ?? 'frequency-cap');
    entry.creative = candidate.creative;
    entry.stop = render(slot, ad, candidate, base);
  };

  const ask = (slots: HTMLElement[], test: boolean) => {
    const zones = slots.map((slot) => slot.dataset.zone ?? '');
    const shown = [...filled].filter(([slot, { creative }]) => creative && slot.isConnected);
    const url = new URL('/serve', base);
    url.search =
      `zones=${zones.map(encodeURIComponent).join()}` +
      (shown.length ? `&except=${shown.map(([, { creative }]) => creative).join()}` : '') +
      (test ? '&test=1' : '');
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
    const applyAll = (ads: Ad[]) =>
      slots.forEach((slot, index) => {
        safely(apply)(slot, zones[index] ?? '', ads[index]);
      });
    fetch(url, { credentials: 'omit', signal: abort.signal })
      .then((answer) => (answer.ok ? answer.json() : { ads: [] }))
      .then((answer: { ads: Ad[] }) => applyAll(answer.ads))
      .catch(() => applyAll([]))
      .finally(() => clearTimeout(timer));
  };

  const scan = safely(() => {
    gathering = undefined;
    for (const [slot, { stop }] of filled)
      if (!slot.isConnected) {
        stop();
        filled.delete(slot);
      }
    const fresh = [...document.querySelectorAll<HTMLElement>(SLOT)].filter(
      (slot) => slot.dataset.zone && filled.get(slot)?.zone !== slot.dataset.zone,
    );
    for (const slot of fresh) {
      filled.get(slot)?.stop();
      filled.set(slot, { zone: slot.dataset.zone ?? '', creative: '', stop: () => {} });
      setState(slot, 'loading');
      safely(reserve)(slot);
    }
    for (const test of [false, true]) {
      const group = fresh.filter((slot) => slot.hasAttribute('data-test') === test);
      for (let from = 0; from < group.length; from += MAX_ZONES)
        ask(group.slice(from, from + MAX_ZONES), test);
    }
  });

  /** A framework inserts its slots one by one: they share a request. */
  const scanSoon = () => {
    if (gathering === undefined) gathering = window.setTimeout(scan, GATHER_MS);
  };

  const start = safely(() => {
    scan();
    new MutationObserver(scanSoon).observe(document.documentElement, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['data-zone'],
    });
  });
  const whenParsed = safely(() => {
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', start, { once: true });
    else start();
  });
  // A page that is prepared in the background may never be seen: it asks when it is.
  const page = document as Document & { prerendering?: boolean };
  if (page.prerendering) page.addEventListener('prerenderingchange', whenParsed, { once: true });
  else whenParsed();
}
