import { channelAuthRequest, parseChannel, userAuthRequest } from '@ezdash/contracts';
import express, { type Request, Router } from 'express';
import { type AuthUser, createLimiter, requireUser } from '../../platform/auth';
import { notFound, route } from '../../platform/http';
import type { Asking, RealtimeService } from './realtime.service';
import { sessionHash, viewHash } from './sessionHash';

/** A connection asks for five; this is a hundred tabs that come back at once. */
const CALLS_PER_MINUTE = 600;
const LARGEST_BODY = '4kb';

/** In a view with a user's eyes the account is not the session's, and the connection ends with the view. */
const askingOf = ({ session, sessionID, viewedBy }: Request, { id }: AuthUser): Asking =>
  viewedBy
    ? { userId: id, viewId: viewedBy.viewId, session: viewHash(viewedBy.viewId) }
    : { userId: id, sid: sessionID, session: sessionHash(session.family ?? sessionID) };

/**
 * Lets an admin into somebody else's conversation: behind the console's door, and in its audit. Throws 403 CONSOLE_LOCKED, and
 * whatever the work throws.
 */
export type ConversationDoor = <T>(
  req: Request,
  adminId: number,
  work: () => Promise<T>,
  call: { status: number; detail: { channel: string } },
) => Promise<T>;

const HEARD = 200;

/** `/broadcasting`: as pusher-js asks, with a form, and as programs do, with JSON. */
export function realtimeRouter(service: RealtimeService, conversationDoor: ConversationDoor): Router {
  const limiter = createLimiter({ name: 'broadcasting', points: CALLS_PER_MINUTE, durationSeconds: 60 });
  const router = Router();
  router.use(requireUser, (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });
  router.use(
    express.json({ limit: LARGEST_BODY }),
    express.urlencoded({ limit: LARGEST_BODY, extended: false, parameterLimit: 8 }),
  );
  // Who listens changes nothing: an account in any standing hears of itself.
  router.post(
    '/auth',
    route({ body: channelAuthRequest, openToInactive: true }, async ({ user, body, req }) => {
      await limiter.consume(String(user.id));
      const authorize = () => service.authorizeChannel(askingOf(req, user), body);
      const channel = body.channel_name;
      if (user.role !== 'admin' || parseChannel(channel)?.kind !== 'conversation') return authorize();
      return conversationDoor(req, user.id, authorize, { status: HEARD, detail: { channel } });
    }),
  );
  router.post(
    '/user-auth',
    route({ body: userAuthRequest, openToInactive: true }, async ({ user, body, req }) => {
      await limiter.consume(String(user.id));
      return service.authenticateUser(askingOf(req, user), body.socket_id);
    }),
  );
  router.use(notFound);
  return router;
}
