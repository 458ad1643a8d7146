import { randomBytes } from 'node:crypto';
import { addressBits, v4Number } from '../../../../platform/address';
import { RESERVATION_MS } from '../Reservations';
import { SHARED } from './addressNetwork';
import type { RateLimit } from './RateCounter';

const SLOT_BITS = 16;
const SLOTS = 1 << SLOT_BITS;
const MOST_COUNT = 0xffff;
const GOLDEN = 0x9e3779b1;
const LOW = 0xffffffffn;
/** As `AddressKeys` counts: an address, or of IPv6 what a provider gives to one home; for private visitors a network. */
const PRIVATE_FREE_V4 = 8;
const COLON = 58;
/** Networks of people who ask not to be followed hold many of them. */
const COARSE_FACTOR = 4;

/**
 * Decisions of one source whose impressions are still to come for which money and places are set aside: a page has
 * twenty slots at most, an office opens several at once. Who asks for more gets ads as ever, but keeps nothing from
 * others: should their impressions come, they count where there is room.
 */
export const HELD: RateLimit = { most: 60, windowMs: RESERVATION_MS };
/** Events of one source that do not count anyway and are recorded all the same, one by one. */
export const NOISE: RateLimit = { most: 600, windowMs: 60_000 };

/** Says nothing of where somebody is: they are counted with nobody. */
export const NOWHERE = 0;
/** New with every process, so that nobody can choose an address that is counted with somebody else's. */
const salt = randomBytes(4).readUInt32BE() | 1;

function mixed(high: number, low: number): number {
  let hash = Math.imul(low ^ salt, GOLDEN);
  hash = Math.imul(hash ^ (hash >>> 15) ^ high, salt);
  hash = Math.imul(hash ^ (hash >>> 13), GOLDEN);
  return (hash ^ (hash >>> 16)) >>> 0 || 1;
}

/**
 * Where a request comes from, as a number to count by for a minute; NOWHERE for what is no public address. Quicker than
 * `AddressKeys`, of which it is the rough form: different sources may share a number.
 */
export function sourceOf(address: string, isPrivate: boolean): number {
  const v4 = v4Number(address);
  if (v4 >= 0) return ofV4(v4, isPrivate);
  const high = firstGroups(address, 0);
  const low = firstGroups(address, 2);
  if (high >= 0 && low >= 0) return ofV6(high, low, isPrivate);
  const bits = addressBits(address);
  if (bits === null || SHARED.hasBits(bits)) return NOWHERE;
  if (bits >> 32n === 0xffffn) return ofV4(Number(bits & LOW), isPrivate);
  return ofV6(Number(bits >> 96n), Number((bits >> 64n) & LOW), isPrivate);
}

const ofV4 = (v4: number, isPrivate: boolean) =>
  SHARED.hasV4(v4) ? NOWHERE : mixed(4, isPrivate ? v4 >>> PRIVATE_FREE_V4 : v4);

/** The first 64 bits in two halves. Of private visitors 48 of them are looked at. */
function ofV6(high: number, low: number, isPrivate: boolean): number {
  const first = high >>> 16;
  // fc00::/7 and fe80::/10: nobody has these on the Internet.
  if ((first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfe80) return NOWHERE;
  return mixed(high, isPrivate ? low >>> 16 : low);
}

/** Two groups of IPv6, from the first or the third on, as 32 bits; -1 where they are not written out. */
function firstGroups(text: string, skip: number): number {
  let at = 0;
  let value = 0;
  for (let group = 0; group < skip + 2; group += 1) {
    let digits = 0;
    let read = 0;
    for (; at < text.length && text.charCodeAt(at) !== COLON; at += 1) {
      const code = text.charCodeAt(at) | 32;
      const digit = code >= 97 ? code - 87 : code - 48;
      if (digit < 0 || digit > 15 || digits === 4) return -1;
      read = read * 16 + digit;
      digits += 1;
    }
    if (digits === 0 || at >= text.length) return -1;
    at += 1;
    if (group >= skip) value = value * 65_536 + read;
  }
  return value;
}

/**
 * Counts sources against a limit over a sliding window, in two tables that never grow: asked with every decision, it
 * must cost next to nothing. Who shares a slot is counted together; of sixty thousand slots a few thousand are in use.
 */
export class SourceCounts {
  private current = new Uint16Array(SLOTS);
  private before = new Uint16Array(SLOTS);
  private window = Number.NaN;

  constructor(private readonly limit: RateLimit) {}

  /** Counts one more of a source, if that is within the limit. */
  take(source: number, isPrivate: boolean, nowMs: number): boolean {
    if (source === NOWHERE) return true;
    const { most, windowMs } = this.limit;
    const window = Math.floor(nowMs / windowMs);
    if (window !== this.window) this.move(window);
    const slot = source >>> (32 - SLOT_BITS);
    const count = (this.current[slot] ?? 0) + 1;
    const covered = 1 - (nowMs - window * windowMs) / windowMs;
    const found = count + (this.before[slot] ?? 0) * covered;
    if (found > (isPrivate ? most * COARSE_FACTOR : most)) return false;
    this.current[slot] = Math.min(MOST_COUNT, count);
    return true;
  }

  /** One of a source is over. */
  giveBack(source: number): void {
    if (source === NOWHERE) return;
    const slot = source >>> (32 - SLOT_BITS);
    const counts = (this.current[slot] ?? 0) > 0 ? this.current : this.before;
    counts[slot] = Math.max(0, (counts[slot] ?? 0) - 1);
  }

  private move(window: number): void {
    const { current, before } = this;
    const isNext = window === this.window + 1;
    this.current = before.fill(0);
    this.before = isNext ? current : current.fill(0);
    this.window = window;
  }
}
