import { isIPv4 } from 'node:net';
import { ipKeyGenerator } from 'express-rate-limit';

/** What a company or a customer with many addresses is given of IPv6. */
const IPV6_NETWORK_BITS = 48;

/**
 * The network that an address lies in, for telling neighbours from strangers: /24 of IPv4, /48 of IPv6. Wider than what
 * limits count by (`addressKey`): whoever rents a machine has one address, whoever rents a network has all of these.
 * Unknown addresses are one.
 */
export function networkOf(address: string): string {
  const known = ipKeyGenerator(address, IPV6_NETWORK_BITS);
  return isIPv4(known) ? known.slice(0, known.lastIndexOf('.')) : known;
}
