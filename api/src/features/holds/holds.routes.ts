import { holdCaseQuery, holdDecision, MAX_ROW } from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { requireAdmin } from '../../platform/auth';
import { route } from '../../platform/http';
import { noteForAudit } from '../debug-tool';
import type { HoldsService } from './holds.service';

/** Throws unless the person has proved lately who they are. */
export type ProofCheck = (req: Request) => void | Promise<void>;

const params = z.object({ id: z.coerce.number().int().min(1).max(MAX_ROW) });

/** /api/operator/hold-cases: admins only. */
export function holdRoutes(service: HoldsService, checkProof: ProofCheck): Router {
  const router = Router();
  router.use(requireAdmin);
  router.get(
    '/',
    route({ query: holdCaseQuery }, ({ query }) =>
      service.list(query.state === undefined ? null : query.state === 'open', query.before ?? null),
    ),
  );
  router.get(
    '/:id',
    route({ params }, ({ params: { id } }) => service.get(id)),
  );
  router.post(
    '/:id/decision',
    route({ params, body: holdDecision }, async ({ params: { id }, body, user, req, log }) => {
      noteForAudit(req, { case: id, decision: body.decision, why: body.why });
      await checkProof(req);
      const decided = await service.decide(user, id, body);
      log.info(
        { event: 'money.hold', adminId: user.id, caseId: id, decision: body.decision },
        'Earnings on hold were decided',
      );
      return decided;
    }),
  );
  return router;
}
