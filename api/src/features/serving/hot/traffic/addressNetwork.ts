import { addressBits, Networks, v4Number } from '../../../../platform/address';

const LOW = 0xffffffffn;
/** A family, and as much of an address as is looked at. */
export const NETWORK_BYTES = 9;

/** Bits at the end of an address that are not looked at. */
export interface FreeBits {
  v4: number;
  v6: number;
}
/** All of an IPv4 address; of IPv6 what a provider gives to one home. */
export const HOME: FreeBits = { v4: 0, v6: 64 };
/** All of an IPv4 address; of IPv6 the most that one customer has of a provider (RFC 6177): 65,536 homes. */
export const SITE: FreeBits = { v4: 0, v6: 80 };
/** For people who ask not to be followed: a network of hundreds, so that nobody is told apart. */
export const CROWD: FreeBits = { v4: 8, v6: 80 };
/** About what one provider gives out in one place. */
export const PROVIDER: FreeBits = { v4: 16, v6: 96 };

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

function write(target: Uint8Array, at: number, family: 4 | 6, high: number, low: number): typeof family {
  target[at] = family;
  for (let index = 0; index < 4; index += 1) {
    target[at + 1 + index] = high >>> (24 - index * 8);
    target[at + 5 + index] = low >>> (24 - index * 8);
  }
  return family;
}

/**
 * Writes the network of an address, NETWORK_BYTES from `at` on, and answers its family; 0 for what is no public address.
 * An IPv4 address is the same however it is written.
 */
export function writeNetwork(address: string, free: FreeBits, target: Uint8Array, at = 0): 0 | 4 | 6 {
  const v4 = v4Number(address);
  if (v4 >= 0) return SHARED.hasV4(v4) ? 0 : write(target, at, 4, 0, v4 >>> free.v4);
  const bits = addressBits(address);
  if (bits === null || SHARED.hasBits(bits)) return 0;
  if (bits >> 32n === 0xffffn) return write(target, at, 4, 0, Number(bits & LOW) >>> free.v4);
  const network = bits >> BigInt(free.v6);
  return write(target, at, 6, Number(network >> 32n), Number(network & LOW));
}
