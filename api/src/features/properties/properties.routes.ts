import { propertyInput, propertyUpdate, zoneInput, zoneUpdate } from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { reply, route } from '../../platform/http';
import { type PeriodQuery, periodOf, periodQuery } from '../figures';
import type { PropertyService } from './properties.service';

const params = z.object({ id: z.string() });
/** Besides the contract's fields, a property can be put away; making it again with its domain brings it back. */
const propertyChange = propertyUpdate.extend({ state: z.literal('archived').optional() });

/** /api/properties: a publisher's own. */
export function propertyRoutes(service: PropertyService, clock: Clock): Router {
  const router = Router();
  const publisher = requireRole('publisher');
  const period = (query: PeriodQuery) => periodOf(query, clock.now());
  router.get(
    '/',
    publisher,
    route({ query: periodQuery }, ({ query, user }) => service.list(user.id, period(query))),
  );
  router.post(
    '/',
    publisher,
    route({ query: periodQuery, body: propertyInput }, async ({ query, body, user }) =>
      reply(201, await service.create(user.id, body, period(query))),
    ),
  );
  router.get(
    '/:id',
    publisher,
    route({ params, query: periodQuery }, ({ params: { id }, query, user }) =>
      service.get(user.id, id, period(query)),
    ),
  );
  router.patch(
    '/:id',
    publisher,
    route({ params, query: periodQuery, body: propertyChange }, ({ params: { id }, query, body, user }) =>
      service.update(user.id, id, body, period(query)),
    ),
  );
  router.post(
    '/:id/zones',
    publisher,
    route({ params, query: periodQuery, body: zoneInput }, async ({ params: { id }, query, body, user }) =>
      reply(201, await service.createZone(user.id, id, body, period(query))),
    ),
  );
  router.post(
    '/:id/server-key',
    publisher,
    route({ params }, async ({ params: { id }, user }) =>
      reply(201, await service.replaceServerKey(user.id, id)),
    ),
  );
  router.delete(
    '/:id/server-key',
    publisher,
    route({ params }, ({ params: { id }, user }) => service.removeServerKey(user.id, id)),
  );
  return router;
}

/** /api/zones: a publisher's own. */
export function zoneRoutes(service: PropertyService, clock: Clock): Router {
  const router = Router();
  router.patch(
    '/:id',
    requireRole('publisher'),
    route({ params, query: periodQuery, body: zoneUpdate }, ({ params: { id }, query, body, user }) =>
      service.updateZone(user.id, id, body, periodOf(query, clock.now())),
    ),
  );
  return router;
}
