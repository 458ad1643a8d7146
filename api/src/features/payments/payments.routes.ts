import { autoTopUpInput, depositRequest } from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../platform/auth';
import { reply, route } from '../../platform/http';
import type { PaymentsService } from './payments.service';
import type { TopUpSettings } from './topUp/topUpSettings';

/** Throws unless the person has proved lately who they are. */
export type ProofCheck = (req: Request) => void | Promise<void>;

const params = z.object({ id: z.string() });
const listQuery = z.object({ before: z.string().max(40).optional() });

/** /api/payments: one's own. */
export function paymentRoutes(service: PaymentsService): Router {
  const router = Router();
  router.use(requireRole('advertiser'));
  router.get(
    '/',
    route({ query: listQuery }, ({ query, user }) => service.list(user, query.before ?? null)),
  );
  router.get(
    '/:id',
    route({ params }, ({ params: { id }, user }) => service.detail(user, id)),
  );
  router.post(
    '/:id/cancel',
    route({ params }, async ({ params: { id }, user, log }) => {
      const payment = await service.cancel(user, id);
      log.info(
        { event: 'payments.cancelled', userId: user.id, payment: payment.id },
        'A deposit was cancelled',
      );
      return payment;
    }),
  );
  return router;
}

/** /api/advertiser/deposits */
export function depositRoutes(service: PaymentsService): Router {
  const router = Router();
  router.post(
    '/',
    requireRole('advertiser'),
    route({ body: depositRequest }, async ({ body, user, log }) => {
      const { payment, isNew } = await service.deposit(user, body);
      if (isNew)
        log.info(
          { event: 'payments.deposit', userId: user.id, payment: payment.id, gateway: payment.gateway.id },
          'A deposit was begun',
        );
      return reply(isNew ? 201 : 200, payment);
    }),
  );
  return router;
}

/** /api/advertiser/auto-top-up; what is set up is part of the funds. */
export function topUpRoutes(topUps: TopUpSettings, checkProof: ProofCheck): Router {
  const router = Router();
  router.use(requireRole('advertiser'));
  router.put(
    '/',
    route({ body: autoTopUpInput }, async ({ body, user, req, log }) => {
      await checkProof(req);
      const saved = await topUps.save(user, body);
      log.info({ event: 'payments.top_up_saved', userId: user.id }, 'An automatic top-up was saved');
      return saved;
    }),
  );
  router.delete(
    '/',
    // Fewer charges need no proof.
    route(async ({ user, log }) => {
      await topUps.remove(user);
      log.info({ event: 'payments.top_up_removed', userId: user.id }, 'An automatic top-up was removed');
    }),
  );
  return router;
}
