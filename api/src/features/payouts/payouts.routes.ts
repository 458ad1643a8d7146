import {
  payoutBatchRequest,
  payoutDecision,
  payoutOutcome,
  payoutRequest,
  payoutTerms,
} from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { requireAdmin, requireRole } from '../../platform/auth';
import { reply, route } from '../../platform/http';
import type { PayoutBatches } from './batches.service';
import type { PayoutReviews } from './operator.service';
import type { PayoutsService } from './payouts.service';

/** Throws unless the person has proved lately who they are. */
export type ProofCheck = (req: Request) => void | Promise<void>;

const params = z.object({ id: z.string() });
const place = z.string().max(40).optional();

/** /api/publisher: one's own earnings and payouts. */
export function publisherRoutes(service: PayoutsService, checkProof: ProofCheck): Router {
  const router = Router();
  const publisher = requireRole('publisher');
  router.get(
    '/earnings',
    publisher,
    route(({ user }) => service.earnings(user.id)),
  );
  router.get(
    '/deductions',
    publisher,
    route({ query: z.object({ before: place }) }, ({ query, user }) =>
      service.deductions(user.id, query.before),
    ),
  );
  router.get(
    '/payouts',
    publisher,
    route({ query: z.object({ before: place }) }, ({ query, user }) => service.list(user.id, query.before)),
  );
  router.post(
    '/payouts',
    publisher,
    route({ body: payoutRequest }, async ({ body, user, req, log }) => {
      await checkProof(req);
      const { payout, isNew } = await service.request(user.id, body);
      if (isNew)
        log.info(
          { event: 'payouts.requested', userId: user.id, payoutId: payout.id, micros: payout.amount_micros },
          'A payout was asked for',
        );
      return reply(isNew ? 201 : 200, payout);
    }),
  );
  return router;
}

/** /api/operator/payouts: admins only. */
export function operatorPayoutRoutes(reviews: PayoutReviews, checkProof: ProofCheck): Router {
  const router = Router();
  router.get(
    '/',
    requireAdmin,
    route({ query: z.object({ state: z.string().max(20).optional(), before: place }) }, ({ query }) =>
      reviews.list(query),
    ),
  );
  router.post(
    '/:id/decision',
    requireAdmin,
    route({ params, body: payoutDecision }, async ({ params: { id }, body, user, req }) => {
      await checkProof(req);
      return reviews.decide(user.id, id, body);
    }),
  );
  router.post(
    '/:id/outcome',
    requireAdmin,
    route({ params, body: payoutOutcome }, async ({ params: { id }, body, user, req }) => {
      await checkProof(req);
      return reviews.settle(user.id, id, body);
    }),
  );
  return router;
}

/** /api/operator/payout-batches: admins only. */
export function batchRoutes(batches: PayoutBatches, checkProof: ProofCheck): Router {
  const router = Router();
  router.get(
    '/',
    requireAdmin,
    route(async () => ({ batches: await batches.list() })),
  );
  router.post(
    '/',
    requireAdmin,
    route({ body: payoutBatchRequest }, async ({ body, user, req }) => {
      await checkProof(req);
      const { batch, isNew } = await batches.make(user.id, body);
      return reply(isNew ? 201 : 200, batch);
    }),
  );
  router.get(
    '/:id.csv',
    requireAdmin,
    route({ params }, async ({ params: { id }, res }) => {
      const { name, csv } = await batches.file(id);
      res.attachment(name).type('text/csv; charset=utf-8').send(csv);
    }),
  );
  return router;
}

/** /api/operator/publishers: admins only. */
export function termsRoutes(reviews: PayoutReviews, checkProof: ProofCheck): Router {
  const router = Router();
  router.get(
    '/:id/payout-terms',
    requireAdmin,
    route({ params }, ({ params: { id } }) => reviews.terms(id)),
  );
  router.put(
    '/:id/payout-terms',
    requireAdmin,
    route({ params, body: payoutTerms }, async ({ params: { id }, body, user, req }) => {
      await checkProof(req);
      return reviews.setTerms(user.id, id, body);
    }),
  );
  return router;
}
