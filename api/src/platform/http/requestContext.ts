import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Log } from '../log';
import { isTraceId } from '../trace';

declare module 'express-serve-static-core' {
  interface Request {
    /** Sent back as X-Request-Id and written with every line of the log. */
    requestId: string;
    /** Of the click that the call follows, as the page says; the request's own id otherwise. */
    correlationId: string;
    log: Log;
  }
}

/**
 * Names the request and what it follows; logs its end: method, path without query, status, duration. Queries may carry
 * secrets. Enters no asynchronous context: those of calls whose timeline is kept begin in `traceCalls`.
 */
export function requestContext(
  log: Log,
  observe?: (method: string, status: number, seconds: number) => void,
): RequestHandler {
  return (req, res, next) => {
    const given = req.get('X-Request-Id');
    const follows = req.get('X-Correlation-Id');
    const requestId = isTraceId(given) ? given : randomUUID();
    const correlationId = isTraceId(follows) ? follows : requestId;
    Object.assign(req, { requestId, correlationId, log: log.child({ requestId, correlationId }) });
    res.set('X-Request-Id', requestId);
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
