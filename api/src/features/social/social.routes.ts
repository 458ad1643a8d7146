import type { SocialConnectionList, SocialProvider, SocialProviderList } from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { actorOf, requireRecentProof, requireUser } from '../../platform/auth';
import { type Mount, route } from '../../platform/http';
import type { Connections } from './connections';
import { type FlowsDeps, flowsRouter } from './flows.routes';

export type SocialRoutesDeps = FlowsDeps & { providers: readonly SocialProvider[] };

function providersRoutes(providers: readonly SocialProvider[]): Router {
  const router = Router();
  router.get(
    '/',
    route(() => ({ providers: [...providers] }) satisfies SocialProviderList),
  );
  return router;
}

function connectionsRoutes(connections: Connections): Router {
  const router = Router();
  router.use(requireUser);
  router.get(
    '/',
    route(async ({ user }) => {
      return { connections: await connections.list(user.id) } satisfies SocialConnectionList;
    }),
  );
  router.delete(
    '/:provider',
    route({ params: z.object({ provider: z.string() }) }, async ({ params, user, req, log }) => {
      requireRecentProof(req);
      await connections.unlink(actorOf(req, user), params.provider);
      const line = { event: 'auth.social_unlinked', userId: user.id, provider: params.provider };
      log.info(line, 'An account elsewhere was unlinked');
    }),
  );
  return router;
}

export function socialMounts(deps: SocialRoutesDeps): Mount[] {
  return [
    { path: '/api/auth/social', router: providersRoutes(deps.providers), session: false },
    { path: '/api/settings/social-connections', router: connectionsRoutes(deps.connections) },
    { path: '/auth/social', router: flowsRouter(deps) },
  ];
}
