import { randomBytes } from 'node:crypto';
import { createShortHmac } from '../shortHmac';
import { CROWD, HOME, NETWORK_BYTES, PROVIDER, SITE, writeNetwork } from './addressNetwork';

const DAY_MS = 86_400_000;
const SALT_BYTES = 32;
/** Marks numbers of networks, so that none is an address' number too. */
const WIDTHS = { home: 0, crowd: 128, provider: 64, site: 192 } as const;
const FREE = { home: HOME, crowd: CROWD, provider: PROVIDER, site: SITE } as const;
/** Of the code's bytes so many make a number. */
const KEY_BYTES = 6;

/** Says nothing of whoever it is: they are counted with nobody. */
export const NOBODY = 0;

/**
 * Addresses as numbers to count by: 48 bits of an HMAC with a key that is made anew every day (UTC) and never leaves
 * this process' memory. A number cannot be turned back into an address, and says nothing on another day.
 */
export class AddressKeys {
  private hmac: ReturnType<typeof createShortHmac>;
  private day = Number.NaN;
  private readonly message = new Uint8Array(NETWORK_BYTES);
  private readonly code = new Uint8Array(KEY_BYTES);

  constructor(private readonly random: (bytes: number) => Buffer = randomBytes) {
    this.hmac = createShortHmac(random(SALT_BYTES), NETWORK_BYTES);
  }

  /** The day its numbers are good for; another one means that those of before are never met again. */
  dayOf(nowMs: number): number {
    const day = Math.floor(nowMs / DAY_MS);
    if (day !== this.day) {
      this.day = day;
      this.hmac = createShortHmac(this.random(SALT_BYTES), NETWORK_BYTES);
    }
    return day;
  }

  /** NOBODY for what is no address or no public one. `coarse` counts by the network around it. */
  of(address: string, coarse: boolean, nowMs: number): number {
    return this.numberOf(address, coarse ? 'crowd' : 'home', nowMs);
  }

  /** The same of all that its customer has: a machine with a /48 is one, not 65,536. */
  siteOf(address: string, nowMs: number): number {
    return this.numberOf(address, 'site', nowMs);
  }

  /** The same of the network that its provider has it from. */
  providerOf(address: string, nowMs: number): number {
    return this.numberOf(address, 'provider', nowMs);
  }

  private numberOf(address: string, width: keyof typeof WIDTHS, nowMs: number): number {
    this.dayOf(nowMs);
    const { message, code } = this;
    const family = writeNetwork(address, FREE[width], message);
    if (family === 0) return NOBODY;
    message[0] = WIDTHS[width] | family;
    this.hmac(message, code, 0, KEY_BYTES);
    let number = 0;
    for (let index = 0; index < KEY_BYTES; index += 1) number = number * 256 + (code[index] ?? 0);
    return number || 1;
  }
}
