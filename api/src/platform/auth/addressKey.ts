import { ipKeyGenerator } from 'express-rate-limit';

/** What an Internet provider gives to one home: whoever has one address of it has all of them. */
const IPV6_NETWORK_BITS = 64;

/** What limits count an address by: itself, or the /64 network of an IPv6 address. Unknown addresses are one. */
export function addressKey(address: string | undefined): string {
  return ipKeyGenerator(address ?? '', IPV6_NETWORK_BITS);
}
