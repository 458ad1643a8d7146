import { type Asked, serveQuery } from './serveQuery';
import type { Ad } from './types';

const TIMEOUT_MS = 8_000;

/** What the network answers, an ad for each zone in their order; none when it does not in time. `base` is any of its addresses. */
export async function fetchAds(base: string, asked: Asked): Promise<Ad[]> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const url = new URL('/serve', base);
    url.search = serveQuery(asked);
    const answer = await fetch(url, { credentials: 'omit', signal: abort.signal });
    const { ads = [] }: { ads?: Ad[] } = answer.ok ? await answer.json() : {};
    return ads;
  } catch (error) {
    console.debug?.('ez-ad', error);
    return [];
  } finally {
    clearTimeout(timer);
  }
}
