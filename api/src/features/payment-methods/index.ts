import { errorDetail } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { PaymentMethodsServiceDeps } from './parts';
import { type ProofCheck, paymentMethodRoutes } from './paymentMethods.routes';
import { createPaymentMethodsService, type PaymentMethodsService } from './paymentMethods.service';
import { sandboxRouter } from './sandbox/sandbox.routes';
import { createSandboxGateway } from './sandbox/sandboxGateway';

export interface PaymentMethodsDeps extends Omit<PaymentMethodsServiceDeps, 'gateways'> {
  appName: string;
  production: boolean;
  /** Whether the sandbox gateway may be used; in production it never is. */
  sandbox: boolean;
  /** Real gateways, in the order that they are offered. */
  gateways?: PaymentMethodsServiceDeps['gateways'];
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
  const { production, sandbox, checkProof = () => {}, log } = deps;
  const hasSandbox = sandbox && !production;
  const gateways = [...(deps.gateways ?? []), ...(hasSandbox ? [createSandboxGateway(deps)] : [])];
  const service = createPaymentMethodsService({ ...deps, gateways });
  const mounts: Mount[] = [
    { path: '/api/settings/payment-methods', router: paymentMethodRoutes(service, checkProof) },
  ];
  // As a page elsewhere would be: it reads no session of ours.
  if (hasSandbox) mounts.push({ path: '/gateway/sandbox', router: sandboxRouter(deps), session: false });
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

export type { Gateway, GatewayMethod, GatewaySetup, PaymentKind, SetupOrder } from './Gateway';
export { GatewayRefused } from './Gateway';
export type { PaymentMethodsService } from './paymentMethods.service';
