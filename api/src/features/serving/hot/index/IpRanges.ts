import { type AddressBits, addressBits, v4Number, v4Text } from '../../../../platform/address';
import { boundedCache } from '../boundedCache';
import type { Bitset } from './Bitset';
import { type Choice, Dimension } from './Dimension';

const CACHED_ADDRESSES = 20_000;
const V4_BITS = 32;
const V6_BITS = 128;
const MAPPED_PREFIX = 96;
/** What stands before an IPv4 address in the form of IPv6. */
const MAPPED = 0xffffn;

/** A range by its prefix: of an IPv4 address as a number, of any other as bits. */
type Range =
  | { family: 4; prefix: number; length: number }
  | { family: 6; prefix: AddressBits; length: number };

/** Null for what is no range. A range of IPv4 addresses in the form of IPv6 (`::ffff:10.0.0.0/104`) is one of IPv4. */
function rangeOf(text: string): Range | null {
  const [address = '', given] = text.split('/');
  const bits = addressBits(address);
  if (bits === null) return null;
  const isV4 = v4Number(address) >= 0;
  const length =
    (given === undefined ? (isV4 ? V4_BITS : V6_BITS) : Number(given)) + (isV4 ? MAPPED_PREFIX : 0);
  const prefix = bits >> BigInt(V6_BITS - length);
  if (length < MAPPED_PREFIX || prefix >> BigInt(length - MAPPED_PREFIX) !== MAPPED)
    return { family: 6, prefix, length };
  const bitsOfLength = (1n << BigInt(length - MAPPED_PREFIX)) - 1n;
  return { family: 4, prefix: Number(prefix & bitsOfLength), length: length - MAPPED_PREFIX };
}

/** Which ranges an address lies in: their numbers, and a text that is the same for the same ranges ('' for none). */
export interface RangeMatch {
  key: string;
  numbers: readonly number[];
}
const NOWHERE: RangeMatch = { key: '', numbers: [] };
const matchOf = (numbers: number[]): RangeMatch =>
  numbers.length === 0 ? NOWHERE : { key: numbers.sort((a, b) => a - b).join(), numbers };

/** The numbers of ranges whose prefixes are of one length. */
interface Prefixes<Prefix> {
  length: number;
  numbers: Map<Prefix, number>;
}

function prefixesOf<Prefix>(all: Prefixes<Prefix>[], length: number): Map<Prefix, number> {
  const known = all.find((each) => each.length === length);
  if (known) return known.numbers;
  const numbers = new Map<Prefix, number>();
  all.push({ length, numbers });
  return numbers;
}

/** The first bits of an IPv4 address, as a number. */
const firstBits = (address: number, length: number) => (length === 0 ? 0 : address >>> (V4_BITS - length));

/**
 * Ranges of addresses by the length of their prefix: an address is looked up once for each length in use. What an IPv6
 * address is part of is remembered for those that were seen last.
 */
export class IpRanges {
  private readonly ranges: Dimension<number>;
  private readonly v4: Prefixes<number>[] = [];
  private readonly v6: Prefixes<AddressBits>[] = [];
  /** Those of IPv6 that hold all of IPv4 (`::/0`). */
  private readonly wholeV4: number[] = [];
  private count = 0;
  private readonly matchV6 = boundedCache(CACHED_ADDRESSES, (address: string) => this.findBits(address));

  constructor(size: number) {
    this.ranges = new Dimension(size);
  }

  add(position: number, choice: Choice<string> | undefined): void {
    this.ranges.add(
      position,
      choice && {
        include: choice.include.map((range) => this.numberOf(range)),
        exclude: choice.exclude.map((range) => this.numberOf(range)),
      },
    );
  }

  get isUsed(): boolean {
    return this.ranges.isUsed;
  }

  /** Who includes no range; not to be changed. */
  get open(): Bitset {
    return this.ranges.open;
  }

  /** Who includes the range of a number, and who excludes it. */
  includesOf(number: number): readonly number[] {
    return this.ranges.includesOf(number);
  }

  excludesOf(number: number): readonly number[] {
    return this.ranges.excludesOf(number);
  }

  /** A new set of who takes an address of these ranges. */
  taking({ numbers }: RangeMatch): Bitset {
    return this.ranges.taking(numbers);
  }

  /** The ranges of an address. */
  match(address: string): RangeMatch {
    if (this.count === 0) return NOWHERE;
    const v4 = v4Number(address);
    if (v4 < 0) return this.matchV6(address);
    let numbers: number[] | null = this.wholeV4.length === 0 ? null : [...this.wholeV4];
    for (let at = 0; at < this.v4.length; at += 1) {
      const prefixes = this.v4[at];
      const number = prefixes?.numbers.get(firstBits(v4, prefixes.length));
      if (number === undefined) continue;
      numbers ??= [];
      numbers.push(number);
    }
    return numbers === null ? NOWHERE : matchOf(numbers);
  }

  private findBits(address: string): RangeMatch {
    const bits = addressBits(address);
    if (bits === null) return NOWHERE;
    // An IPv4 address as a socket for both families shows it.
    if (bits >> 32n === MAPPED) return this.match(v4Text(Number(bits & 0xffffffffn)));
    const numbers: number[] = [];
    for (const { length, numbers: known } of this.v6) {
      const number = known.get(bits >> BigInt(V6_BITS - length));
      if (number !== undefined) numbers.push(number);
    }
    return matchOf(numbers);
  }

  /** One that is no range gets a number that no address has. */
  private numberOf(text: string): number {
    const range = rangeOf(text);
    if (range === null) return 0;
    const { family, prefix, length } = range;
    if (family === 4) return this.numberIn(prefixesOf(this.v4, length), prefix);
    const before = this.count;
    const number = this.numberIn(prefixesOf(this.v6, length), prefix);
    const isWhole = length < MAPPED_PREFIX && prefix === MAPPED >> BigInt(MAPPED_PREFIX - length);
    if (isWhole && this.count > before) this.wholeV4.push(number);
    return number;
  }

  private numberIn<Prefix>(known: Map<Prefix, number>, prefix: Prefix): number {
    const number = known.get(prefix) ?? this.count + 1;
    if (number > this.count) {
      this.count = number;
      known.set(prefix, number);
    }
    return number;
  }
}
