import { Networks } from './Networks';

const LOOPBACK = new Networks(['127.0.0.0/8', '::1']);

/** Whether an address is this machine's own. */
export const isLoopbackAddress = (address: string): boolean => LOOPBACK.has(address);

/** Whether the host of a URL is this machine: RFC 6761 §6.3 keeps `localhost` and all names below it for that. */
export function isLoopbackHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name);
}

export const isLoopbackUrl = (url: string): boolean => isLoopbackHost(new URL(url).hostname);
