import { alertSettingsUpdate } from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { actorOf, requireUser } from '../../platform/auth';
import { route } from '../../platform/http';
import { type AlertsService, silencesNewLogins } from './alerts.service';

/** Throws unless the person has proved lately who they are. */
export type ProofCheck = (req: Request) => void | Promise<void>;

/** /api/settings/alerts: one's own. */
export function alertRoutes(service: AlertsService, checkProof: ProofCheck): Router {
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
  return router;
}
