import {
  operatorAccessChange,
  operatorManagerChange,
  operatorStatusChange,
  operatorTypeChange,
  operatorUserQuery,
} from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { type AuthUser, requireAdmin, signOut } from '../../platform/auth';
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
  router.get(
    '/:id/campaigns',
    route({ params }, ({ params: { id } }) => service.campaigns(id)),
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
  router.post(
    '/:id/manager',
    route({ params, body: operatorManagerChange }, async ({ params: { id }, body: { manager_id }, req }) => {
      noteForAudit(req, { user_id: userIdOf(id), property: 'manager', to: manager_id });
      await checkProof(req);
      const { from } = await service.setManager(id, manager_id);
      noteForAudit(req, { from });
      return service.detail(id);
    }),
  );
  accessRoutes(router, service, checkProof);
  return router;
}

/** What opens the account. */
function accessRoutes(router: Router, service: OperatorUsersService, checkProof: ProofCheck): void {
  router.get(
    '/:id/sessions',
    route({ params }, ({ params: { id }, req }) => {
      noteForAudit(req, { user_id: userIdOf(id), property: 'sign_ins' });
      return service.sessions(id, req.sessionID);
    }),
  );
  router.post(
    '/:id/sign-out',
    route({ params, body: operatorAccessChange }, async ({ params: { id }, body, user, req }) => {
      const userId = userIdOf(id);
      noteForAudit(req, { user_id: userId, property: 'sign_ins' });
      await checkProof(req);
      const { ended, revoked } = await service.signOut(id, body, operatorOf(req, user));
      noteForAudit(req, { from: ended, tokens: revoked });
      const detail = await service.detail(id);
      // The call's own sign-in is among those that are over: nothing of it is written back.
      if (userId === user.id) await signOut(req);
      return detail;
    }),
  );
  router.post(
    '/:id/reset-factors',
    route({ params, body: operatorAccessChange }, async ({ params: { id }, body, user, req }) => {
      noteForAudit(req, { user_id: userIdOf(id), property: 'second_step' });
      await checkProof(req);
      const { ended } = await service.resetFactors(id, body, operatorOf(req, user));
      noteForAudit(req, { from: ended });
      return service.detail(id);
    }),
  );
}
