import ipaddr from 'ipaddr.js';

export type Network = [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** `10.1.0.0/16`, or one address. */
export function networkOf(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** The IPv4 address that some forms of IPv6 carry, by which a guard that looks at the outside alone is passed. */
function innerOf(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address instanceof ipaddr.IPv4) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  const parts = address.parts;
  const v4 = (high = 0, low = 0) => new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
  const range = address.range();
  if (range === 'rfc6052') return v4(parts[6], parts[7]);
  if (range === '6to4') return v4(parts[1], parts[2]);
  // IPv4-compatible, long out of use: `::10.0.0.1`.
  if (parts.slice(0, 6).every((part) => part === 0) && ((parts[6] ?? 0) > 0 || (parts[7] ?? 0) > 1))
    return v4(parts[6], parts[7]);
  return address;
}

/** RFC 8215: a network translates these to IPv4 addresses of its own choice, which may well lie inside. */
const LOCAL_TRANSLATION = ipaddr.IPv6.parse('64:ff9b:1::');
const LOCAL_TRANSLATION_BITS = 48;
const isLocalTranslation = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address instanceof ipaddr.IPv6 && address.match(LOCAL_TRANSLATION, LOCAL_TRANSLATION_BITS);

function liesWithin(address: Network[0], network: Network[0], bits: number): boolean {
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits);
  return network instanceof ipaddr.IPv6 && address.match(network, bits);
}

/** Whether an address lies in the public internet, or in a network that the operator opened. */
export function isPublic(text: string, allowed: readonly Network[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = innerOf(ipaddr.parse(text));
  const isAllowed = allowed.some(([network, bits]) => liesWithin(address, network, bits));
  return isAllowed || (address.range() === 'unicast' && !isLocalTranslation(address));
}
