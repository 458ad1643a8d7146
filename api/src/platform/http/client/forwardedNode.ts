import { canonicalAddress } from '../../address';

/** Headers that a proxy may write the client's address into. */
export const PROXY_HEADERS = ['x-forwarded-for', 'forwarded'] as const;
export type ProxyHeader = (typeof PROXY_HEADERS)[number];

/** RFC 7239 §6: an address with or without brackets and port; the port may be obfuscated. */
const NODE = /^(?:\[([^\]]*)\]|([\d.]+))(?::(?:\d{0,5}|_[\w.-]+))?$/;
/** RFC 7239 §4: one `name=value` of an element. Sticky: what stands between two of them is garbage. */
const PAIR = /[ \t;]*([!#$%&'*+.^`|~\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s";]*))[ \t]*(?:;|$)/y;
const QUOTED = /^"([^"]*)"$/;

/** Value of `for` in an element of Forwarded; null without one. Another value may say `for=` within its quotes. */
function findFor(element: string): string | null {
  PAIR.lastIndex = 0;
  for (let pair = PAIR.exec(element); pair; pair = PAIR.exec(element)) {
    const [, name = '', quoted, token = ''] = pair;
    if (name.toLowerCase() === 'for') return quoted?.replace(/\\(.)/g, '$1') ?? token;
  }
  return null;
}

/** Canonical address that one element of the header names; null for `unknown`, an obfuscated name and garbage. */
export function addressInElement(element: string, header: ProxyHeader): string | null {
  const node = header === 'forwarded' ? findFor(element) : element.replace(QUOTED, '$1');
  if (node === null) return null;
  const [, bracketed, dotted] = NODE.exec(node) ?? [];
  const address = bracketed ?? dotted ?? node;
  const zone = address.indexOf('%');
  return canonicalAddress(zone < 0 ? address : address.slice(0, zone));
}
