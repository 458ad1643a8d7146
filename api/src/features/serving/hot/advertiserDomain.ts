import type { Landing } from './index/landing';

const known = new WeakMap<Landing, string>();

function domainOf(address: string): string {
  const from = address.indexOf('//') + 2;
  const host = /^[^/?#]*/.exec(address.slice(from))?.[0].replace(/:\d+$/, '') ?? '';
  // The root's dot names the same host: written with it, nobody gets past a list of domains.
  const name = host.replace(/(?<!\.)\.+$/, '');
  // `www.example` is a name of its own.
  return name.startsWith('www.') && name.includes('.', 4) ? name.slice(4) : name;
}

/** The domain an ad leads to, without `www.`; empty for one that leads nowhere. Worked out once. */
export function advertiserDomain(landing: Landing | null): string {
  if (landing === null) return '';
  const found = known.get(landing) ?? domainOf(landing.literals[0] ?? '');
  known.set(landing, found);
  return found;
}

/** What a list may name to mean `shop.example.com`: itself and `example.com`, no top-level domain. */
export function domainAndParents(domain: string): string[] {
  if (domain === '') return [];
  const names = [domain];
  for (let dot = domain.indexOf('.'); dot >= 0; dot = domain.indexOf('.', dot + 1)) {
    const parent = domain.slice(dot + 1);
    if (parent.includes('.')) names.push(parent);
  }
  return names;
}
