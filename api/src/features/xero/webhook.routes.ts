import { Router } from 'express';
import { NotFoundError } from '../../platform/errors';
import { rawBody } from '../../platform/http';
import type { Webhooks } from './webhooks';

const LIMIT_BYTES = 512 * 1024;

/** Where Xero tells of changes. It wants 200 or 401, without a body and without cookies, within 5 s. */
export function webhookRoutes(webhooks: Webhooks): Router {
  const router = Router();
  router.use((_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    // Before anything of a body that nobody wants is read.
    if (!webhooks.isOn) throw new NotFoundError();
    next();
  });
  router.post('/', rawBody({ type: () => true, limitBytes: LIMIT_BYTES }), async (req, res) => {
    const raw = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
    const isTaken = await webhooks.take(raw, req.get('x-xero-signature'));
    if (!isTaken) req.log.warn({ event: 'xero.webhook_refused' }, 'A webhook was not signed by Xero');
    res.status(isTaken ? 200 : 401).end();
  });
  return router;
}
