import {
  incidentCreditInput,
  newsInput,
  newsPreviewInput,
  newsQuery,
  newsUpdate,
  newsVersion,
} from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { requireAdmin, requireCustomer } from '../../platform/auth';
import { reply, route } from '../../platform/http';
import type { IncidentCreditService } from './credits.service';
import type { NewsEditorService } from './editor.service';
import type { NewsReaderService } from './reader.service';

/** Throws unless the person has proved lately who they are. */
export type ProofCheck = (req: Request) => void | Promise<void>;

const params = z.object({ id: z.string() });

/** /api/news: what is published for the reader's role. An account that is not active reads on like the others. */
export function newsRoutes(service: NewsReaderService): Router {
  const router = Router();
  const reader = requireCustomer('advertiser', 'publisher');
  router.get(
    '/',
    reader,
    route({ query: newsQuery }, ({ query, user }) => service.list(user, query)),
  );
  router.post(
    '/read-all',
    reader,
    route({ openToInactive: true }, ({ user }) => service.readAll(user)),
  );
  router.get(
    '/:id',
    reader,
    route({ params }, ({ params: { id }, user }) => service.get(user, id)),
  );
  router.post(
    '/:id/read',
    reader,
    route({ params, openToInactive: true }, ({ params: { id }, user }) => service.read(user, id)),
  );
  return router;
}

/** /api/operator/news: admins only. */
export function operatorNewsRoutes(service: NewsEditorService): Router {
  const router = Router();
  router.get(
    '/',
    requireAdmin,
    route(() => service.articles()),
  );
  router.post(
    '/',
    requireAdmin,
    route({ body: newsInput }, async ({ body, user }) => reply(201, await service.create(user.id, body))),
  );
  router.post(
    '/preview',
    requireAdmin,
    route({ body: newsPreviewInput }, ({ body }) => service.preview(body.body)),
  );
  router.get(
    '/:id',
    requireAdmin,
    route({ params }, ({ params: { id } }) => service.article(id)),
  );
  router.put(
    '/:id',
    requireAdmin,
    route({ params, body: newsUpdate }, ({ params: { id }, body, user }) =>
      service.update(user.id, id, body),
    ),
  );
  router.delete(
    '/:id',
    requireAdmin,
    route({ params, query: newsVersion }, ({ params: { id }, query, user }) =>
      service.remove(user.id, id, query.version),
    ),
  );
  router.post(
    '/:id/publish',
    requireAdmin,
    route({ params, body: newsVersion }, ({ params: { id }, body, user }) =>
      service.publish(user.id, id, body.version),
    ),
  );
  router.post(
    '/:id/withdraw',
    requireAdmin,
    route({ params, body: newsVersion }, ({ params: { id }, body, user }) =>
      service.withdraw(user.id, id, body.version),
    ),
  );
  return router;
}

/** /api/operator/news/:id/credits: what advertisers are given for an incident; admins only. */
export function incidentCreditRoutes(service: IncidentCreditService, checkProof: ProofCheck): Router {
  const router = Router();
  router.get(
    '/:id/credits',
    requireAdmin,
    route({ params }, ({ params: { id } }) => service.list(id)),
  );
  router.post(
    '/:id/credits',
    requireAdmin,
    route({ params, body: incidentCreditInput }, async ({ params: { id }, body, user, req, log }) => {
      await checkProof(req);
      const list = await service.grant(user.id, id, body);
      log.info(
        { event: 'news.incident_credited', userId: user.id, article: id, account: body.advertiser_id },
        'An advertiser was given a credit for an incident',
      );
      return reply(201, list);
    }),
  );
  return router;
}
