import { Router } from 'express';
import { requireUser } from '../../platform/auth';
import { route } from '../../platform/http';
import { sampleInput } from './sample.contract';
import type { SampleService } from './sample.service';

/** /api/sample: whoever is signed in, about their own account. */
export function sampleRoutes(service: SampleService): Router {
  const router = Router();
  router.get(
    '/',
    requireUser,
    route(({ user }) => service.get(user.id)),
  );
  router.post(
    '/',
    requireUser,
    route({ body: sampleInput }, ({ body, user }) => service.getOn(user.id, body)),
  );
  return router;
}
