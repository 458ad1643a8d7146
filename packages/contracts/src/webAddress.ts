import { parseUrl } from './parseUrl';

/** Why an address cannot be opened by a click. */
export type AddressProblem = 'address' | 'userinfo' | 'macro' | 'domain' | 'port';

/** What whoever wrote the address reads. */
export const ADDRESS_SENTENCES: Readonly<Record<AddressProblem, string>> = {
  address: 'Enter a full address that starts with https://',
  userinfo: 'Remove the user name and password from the address',
  macro: 'Put macros behind the domain, not into it',
  domain: 'Enter a domain that visitors can open, such as shop.example',
  port: 'Browsers block this port. Use another one',
};

/** Ports that browsers open no page on (fetch.spec.whatwg.org, "bad port"). */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);
const LONGEST_DOMAIN = 253;
const LABEL = /^[a-z0-9_-]{1,63}$/;
const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;
/** "This network", multicast and reserved: no machine has such an address. */
const IS_NO_MACHINE = /^(0|22[4-9]|23\d|24\d|25\d)\./;

/** Whether a host as `URL` writes it can be opened. A private address can, by those who are in its network. */
function isHost(host: string): boolean {
  if (host.startsWith('[')) return host !== '[::]' && !host.startsWith('[ff');
  if (IPV4.test(host)) return !IS_NO_MACHINE.test(host);
  const name = host.replace(/\.$/, '');
  const labels = name.split('.');
  const isFull = labels.length > 1 || name === 'localhost';
  return isFull && name.length <= LONGEST_DOMAIN && labels.every((label) => LABEL.test(label));
}

/**
 * A web address as it is stored and opened, or why it cannot be. Scheme and host become what browsers make of them
 * (`https:\SHOP.example` is `https://shop.example/`); what follows stays as it is written, with its macros.
 */
export function readWebAddress(text: string): { url: string } | { problem: AddressProblem } {
  const [, scheme = '', authority = '', rest = ''] =
    /^(https?):[\\/]*([^\\/?#]*)(.*)$/is.exec(text.replaceAll(/[\t\n\r]/g, '').trim()) ?? [];
  if (authority === '') return { problem: 'address' };
  if (/[{}]|%7b|%7d/i.test(authority)) return { problem: 'macro' };
  const url = parseUrl(`${scheme}://${authority}/`);
  if (url === null) return { problem: /[^:]:\d{5,}$/.test(authority) ? 'port' : 'domain' };
  // Behind a backslash some programs read a user name where browsers read a path.
  if (url.username !== '' || url.password !== '' || /^\\[^/?#]*@/.test(rest)) return { problem: 'userinfo' };
  if (!isHost(url.hostname)) return { problem: 'domain' };
  if (url.port !== '' && BLOCKED_PORTS.has(Number(url.port))) return { problem: 'port' };
  const pathEnd = /[?#]|$/.exec(rest)?.index ?? 0;
  const path = rest.slice(0, pathEnd).replaceAll('\\', '/');
  return { url: `${url.origin}${path === '' ? '/' : path}${rest.slice(pathEnd)}` };
}
