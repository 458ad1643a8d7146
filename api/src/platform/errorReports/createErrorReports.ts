import { randomUUID } from 'node:crypto';
import { isNetworkNoise, publicId, REPORT_RATES, withoutSecrets } from '@ezdash/contracts';
import type { ErrorEvent, NodeClient, NodeOptions, Scope } from '@sentry/node';
import type { Log } from '../log';
import { type ErrorReports, noErrorReports } from './ErrorReports';
import { createRequestTrace, routeName, type Sentry } from './requestTrace';
import { postEnvelope } from './transport';

export interface ErrorReportsOptions {
  /** Null: nothing is sent. */
  dsn: string | null;
  environment: string;
  /** `api@1.0.0` */
  release: string;
  /** Which of several servers this is. */
  nodeName: string;
  log: Log;
  /** Reports sent in a minute: one bug in a busy place says the same thing thousands of times. 100 by default. */
  reportsPerMinute?: number;
  timeoutMs?: number;
}

const REPORTS_PER_MINUTE = 100;
const MINUTE_MS = 60_000;
/** Reports and traces on their way at once; what comes on top is dropped, so a slow receiver costs no memory. */
const MOST_UNDERWAY = 64;

/** Whatever a report holds besides what was thrown, and what was thrown, without what is nobody's business. */
function cleaned(event: ErrorEvent): ErrorEvent {
  const { message, logentry, exception, extra, contexts, tags, transaction } = event;
  const parts = withoutSecrets({ message, logentry, exception, extra, contexts, tags, transaction });
  // Neither address, headers nor body of a call: only what `capture` was told.
  return { ...event, ...parts, request: undefined, breadcrumbs: undefined };
}

function clientOptions(
  sentry: Sentry,
  options: ErrorReportsOptions,
  underway: Underway,
): ConstructorParameters<typeof NodeClient>[0] {
  const { dsn, environment, release, nodeName, timeoutMs } = options;
  const given: Pick<NodeOptions, 'dataCollection' | 'beforeSend' | 'beforeSendTransaction'> = {
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
      databaseQueryData: false,
      queues: false,
      stackFrameVariables: false,
    },
    beforeSend: (event, hint) => (isNetworkNoise(event, hint.originalException) ? null : cleaned(event)),
  };
  return {
    ...given,
    dsn: dsn ?? undefined,
    environment,
    release,
    serverName: nodeName,
    tracesSampleRate: REPORT_RATES.traces,
    traceLifecycle: 'static',
    // Hooks into every module that is loaded and every call that is answered: the ad server shall not pay for them.
    enableRuntimeChannelInjection: false,
    integrations: [],
    stackParser: sentry.defaultStackParser,
    transportOptions: { bufferSize: MOST_UNDERWAY },
    transport: (transport) =>
      sentry.createTransport({ ...transport, bufferSize: MOST_UNDERWAY }, ({ body }) =>
        underway.add(postEnvelope(transport.url, body, { timeoutMs, ended: underway.signal })),
      ),
  };
}

/** What is being sent; nothing of it outlives the client. */
class Underway {
  readonly #ending = new AbortController();
  readonly #posts = new Set<Promise<unknown>>();
  readonly signal = this.#ending.signal;

  add<T>(post: Promise<T>): Promise<T> {
    const noted = post.finally(() => this.#posts.delete(noted));
    this.#posts.add(noted);
    return noted;
  }

  async end(): Promise<void> {
    this.#ending.abort(new Error('the process stopped'));
    await Promise.allSettled(this.#posts);
  }
}

/** At most so many a minute; says once how many were left out. */
function createBrake(most: number, log: Log): () => boolean {
  let endsAt = 0;
  let count = 0;
  return () => {
    const now = performance.now();
    if (now >= endsAt) {
      if (count > most) log.warn({ leftOut: count - most }, 'More errors than are reported in a minute');
      endsAt = now + MINUTE_MS;
      count = 0;
    }
    count += 1;
    return count > most;
  };
}

/**
 * Reports through a client of its own, and through none of the SDK's globals: their asynchronous contexts would slow
 * every promise of the process down, the ad server's too, and `init` would listen to every call.
 */
function reportsOf(sentry: Sentry, options: ErrorReportsOptions): ErrorReports {
  const { log, reportsPerMinute = REPORTS_PER_MINUTE } = options;
  const underway = new Underway();
  const client = new sentry.NodeClient(clientOptions(sentry, options, underway));
  // Not `init()`, which would install those contexts; what is wanted of it is added by name.
  client.addIntegration(sentry.linkedErrorsIntegration());
  client.addIntegration(sentry.contextLinesIntegration());
  const scope = new sentry.Scope();
  scope.setClient(client);
  const tooMany = createBrake(reportsPerMinute, log);
  const { trace, contextOf } = createRequestTrace(sentry, scope, log);

  function send(error: unknown, fatal: boolean, about: (own: Scope) => void): string | null {
    try {
      if (isNetworkNoise({}, error) || tooMany()) return null;
      const own = scope.clone().setLevel(fatal ? 'fatal' : 'error');
      about(own);
      const eventId = randomUUID().replaceAll('-', '');
      const mechanism = { type: 'ezdash', handled: !fatal };
      return own.captureException(error, { event_id: eventId, mechanism });
    } catch (failure) {
      log.warn({ err: failure }, 'An error could not be reported');
      return null;
    }
  }

  return {
    capture: (error, { tags = {}, fatal = false } = {}) => send(error, fatal, (own) => own.setTags(tags)),
    captureCall: (error, req) =>
      send(error, false, (own) => {
        own.setTag('request_id', req.requestId).setTransactionName(routeName(req));
        const { authUser } = req;
        if (authUser) own.setUser({ id: publicId('user', authUser.id) });
        const context = contextOf(req);
        if (context) own.setPropagationContext(context);
      }),
    trace,
    close: async (withinMs) => {
      try {
        await client.close(withinMs);
        await underway.end();
      } catch (failure) {
        log.warn({ err: failure }, 'The last reports of errors could not be sent');
      }
    },
  };
}

/** Error reports of the server; with a DSN the SDK is loaded now. Never rejects: a server runs without reports, too. */
export async function createErrorReports(
  options: ErrorReportsOptions,
  load: () => Promise<Sentry> = () => import('@sentry/node'),
): Promise<ErrorReports> {
  if (options.dsn === null) return noErrorReports;
  try {
    return reportsOf(await load(), options);
  } catch (error) {
    options.log.error({ err: error }, 'Errors cannot be reported');
    return noErrorReports;
  }
}
