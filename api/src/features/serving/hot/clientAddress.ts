import { BlockList, isIP } from 'node:net';
import { boundedCache } from './boundedCache';

/** The same networks under the same names as Express' `trust proxy`, so that both believe the same peers. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
const CACHED = 1_000;
const MAX_HEADER = 1_024;

/** Drops the IPv6 wrapping of an IPv4 address (`::ffff:192.0.2.1`). */
const plain = (address: string) =>
  address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;

/**
 * Who may speak for others: `loopback`, `linklocal`, `uniquelocal`, single addresses and networks (`10.1.0.0/16`), by
 * commas; empty for nobody. Throws on anything else: a misread setting would let strangers choose their own address.
 */
export function parseTrustedProxies(setting: string): (address: string) => boolean {
  const list = new BlockList();
  const names = setting.split(',').map((part) => part.trim());
  const entries = names.flatMap((name) => NAMED[name] ?? (name || []));
  for (const entry of entries) {
    const [, address = '', prefix] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const family = isIP(address);
    const bits = prefix === undefined ? (family === 4 ? 32 : 128) : Number(prefix);
    if (family === 0 || bits > (family === 4 ? 32 : 128))
      throw new Error(`TRUST_PROXY names no address or network: ${entry}`);
    list.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
  }
  return boundedCache(CACHED, (address) => {
    const family = isIP(address);
    return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6');
  });
}

/**
 * The visitor's address: the peer's, unless the peer is a trusted proxy; then the right-most address of
 * X-Forwarded-For that is none of ours. What stands further left is the visitor's own invention.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | string[] | undefined,
  trusted: (address: string) => boolean,
): string {
  const address = plain(peer ?? '');
  if (forwardedFor === undefined || !trusted(address)) return address;
  const header = typeof forwardedFor === 'string' ? forwardedFor : forwardedFor.join(',');
  if (header.length > MAX_HEADER) return address;
  return visitorIn(header, address, trusted);
}

/** The right-most address of the header that is no proxy of ours; `nearest` when it ends before. */
function visitorIn(header: string, nearest: string, trusted: (address: string) => boolean): string {
  let address = nearest;
  const parts = header.split(',');
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = plain((parts[index] ?? '').trim());
    if (isIP(part) === 0) return address;
    address = part;
    if (!trusted(address)) return address;
  }
  return address;
}

type ForwardedFor = string | string[] | undefined;
const CACHED_HEADERS = 50_000;

/** The visitor's country from peer and header; what a trusted proxy's header means is worked out once a header. */
export function createCountries(geo: (address: string) => number, trusted: (address: string) => boolean) {
  // A header that names nobody leaves the proxy itself, which is nowhere.
  const forwarded = boundedCache(CACHED_HEADERS, (header) => geo(visitorIn(header, '', trusted)));
  // Behind a proxy nearly every request has the same peer as the one before.
  let lastPeer = '';
  let lastIsTrusted = false;
  function isTrusted(peer: string): boolean {
    if (peer !== lastPeer) {
      lastIsTrusted = trusted(plain(peer));
      lastPeer = peer;
    }
    return lastIsTrusted;
  }
  return (peer: string | undefined, forwardedFor: ForwardedFor): number => {
    if (typeof forwardedFor !== 'string' || forwardedFor.length > MAX_HEADER || !isTrusted(peer ?? ''))
      return geo(clientAddress(peer, forwardedFor, trusted));
    return forwarded(forwardedFor);
  };
}
