import { sandboxChoice } from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { route } from '../../../platform/http';
import type { Visits } from './visits';

const params = z.object({ id: z.string() });

/** /api/payment-test: the sandbox's page. Only the payer sees it, whoever else has the address. */
export function sandboxPaymentRoutes(visits: Visits): Router {
  const router = Router();
  router.get(
    '/:id',
    route({ params }, ({ params: { id }, user }) => visits.find(user.id, id)),
  );
  router.post(
    '/:id',
    route({ params, body: sandboxChoice }, async ({ params, body, user, log }) => {
      const answer = await visits.choose(user.id, params.id, body);
      const { id, state, scenario } = answer.checkout;
      log.info(
        { event: 'payments.sandbox_outcome', userId: user.id, checkout: id, state, scenario },
        'An outcome was chosen at the sandbox gateway',
      );
      return answer;
    }),
  );
  return router;
}
