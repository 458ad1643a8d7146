import { Router } from 'express';
import { z } from 'zod';
import { createLimiter, type Limiter, requireRole } from '../../../platform/auth';
import { route } from '../../../platform/http';
import type { VerificationService } from './verification.service';

const params = z.object({ id: z.string().max(40) });
const MINUTE_SECONDS = 60;
/** Looks of one account at others' servers: enough for a tag that is being put in place, too few to knock at doors. */
const LOOKS_A_MINUTE = 6;

export const createCheckLimit = (): Limiter =>
  createLimiter({ name: 'property-verification', points: LOOKS_A_MINUTE, durationSeconds: MINUTE_SECONDS });

/** /api/properties/{id}/verification: whether the site is the publisher's. */
export function verificationRoutes(service: VerificationService, limit: Limiter): Router {
  const router = Router();
  const publisher = requireRole('publisher');
  router.get(
    '/:id/verification',
    publisher,
    route({ params }, ({ params: { id }, user }) => service.get(user.id, id)),
  );
  router.post(
    '/:id/verification',
    publisher,
    route({ params }, async ({ params: { id }, user }) => {
      await limit.consume(String(user.id));
      return service.check(user.id, id);
    }),
  );
  return router;
}
