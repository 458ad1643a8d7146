import type { Request, RequestHandler, Response } from 'express';
import { type DebugPage, requireCsrfToken } from '../../platform/auth';
import { AppError, NotFoundError, TooManyRequestsError } from '../../platform/errors';
import { type RouteContext, type RouteSchemas, route } from '../../platform/http';
import type { DebugSession } from './debugTool.repo';
import { type DebugToolService, endOf, InvalidDebugSessionError } from './debugTool.service';

/** Its cookie goes to the debug tool's addresses alone; behind https its name says that it came by https. */
export const debugCookie = (secure: boolean): string => (secure ? '__Secure-ez.debug' : 'ez.debug');
export const DEBUG_PATH = '/debug-tool';

/** What a call adds to its row of the audit; never secrets. */
export interface Audited {
  session: Pick<DebugSession, 'id' | 'admin'> | null;
  detail: Record<string, unknown>;
}

const LONGEST_PATH = 500;
/** Nobody types that much between two slashes: it may be a token that was pasted into the address. */
const LONG_PART = /[^/]{32,}/g;

/** What the audit keeps of an address: never its query, and nothing that looks like a secret. */
export function auditedPath({ baseUrl, path }: Pick<Request, 'baseUrl' | 'path'>): string {
  const address = `${baseUrl}${path}`.replace(/(.)\/$/, '$1');
  return address.replace(LONG_PART, '[hidden]').slice(0, LONGEST_PATH);
}

/** A page that nobody has touched for a while says so of what it asks by itself: that keeps no session alive. */
export const isAttended = (req: Request): boolean => req.get('X-Unattended') !== 'true';

/** When the session ends unless it is used before, for whoever shows it. */
export const tellEnd = (res: Response, session: DebugSession): void =>
  void res.set('X-Debug-Session-Ends', endOf(session).toISOString());

type Handle<S extends RouteSchemas> = (context: RouteContext<S>, audited: Audited) => unknown;
type ClosedHandle<S extends RouteSchemas> = (
  context: RouteContext<S>,
  audited: Audited & { session: DebugSession },
) => unknown;

function cookieOf(req: Request, secure: boolean): string | undefined {
  const value: unknown = (req.cookies as Record<string, unknown> | undefined)?.[debugCookie(secure)];
  return typeof value === 'string' ? value : undefined;
}

export interface DebugRoutesDeps {
  service: DebugToolService;
  page: DebugPage;
  /** APP_URL is https. */
  secure: boolean;
}

/** A browser that still shows a dead session's token is told that its pages belong to none any more. */
export async function leavePage(
  { service, page }: DebugRoutesDeps,
  req: Request,
  res: Response,
): Promise<void> {
  const claims = page.read(req);
  if (claims && !(await service.isLive(claims.session))) page.clear(res);
}

/**
 * Routes of the debug tool. Every call, refused ones too, is in the audit before it is answered; without an audit
 * there is no answer. Only of those beyond a limit the audit keeps one an address and minute.
 */
export function createDebugRoutes(deps: DebugRoutesDeps) {
  const { service, secure } = deps;

  async function audit(req: Request, { session, detail }: Audited, status: number): Promise<void> {
    await service.audit(
      {
        adminId: session?.admin.id ?? null,
        debugSessionId: session?.id ?? null,
        method: req.method,
        path: auditedPath(req),
        status,
        detail,
      },
      req.ip ?? '',
    );
  }

  async function auditRefusal(req: Request, entry: Audited, error: unknown): Promise<void> {
    const isExcess = error instanceof TooManyRequestsError;
    if (isExcess && !(await service.isFirstExcess(req.ip ?? ''))) return;
    await audit(req, entry, error instanceof AppError ? error.status : 500);
  }

  /** The live session of the call; an address that shows none too often is held off before it is told so. */
  async function enter(req: Request, res: Response): Promise<DebugSession> {
    try {
      const session = await service.enter(req.get('X-Debug-Token'), cookieOf(req, secure), isAttended(req));
      tellEnd(res, session);
      return session;
    } catch (error) {
      if (error instanceof InvalidDebugSessionError) {
        await leavePage(deps, req, res);
        await service.countStranger(req.ip ?? '');
      }
      throw error;
    }
  }

  /** A call that reaches no route: counted as a stranger's, and in the audit before it is refused. */
  async function refuse(req: Request, error: AppError): Promise<never> {
    const entry: Audited = { session: null, detail: {} };
    const answer = await service.countStranger(req.ip ?? '').then(
      () => error,
      (excess: unknown) => excess,
    );
    await auditRefusal(req, entry, answer);
    throw answer;
  }

  /**
   * `begin` comes before the input is looked at: who may not call learns nothing of what the call takes. The debug session is
   * what opens these routes, not the account that is signed in on the page: that one may be suspended.
   */
  function audited<S extends RouteSchemas>(
    schemas: S,
    begin: (req: Request, res: Response, entry: Audited) => Promise<void>,
    handle: Handle<S>,
  ): RequestHandler {
    return async (req, res, next) => {
      const entry: Audited = { session: null, detail: {} };
      const answer = route({ ...schemas, openToInactive: true }, async (context) => {
        const body = await handle(context, entry);
        await audit(context.req, entry, context.res.statusCode);
        return body;
      });
      try {
        await begin(req, res, entry);
        await answer(req, res, next);
      } catch (error) {
        if (!res.headersSent) await auditRefusal(req, entry, error);
        throw error;
      }
    };
  }

  const nowhere = () => new NotFoundError('There is nothing at this address', 'NO_SUCH_ADDRESS');

  return {
    /** In front of all routes: routers answer OPTIONS by themselves, whoever asks, past the audit. */
    noOptions: ((req, _res, next) => {
      if (req.method === 'OPTIONS') refuse(req, nowhere()).catch(next);
      else next();
    }) satisfies RequestHandler,

    /** In front of all routes: changes without the page's CSRF token are refused (419), and audited. */
    csrf: ((req, res, next) =>
      requireCsrfToken(req, res, (error?: unknown) => {
        if (error instanceof AppError) refuse(req, error).catch(next);
        else next(error);
      })) satisfies RequestHandler,

    /** Behind all routes: addresses that do not exist (404), audited. */
    unknown: ((req) => refuse(req, nowhere())) satisfies RequestHandler,

    /** Open to whoever has the page's CSRF token. */
    open: <S extends RouteSchemas>(schemas: S, handle: Handle<S>): RequestHandler =>
      audited(schemas, (req) => service.countStranger(req.ip ?? ''), handle),

    /** Needs a live debug session: the token in X-Debug-Token and its cookie. */
    closed<S extends RouteSchemas>(schemas: S, handle: ClosedHandle<S>): RequestHandler {
      const sessions = new WeakMap<Audited, DebugSession>();
      return audited(
        schemas,
        async (req, res, entry) => {
          const session = await enter(req, res);
          entry.session = session;
          sessions.set(entry, session);
        },
        (context, entry) => {
          const session = sessions.get(entry);
          if (!session) throw new Error('A closed route was entered without a debug session');
          return handle(context, { session, detail: entry.detail });
        },
      );
    },
  };
}

export type DebugRoutes = ReturnType<typeof createDebugRoutes>;
