import { type DebugAuditCheck, operatorAuditQuery } from '@ezdash/contracts';
import { Router } from 'express';
import { requireAdmin } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Mount, route } from '../../platform/http';
import { requireDebugProof } from './debugProof';
import type { DebugToolService } from './debugTool.service';
import { consoleSession, noteForAudit } from './operatorGuard';
import { sessionParams, sessionsAnswer } from './sessionsAnswer';

export interface ConsoleRoutesDeps {
  service: DebugToolService;
  clock: Clock;
}

export async function auditCheck(
  service: Pick<DebugToolService, 'brokenAuditRow'>,
): Promise<DebugAuditCheck> {
  const row = await service.brokenAuditRow();
  return { whole: row === null, broken_row: row === null ? null : String(row) };
}

/** What admins did with the tool and the console. */
function auditRouter({ service }: ConsoleRoutesDeps): Router {
  const router = Router();
  router.use(requireAdmin);
  router.get(
    '/',
    route({ query: operatorAuditQuery }, ({ query }) => service.auditPage(query)),
  );
  router.get(
    '/check',
    route(() => auditCheck(service)),
  );
  return router;
}

/** Who has a debug session, and ending them. */
function sessionsRouter({ service, clock }: ConsoleRoutesDeps): Router {
  const router = Router();
  router.use(requireAdmin);
  router.get(
    '/',
    route(({ req }) => sessionsAnswer(service, consoleSession(req).id)),
  );
  router.post(
    '/:id/end',
    route({ params: sessionParams }, async ({ params, req, user }) => {
      const own = consoleSession(req);
      const found = await service.liveSessionOr404(params.id);
      if (found.admin.id !== user.id) requireDebugProof(own, req, clock.nowMs());
      noteForAudit(req, { session: found.id, of: found.admin.email });
      await service.end(found, user.id);
      return sessionsAnswer(service, own.id);
    }),
  );
  return router;
}

export const consoleMounts = (deps: ConsoleRoutesDeps): Mount[] => [
  { path: '/api/operator/audit', router: auditRouter(deps) },
  { path: '/api/operator/debug-sessions', router: sessionsRouter(deps) },
];
