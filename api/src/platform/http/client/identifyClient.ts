import type { RequestHandler } from 'express';
import type { ClientReader } from './createClientReader';

/** What proxies say of the client; of anybody else it counts for nothing, whoever reads it. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
];

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
    if (!isBelieved) for (const name of FORWARDED) delete headers[name];
    next();
  };
}
