import { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../platform/auth';
import { type Mount, reply, route } from '../../platform/http';
import type { TagDebugService } from './tagDebug.service';

const params = z.object({ id: z.string().max(60) });
const query = z.object({ token: z.string().max(200).default('') });

/** What opens the tag's debugger, and what it asks from the publisher's own page: by its token, without a cookie. */
export function tagDebugMounts(service: TagDebugService): Mount[] {
  const properties = Router();
  properties.post(
    '/:id/tag-debugger',
    requireRole('publisher'),
    route({ params }, async ({ params: { id }, user }) => reply(201, await service.open(user.id, id))),
  );
  const decisions = Router();
  decisions.use((_req, res, next) => {
    res.set({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
    next();
  });
  decisions.get(
    '/decisions/:id',
    route({ params, query }, ({ params: { id }, query: { token } }) => service.look(token, id)),
  );
  return [
    { path: '/api/properties', router: properties },
    { path: '/tag-debug', router: decisions, session: false },
  ];
}
