import type { Landing } from './index/landing';

const known = new WeakMap<Landing, string>();

function domainOf(address: string): string {
  const from = address.indexOf('//') + 2;
  const host = /^[^/?#]*/.exec(address.slice(from))?.[0].replace(/:\d+$/, '') ?? '';
  return host.startsWith('www.') ? host.slice(4) : host;
}

/** The domain an ad leads to, without `www.`; empty for one that leads nowhere. Worked out once. */
export function advertiserDomain(landing: Landing | null): string {
  if (landing === null) return '';
  const found = known.get(landing) ?? domainOf(landing.literals[0] ?? '');
  known.set(landing, found);
  return found;
}
