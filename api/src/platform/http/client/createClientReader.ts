import type { IncomingMessage } from 'node:http';
import { Networks, plainPeer, v4Number } from '../../address';
import { addressInElement, type ProxyHeader } from './forwardedNode';

/** The networks that Express' `trust proxy` has names for. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
/** Characters of the header that are read, from its end, where the proxies write. */
const MAX_HEADER = 1_024;
const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;

/** Who the client of a request is: the one answer for the ad server, the app and web sockets. */
export interface ClientReader {
  /** The header that proxies write; no other one is read. */
  header: ProxyHeader;
  /** Whether a peer, as its socket has it, speaks for others. */
  isProxy(peer: string | undefined): boolean;
  /**
   * Canonical address of the client: the peer's, unless the peer is a trusted proxy; then the right-most address of the
   * header that is no trusted proxy. What stands further left is the client's own invention.
   *
   * @param value of `header`; several lines joined by commas
   */
  read(peer: string | undefined, value: string | undefined): string;
  readRequest(req: IncomingMessage): string;
}

/** Whether a backslash takes the meaning from the character: an odd number of them stands before it. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}

/**
 * Where the element that ends before `end` begins. Read from the right: a quote that a stranger leaves open swallows
 * nothing of what the proxies behind it write.
 */
function startOf(header: string, end: number): number {
  let isQuoted = false;
  for (let at = end - 1; at >= 0; at -= 1) {
    const code = header.charCodeAt(at);
    if (code === QUOTE && !isEscaped(header, at)) isQuoted = !isQuoted;
    else if (code === COMMA && !isQuoted) return at + 1;
  }
  return 0;
}

/**
 * The whole elements at the end of a header that is too long: who sends a long one must not become the proxy. A copy, for
 * a piece would keep all of the header alive for as long as somebody remembers the address.
 */
function endOf(header: string): string {
  const comma = header.indexOf(',', header.length - MAX_HEADER);
  return comma < 0 ? '' : Buffer.from(header.slice(comma), 'latin1').toString('latin1');
}

/**
 * @param proxies names of `NAMED`, addresses and networks; empty: nobody's header is believed
 * @throws for anything else: a misread setting would let strangers choose their own address
 */
export function createClientReader(
  proxies: readonly string[],
  header: ProxyHeader = 'x-forwarded-for',
): ClientReader {
  // A third of the time of node:net's BlockList, which makes objects of each address.
  const trusted = new Networks(proxies.flatMap((each) => NAMED[each] ?? each));
  // Behind a proxy nearly every request has the same peer as the one before.
  let lastPeer: string | undefined;
  let lastPlain = '';
  let lastIsProxy = false;

  function isProxy(peer: string | undefined): boolean {
    if (peer !== lastPeer) {
      lastPlain = plainPeer(peer);
      lastIsProxy = trusted.has(lastPlain);
      lastPeer = peer;
    }
    return lastIsProxy;
  }

  /** The right-most address that is no trusted proxy; the nearest proxy that is named when there is none. */
  function clientIn(value: string, nearest: string): string {
    let address = nearest;
    for (let end = value.length; end >= 0; ) {
      const start = startOf(value, end);
      const element = value.slice(start, end).trim();
      end = start - 1;
      // A comma too many names nobody.
      if (element === '') continue;
      const named = addressInElement(element, header);
      if (named === null) return address;
      address = named;
      if (!trusted.has(address)) return address;
    }
    return address;
  }

  function read(peer: string | undefined, value: string | undefined): string {
    if (!isProxy(peer) || value === undefined) return lastPlain;
    // One proxy and nobody else: whoever is named is the client.
    if (v4Number(value) >= 0 && header === 'x-forwarded-for') return value;
    const address = clientIn(value.length > MAX_HEADER ? endOf(value) : value, lastPlain);
    // A piece of the header would keep all of it alive for as long as somebody remembers the address.
    return v4Number(address) >= 0 ? address : Buffer.from(address, 'latin1').toString('latin1');
  }

  return {
    header,
    isProxy,
    read,
    readRequest({ socket, rawHeaders }) {
      // Ad requests have no other headers (`LeanRequest`).
      let value: string | undefined;
      for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
        const name = rawHeaders[at] ?? '';
        if (name.length !== header.length || name.toLowerCase() !== header) continue;
        value = value === undefined ? rawHeaders[at + 1] : `${value},${rawHeaders[at + 1]}`;
      }
      return read(socket.remoteAddress, value);
    },
  };
}
