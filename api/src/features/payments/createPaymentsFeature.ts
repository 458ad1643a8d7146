import { type Db, errorDetail, type Trx } from '../../platform/db';
import type { Mount } from '../../platform/http';
import { createCancelDeposit } from './cancelDeposit';
import { forgetEvents } from './gatewayEvents.repo';
import { createLearn, type Learn } from './learn';
import { createMakeDeposit } from './makeDeposit';
import { createBankTransfers } from './operator/bankTransfers';
import { createBookTransfer } from './operator/bookTransfer';
import { createDeadLetters } from './operator/deadLetters';
import {
  bankTransferRoutes,
  deadLetterRoutes,
  operatorDepositRoutes,
  operatorPaymentRoutes,
} from './operator/operator.routes';
import { createOperatorService, type OperatorService } from './operator/operator.service';
import type { PaymentsDeps } from './parts';
import { createPaymentMails } from './paymentMails';
import { depositRoutes, type ProofCheck, paymentRoutes, topUpRoutes } from './payments.routes';
import { createPaymentsService, type PaymentsService } from './payments.service';
import { erasePayments, exportPayments } from './personalData';
import { createReconcile } from './reconcile';
import { createRefunds } from './refunds';
import { createSendDeposit } from './sendDeposit';
import { createTopUps, type TopUps } from './topUp/chargeTopUps';
import { createTopUpSettings, type TopUpSettings } from './topUp/topUpSettings';
import { createWebhooks } from './webhooks';

export interface PaymentsFeatureDeps extends PaymentsDeps {
  /** Throws 403 (`REAUTH_REQUIRED`) when the last proof of who it is is too old. */
  checkProof?: ProofCheck;
}

export interface PaymentsFeature {
  mounts: Mount[];
  service: PaymentsService;
  operator: OperatorService;
  topUps: TopUps;
  topUpSettings: TopUpSettings;
  /** Asks the payment's gateway and applies the answer. */
  learn: Learn;
  /** One round of the reconciliation; → how many payments were looked at. */
  reconcile(): Promise<number>;
  /** One round that asks for completed deposits again; → how many. */
  recheck(): Promise<number>;
  /** For the archive of a person's data. */
  exportOf(userId: number, on?: Db): Promise<object>;
  /** For the deletion of an account. */
  forget(trx: Trx, userId: number): Promise<void>;
  /** Forgets what gateways told long ago. */
  tidy(): Promise<void>;
  /** Begins to reconcile, to charge and to tidy; after the jobs have started. */
  start(): void;
  /** Resolves when what runs has ended. */
  stop(): Promise<void>;
}

const RECONCILE_EVERY_MS = 60_000;
/** Each deposit once a day; a round has few of them, so that a server that stops need not wait for long. */
const RECHECK_EVERY_MS = 600_000;
const CHARGE_EVERY_MS = 15_000;
const TIDY_EVERY_MS = 3_600_000;
const KEPT_MS = 90 * 86_400_000;

/** Deposits, refunds and chargebacks at gateways (docs/payments.md). */
export function createPaymentsFeature(deps: PaymentsFeatureDeps): PaymentsFeature {
  const { db, clock, log, checkProof = () => {} } = deps;
  const parts = { ...deps, mails: createPaymentMails(deps.mail) };
  const learn = createLearn(parts);
  const sendDeposit = createSendDeposit(parts);
  const refunds = createRefunds(parts);
  const topUps = createTopUps(parts, sendDeposit);
  const { reconcile, recheck } = createReconcile(parts, learn, sendDeposit);
  const topUpSettings = createTopUpSettings(deps);
  const webhooks = createWebhooks(deps, learn);
  const service = createPaymentsService(deps, {
    learn,
    makeDeposit: createMakeDeposit(deps, sendDeposit),
    cancelDeposit: createCancelDeposit(parts, learn, sendDeposit),
  });
  const operator = createOperatorService(deps, {
    refunds,
    match: createBankTransfers(parts),
    book: createBookTransfer(parts),
  });
  const deadLetters = createDeadLetters(deps);
  const tidy = () => forgetEvents(db, new Date(clock.nowMs() - KEPT_MS));

  const timers: NodeJS.Timeout[] = [];
  const running = new Set<Promise<unknown>>();
  /** Every so often, never twice at a time. */
  function repeat(work: () => Promise<unknown>, everyMs: number, trouble: string): void {
    let current: Promise<unknown> | null = null;
    const round = () => {
      if (current) return;
      const promise = work()
        .catch((error: unknown) => log.warn(errorDetail(error), trouble))
        .finally(() => {
          running.delete(promise);
          current = null;
        });
      current = promise;
      running.add(promise);
    };
    round();
    timers.push(setInterval(round, everyMs).unref());
  }

  return {
    mounts: [
      { path: '/api/payments', router: paymentRoutes(service) },
      { path: '/api/advertiser/deposits', router: depositRoutes(service) },
      { path: '/api/advertiser/auto-top-up', router: topUpRoutes(topUpSettings, checkProof) },
      { path: '/api/operator/payments', router: operatorPaymentRoutes(operator, checkProof) },
      { path: '/api/operator/bank-transfers', router: bankTransferRoutes(operator, checkProof) },
      { path: '/api/operator/deposits', router: operatorDepositRoutes(operator, checkProof) },
      { path: '/api/operator/dead-letters', router: deadLetterRoutes(deadLetters, checkProof) },
      { path: '/webhooks/payments', router: webhooks.router, session: false },
    ],
    service,
    operator,
    topUps,
    topUpSettings,
    learn,
    reconcile,
    recheck,
    exportOf: (userId, on = db) => exportPayments(on, userId),
    forget: erasePayments,
    tidy,
    start: () => {
      repeat(reconcile, RECONCILE_EVERY_MS, 'Payments could not be reconciled');
      repeat(recheck, RECHECK_EVERY_MS, 'Completed deposits were not asked for again');
      repeat(topUps.charge, CHARGE_EVERY_MS, 'Automatic top-ups could not be charged');
      repeat(tidy, TIDY_EVERY_MS, 'Old notices of gateways stay');
    },
    stop: async () => {
      for (const timer of timers.splice(0)) clearInterval(timer);
      await Promise.allSettled([...running]);
    },
  };
}
