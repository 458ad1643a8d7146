import { type Db, errorDetail, type Trx } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { PaymentHook } from '../payments';
import { creditRoutes, operatorCreditRoutes, type ProofCheck } from './credit.routes';
import { type CreditService, type CreditServiceDeps, createCreditService } from './credit.service';
import { createCreditHook } from './creditHook';
import { type CreditJobDeps, lookAfterCredit } from './creditJob';
import { exportCredit, forgetCredit } from './privacy';

export { creditSummaryOf } from './creditSummary';

export interface CreditDeps extends CreditServiceDeps, CreditJobDeps {
  /** Throws 403 (`REAUTH_REQUIRED`) when the last proof of who it is is too old. */
  checkProof?: ProofCheck;
}

export interface CreditFeature {
  service: CreditService;
  mounts: Mount[];
  /** Repays from deposits, stops at chargebacks; behind the booking of the deposit itself, before the documents. */
  hook: PaymentHook;
  /** What is done every minute. */
  lookAfter(): Promise<void>;
  /** What is kept of a person, for their archive. */
  exportOf(userId: number, on?: Db): Promise<unknown>;
  forget(trx: Trx, userId: number): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

const EVERY_MS = 60_000;

/** Credit lines: spending on credit is the ingestion's; what is owed, when it is due and what then happens is here. */
export function createCreditFeature(deps: CreditDeps): CreditFeature {
  const { db, log, checkProof = () => {} } = deps;
  const service = createCreditService(deps);
  const lookAfter = () => lookAfterCredit(deps);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  const look = () => {
    running ??= lookAfter()
      .catch((error: unknown) => log.warn(errorDetail(error), 'Credit lines are looked after in a minute'))
      .finally(() => {
        running = null;
      });
  };
  return {
    service,
    mounts: [
      { path: '/api/operator/credit-lines', router: operatorCreditRoutes(service, checkProof) },
      { path: '/api/advertiser/credit', router: creditRoutes(service) },
    ],
    hook: createCreditHook(deps),
    lookAfter,
    exportOf: (userId, on = db) => exportCredit(on, userId),
    forget: forgetCredit,
    start: () => {
      look();
      timer = setInterval(look, EVERY_MS).unref();
    },
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
