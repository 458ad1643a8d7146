import { acceptInvitationRequest, adminInvitationRequest, MAX_ROW } from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { requireAdmin } from '../../platform/auth';
import { reply, requestLocale, route } from '../../platform/http';
import { noteForAudit } from '../debug-tool';
import type { StaffService } from './invitations.service';

/** Throws unless the person has proved lately who they are. */
export type ProofCheck = (req: Request) => void | Promise<void>;

/** What is no number is nobody's. */
const params = z.object({ id: z.coerce.number().int().min(0).max(MAX_ROW).catch(0) });

/** /api/operator/admins: admins only. */
export function staffRoutes(service: StaffService, checkProof: ProofCheck): Router {
  const router = Router();
  router.use(requireAdmin);
  router.get(
    '/',
    route(() => service.list()),
  );
  router.post(
    '/',
    route({ body: adminInvitationRequest }, async ({ body, user, req }) => {
      await checkProof(req);
      const invitation = await service.invite(user, body.email, requestLocale(req));
      noteForAudit(req, { invitation_id: invitation.id });
      return reply(201, invitation);
    }),
  );
  router.post(
    '/invitations/:id/withdraw',
    route({ params }, async ({ params: { id }, req }) => {
      noteForAudit(req, { invitation_id: id });
      await checkProof(req);
      await service.withdraw(id);
    }),
  );
  return router;
}

/** /api/auth: whoever has the link of an invitation. */
export function invitationRoutes(service: StaffService): Router {
  const router = Router();
  router.post(
    '/accept-invitation',
    route({ body: acceptInvitationRequest, openToInactive: true }, ({ body, req }) =>
      service.accept(body, { address: req.ip ?? '', locale: requestLocale(req) }),
    ),
  );
  return router;
}
