import type { Router } from 'express';
import type { Db, Trx } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { DebugRoutes } from '../debug-tool';
import type { PaymentHook } from '../payments';
import { createOperatorPromoService, type OperatorPromoDeps } from './operator.service';
import { findUsesOf, switchOffCodesFor } from './promoCodes.repo';
import { operatorPromoRoutes, type ProofCheck, promoCodeRoutes } from './promoCodes.routes';
import { createPromoCodesService, type PromoCodesService } from './promoCodes.service';
import { createPromoHook } from './uses';

export interface PromoCodesFeatureDeps extends OperatorPromoDeps {
  checkProof?: ProofCheck;
  /** The debug tool's routes, and where tabs of other features go. */
  debugTool?: { routes: DebugRoutes; tabs: Router };
}

export interface PromoCodesFeature {
  service: PromoCodesService;
  mounts: Mount[];
  hook: PaymentHook;
  exportOf(userId: number, on?: Db): Promise<unknown>;
  /** A code for this account alone is of no use to anybody any more. Uses stay: the books name them. */
  forget(trx: Trx, userId: number): Promise<void>;
}

/** Promo codes: a bonus for a deposit, or by itself. */
export function createPromoCodesFeature(deps: PromoCodesFeatureDeps): PromoCodesFeature {
  const { db, clock, debugTool, checkProof = () => {} } = deps;
  const service = createPromoCodesService(deps);
  const operator = createOperatorPromoService(deps);
  debugTool?.tabs.get(
    '/promo-codes',
    debugTool.routes.closed({}, () => operator.listForDebugTool()),
  );
  return {
    service,
    mounts: [
      { path: '/api/advertiser/promo-codes', router: promoCodeRoutes(service) },
      { path: '/api/operator/promo-codes', router: operatorPromoRoutes(operator, checkProof) },
    ],
    hook: createPromoHook(clock),
    exportOf: async (userId, on = db) =>
      (await findUsesOf(on, userId)).map(({ amount_micros, bonus_micros, returned_micros, ...use }) => ({
        ...use,
        amount_micros: amount_micros === null ? null : Number(amount_micros),
        bonus_micros: Number(bonus_micros),
        returned_micros: Number(returned_micros),
      })),
    forget: switchOffCodesFor,
  };
}
