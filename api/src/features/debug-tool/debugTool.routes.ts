import {
  type DebugProveAnswer,
  type DebugSession as DebugSessionAnswer,
  type DebugVerify,
  debugActivateRequest,
  debugLogEntry,
  debugProveRequest,
} from '@ezdash/contracts';
import { type CookieOptions, type Request, Router } from 'express';
import { visitorOf } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { auditCheck } from './console.routes';
import type { Origin } from './credentials';
import { requireDebugProof } from './debugProof';
import { DEBUG_PATH, type DebugRoutes, type DebugRoutesDeps, debugCookie } from './debugRoute';
import { endOf, LONGEST_MS } from './debugTool.service';
import { pageData } from './pageData';
import { sessionParams, sessionsAnswer } from './sessionsAnswer';

export interface DebugRouterDeps extends DebugRoutesDeps {
  routes: DebugRoutes;
  clock: Clock;
}

/** Empty rather than missing, so that one text covers both: what is not there is not filled in. */
const activation = debugActivateRequest
  .partial()
  .transform(({ admin_email = '', admin_password = '', code }) => ({ admin_email, admin_password, code }));
const originOf = (req: Request): Origin => ({ address: req.ip ?? '', visitor: visitorOf(req) });

/** How a debug session begins, is proved, and ends. */
function sessionRoutes({ service, page, secure, routes, clock }: DebugRouterDeps): Router {
  const { open, closed } = routes;
  const cookie: CookieOptions = { httpOnly: true, secure, sameSite: 'strict', path: DEBUG_PATH };
  const router = Router();

  router.post(
    '/activate',
    open({ body: activation }, async ({ body, req, res }, audited) => {
      audited.detail.email = body.admin_email.slice(0, 254);
      const { session, ...halves } = await service.activate(body, originOf(req));
      audited.session = session;
      res.cookie(debugCookie(secure), halves.cookie, { ...cookie, maxAge: LONGEST_MS });
      page.write(res, { session: session.id, until: session.expiresAt.getTime() });
      return {
        session_token: halves.token,
        expires_at: endOf(session).toISOString(),
        admin: { email: session.admin.email },
      } satisfies DebugSessionAnswer;
    }),
  );
  router.get(
    '/verify',
    closed({}, ({ req, res }, { session }) => {
      // What its cookie says of the same session stays: the view, the releases.
      if (page.read(req)?.session !== session.id)
        page.write(res, { session: session.id, until: session.expiresAt.getTime() });
      return {
        valid: true,
        expires_at: endOf(session).toISOString(),
        admin: { email: session.admin.email },
      } satisfies DebugVerify;
    }),
  );
  router.post(
    '/prove',
    closed({ body: debugProveRequest }, async ({ body, req }, { session }) => {
      const until = await service.prove(session, body, originOf(req));
      return { proven_until: until.toISOString() } satisfies DebugProveAnswer;
    }),
  );
  router.post(
    '/deactivate',
    closed({}, async ({ res }, { session }) => {
      await service.deactivate(session);
      res.clearCookie(debugCookie(secure), cookie);
      page.clear(res);
      return { success: true };
    }),
  );
  router.get(
    '/sessions',
    closed({}, (_context, { session }) => sessionsAnswer(service, session.id)),
  );
  router.post(
    '/sessions/:id/end',
    closed({ params: sessionParams }, async ({ params, req }, { session, detail }) => {
      const found = await service.liveSessionOr404(params.id);
      if (found.admin.id !== session.admin.id) requireDebugProof(session, req, clock.nowMs());
      Object.assign(detail, { session: found.id, of: found.admin.email });
      await service.end(found, session.admin.id);
      return sessionsAnswer(service, session.id);
    }),
  );
  return router;
}

/** The Page tab, the Logs tab's lines, and whether the audit is whole. */
function tabRoutes({ service, routes: { closed }, clock }: DebugRouterDeps): Router {
  const router = Router();
  router.get(
    '/audit/check',
    closed({}, () => auditCheck(service)),
  );
  router.get(
    '/page-data',
    closed({}, ({ req, maybeUser }) => pageData(req, maybeUser, clock.now())),
  );
  router.post(
    '/log',
    closed({ body: debugLogEntry }, ({ body, log }, { detail }) => {
      // Not its words: they may name a customer, and nobody can take anything out of the audit again.
      Object.assign(detail, { level: body.level, characters: body.message.length });
      const method = body.level === 'warning' ? 'warn' : body.level;
      log[method]({ source: 'debug-tool', data: body.data, at: body.timestamp }, body.message);
      return { success: true };
    }),
  );
  return router;
}

export function debugToolRouter(deps: DebugRouterDeps): Router {
  const router = Router();
  router.use(sessionRoutes(deps), tabRoutes(deps));
  return router;
}
