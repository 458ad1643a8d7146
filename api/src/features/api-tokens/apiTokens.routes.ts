import { apiTokenInput } from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { actorOf, requireCustomer } from '../../platform/auth';
import { reply, route } from '../../platform/http';
import type { ApiTokenService } from './apiTokens.service';

/** Throws unless the person has proved lately who they are. */
export type ProofCheck = (req: Request) => void | Promise<void>;

const params = z.object({ id: z.string() });

/** /api/settings/api-tokens: one's own. What is logged names a token by its id: the log hides what is called a token. */
export function apiTokenRoutes(service: ApiTokenService, checkProof: ProofCheck): Router {
  const router = Router();
  router.use(requireCustomer('advertiser', 'publisher'));
  router.get(
    '/',
    route(({ user }) => service.list(user.id)),
  );
  router.post(
    '/',
    route({ body: apiTokenInput }, async ({ body, user, req, log }) => {
      await checkProof(req);
      const created = await service.create(actorOf(req, user), body);
      const { id, scopes, addresses, expires_at } = created.token;
      log.info(
        {
          event: 'auth.api-token.created',
          userId: user.id,
          credentialId: id,
          scopes,
          anywhere: addresses.length === 0,
          expiresAt: expires_at,
        },
        'An API token was made',
      );
      return reply(201, created);
    }),
  );
  // It only takes away: also for accounts that are not active, whose tokens read on.
  router.delete(
    '/:id',
    route({ params, openToInactive: true }, async ({ params: { id }, user, log }) => {
      await service.revoke(user.id, id);
      log.info(
        { event: 'auth.api-token.revoked', userId: user.id, credentialId: id },
        'An API token was revoked',
      );
    }),
  );
  return router;
}
