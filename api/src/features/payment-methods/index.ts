import { errorDetail } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { PaymentMethodsServiceDeps } from './parts';
import { type ProofCheck, paymentMethodRoutes } from './paymentMethods.routes';
import { createPaymentMethodsService, type PaymentMethodsService } from './paymentMethods.service';

/** `gateways`: in the order that they are offered. */
export interface PaymentMethodsDeps extends PaymentMethodsServiceDeps {
  /** Throws 403 (`REAUTH_REQUIRED`) when the last proof of who it is is too old. */
  checkProof?: ProofCheck;
}

export interface PaymentMethodsFeature {
  service: PaymentMethodsService;
  mounts: Mount[];
  /** Begins to forget old visits. */
  start(): void;
  stop(): void;
}

const TIDY_EVERY_MS = 3_600_000;

/** Cards and bank accounts, kept at gateways; what is here is how their owners know them. */
export function createPaymentMethodsFeature(deps: PaymentMethodsDeps): PaymentMethodsFeature {
  const { checkProof = () => {}, log } = deps;
  const service = createPaymentMethodsService(deps);
  const mounts: Mount[] = [
    { path: '/api/settings/payment-methods', router: paymentMethodRoutes(service, checkProof) },
  ];
  let timer: NodeJS.Timeout | undefined;
  const tidy = () =>
    service.tidy().catch((error: unknown) => log.warn(errorDetail(error), 'Old visits to gateways stay'));
  return {
    service,
    mounts,
    start: () => {
      void tidy();
      timer = setInterval(tidy, TIDY_EVERY_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}

export type { KeptMethod, OpenMethod, PaymentMethodsService } from './paymentMethods.service';
