import { promoCodeInput, promoPreviewRequest, promoRedeemRequest } from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { requireAdmin, requireRole } from '../../platform/auth';
import { reply, route } from '../../platform/http';
import type { OperatorPromoService } from './operator.service';
import type { PromoCodesService } from './promoCodes.service';

/** Throws unless the person has proved lately who they are. */
export type ProofCheck = (req: Request) => void | Promise<void>;

const params = z.object({ id: z.string() });

/** /api/advertiser/promo-codes */
export function promoCodeRoutes(service: PromoCodesService): Router {
  const router = Router();
  router.use(requireRole('advertiser'));
  router.get(
    '/',
    route(({ user }) => service.offered(user)),
  );
  router.post(
    '/preview',
    route({ body: promoPreviewRequest }, ({ body, user }) => service.preview(user, body)),
  );
  router.post(
    '/redeem',
    route({ body: promoRedeemRequest }, async ({ body, user, log }) => {
      const { redeemed, isNew } = await service.redeem(user, body);
      if (isNew)
        log.info(
          { event: 'promo.redeemed', userId: user.id, code: redeemed.code },
          'A promo code was redeemed',
        );
      return reply(isNew ? 201 : 200, redeemed);
    }),
  );
  return router;
}

/** /api/operator/promo-codes: admins only. */
export function operatorPromoRoutes(service: OperatorPromoService, checkProof: ProofCheck): Router {
  const router = Router();
  router.get(
    '/',
    requireAdmin,
    route(() => service.list()),
  );
  router.post(
    '/',
    requireAdmin,
    route({ body: promoCodeInput }, async ({ body, user, req }) => {
      await checkProof(req);
      return reply(201, await service.create(user.id, body));
    }),
  );
  router.put(
    '/:id',
    requireAdmin,
    route({ params, body: promoCodeInput }, async ({ params: { id }, body, user, req }) => {
      await checkProof(req);
      return service.update(user.id, id, body);
    }),
  );
  return router;
}
