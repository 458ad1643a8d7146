import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 that is not the public internet's: IANA's special-purpose registry, multicast, reserved. */
const CLOSED_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Of IPv6 only 2000::/3 is given out; within it what leads elsewhere: documentation, Teredo, 6to4 and the like. */
const OPEN_V6 = ['2000::', 3] as const;
const CLOSED_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const closed = new BlockList();
for (const [address, bits] of CLOSED_V4) closed.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of CLOSED_V6) closed.addSubnet(address, bits, 'ipv6');
const open = new BlockList();
open.addSubnet(...OPEN_V6, 'ipv6');

/** Whether an IP address is one of the public internet: what an account names must not lead into our own network. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, 'ipv4');
  return isIPv6(address) && open.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

/** Of this machine itself. */
export const isLoopback = (address: string): boolean =>
  (isIPv4(address) && address.startsWith('127.')) || address === '::1';
