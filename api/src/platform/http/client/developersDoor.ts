import type { IncomingMessage } from 'node:http';
import { type RequestHandler, Router } from 'express';
import { isLoopbackAddress } from '../../address';

/** Who a developers' door opens to: whoever asks without an intermediary, or this machine itself alone. */
export type DevelopersDoor = 'direct' | 'machine';

/**
 * Headers that proxies, load balancers, CDNs and tunnels add: RFC 7239, RFC 9110 §7.6.3, RFC 8586, and what the usual ones
 * write besides. Rather one too many: a developer's browser sends none of them.
 */
const INTERMEDIARY = new RegExp(
  `^(?:${[
    '(?:.+-)?forward(?:ed)?(?:-.+)?',
    '(?:.+-)?via',
    '.*prox(?:y|ied).*',
    '(?:.+-)?(?:real|client|user|remote|source|src|origin|originating|visitor|connecting)-?(?:ip|addr|address|host|port)(?:v?[46])?',
    '(?:cf|cdn|fly|fastly|akamai|cloudfront|incap|sucuri|tailscale|ngrok|surrogate)-.+',
    'x-(?:akamai|amz|amzn|appengine|appgw|arr|auth|azure|b3|backend|bluecoat|cache|cdn|cloud|cluster|devtunnels|edge|envoy|fastly|fd|goog|google|haproxy|heroku|iinfo|ingress|kong|koyeb|lb|localtunnel|loop|ms|nf|nginx|ngrok|original|pomerium|railway|render|replit|rewrite|served|server|sucuri|traefik|vercel|varnish|webauth|zrok)(?:-.+)?',
    'x-(?:client-.+|coming-from|host|http.*|imforwards|peer-ip|request-id|scheme|ssl.*|tls.*|trusted-ip|url-scheme|(?:request|queue)-start|remote-.+)',
    'b3|disguised-host|early-data|front-end-https|https|max-forwards|remote-user|ssl-client-.+|traceparent|uber-trace-id|was-default-hostname',
  ].join('|')})$`,
);

/**
 * Whether a request came by an intermediary. HTTP/1.0 is one, too: no browser speaks it, and nginx does to what is behind
 * it unless it is told otherwise, with no header of its own.
 */
export function isDirect({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  return (
    httpVersion !== '1.0' &&
    !rawHeaders.some(
      (name, index) => index % 2 === 0 && INTERMEDIARY.test(name.toLowerCase().replaceAll('_', '-')),
    )
  );
}

/** In front of what is for developers; for everybody else there is nothing at the address. */
export function guardDevelopers(door: DevelopersDoor, handlers: RequestHandler[]): Router {
  const router = Router();
  router.use(
    (req, _res, next) => {
      const isOpen = isDirect(req) && (door === 'direct' || isLoopbackAddress(req.ip ?? ''));
      next(isOpen ? undefined : 'router');
    },
    ...handlers,
  );
  return router;
}
