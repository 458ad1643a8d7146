import { randomBytes } from 'node:crypto';
import { addressBits, Networks, v4Number } from '../../../../platform/address';
import { createShortHmac } from '../shortHmac';

const DAY_MS = 86_400_000;
const SALT_BYTES = 32;
/** A family, and as much of an address as is counted. */
const MESSAGE_BYTES = 9;
const COARSE = 128;
/** Of the code's bytes so many make a number. */
const KEY_BYTES = 6;
const LOW = 0xffffffffn;
/** What is kept of an address for counting: all of an IPv4 address; of IPv6 what a provider gives to one home. */
const FREE_BITS = { v4: 0, v6: 64 } as const;
/** The same for people who ask not to be followed: a network of hundreds, so that nobody is told apart. */
const PRIVATE_FREE_BITS = { v4: 8, v6: 80 } as const;

/** Addresses that many share or that nobody has on the Internet: who comes from one came through a proxy of ours. */
export const SHARED = new Networks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::/64',
  'fc00::/7',
  'fe80::/10',
]);

/** Says nothing of whoever it is: they are counted with nobody. */
export const NOBODY = 0;

/**
 * Addresses as numbers to count by: 48 bits of an HMAC with a key that is made anew every day (UTC) and never leaves
 * this process' memory. A number cannot be turned back into an address, and says nothing on another day.
 */
export class AddressKeys {
  private hmac: ReturnType<typeof createShortHmac>;
  private day = Number.NaN;
  private readonly message = new Uint8Array(MESSAGE_BYTES);
  private readonly code = new Uint8Array(KEY_BYTES);

  constructor(private readonly random: (bytes: number) => Buffer = randomBytes) {
    this.hmac = createShortHmac(random(SALT_BYTES), MESSAGE_BYTES);
  }

  /** The day its numbers are good for; another one means that those of before are never met again. */
  dayOf(nowMs: number): number {
    const day = Math.floor(nowMs / DAY_MS);
    if (day !== this.day) {
      this.day = day;
      this.hmac = createShortHmac(this.random(SALT_BYTES), MESSAGE_BYTES);
    }
    return day;
  }

  /** NOBODY for what is no address or no public one. `coarse` counts by the network around it. */
  of(address: string, coarse: boolean, nowMs: number): number {
    this.dayOf(nowMs);
    const free = coarse ? PRIVATE_FREE_BITS : FREE_BITS;
    const v4 = v4Number(address);
    if (v4 >= 0) return SHARED.hasV4(v4) ? NOBODY : this.numberOf(coarse, 4, 0, v4 >>> free.v4);
    const bits = addressBits(address);
    if (bits === null || SHARED.hasBits(bits)) return NOBODY;
    if (bits >> 32n === 0xffffn) return this.numberOf(coarse, 4, 0, Number(bits & LOW) >>> free.v4);
    const network = bits >> BigInt(free.v6);
    return this.numberOf(coarse, 6, Number(network >> 32n), Number(network & LOW));
  }

  private numberOf(coarse: boolean, family: 4 | 6, high: number, low: number): number {
    const { message, code } = this;
    message[0] = (coarse ? COARSE : 0) | family;
    for (let index = 0; index < 4; index += 1) {
      message[1 + index] = high >>> (24 - index * 8);
      message[5 + index] = low >>> (24 - index * 8);
    }
    this.hmac(message, code, 0, KEY_BYTES);
    let number = 0;
    for (let index = 0; index < KEY_BYTES; index += 1) number = number * 256 + (code[index] ?? 0);
    return number || 1;
  }
}
