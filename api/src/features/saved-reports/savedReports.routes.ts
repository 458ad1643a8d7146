import { reportSchedule, savedReportInput } from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../platform/auth';
import { reply, route } from '../../platform/http';
import { timezoneQuery } from '../figures';
import type { SavedReportsService } from './savedReports.service';

const params = z.object({ id: z.string().max(40) });
export const scheduleInput = reportSchedule.extend({ timezone: timezoneQuery });

export function savedReportRoutes(service: SavedReportsService): Router {
  const router = Router();
  const guard = requireRole('advertiser', 'publisher');
  router.get(
    '/',
    guard,
    route(({ user }) => service.list(user.id)),
  );
  router.post(
    '/',
    guard,
    route({ body: savedReportInput }, async ({ user, body }) =>
      reply(201, await service.create(user.id, body)),
    ),
  );
  router.put(
    '/:id',
    guard,
    route({ params, body: savedReportInput }, (context) =>
      service.update(context.user.id, context.params.id, context.body),
    ),
  );
  router.delete(
    '/:id',
    guard,
    route({ params }, ({ user, params: { id } }) => service.remove(user.id, id)),
  );
  router.put(
    '/:id/schedule',
    guard,
    route({ params, body: scheduleInput }, (context) =>
      service.schedule(context.user.id, context.params.id, context.body),
    ),
  );
  router.delete(
    '/:id/schedule',
    guard,
    route({ params }, ({ user, params: { id } }) => service.endSchedule(user.id, id)),
  );
  return router;
}
