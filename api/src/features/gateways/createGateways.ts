import type { Clock } from '../../platform/clock';
import { type Db, errorDetail, type Trx } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { Jobs } from '../../platform/jobs';
import type { Log } from '../../platform/log';
import type { Gateway } from './Gateway';
import type { PaymentGateway } from './PaymentGateway';
import { exportPayments, forgetPayer, type SandboxPaymentExport } from './sandbox/payments.repo';
import { sandboxPaymentRoutes } from './sandbox/payments.routes';
import { sandboxRouter } from './sandbox/sandbox.routes';
import { createSandboxGateway } from './sandbox/sandboxGateway';
import { createSandboxPayments } from './sandbox/sandboxPayments';
import { PACE, type Pace } from './sandbox/scenarios';
import { createVisits } from './sandbox/visits';
import { createSandboxWebhooks } from './sandbox/webhooks';
import { createStripeGateways, type StripeSettings } from './stripe/createStripeGateways';
import { findCustomer } from './stripe/stripe.repo';
import { createBankTransfer } from './transfer/bankTransfer';

export interface GatewaysDeps {
  db: Db;
  clock: Clock;
  /** Not started yet: queues are registered here. */
  jobs: Jobs;
  log: Log;
  /** The server's own; signing keys are derived from it. */
  secret: string;
  appName: string;
  /** Where people reach the app, without a slash at the end. */
  appUrl: string;
  production: boolean;
  /** Whether the sandbox gateway may be used; in production it never is. */
  sandbox: boolean;
  /** Null: no payments by Stripe. */
  stripe: StripeSettings | null;
  /** Whether there is an account that transfers go to. */
  transfers: boolean;
  /** Where the sandbox sends its webhooks; by default to the app's own address. */
  sandboxWebhookUrl?: string;
  /** How long things take at the sandbox. */
  pace?: Pace;
}

export interface Gateways {
  /** In the order that they are offered. */
  payment: PaymentGateway[];
  methods: Gateway[];
  mounts: Mount[];
  /** Begins to forget old visits. */
  start(): void;
  stop(): void;
  /** What gateways of ours keep of an account that is deleted; others are told once the transaction has committed. */
  forget(trx: Trx, userId: number): Promise<void>;
  /** What is kept of a person besides their payments and methods; read on `on` when it is given. */
  exportOf(userId: number, on?: Db): Promise<GatewayExport>;
}

export interface GatewayExport {
  /** Who they are at Stripe. */
  stripe_customer: string | null;
  sandbox_payments: SandboxPaymentExport[];
}

const TIDY_EVERY_MS = 3_600_000;

function createSandbox(deps: GatewaysDeps) {
  const { appUrl, pace = PACE } = deps;
  const webhookUrl = deps.sandboxWebhookUrl ?? `${appUrl}/webhooks/payments/sandbox`;
  const webhooks = createSandboxWebhooks({ ...deps, webhookUrl });
  const mounts: Mount[] = [
    // As a page elsewhere would be: it reads no session of ours.
    { path: '/gateway/sandbox', router: sandboxRouter(deps), session: false, developers: 'direct' },
    {
      path: '/api/payment-test',
      router: sandboxPaymentRoutes(createVisits({ ...deps, webhooks, pace })),
      developers: 'direct',
    },
  ];
  return {
    payment: createSandboxPayments({ ...deps, webhooks }),
    methods: createSandboxGateway(deps),
    mounts,
  };
}

/** Every gateway that is configured, ready for payments and for stored methods. */
export function createGateways(deps: GatewaysDeps): Gateways {
  const { db, clock, log, production } = deps;
  const stripe = deps.stripe ? createStripeGateways({ ...deps, settings: deps.stripe }) : null;
  const sandbox = deps.sandbox && !production ? createSandbox(deps) : null;
  let timer: NodeJS.Timeout | undefined;
  const tidy = () =>
    stripe
      ?.tidy(clock.now())
      .catch((error: unknown) => log.warn(errorDetail(error), 'Old visits to Stripe stay'));
  return {
    payment: [
      ...(stripe ? [stripe.payment] : []),
      ...(sandbox ? [sandbox.payment] : []),
      ...(deps.transfers ? [createBankTransfer()] : []),
    ],
    methods: [...(stripe ? [stripe.methods] : []), ...(sandbox ? [sandbox.methods] : [])],
    mounts: sandbox?.mounts ?? [],
    start: () => {
      void tidy();
      timer = setInterval(tidy, TIDY_EVERY_MS).unref();
    },
    stop: () => clearInterval(timer),
    exportOf: async (userId, on = db) => ({
      stripe_customer: (await findCustomer(on, userId)) ?? null,
      sandbox_payments: await exportPayments(on, userId),
    }),
    forget: async (trx, userId) => {
      await forgetPayer(trx, userId);
      await stripe?.forget(trx, userId);
    },
  };
}
