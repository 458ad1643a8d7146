import { historyQuery } from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../platform/auth';
import { route } from '../../platform/http';
import type { UndoService } from './undo.service';

const params = z.object({ id: z.string() });
const changeParams = z.object({ id: z.string(), change: z.string() });

/** /api/campaigns/{id}/history: what was changed of an advertiser's own, and the way back. */
export function historyRoutes(undo: UndoService): Router {
  const router = Router();
  const advertiser = requireRole('advertiser');
  router.get(
    '/:id/history',
    advertiser,
    route({ params, query: historyQuery }, ({ params: { id }, query: { cursor }, user }) =>
      undo.history(user.id, id, cursor),
    ),
  );
  router.post(
    '/:id/history/:change/undo',
    advertiser,
    route({ params: changeParams }, ({ params: { id, change }, user }) => undo.undo(user.id, id, change)),
  );
  return router;
}
