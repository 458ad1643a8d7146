import { reversalPreviewRequest, reversalQuery, reversalRequest } from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { requireAdmin } from '../../platform/auth';
import { idempotencyKey, reply, route } from '../../platform/http';
import { noteForAudit } from '../debug-tool';
import type { ReversalsService } from './reversals.service';

/** Throws unless the person has proved lately who they are. */
export type ProofCheck = (req: Request) => void | Promise<void>;

/** /api/operator/reversals: admins only. */
export function reversalRoutes(service: ReversalsService, checkProof: ProofCheck): Router {
  const router = Router();
  router.use(requireAdmin);
  router.get(
    '/',
    route({ query: reversalQuery }, ({ query }) => service.list(query.before ?? null)),
  );
  router.post(
    '/preview',
    route({ body: reversalPreviewRequest }, ({ body }) => service.preview(body.selection)),
  );
  router.post(
    '/',
    route({ body: reversalRequest }, async ({ body, user, req, log }) => {
      noteForAudit(req, { reason: body.reason, why: body.why });
      await checkProof(req);
      const { reversal, isNew } = await service.begin(user, body, idempotencyKey(req));
      noteForAudit(req, { reversal: reversal.id });
      if (isNew)
        log.info(
          { event: 'traffic.reversal', adminId: user.id, reversalId: reversal.id },
          'Invalid traffic is taken back',
        );
      return reply(isNew ? 201 : 200, reversal);
    }),
  );
  return router;
}
