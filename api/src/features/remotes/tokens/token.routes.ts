import { MAX_ROW, releaseTokenInput } from '@ezdash/contracts';
import type { Request, RequestHandler, Router } from 'express';
import { z } from 'zod';
import { reply, route } from '../../../platform/http';
import { type ActorOf, requireOperators } from './releaseDoor';
import type { TokensService } from './tokens.service';

export interface TokenRoutesParts {
  tokens: Pick<TokensService, 'list' | 'make' | 'revoke'>;
  actorOf: ActorOf;
  /** In the console: throws unless the person has proved lately who they are. */
  checkProof?: (req: Request) => void | Promise<void>;
  /** In the console: notes in the audit what was done. */
  note?: (req: Request, detail: Record<string, unknown>) => void;
}

/** What is no number is nobody's. */
const params = z.object({ id: z.coerce.number().int().min(0).max(MAX_ROW).catch(0) });

/** `/tokens`, of operators' tokens and of the console. In front of what takes a remote in its place. */
export function tokenRoutes(router: Router, { tokens, actorOf, checkProof, note }: TokenRoutesParts): void {
  /** Before what is sent is looked at. */
  const operators: RequestHandler = (req, _res, next) => {
    requireOperators(actorOf(req));
    next();
  };
  router.get(
    '/tokens',
    operators,
    route(() => tokens.list()),
  );
  router.post(
    '/tokens',
    operators,
    route({ body: releaseTokenInput }, async ({ body, req }) => {
      const { remote, label } = body;
      note?.(req, { remote, label });
      await checkProof?.(req);
      const made = await tokens.make(body, actorOf(req));
      note?.(req, { release_token: made.token.id });
      return reply(201, made);
    }),
  );
  router.post(
    '/tokens/:id/revoke',
    operators,
    route({ params }, async ({ params: { id }, req }) => {
      note?.(req, { release_token: id });
      await checkProof?.(req);
      const { remote, label } = await tokens.revoke(id, actorOf(req));
      note?.(req, { remote, label });
      return tokens.list();
    }),
  );
}
