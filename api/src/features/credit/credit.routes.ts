import { creditLineInput } from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { requireAdmin, requireRole } from '../../platform/auth';
import { reply, route } from '../../platform/http';
import type { CreditService } from './credit.service';

/** Throws unless the person has proved lately who they are. */
export type ProofCheck = (req: Request) => void | Promise<void>;

const params = z.object({ id: z.string() });

/** /api/operator/credit-lines: admins only. */
export function operatorCreditRoutes(service: CreditService, checkProof: ProofCheck): Router {
  const router = Router();
  router.get(
    '/',
    requireAdmin,
    route(() => service.list()),
  );
  router.put(
    '/:id',
    requireAdmin,
    route({ params, body: creditLineInput }, async ({ params: { id }, body, user, req, log }) => {
      await checkProof(req);
      const line = await service.save(user.id, id, body);
      log.info(
        { event: 'credit.line_changed', userId: user.id, account: id, state: line.state },
        'A credit line was changed',
      );
      return line;
    }),
  );
  return router;
}

/** /api/advertiser/credit: one's own line. */
export function creditRoutes(service: CreditService): Router {
  const router = Router();
  router.get(
    '/',
    requireRole('advertiser'),
    route(async ({ user }) => reply(200, await service.detail(user.id))),
  );
  return router;
}
