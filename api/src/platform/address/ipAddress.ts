import { isIPv4, isIPv6 } from 'node:net';
import { parseUrl } from '@ezdash/contracts/constants';

const DOT = 46;
const ZERO = 48;

/**
 * An IPv4 address in dotted form as a number of 32 bits; -1 for anything else. What `net.isIPv4` takes, at a tenth of
 * its time.
 */
export function v4Number(text: string): number {
  const { length } = text;
  if (length < 7 || length > 15) return -1;
  let value = 0;
  let part = 0;
  let digits = 0;
  let dots = 0;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === DOT) {
      if (digits === 0 || dots === 3) return -1;
      value = value * 256 + part;
      part = 0;
      digits = 0;
      dots += 1;
      continue;
    }
    const digit = code - ZERO;
    // No zeros in front: some read them as octal.
    if (digit < 0 || digit > 9 || (digits > 0 && part === 0)) return -1;
    part = part * 10 + digit;
    digits += 1;
    if (part > 255) return -1;
  }
  return digits === 0 || dots !== 3 ? -1 : value * 256 + part;
}

/** The longest text of an address: IPv6 with an IPv4 address at its end. */
const MOST_LENGTH = 45;

/**
 * Whether this is an address. Of IPv6 without a zone (`fe80::1%eth0`), which says something on one machine alone and
 * may be of any length.
 */
export function isAddress(text: string): boolean {
  if (v4Number(text) >= 0) return true;
  return text.length <= MOST_LENGTH && !text.includes('%') && isIPv6(text);
}

/** The dotted form of 32 bits. */
export const v4Text = (bits: number): string => [24, 16, 8, 0].map((by) => (bits >>> by) & 255).join('.');

/** IPv6 without a zero at the start of a group: the canonical text is the same. */
const CANONICAL_V6 = /^(?:[1-9a-f][0-9a-f]{0,3}:){7}[1-9a-f][0-9a-f]{0,3}$/;
const MAPPED = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/;

/**
 * The one text of an address, as limits and lists compare it: RFC 5952, and the dotted form for an IPv4 address inside
 * IPv6 (`::ffff:192.0.2.1`). Null for anything else.
 */
export function canonicalAddress(text: string): string | null {
  if (v4Number(text) >= 0 || CANONICAL_V6.test(text)) return text;
  const { hostname } = (isAddress(text) && parseUrl(`http://[${text}]`)) || {};
  if (hostname === undefined) return null;
  const [, high, low] = MAPPED.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return hostname.slice(1, -1);
  return v4Text(Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16));
}

/**
 * The address of a socket's other end as the system writes it, without the IPv6 form of an IPv4 address and without the
 * zone of a neighbor (`fe80::1%eth0`).
 */
export function plainPeer(peer: string | undefined = ''): string {
  if (peer.startsWith('::ffff:') && peer.includes('.')) return peer.slice(7);
  const zone = peer.indexOf('%');
  return zone < 0 ? peer : peer.slice(0, zone);
}

/** An address as 128 bits; an IPv4 address is `::ffff:a.b.c.d`, as sockets for both families show it. */
export type AddressBits = bigint;

const bitsOfV4 = (text: string): AddressBits => (0xffffn << 32n) | BigInt(v4Number(text));

function bitsOfV6(text: string): AddressBits {
  const plain = text.split('%', 1)[0] ?? '';
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  const low = dotted ? bitsOfV4(dotted[2] ?? '') & 0xffffffffn : 0n;
  const whole = dotted ? `${dotted[1]}${(low >> 16n).toString(16)}:${(low & 0xffffn).toString(16)}` : plain;
  const [head = '', tail] = whole.split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const first = groups(head);
  const last = groups(tail);
  const missing = tail === undefined ? 0 : 8 - first.length - last.length;
  let value = 0n;
  for (const group of [...first, ...new Array<string>(missing).fill('0'), ...last])
    value = (value << 16n) | BigInt(`0x${group}`);
  return value;
}

/** Null for what is no address. */
export function addressBits(text: string): AddressBits | null {
  if (isIPv4(text)) return bitsOfV4(text);
  return isIPv6(text) ? bitsOfV6(text) : null;
}
