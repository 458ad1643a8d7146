import { operatorStatusChange, operatorTypeChange, operatorUserQuery } from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { type AuthUser, requireAdmin } from '../../platform/auth';
import { route } from '../../platform/http';
import { noteForAudit } from '../debug-tool';
import type { Operator } from '../standing';
import type { OperatorUsersService } from './operatorUsers.service';
import { userIdOf } from './search';

/** Throws unless the person has proved lately who they are. */
export type ProofCheck = (req: Request) => void | Promise<void>;

const params = z.object({ id: z.string() });

const operatorOf = (req: Request, user: AuthUser): Operator => ({
  adminId: user.id,
  debugSessionId: req.consoleCall?.session?.id ?? null,
});

/** /api/operator/users: admins only. */
export function operatorUserRoutes(service: OperatorUsersService, checkProof: ProofCheck): Router {
  const router = Router();
  router.use(requireAdmin);
  router.get(
    '/',
    route({ query: operatorUserQuery }, ({ query }) => service.list(query)),
  );
  router.get(
    '/:id',
    route({ params }, ({ params: { id } }) => service.detail(id)),
  );
  router.post(
    '/:id/status',
    route({ params, body: operatorStatusChange }, async ({ params: { id }, body, user, req }) => {
      const note = { user_id: userIdOf(id), property: 'status', to: body.status };
      noteForAudit(req, note);
      await checkProof(req);
      const { from = note.to } = await service.setStatus(id, body, operatorOf(req, user));
      noteForAudit(req, { from });
      return service.detail(id);
    }),
  );
  router.post(
    '/:id/account-type',
    route({ params, body: operatorTypeChange }, async ({ params: { id }, body, user, req }) => {
      const note = { user_id: userIdOf(id), property: 'account_type', to: String(body.account_type_id) };
      noteForAudit(req, note);
      await checkProof(req);
      const { from = note.to } = await service.setAccountType(
        id,
        body.account_type_id,
        operatorOf(req, user),
      );
      noteForAudit(req, { from });
      return service.detail(id);
    }),
  );
  return router;
}
