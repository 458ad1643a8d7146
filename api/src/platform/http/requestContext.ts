import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Log } from '../log';

declare module 'express-serve-static-core' {
  interface Request {
    /** Sent back as X-Request-Id and written with every line of the log. */
    requestId: string;
    log: Log;
  }
}

const FROM_OUTSIDE = /^[\w-]{8,64}$/;

/** Names the request and logs its end: method, path without query, status, duration. Queries may carry secrets. */
export function requestContext(
  log: Log,
  observe?: (method: string, status: number, seconds: number) => void,
): RequestHandler {
  return (req, res, next) => {
    const given = req.get('X-Request-Id');
    req.requestId = given && FROM_OUTSIDE.test(given) ? given : randomUUID();
    req.log = log.child({ requestId: req.requestId });
    res.set('X-Request-Id', req.requestId);
    const startedAt = performance.now();
    const { path } = req;
    res.once('close', () => {
      const ms = performance.now() - startedAt;
      observe?.(req.method, res.statusCode, ms / 1000);
      req.log.debug({ method: req.method, path, status: res.statusCode, ms: Math.round(ms) }, 'answered');
    });
    next();
  };
}
