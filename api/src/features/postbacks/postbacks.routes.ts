import {
  outgoingPostbackInput,
  outgoingPostbackUpdate,
  postbackCallQuery,
  postbackLogQuery,
  sendAgainInput,
} from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../platform/auth';
import { reply, route } from '../../platform/http';
import type { LogService } from './log/log.service';
import type { CallsService } from './outgoing/calls.service';
import type { OutgoingService } from './outgoing/outgoing.service';

const params = z.object({ id: z.string() });

export interface PostbackServices {
  log: LogService;
  outgoing: OutgoingService;
  calls: CallsService;
}

/** /api/postbacks: what came in for an advertiser's goals, and where it is told on. */
export function postbackRoutes({ log: lines, outgoing, calls }: PostbackServices): Router {
  const router = Router();
  router.use(requireRole('advertiser'));
  router.get(
    '/log',
    route({ query: postbackLogQuery }, ({ query, user }) => lines.list(user.id, query)),
  );
  router.get(
    '/outgoing',
    route(({ user }) => outgoing.list(user.id)),
  );
  router.post(
    '/outgoing',
    route({ body: outgoingPostbackInput }, async ({ body, user, log }) => {
      const made = await outgoing.create(user.id, body);
      log.info(
        { event: 'postbacks.outgoing_made', userId: user.id, outgoingId: made.id },
        'An outgoing postback was made',
      );
      return reply(201, made);
    }),
  );
  router.patch(
    '/outgoing/:id',
    route({ params, body: outgoingPostbackUpdate }, async ({ params: { id }, body, user, log }) => {
      const changed = await outgoing.update(user.id, id, body);
      log.info(
        {
          event: 'postbacks.outgoing_changed',
          userId: user.id,
          outgoingId: id,
          fields: Object.keys(body),
        },
        'An outgoing postback was changed',
      );
      return changed;
    }),
  );
  router.delete(
    '/outgoing/:id',
    route({ params }, async ({ params: { id }, user, log }) => {
      await outgoing.remove(user.id, id);
      log.info(
        { event: 'postbacks.outgoing_removed', userId: user.id, outgoingId: id },
        'An outgoing postback was removed',
      );
    }),
  );
  router.post(
    '/outgoing/:id/secret',
    route({ params }, async ({ params: { id }, user, log }) => {
      const answer = await outgoing.renewSecret(user.id, id);
      log.info(
        { event: 'postbacks.secret_renewed', userId: user.id, outgoingId: id },
        'The secret of an outgoing postback was renewed',
      );
      return answer;
    }),
  );
  router.get(
    '/calls',
    route({ query: postbackCallQuery }, ({ query, user }) => calls.list(user.id, query)),
  );
  router.post(
    '/calls/send-again',
    route({ body: sendAgainInput }, ({ body, user }) => calls.sendAllAgain(user.id, body)),
  );
  router.post(
    '/calls/:id/send-again',
    route({ params }, ({ params: { id }, user }) => calls.sendAgain(user.id, id)),
  );
  return router;
}
