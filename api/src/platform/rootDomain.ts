import { getDomain } from 'tldts';

/** Who shares a suffix of the private part of the list (`github.io`) is a root of its own. */
const RULES = { allowPrivateDomains: true, validateHostname: false } as const;

/**
 * The root domain of a host, as ads.txt means it: the public suffix and one name before it. What has none (`localhost`, an
 * address, a suffix alone) is its own. A port stays: it is another site.
 */
export function rootDomain(host: string): string {
  const name = host.replace(/:\d+$/, '');
  return (getDomain(name, RULES) ?? name) + host.slice(name.length);
}
