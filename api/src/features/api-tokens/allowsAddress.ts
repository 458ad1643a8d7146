import { BlockList, isIP } from 'node:net';

/** An IPv4 caller of a socket that listens to both families. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;
const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether a call may come from the address: it is one of the addresses or networks, or the list is empty. */
export function allowsAddress(networks: readonly string[], address: string | undefined): boolean {
  if (networks.length === 0) return true;
  const caller = (address ?? '').replace(MAPPED, '');
  if (isIP(caller) === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [written = '', bits] = network.split('/');
    const host = bits === undefined ? written.replace(MAPPED, '') : written;
    if (bits === undefined) list.addAddress(host, familyOf(host));
    else list.addSubnet(host, Number(bits), familyOf(host));
  }
  return list.check(caller, familyOf(caller));
}
