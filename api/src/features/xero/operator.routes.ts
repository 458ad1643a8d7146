import { xeroSettings } from '@ezdash/contracts';
import { Router } from 'express';
import { requireAdmin, requireRecentProof } from '../../platform/auth';
import { reply, route } from '../../platform/http';
import { beginIn, byId, pdfOf, type XeroRouteDeps } from './debug.routes';

/** The operator's page about Xero. */
export function operatorRoutes({ service, cookie }: XeroRouteDeps): Router {
  const router = Router();
  router.use(requireAdmin);
  router.get(
    '/',
    route(() => service.status()),
  );
  router.put(
    '/',
    route({ body: xeroSettings }, async ({ body, user, req }) => {
      requireRecentProof(req);
      await service.change(body, user.id);
      return service.status();
    }),
  );
  router.post(
    '/auth',
    route({}, ({ user, req, res }) => {
      requireRecentProof(req);
      return beginIn({ service, cookie }, { req, res }, user.id);
    }),
  );
  router.post(
    '/disconnect',
    route({}, async ({ user, req }) => {
      requireRecentProof(req);
      await service.disconnect(user.id);
      return service.status();
    }),
  );
  router.post(
    '/invoices/:id',
    route({ params: byId }, async ({ params, user, req }) => {
      requireRecentProof(req);
      const { answer, isNew } = await service.createInvoice(params.id, user.id);
      return reply(isNew ? 201 : 200, answer);
    }),
  );
  router.get(
    '/invoices/:id/pdf',
    route({ params: byId }, ({ params, res }) => pdfOf({ service }, res, params.id)),
  );
  return router;
}
