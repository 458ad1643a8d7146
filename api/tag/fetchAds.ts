import { type Asked, serveQuery } from './serveQuery';
import type { Ad } from './types';

const TIMEOUT_MS = 8_000;

/**
 * What the network answers, an ad for each zone in their order; null when it did not, or not in time, or said that it
 * cannot now: it may be asked again. None when it refuses. `base` is any of its addresses.
 */
export async function fetchAds(base: string, asked: Asked): Promise<Ad[] | null> {
  const url = new URL('/serve', base);
  try {
    url.search = serveQuery(asked);
  } catch (error) {
    console.debug?.('ez-ad', error);
    return [];
  }
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    // What others have put in the place of `fetch` may know nothing but texts.
    const answer = await fetch(url.href, { credentials: 'omit', signal: abort.signal });
    if (answer.status >= 500 || answer.status === 429) return null;
    const { ads = [] }: { ads?: Ad[] } = answer.ok ? await answer.json() : {};
    return ads;
  } catch (error) {
    console.debug?.('ez-ad', error);
    return null;
  } finally {
    clearTimeout(timer);
  }
}
