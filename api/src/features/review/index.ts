import { reviewDecision, timestamp } from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { requireAdmin } from '../../platform/auth';
import { type Mount, route } from '../../platform/http';
import { createReviewService, type ReviewDeps, type ReviewService } from './review.service';

export type { CampaignVerdict, ReviewDeps } from './review.service';

export interface ReviewFeature {
  mounts: Mount[];
  reviews: ReviewService;
}

/** With the time of submission from the queue, a decision holds only for what the reviewer has seen. */
const decisionQuery = z.object({ submitted_at: timestamp.optional() });

/** The operator's review queue: admins only. */
export function createReviewFeature(deps: ReviewDeps): ReviewFeature {
  const reviews = createReviewService(deps);
  const router = Router();
  router.get(
    '/',
    requireAdmin,
    route(({ user }) => reviews.queue(user.id)),
  );
  router.post(
    '/:id',
    requireAdmin,
    route(
      { params: z.object({ id: z.string() }), query: decisionQuery, body: reviewDecision },
      ({ params, query, body, user }) =>
        reviews.decide(user.id, params.id, body, query.submitted_at ? new Date(query.submitted_at) : null),
    ),
  );
  router.post(
    '/:id/landing-check',
    requireAdmin,
    route({ params: z.object({ id: z.string() }) }, ({ params }) => reviews.checkLanding(params.id)),
  );
  return { mounts: [{ path: '/api/operator/reviews', router }], reviews };
}
