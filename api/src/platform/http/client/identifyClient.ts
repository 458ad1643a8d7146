import type { RequestHandler } from 'express';
import type { ClientReader } from './createClientReader';

/** Of the client, besides its address; of a peer that is no trusted proxy it counts for nothing, whoever reads it. */
const X_FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto'];
/** Never read by anybody else: a proxy that writes the others passes these on as its client sends them. */
const UNREAD = ['forwarded', 'x-real-ip'];

/**
 * Gives each request its client in the place of Express' own reading, which takes ports, brackets and zones for parts of
 * the address. At once, since a socket that has closed has no address. In front of everything else.
 */
export function identifyClient(clients: ClientReader): RequestHandler {
  return (req, _res, next) => {
    const { headers, socket } = req;
    const ip = clients.readRequest(req);
    Object.defineProperties(req, {
      ip: { value: ip, enumerable: true },
      ips: { value: [ip], enumerable: true },
    });
    const isBelieved = clients.header === 'x-forwarded-for' && clients.isProxy(socket.remoteAddress);
    for (const name of isBelieved ? UNREAD : [...UNREAD, ...X_FORWARDED]) delete headers[name];
    next();
  };
}
