import {
  type DebugAuditCheck,
  type DebugSession as DebugSessionAnswer,
  type DebugVerify,
  debugActivateRequest,
  debugLogEntry,
} from '@ezdash/contracts';
import { type CookieOptions, Router } from 'express';
import type { Clock } from '../../platform/clock';
import { createDebugRoutes, DEBUG_PATH, debugCookie } from './debugRoute';
import { type DebugToolService, endOf, LONGEST_MS } from './debugTool.service';
import { pageData } from './pageData';

export interface DebugRouterDeps {
  service: DebugToolService;
  clock: Clock;
  /** APP_URL is https. */
  secure: boolean;
}

/** Empty rather than missing, so that one text covers both: what is not there is not filled in. */
const activation = debugActivateRequest
  .partial()
  .transform(({ admin_email = '', admin_password = '' }) => ({ admin_email, admin_password }));
const LOGGED_CHARACTERS = 500;

/** What the audit keeps of a message: its first characters, none of them cut in half, without what jsonb refuses. */
export function auditedText(message: string): string {
  const storable = message.replace(/\0/g, '').replace(/\p{Cs}/gu, '\ufffd');
  return [...storable.slice(0, 2 * LOGGED_CHARACTERS)].slice(0, LOGGED_CHARACTERS).join('');
}

export function debugToolRouter({ service, clock, secure }: DebugRouterDeps): Router {
  const { open, closed } = createDebugRoutes(service, secure);
  const cookie: CookieOptions = { httpOnly: true, secure, sameSite: 'strict', path: DEBUG_PATH };
  const router = Router();

  router.post(
    '/activate',
    open({ body: activation }, async ({ body, req, res }, audited) => {
      audited.detail.email = body.admin_email.slice(0, 254);
      const activated = await service.activate(body, req.ip ?? '');
      audited.session = activated.session;
      res.cookie(debugCookie(secure), activated.cookie, { ...cookie, maxAge: LONGEST_MS });
      return {
        session_token: activated.token,
        expires_at: endOf(activated.session).toISOString(),
        admin: { email: activated.session.admin.email },
      } satisfies DebugSessionAnswer;
    }),
  );
  router.get(
    '/verify',
    closed({}, (_context, { session }) => {
      const { admin } = session;
      return {
        valid: true,
        expires_at: endOf(session).toISOString(),
        admin: { email: admin.email },
      } satisfies DebugVerify;
    }),
  );
  router.post(
    '/deactivate',
    closed({}, async ({ res }, { session }) => {
      await service.deactivate(session);
      res.clearCookie(debugCookie(secure), cookie);
      return { success: true };
    }),
  );
  router.get(
    '/audit/check',
    closed({}, async () => {
      const row = await service.brokenAuditRow();
      return { whole: row === null, broken_row: row === null ? null : String(row) } satisfies DebugAuditCheck;
    }),
  );
  router.get(
    '/page-data',
    closed({}, ({ req, maybeUser }) => pageData(req, maybeUser, clock.now())),
  );
  router.post(
    '/log',
    closed({ body: debugLogEntry }, ({ body, log }, { detail }) => {
      Object.assign(detail, { level: body.level, message: auditedText(body.message) });
      const method = body.level === 'warning' ? 'warn' : body.level;
      log[method]({ source: 'debug-tool', data: body.data, at: body.timestamp }, body.message);
      return { success: true };
    }),
  );
  return router;
}
