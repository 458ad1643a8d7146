import { alertWebhookInput } from '@ezdash/contracts';
import type { Router } from 'express';
import { actorOf } from '../../../platform/auth';
import { route } from '../../../platform/http';
import type { ProofCheck } from '../ProofCheck';
import type { WebhookService } from './webhook.service';

/** /api/settings/alerts/webhook: one's own. */
export function addWebhookRoutes(router: Router, service: WebhookService, checkProof: ProofCheck): void {
  router.get(
    '/webhook',
    route(({ user }) => service.get(user)),
  );
  router.put(
    '/webhook',
    route({ body: alertWebhookInput }, async ({ body: { url }, user, req, log }) => {
      await checkProof(req);
      const made = await service.set(actorOf(req, user), url);
      log.info({ event: 'alerts.webhook_set', userId: user.id }, 'An address for alerts was set');
      return made;
    }),
  );
  router.delete(
    '/webhook',
    route(async ({ user, log }) => {
      await service.remove(user);
      log.info({ event: 'alerts.webhook_removed', userId: user.id }, 'An address for alerts was removed');
    }),
  );
  router.post(
    '/webhook/test',
    route(({ user }) => service.test(user)),
  );
}
