import type { Request, RequestHandler } from 'express';
import type { DebugPage } from '../auth/debugPage';
import { routeName } from '../errorReports';
import { runInTrace, type Tracer } from '../trace';

/** What the debug tool asks of itself, again and again: it would fill the list that it shows. */
const OWN = /^\/debug-tool\/(log|traces)(\/|$)/;
const REFRESHED = new Set(
  [
    'verify',
    'page-data',
    'user/current',
    'user/features',
    'user/changes',
    'account-types',
    'promo-codes',
    'xero/status',
    'xero/recent-payments',
    'sessions',
    'remotes',
  ].map((path) => `/debug-tool/${path}`),
);
const CALLS = /^\/(api|debug-tool)\//;

/** Calls, and the pages that the browser opens; neither their files nor what runs by itself. */
function isKept(req: Request): boolean {
  const { method, path } = req;
  if (!CALLS.test(path)) return req.get('Sec-Fetch-Dest') === 'document';
  // A call that follows a click says which.
  const isByItself = req.correlationId === req.requestId;
  return !OWN.test(path) && !(method === 'GET' && isByItself && REFRESHED.has(path));
}

/** An address without what names a thing or a person in it. */
const nameless = (path: string): string => path.replace(/[^/]*(\d|[^/]{32})[^/]*/g, ':id');

/** By its route; a call that none answered, or that was refused before, by its address. */
function nameOf(req: Request, path: string): string {
  return typeof req.route?.path === 'string' ? routeName(req) : `${req.method} ${nameless(path)}`;
}

/**
 * Has the timeline of a call kept when its browser's signed cookie names a debug session: from here to the end of its
 * answer. Behind the parser of cookies.
 */
export function traceCalls(tracer: Tracer, page: Pick<DebugPage, 'read'>): RequestHandler {
  return (req, res, next) => {
    const claims = isKept(req) ? page.read(req) : null;
    if (!claims) return next();
    const { requestId, correlationId, path } = req;
    const startedAt = performance.now();
    const origin = { correlationId, debugSessionId: claims.session, bornAtMs: Date.now() };
    const context = tracer.contextOf(origin, requestId);
    res.once('close', () => {
      const { statusCode: status } = res;
      const durationMs = performance.now() - startedAt;
      const name = nameOf(req, path);
      context.keep?.({
        kind: 'request',
        name,
        startedAt,
        durationMs,
        failed: status >= 400,
        detail: { status },
      });
    });
    runInTrace(context, next);
  };
}
