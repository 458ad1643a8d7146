import {
  bankTransfer,
  operatorDeposit,
  paymentState,
  paymentType,
  plainText,
  refundRequest,
} from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { requireAdmin } from '../../../platform/auth';
import { idempotencyKey, reply, requestLocale, route } from '../../../platform/http';
import { noteForAudit } from '../../debug-tool';
import type { ProofCheck } from '../payments.routes';
import type { DeadLetters } from './deadLetters';
import type { OperatorService } from './operator.service';

const listQuery = z.object({
  state: paymentState.optional(),
  type: paymentType.optional(),
  gateway: plainText.max(40).optional(),
  search: plainText.max(254).optional(),
  before: z.string().max(40).optional(),
});
const params = z.object({ id: z.string() });
const letterParams = z.object({ queue: z.string(), id: z.string() });

/** /api/operator/payments */
export function operatorPaymentRoutes(service: OperatorService, checkProof: ProofCheck): Router {
  const router = Router();
  router.use(requireAdmin);
  router.get(
    '/',
    route({ query: listQuery }, ({ query, req }) => service.list(query, requestLocale(req))),
  );
  router.get(
    '/:id',
    route({ params }, ({ params: { id }, req }) => service.detail(id, requestLocale(req))),
  );
  router.post(
    '/:id/refunds',
    route({ params, body: refundRequest }, async ({ params: { id }, body, user, req, log }) => {
      await checkProof(req);
      const { payment, isNew } = await service.refund(user, id, body, requestLocale(req));
      if (isNew)
        log.info({ event: 'payments.refund', adminId: user.id, payment: id }, 'A refund was asked for');
      return reply(isNew ? 201 : 200, payment);
    }),
  );
  return router;
}

/** /api/operator/bank-transfers */
export function bankTransferRoutes(service: OperatorService, checkProof: ProofCheck): Router {
  const router = Router();
  router.post(
    '/',
    requireAdmin,
    route({ body: bankTransfer }, async ({ body, user, req, log }) => {
      await checkProof(req);
      const payment = await service.match(user, body, requestLocale(req));
      log.info(
        { event: 'payments.transfer_matched', adminId: user.id, payment: payment.id },
        'A bank transfer was matched',
      );
      return payment;
    }),
  );
  return router;
}

/** /api/operator/deposits: transfers that nobody had announced. */
export function operatorDepositRoutes(service: OperatorService, checkProof: ProofCheck): Router {
  const router = Router();
  router.post(
    '/',
    requireAdmin,
    route({ body: operatorDeposit }, async ({ body, user, req, log }) => {
      const { advertiser_id, amount_micros, reference } = body;
      noteForAudit(req, { advertiser_id, amount_micros, reference });
      await checkProof(req);
      const { payment, isNew } = await service.book(user, body, idempotencyKey(req), requestLocale(req));
      noteForAudit(req, { payment: payment.id });
      if (isNew)
        log.info(
          { event: 'payments.transfer_booked', adminId: user.id, payment: payment.id },
          'A bank transfer that nobody had announced was booked',
        );
      return reply(isNew ? 201 : 200, payment);
    }),
  );
  return router;
}

/** /api/operator/dead-letters */
export function deadLetterRoutes(letters: DeadLetters, checkProof: ProofCheck): Router {
  const router = Router();
  router.use(requireAdmin);
  router.get(
    '/',
    route(() => letters.list()),
  );
  router.post(
    '/:queue/:id/replay',
    route({ params: letterParams }, async ({ params: { queue, id }, user, req, log }) => {
      await checkProof(req);
      await letters.replay(user, queue, id);
      log.info({ event: 'jobs.replayed', adminId: user.id, queue, jobId: id }, 'A dead letter was sent anew');
    }),
  );
  return router;
}
