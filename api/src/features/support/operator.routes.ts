import {
  attachmentQuery,
  conversationRead,
  conversationStateChange,
  messageInput,
  operatorConversationQuery,
} from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { requireAdmin } from '../../platform/auth';
import { reply, route } from '../../platform/http';
import type { AttachmentService } from './attachments/attachments.service';
import { fileOf, takeFile } from './attachments/takeFile';
import type { OperatorService } from './operator.service';
import { threadQuery } from './thread';

const params = z.object({ id: z.string() });

/** /api/operator/conversations: admins only. */
export function operatorRoutes(service: OperatorService, files: AttachmentService): Router {
  const router = Router();
  router.use(requireAdmin);
  router.get(
    '/',
    route({ query: operatorConversationQuery }, ({ query: { state, q } }) =>
      service.list({ state, q: q?.trim() || undefined }),
    ),
  );
  router.get(
    '/:id',
    route({ params, query: threadQuery }, ({ params: { id }, query }) => service.read(id, query)),
  );
  router.post(
    '/:id/messages',
    route({ params, body: messageInput }, async ({ params: { id }, body, user, log }) => {
      const { message, isNew } = await service.answer(user, id, body);
      if (isNew)
        log.info(
          { event: 'support.answered', userId: user.id, conversationId: id, messageId: message.id },
          'An operator answered a customer',
        );
      return reply(isNew ? 201 : 200, message);
    }),
  );
  router.post(
    '/:id/state',
    route(
      { params, body: conversationStateChange },
      async ({ params: { id }, body: { state }, user, log }) => {
        const { thread, changed } = await service.setState(user, id, state);
        if (changed)
          log.info(
            { event: 'support.state_changed', userId: user.id, conversationId: id, state },
            'An operator changed the state of a conversation',
          );
        return thread;
      },
    ),
  );
  router.post(
    '/:id/read',
    route({ params, body: conversationRead }, ({ params: { id }, body }) =>
      service.markRead(id, body.message_id),
    ),
  );
  router.post(
    '/:id/attachments',
    takeFile,
    route({ params, query: attachmentQuery }, async ({ params: { id }, query, user, req }) => {
      await service.exists(id);
      return reply(201, await files.upload(user, { name: query.name, ...fileOf(req) }));
    }),
  );
  return router;
}
