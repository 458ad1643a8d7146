import { isIPv4, isIPv6 } from 'node:net';
import { addressBits, v4Number } from './ipAddress';

/** A network as its first and last address, 128 bits each; IPv4 lies at `::ffff:0:0/96`. */
interface Range {
  from: bigint;
  to: bigint;
}

const ADDRESS_BITS = 128;
const V4_PREFIX = 0xffffn << 32n;
const V4_MASK = 0xffffffffn;
const CIDR = /([0-9a-f.:]{2,45})\/(\d{1,3})(?![\d.:])/gi;

/** `10.1.0.0/16`, `2001:db8::/32` or a single address; null for anything else. */
function rangeOf(text: string): Range | null {
  const [address = '', given, more] = text.split('/');
  const bits = addressBits(address);
  const most = isIPv4(address) ? 32 : ADDRESS_BITS;
  // A zone says something on one machine alone.
  if (bits === null || more !== undefined || address.includes('%')) return null;
  if (given !== undefined && !/^\d{1,3}$/.test(given)) return null;
  const length = given === undefined ? most : Number(given);
  if (length > most) return null;
  const free = BigInt(most - length);
  const from = (bits >> free) << free;
  return { from, to: from | ((1n << free) - 1n) };
}

/** Whether this names an address or a network. */
export const isNetwork = (text: string): boolean => rangeOf(text) !== null;

/**
 * Every network that is written in a text as `address/bits`, whatever stands around it: a list, a CSV, JSON as the
 * clouds publish theirs. Addresses without a length are no networks.
 */
export function networksIn(text: string): string[] {
  const found: string[] = [];
  for (const [whole, address = ''] of text.matchAll(CIDR))
    if ((isIPv4(address) || isIPv6(address)) && isNetwork(whole)) found.push(whole);
  return found;
}

/** Sorted, and without overlaps. */
function merged(ranges: Range[]): Range[] {
  const sorted = ranges.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  const result: Range[] = [];
  for (const { from, to } of sorted) {
    const last = result.at(-1);
    if (!last || from > last.to + 1n) result.push({ from, to });
    else if (to > last.to) last.to = to;
  }
  return result;
}

/** A set of networks that never changes: two sorted arrays, so that hundreds of thousands cost megabytes. */
export class Networks {
  private readonly v4From: Uint32Array;
  private readonly v4To: Uint32Array;
  private readonly v6: readonly Range[];

  /** Throws for what is no network. */
  constructor(networks: readonly string[]) {
    const v4: Range[] = [];
    const v6: Range[] = [];
    for (const text of networks) {
      const range = rangeOf(text);
      if (range === null) throw new Error(`${text} is no address or network`);
      (range.from >= V4_PREFIX && range.to <= (V4_PREFIX | V4_MASK) ? v4 : v6).push(range);
    }
    const plain = merged(v4);
    this.v4From = Uint32Array.from(plain, ({ from }) => Number(from & V4_MASK));
    this.v4To = Uint32Array.from(plain, ({ to }) => Number(to & V4_MASK));
    this.v6 = merged(v6);
  }

  /** Ranges after overlaps were merged. */
  get size(): number {
    return this.v4From.length + this.v6.length;
  }

  /** False for what is no address. */
  has(address: string): boolean {
    const v4 = v4Number(address);
    if (v4 >= 0) return this.hasV4(v4);
    const bits = addressBits(address);
    return bits !== null && this.hasBits(bits);
  }

  /** The same for `addressBits` of an address. */
  hasBits(bits: bigint): boolean {
    if (bits >> 32n === 0xffffn) return this.hasV4(Number(bits & V4_MASK));
    return this.hasV6(bits);
  }

  /** The same for `v4Number` of an address. */
  hasV4(address: number): boolean {
    let low = 0;
    let high = this.v4From.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.v4From[middle] ?? 0) <= address) low = middle + 1;
      else high = middle;
    }
    return low > 0 && address <= (this.v4To[low - 1] ?? 0);
  }

  private hasV6(address: bigint): boolean {
    let low = 0;
    let high = this.v6.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.v6[middle]?.from ?? 0n) <= address) low = middle + 1;
      else high = middle;
    }
    return low > 0 && address <= (this.v6[low - 1]?.to ?? -1n);
  }
}
