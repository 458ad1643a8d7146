import { stopInput, stopLift, stopQuery, stopTargetQuery } from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { requireAdmin } from '../../platform/auth';
import { reply, route } from '../../platform/http';
import { noteForAudit } from '../debug-tool';
import type { StopsService } from './stops.service';

/** Throws unless the person has proved lately who they are. */
export type ProofCheck = (req: Request) => void | Promise<void>;

/** /api/operator/stops: admins only. */
export function stopRoutes(service: StopsService, checkProof: ProofCheck): Router {
  const router = Router();
  router.get(
    '/',
    requireAdmin,
    route({ query: stopQuery }, async ({ query }) => ({ stops: await service.list(query.kind, query.id) })),
  );
  router.get(
    '/targets',
    requireAdmin,
    route({ query: stopTargetQuery }, async ({ query }) => ({ targets: await service.targets(query.user) })),
  );
  router.post(
    '/',
    requireAdmin,
    route({ body: stopInput }, async ({ body, user, req }) => {
      const { kind, id, reason } = body;
      noteForAudit(req, { kind, id, reason });
      await checkProof(req);
      const { stop, isNew } = await service.stop(user.id, body);
      noteForAudit(req, { stop: stop.id });
      return reply(isNew ? 201 : 200, stop);
    }),
  );
  router.post(
    '/:id/lift',
    requireAdmin,
    route({ params: z.object({ id: z.string() }), body: stopLift }, async ({ params, body, user, req }) => {
      noteForAudit(req, { stop: params.id });
      await checkProof(req);
      const stop = await service.lift(user.id, params.id, body);
      noteForAudit(req, { kind: stop.kind, id: stop.target });
      return stop;
    }),
  );
  return router;
}
