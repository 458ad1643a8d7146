import { noticeQuery, noticesRead } from '@ezdash/contracts';
import { Router } from 'express';
import { requireUser } from '../../../platform/auth';
import { route } from '../../../platform/http';
import type { NoticesService } from './notices.service';

/** /api/notices: one's own. Also of accounts that are not active: why they are not may stand there. */
export function noticeRoutes(service: NoticesService): Router {
  const router = Router();
  router.use(requireUser);
  router.get(
    '/',
    route({ query: noticeQuery }, ({ query, user }) => service.page(user, query)),
  );
  router.post(
    '/read',
    route({ body: noticesRead, openToInactive: true }, ({ body, user }) => service.read(user, body)),
  );
  return router;
}
