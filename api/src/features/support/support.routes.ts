import { pipeline } from 'node:stream/promises';
import { attachmentQuery, conversationInput, conversationRead, messageInput } from '@ezdash/contracts';
import { type Response, Router } from 'express';
import { z } from 'zod';
import { requireCustomer, requireUser } from '../../platform/auth';
import { errorDetail } from '../../platform/db';
import { reply, route } from '../../platform/http';
import type { Log } from '../../platform/log';
import type { AttachmentService, OpenFile } from './attachments/attachments.service';
import { fileOf, takeFile } from './attachments/takeFile';
import type { ConversationService } from './conversations.service';
import { threadQuery } from './thread';

const params = z.object({ id: z.string() });

/** RFC 5987: whatever the name is, it is one word of the header. */
function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%/]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** The file as a download, never as a page: no browser draws or guesses it. */
async function sendFile(res: Response, { name, type, bytes, stream }: OpenFile, log: Log): Promise<void> {
  res.set({
    'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'Content-Length': String(bytes),
    'Content-Disposition': disposition(name),
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cache-Control': 'private, no-store, no-transform',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  res.flushHeaders();
  try {
    await pipeline(stream, res);
  } catch (error) {
    // The answer is on its way: whoever reads it sees that it broke off.
    log.warn(errorDetail(error), 'The download of an attachment broke off');
    res.destroy();
  }
}

/**
 * /api/support: a customer's own conversations. Open to accounts that are not active, too: whoever is suspended must be
 * able to ask why.
 */
export function supportRoutes(service: ConversationService, files: AttachmentService): Router {
  const router = Router();
  const customer = requireCustomer('advertiser', 'publisher');
  router.get(
    '/conversations',
    customer,
    route(({ user }) => service.list(user)),
  );
  router.post(
    '/conversations',
    customer,
    route({ body: conversationInput, openToInactive: true }, async ({ body, user, log }) => {
      const { thread, isNew } = await service.open(user, body);
      const { id } = thread.conversation;
      if (isNew)
        log.info(
          { event: 'support.opened', userId: user.id, conversationId: id },
          'A conversation with support was opened',
        );
      return reply(isNew ? 201 : 200, thread);
    }),
  );
  router.get(
    '/conversations/:id',
    customer,
    route({ params, query: threadQuery }, ({ params: { id }, query, user }) => service.read(user, id, query)),
  );
  router.post(
    '/conversations/:id/messages',
    customer,
    route({ params, body: messageInput, openToInactive: true }, async ({ params: { id }, body, user }) => {
      const { message, isNew } = await service.write(user, id, body);
      return reply(isNew ? 201 : 200, message);
    }),
  );
  router.post(
    '/conversations/:id/read',
    customer,
    route({ params, body: conversationRead, openToInactive: true }, ({ params: { id }, body, user }) =>
      service.markRead(user, id, body.message_id),
    ),
  );
  router.post(
    '/conversations/:id/ask-person',
    customer,
    route({ params, openToInactive: true }, ({ params: { id }, user }) => service.askPerson(user, id)),
  );
  router.post(
    '/conversations/:id/solve',
    customer,
    route({ params, openToInactive: true }, ({ params: { id }, user }) => service.solve(user, id)),
  );
  router.post(
    '/attachments',
    customer,
    takeFile,
    route({ query: attachmentQuery, openToInactive: true }, async ({ query, user, req }) =>
      reply(201, await files.upload(user, { name: query.name, ...fileOf(req) })),
    ),
  );
  // Operators read what customers send them, and the other way round.
  router.get(
    '/attachments/:id',
    requireUser,
    route({ params }, async ({ params: { id }, user, res, log }) => {
      await sendFile(res, await files.open(user, id), log);
    }),
  );
  return router;
}
