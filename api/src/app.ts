import compression from 'compression';
import cookieParser from 'cookie-parser';
import express, { type ErrorRequestHandler, type Express, type RequestHandler, Router } from 'express';
import { rateLimit } from 'express-rate-limit';
import helmet from 'helmet';
import { requireCsrfToken, type Sessions } from './platform/auth';
import { type ErrorReports, noErrorReports } from './platform/errorReports';
import { TooManyRequestsError } from './platform/errors';
import {
  type ClientReader,
  type CostlyCalls,
  createClientReader,
  errorHandler,
  type Guard,
  guardDevelopers,
  identifyClient,
  jsonBody,
  limitCallsAtOnce,
  limitCostlyCalls,
  type Mount,
  notFound,
  type PlaceLimits,
  requestContext,
  type Translate,
} from './platform/http';
import type { Log } from './platform/log';
import type { Metrics } from './platform/metrics';

/** Addresses whose answers are JSON for programs; everything else may be a page. */
const DEBUG_PATH = '/debug-tool';
const API_PATHS = ['/api', DEBUG_PATH];
const CONSOLE_PATH = '/api/operator';
const CALLS_PER_MINUTE = 1_200;
const TOO_MANY_AFTER_MS = 250;

export interface AppOptions {
  log: Log;
  metrics: Metrics;
  sessions: Sessions;
  mounts: readonly Mount[];
  /** What keeps the app from working, by name; empty when it is ready. */
  problems: () => Promise<Record<string, string>>;
  /** What works, but not as the operator may think, by name. */
  warnings?: Readonly<Record<string, string>>;
  /** Who asks; the peer itself unless given. */
  clients?: ClientReader;
  /** APP_URL is https. */
  secure?: boolean;
  translate?: Translate;
  /** Told of every error that nobody expected; nobody unless given. */
  errorReports?: ErrorReports;
  /** In front of the console's calls, behind the sign-in and its token. */
  operatorGuard?: Guard;
  /** In front of what admins read of others outside the console (`Mount.operatorReads`). */
  operatorReadGuard?: Guard;
  /** Keeps the timelines of calls of browsers that debug. */
  traceCalls?: RequestHandler;
  /** In front of every call: what open pages say of themselves in its headers. */
  hear?: RequestHandler;
  /** Calls a minute and address, 0 for no limit. */
  callsPerMinute?: number;
  /** Instead of the server's own table. */
  costlyCalls?: readonly CostlyCalls[];
  /** Of each account's calls that are worked on at a time, instead of the server's own. */
  callsAtOnce?: PlaceLimits;
  /** How long a caller of too many calls waits for the 429. */
  tooManyAfterMs?: number;
}

/** Health for load balancers and figures for Prometheus; no session, no limit. */
function operations({ metrics, problems, warnings = {} }: AppOptions): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });
  router.get('/readyz', async (_req, res) => {
    const found = await problems();
    const ready = Object.keys(found).length === 0;
    res.status(ready ? 200 : 503).json({
      ...(ready ? { status: 'ready' } : { status: 'not ready', problems: found }),
      ...(Object.keys(warnings).length > 0 && { warnings }),
    });
  });
  router.get('/metrics', async (_req, res) => {
    res.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return router;
}

/** For whatever brings no policy of its own, as the pages do (features/web): it may load, run, post and be framed nowhere. */
const CLOSED_POLICY = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

function securityHeaders(secure: boolean) {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: CLOSED_POLICY },
    // The window that signs in to Xero must reach the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: secure,
    xXssProtection: false,
  });
}

function limitCalls(limit: number) {
  return rateLimit({
    windowMs: 60_000,
    limit,
    standardHeaders: false,
    legacyHeaders: false,
    handler: () => {
      throw new TooManyRequestsError('Too many calls at once. Wait a minute and try again', 60);
    },
  });
}

const isIn = (path: string, area: string): boolean => path === area || path.startsWith(`${area}/`);
const isConsole = (path: string): boolean => isIn(path, CONSOLE_PATH);
/** In whatever letters: routers take them all. */
const isAudited = (path: string): boolean =>
  [CONSOLE_PATH, DEBUG_PATH].some((area) => isIn(path.toLowerCase(), area));

interface Guards extends Pick<AppOptions, 'sessions' | 'operatorGuard' | 'operatorReadGuard'> {
  onError: ErrorRequestHandler;
  /** What needs to know whose call it is. */
  limits: readonly RequestHandler[];
  /** Reads bodies, last: what was made of one lives as long as its call, and a call may wait at each door before. */
  body: RequestHandler;
}

function mount(
  app: Express,
  { sessions, operatorGuard, operatorReadGuard, onError, limits, body }: Guards,
  { path, router, csrf, session, operatorReads, developers }: Mount,
): void {
  const guard = (isConsole(path) && operatorGuard) || (operatorReads && operatorReadGuard);
  const door = guard ? [guard(onError)] : [];
  const checks = csrf === false ? [] : [requireCsrfToken];
  // The console's door comes first, so that the audit has what the check refuses.
  const guards = session === false ? [] : [...sessions.handlers, ...door, ...checks, ...limits];
  const takesJson = API_PATHS.some((area) => isIn(path, area));
  const handlers = [...guards, ...(takesJson ? [body] : []), router];
  app.use(path, developers ? guardDevelopers(developers, handlers) : handlers);
}

/** The mounts, in order; whatever is mounted at `/` (the pages) comes after the API's own "not found". */
export function createApp(options: AppOptions): Express {
  const { log, metrics, mounts, secure = false, translate, clients = createClientReader([]) } = options;
  const { callsPerMinute = CALLS_PER_MINUTE, errorReports = noErrorReports } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', clients.isProxy);
  app.set('query parser', 'simple');
  app.use(
    identifyClient(clients),
    requestContext(log, metrics.observeRequest),
    securityHeaders(secure),
    operations(options),
    cookieParser(),
  );
  if (options.traceCalls) app.use(options.traceCalls);
  if (options.hear) app.use(options.hear);
  if (callsPerMinute > 0) app.use(API_PATHS, limitCalls(callsPerMinute));
  const { byAddress, byAccount: countAccount } = limitCostlyCalls(options.costlyCalls);
  const places = limitCallsAtOnce(options.callsAtOnce);
  app.use(byAddress, places.offer);
  app.use(API_PATHS, errorReports.trace, compression(), (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });
  const onError = errorHandler(
    translate,
    errorReports.captureCall,
    options.tooManyAfterMs ?? TOO_MANY_AFTER_MS,
  );
  const atRoot = (each: Mount) => each.path === '/';
  const guards = {
    ...options,
    onError,
    limits: [countAccount, places.byAccount],
    body: jsonBody(isAudited),
  };
  for (const each of mounts.filter((candidate) => !atRoot(candidate))) mount(app, guards, each);
  app.use(API_PATHS, notFound);
  for (const each of mounts.filter(atRoot)) mount(app, guards, each);
  app.use(notFound);
  app.use(onError);
  return app;
}
