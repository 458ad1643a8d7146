import { paymentMethodInput, paymentMethodUpdate, paymentSetupRequest } from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { actorOf, requireRole } from '../../platform/auth';
import { idempotencyKey, reply, route } from '../../platform/http';
import type { PaymentMethodsService } from './paymentMethods.service';

/** Throws unless the person has proved lately who they are. */
export type ProofCheck = (req: Request) => void | Promise<void>;

const params = z.object({ id: z.string() });

/** /api/settings/payment-methods: one's own. */
export function paymentMethodRoutes(service: PaymentMethodsService, checkProof: ProofCheck): Router {
  const router = Router();
  router.use(requireRole('advertiser', 'publisher'));
  router.get(
    '/',
    route(({ user }) => service.list(user)),
  );
  router.post(
    '/setups',
    route({ body: paymentSetupRequest }, async ({ body, user, req }) => {
      await checkProof(req);
      return reply(201, await service.beginSetup(user, body.gateway, idempotencyKey(req)));
    }),
  );
  router.post(
    '/',
    route({ body: paymentMethodInput }, async ({ body, user, req, log }) => {
      const { method, isNew } = await service.takeIn(actorOf(req, user), body.setup);
      if (isNew)
        log.info(
          { event: 'payments.method_added', userId: user.id, methodId: method.id, gateway: method.gateway },
          'A payment method was added',
        );
      return reply(isNew ? 201 : 200, method);
    }),
  );
  router.patch(
    '/:id',
    route({ params, body: paymentMethodUpdate }, async ({ params: { id }, user, req, log }) => {
      await checkProof(req);
      const { list, isNew } = await service.makeDefault(actorOf(req, user), id);
      if (isNew)
        log.info(
          { event: 'payments.default_changed', userId: user.id, methodId: id },
          'Another payment method became the default',
        );
      return list;
    }),
  );
  router.delete(
    '/:id',
    route({ params }, async ({ params: { id }, user, req, log }) => {
      await checkProof(req);
      await service.remove(actorOf(req, user), id);
      log.info(
        { event: 'payments.method_removed', userId: user.id, methodId: id },
        'A payment method was removed',
      );
    }),
  );
  return router;
}
