import { alertSettingsUpdate } from '@ezdash/contracts';
import { Router } from 'express';
import { requireUser } from '../../platform/auth';
import { route } from '../../platform/http';
import type { AlertsService } from './alerts.service';

/** /api/settings/alerts: one's own. */
export function alertRoutes(service: AlertsService): Router {
  const router = Router();
  router.use(requireUser);
  router.get(
    '/',
    route(({ user }) => service.settings(user)),
  );
  router.put(
    '/',
    route({ body: alertSettingsUpdate }, ({ body, user }) => service.update(user, body)),
  );
  return router;
}
