import { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../../platform/auth';
import { route } from '../../../platform/http';
import type { VerificationService } from './verification.service';

const params = z.object({ id: z.string().max(40) });

/** /api/properties/{id}/verification: whether the site is the publisher's. */
export function verificationRoutes(service: VerificationService): Router {
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
    route({ params }, ({ params: { id }, user }) => service.check(user.id, id)),
  );
  return router;
}
