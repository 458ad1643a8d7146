import type { Scope, Span } from '@sentry/node';
import type { Request, RequestHandler } from 'express';
import type { Log } from '../log';

/** The SDK, loaded when there is somewhere to report to: it takes a third of a second. */
export type Sentry = typeof import('@sentry/node');

/** A page's trace that a call belongs to: the ids alone, none of its decisions. */
const FROM_PAGE = /^([0-9a-f]{32})-([0-9a-f]{16})(?:-[01])?$/;

const partsOf = (path: string) => path.split('/').filter((part) => part !== '');

/**
 * `GET /api/campaigns/:id`: the route that answered, so that nobody's id or query is in it; without one, only the
 * method. Where the route's router is mounted is read from the address: Express has forgotten it when an error comes by.
 */
export function routeName({ method, originalUrl, route }: Request): string {
  const { path } = (route ?? {}) as { path?: unknown };
  if (typeof path !== 'string') return `${method} (no route)`;
  const [address = ''] = originalUrl.split('?');
  const own = partsOf(path);
  const mountedAt = partsOf(address).slice(0, Math.max(0, partsOf(address).length - own.length));
  return `${method} /${[...mountedAt, ...own].join('/')}`;
}

export interface RequestTrace {
  trace: RequestHandler;
  /** Where an error of the call belongs; undefined when it is not traced. */
  contextOf(req: Request): { traceId: string; parentSpanId: string; sampleRand: number } | undefined;
}

/** One span for a call, from its beginning to the end of its answer. */
export function createRequestTrace(sentry: Sentry, scope: Scope, log: Log): RequestTrace {
  const spans = new WeakMap<Request, Span>();

  function begin(req: Request): Span {
    const own = scope.clone();
    const [, traceId, parentSpanId] = FROM_PAGE.exec(req.get('sentry-trace') ?? '') ?? [];
    if (traceId !== undefined && parentSpanId !== undefined)
      own.setPropagationContext({ traceId, parentSpanId, sampleRand: Math.random() });
    const attributes = { 'http.request.method': req.method, request_id: req.requestId };
    return sentry.startInactiveSpan({ name: req.method, op: 'http.server', scope: own, attributes });
  }

  function end(span: Span, req: Request, status: number): void {
    span.updateName(routeName(req));
    span.setAttribute('http.response.status_code', status);
    span.setStatus(status >= 500 ? { code: 2, message: 'internal_error' } : { code: 1 });
    span.end();
  }

  const safely = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      log.warn({ err: error }, 'A call could not be traced');
      return null;
    }
  };

  return {
    trace: (req, res, next) => {
      const span = safely(() => begin(req));
      if (span) {
        spans.set(req, span);
        res.once('close', () => safely(() => end(span, req, res.statusCode)));
      }
      next();
    },
    contextOf: (req) => {
      const context = spans.get(req)?.spanContext();
      return context && { traceId: context.traceId, parentSpanId: context.spanId, sampleRand: Math.random() };
    },
  };
}
