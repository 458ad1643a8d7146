import { alertSettingsUpdate } from '@ezdash/contracts';
import { Router } from 'express';
import { actorOf, requireUser } from '../../platform/auth';
import { route } from '../../platform/http';
import { type AlertsService, silencesNewLogins } from './alerts.service';
import type { ProofCheck } from './ProofCheck';
import { addTimingRoutes } from './timing/timing.routes';
import type { TimingService } from './timing/timing.service';
import { addWebhookRoutes } from './webhook/webhook.routes';
import type { WebhookService } from './webhook/webhook.service';

export interface AlertRoutesDeps {
  service: AlertsService;
  timing: TimingService;
  webhook: WebhookService;
  checkProof: ProofCheck;
}

/** /api/settings/alerts: one's own. */
export function alertRoutes({ service, timing, webhook, checkProof }: AlertRoutesDeps): Router {
  const router = Router();
  router.use(requireUser);
  router.get(
    '/',
    route(({ user }) => service.settings(user)),
  );
  router.put(
    '/',
    route({ body: alertSettingsUpdate }, async ({ body, user, req, log }) => {
      const silences = silencesNewLogins(body);
      if (silences) await checkProof(req);
      const settings = await service.update(actorOf(req, user), body);
      if (silences)
        log.info(
          { event: 'auth.new_login_alerts_off', userId: user.id },
          'Mails of new sign-ins were turned off',
        );
      return settings;
    }),
  );
  addTimingRoutes(router, timing);
  addWebhookRoutes(router, webhook, checkProof);
  return router;
}
