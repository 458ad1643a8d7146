import { type Asked, serveQuery } from './serveQuery';
import { tellsVisibility } from './tellsVisibility';
import type { Ad } from './types';

const TIMEOUT_MS = 8_000;

/** In a page of our own origin all around, or by the browser's word. */
function isMeasured(): boolean {
  try {
    return !!top?.document;
  } catch {
    // A page around this one is of another origin.
    return tellsVisibility();
  }
}

/**
 * What the network answers, an ad for each zone in their order; null when it did not, or not in time, or said that it
 * cannot now: it may be asked again. None when it refuses. `base` is any of its addresses.
 */
export async function fetchAds(base: string, asked: Omit<Asked, 'measured'>): Promise<Ad[] | null> {
  const url = new URL('/serve', base);
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  let ads: Ad[] | null = [];
  try {
    url.search = serveQuery({ ...asked, measured: isMeasured() });
    ads = null;
    // What others have put in the place of `fetch` may know nothing but texts.
    const answer = await fetch(url.href, { credentials: 'omit', signal: abort.signal });
    if (answer.status < 500 && answer.status !== 429) ads = (answer.ok && (await answer.json()).ads) || [];
  } catch (error) {
    console.debug?.('ez-ad', error);
  }
  clearTimeout(timer);
  return ads;
}
