import { alertDelivery } from '@ezdash/contracts';
import type { Router } from 'express';
import { route } from '../../../platform/http';
import type { TimingService } from './timing.service';

/** /api/settings/alerts/delivery: when one's own mails and calls come. */
export function addTimingRoutes(router: Router, service: TimingService): void {
  router.get(
    '/delivery',
    route(({ user }) => service.get(user)),
  );
  router.put(
    '/delivery',
    route({ body: alertDelivery }, ({ body, user }) => service.save(user, body)),
  );
}
