import { isIP } from 'node:net';
import type { Origin } from './index/region';
import { isAddress, v4Number } from './ipAddress';
import { Networks } from './traffic/Networks';
import { type NetworkKind, type NetworkKinds, NO_KINDS } from './traffic/networkKind';

/** The same networks under the same names as Express' `trust proxy`, so that both believe the same peers. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
/** So many characters of X-Forwarded-For are read, from its end, where the proxies write. */
const MAX_HEADER = 1_024;

/** Drops the IPv6 wrapping of an IPv4 address (`::ffff:192.0.2.1`), and the zone of a neighbour's (`fe80::1%eth0`). */
const plain = (address: string) => {
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7);
  const zone = address.indexOf('%');
  return zone < 0 ? address : address.slice(0, zone);
};

/** `192.0.2.1:51234` or `[2001:db8::7]:51234`, as some proxies write, without the port. */
const PORT = /^(?:\[([0-9a-f:.]+)\]|([0-9.]+))(?::\d{1,5})?$/i;

/** One part of X-Forwarded-For as an address; null for what is none. */
function forwarded(part: string): string | null {
  const [, bracketed, dotted] = PORT.exec(part) ?? [];
  const address = plain(bracketed ?? dotted ?? part);
  if (!isAddress(address)) return null;
  // A piece of the header would keep all of it alive for as long as somebody remembers the address.
  return v4Number(address) >= 0 ? address : Buffer.from(address, 'latin1').toString('latin1');
}

/**
 * Who may speak for others: `loopback`, `linklocal`, `uniquelocal`, single addresses and networks (`10.1.0.0/16`), by
 * commas; empty for nobody. Throws on anything else: a misread setting would let strangers choose their own address.
 */
export function parseTrustedProxies(setting: string): (address: string) => boolean {
  const networks: string[] = [];
  const names = setting.split(',').map((part) => part.trim());
  const entries = names.flatMap((name) => NAMED[name] ?? (name || []));
  for (const entry of entries) {
    const [, address = '', prefix] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const family = isIP(address);
    const bits = prefix === undefined ? (family === 4 ? 32 : 128) : Number(prefix);
    if (family === 0 || bits > (family === 4 ? 32 : 128))
      throw new Error(`TRUST_PROXY names no address or network: ${entry}`);
    networks.push(`${address}/${bits}`);
  }
  // A third of the time of node:net's BlockList, which makes objects of each address.
  const trusted = new Networks(networks);
  return (address) => trusted.has(address);
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
  const header = typeof forwardedFor === 'object' ? forwardedFor.join(',') : forwardedFor;
  return addressOf(plain(peer ?? ''), header, trusted);
}

function addressOf(
  peer: string,
  header: string | undefined,
  trusted: (address: string) => boolean,
  isTrustedPeer = trusted,
): string {
  if (header === undefined || !isTrustedPeer(peer)) return peer;
  // One proxy of ours and nobody else: whoever is named is the visitor.
  if (v4Number(header) >= 0) return header;
  return visitorIn(header.length > MAX_HEADER ? endOf(header) : header, peer, trusted);
}

/**
 * The whole parts at the end of a header that is too long: who sends a long one must not become the proxy. A copy, for
 * a piece would keep all of the header alive for as long as somebody remembers the address.
 */
function endOf(header: string): string {
  const comma = header.indexOf(',', header.length - MAX_HEADER);
  return comma < 0 ? '' : Buffer.from(header.slice(comma), 'latin1').toString('latin1');
}

/** The right-most address of the header that is no proxy of ours; `nearest` when it ends before. */
function visitorIn(header: string, nearest: string, trusted: (address: string) => boolean): string {
  let address = nearest;
  const parts = header.split(',');
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = (parts[index] ?? '').trim();
    // A comma too many names nobody.
    if (part === '') continue;
    const named = forwarded(part);
    if (named === null) return address;
    address = named;
    if (!trusted(address)) return address;
  }
  return address;
}

/** Where a visitor is, under which address, and what is known of its network. */
export interface Whereabouts {
  address: string;
  origin: Origin;
  network: NetworkKind;
}

/** The visitor's whereabouts from peer and header. */
export function createWhereabouts(
  geo: (address: string) => Origin,
  trusted: (address: string) => boolean,
  kinds: NetworkKinds = NO_KINDS,
): (peer: string | undefined, forwardedFor: string | undefined) => Whereabouts {
  // Behind a proxy nearly every request has the same peer as the one before.
  let lastPeer = '';
  let lastIsTrusted = false;
  const isTrusted = (peer: string): boolean => {
    if (peer !== lastPeer) {
      lastIsTrusted = trusted(peer);
      lastPeer = peer;
    }
    return lastIsTrusted;
  };
  return (peer, forwardedFor) => {
    const address = addressOf(plain(peer ?? ''), forwardedFor, trusted, isTrusted);
    return { address, origin: geo(address), network: kinds.of(address) };
  };
}
