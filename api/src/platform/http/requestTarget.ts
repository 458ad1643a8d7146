import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { inTurn } from './sockets';

const SLASH = 47;
/** A server, with or without a port. A name before it (`user@`) is an error (RFC 9110 §4.2.4). */
const ABSOLUTE = /^https?:\/\/(?:[^\s/?#@:[\]\\]+|\[[0-9a-f:.]+\])(?::\d{0,5})?(?=[/?#]|$)/i;
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/**
 * The path and the query of a request's target, also of `GET http://host/path` (RFC 9112 §3.2.2), which every server must
 * take; null for what names no path.
 */
export function originForm(target: string): string | null {
  if (target.charCodeAt(0) === SLASH) return target;
  const [origin] = ABSOLUTE.exec(target) ?? [];
  if (origin === undefined) return null;
  const rest = target.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** `OPTIONS *` is about the server as a whole (RFC 9112 §3.2.4). */
function answerPathless({ method, url }: IncomingMessage, res: ServerResponse): void {
  const common = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
  if (url === '*' && method === 'OPTIONS') {
    res.writeHead(204, { ...common, Allow: METHODS }).end();
    return;
  }
  const body = JSON.stringify({ message: 'The address is malformed', code: 'MALFORMED_ADDRESS' });
  const type = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length };
  res.writeHead(400, { ...common, ...type }).end(body);
}

/** In front of all handlers: they get one request of a connection at a time, its body at a pace, and a path. */
export function frontDoor(
  handle: RequestListener,
  pace: (req: IncomingMessage) => void = () => {},
): RequestListener {
  return inTurn((req, res) => {
    pace(req);
    const path = originForm(req.url ?? '');
    if (path === null) answerPathless(req, res);
    else {
      req.url = path;
      handle(req, res);
    }
  });
}
