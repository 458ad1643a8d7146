import type { XeroConfig } from '../../config';
import type { Clock } from '../../platform/clock';
import { type Db, errorDetail } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { Jobs } from '../../platform/jobs';
import type { Log } from '../../platform/log';
import type { DebugToolFeature } from '../debug-tool';
import type { PaymentHook } from '../payments';
import type { Publisher } from '../realtime';
import { createBooks } from './books';
import { createBrowserCookie } from './browserCookie';
import { createCaller } from './caller';
import { createCallLimits, XERO_LIMITS, type XeroLimits } from './callLimits';
import { isConnected } from './connection.repo';
import { createConnectionService } from './connection.service';
import { debugRoutes } from './debug.routes';
import { createFlow } from './flow';
import { createInvoicesService, type InvoiceQueue, invoiceJob } from './invoices.service';
import { createMakeInvoice } from './makeInvoice';
import { operatorRoutes } from './operator.routes';
import { popupRoutes } from './popup.routes';
import { exportContacts, forgetContacts } from './privacy';
import { createReadPayment } from './readPayment';
import { createTokens } from './tokens';
import { createVault } from './vault';
import { webhookRoutes } from './webhook.routes';
import { createWebhooks, type EventQueue, eventJob } from './webhooks';
import { createXeroService, type XeroService } from './xero.service';
import { CLIENT_TIMEOUTS, type ClientTimeouts, createXeroClients } from './xeroClient';

export interface XeroDeps {
  db: Db;
  clock: Clock;
  log: Log;
  /** Not started yet: the queues are registered here. */
  jobs: Jobs;
  publisher: Publisher;
  /** Seals tokens and secrets. */
  secret: string;
  /** Where people reach the app, without a slash at the end. */
  appUrl: string;
  config: XeroConfig;
  debugTool: Pick<DebugToolFeature, 'routes' | 'tabs' | 'windowDoor'>;
  /** For people, by the id that payments keep. */
  gatewayName(gatewayId: string): string;
  /** For tests: other limits than Xero's, and less time. */
  limits?: Partial<XeroLimits>;
  timeouts?: Partial<ClientTimeouts>;
  claimMs?: number;
  retryDelaySeconds?: number;
}

export interface XeroFeature {
  service: XeroService;
  /** Wants an invoice for each deposit that is completed. */
  hook: PaymentHook;
  mounts: Mount[];
  /** Renews the tokens when they end, and asks again for every invoice that waits; → how many. */
  sweep(): Promise<number>;
  exportOf: typeof exportContacts;
  forget: typeof forgetContacts;
  /** Looks for what waits, now and every quarter of an hour; after the jobs have started. */
  start(): void;
  stop(): void;
}

const MINUTE_MS = 60_000;
const SWEEP_EVERY_MS = 15 * MINUTE_MS;
/** Longer than the calls of one invoice may take with their waiting: seven of 20 s each, and as much patience. */
const CLAIM_MS = 5 * MINUTE_MS;
/** At most as many calls at once as Xero takes; more would only wait for each other. */
const INVOICES_AT_A_TIME = 3;
const RETRY_DELAY_SECONDS = 15;
/** With its growing pauses some two hours; the sweep comes back to it afterwards. */
const RETRIES = 9;
export const XERO_JOBS = ['xero.invoice', 'xero.event'] as const;

export function createXeroFeature(deps: XeroDeps): XeroFeature {
  const { db, clock, log, jobs, publisher, secret, appUrl, config, debugTool, gatewayName } = deps;
  const { claimMs = CLAIM_MS, retryDelaySeconds = RETRY_DELAY_SECONDS } = deps;
  const { clientId, clientSecret, issuer, apiUrl, scopes, webhookKey } = config;
  const redirectUri = `${appUrl}/xero/auth/callback`;
  const vault = createVault(secret);
  const environment = { clientId, clientSecret };
  const clients = createXeroClients(
    { issuer, apiUrl, redirectUri, scopes },
    { ...CLIENT_TIMEOUTS, ...deps.timeouts },
  );
  const tokens = createTokens({ db, clock, log, vault, clients, environment });
  const limits = createCallLimits(db, { ...XERO_LIMITS, ...deps.limits });
  const caller = createCaller({ db, clock, log, clients, tokens, limits });
  const books = createBooks(caller, config);
  const readPayment = createReadPayment(db, gatewayName);
  const makeInvoice = createMakeInvoice({ db, clock, books, readPayment, claimMs });
  const onChanged = (on: Db) => publisher.toOperators(on, 'money.changed', {});
  const invoices = createInvoicesService({
    db,
    clock,
    books,
    makeInvoice,
    readPayment,
    onChanged,
    queue: () => invoiceQueue,
  });
  const webhooks = createWebhooks({ db, clock, log, books, webhookKey, onChanged, queue: () => eventQueue });
  const retries = { retryLimit: RETRIES, retryDelaySeconds };
  const invoiceQueue: InvoiceQueue = jobs.queue('xero.invoice', {
    schema: invoiceJob,
    singletonKey: ({ payment_id }) => String(payment_id),
    handler: ({ payment_id }, context) => invoices.work(payment_id, context),
    concurrency: INVOICES_AT_A_TIME,
    expireInSeconds: claimMs / 1_000,
    ...retries,
  });
  const eventQueue: EventQueue = jobs.queue('xero.event', {
    schema: eventJob,
    handler: ({ event_id }, context) => webhooks.work(event_id, context),
    ...retries,
  });
  const onConnected = async () => {
    await invoices.sweep();
    await onChanged(db);
  };
  const flow = createFlow({ db, clock, log, vault, clients, environment, onConnected });
  const connection = createConnectionService({
    db,
    clock,
    log,
    vault,
    clients,
    tokens,
    environment,
    onConnected,
  });
  const service = createXeroService({
    db,
    clock,
    appUrl,
    redirectUri,
    connection,
    flow,
    invoices,
    gatewayName,
  });
  const cookie = createBrowserCookie(appUrl.startsWith('https:'));
  debugRoutes(debugTool.tabs, debugTool.routes, { service, cookie, clock });

  /**
   * Renews the tokens also while nobody calls. Xero takes an old refresh token for half an hour after a renewal whose
   * answer got lost, and an unused one for 60 days: both end with a person who has to connect it again.
   */
  async function keepConnected(): Promise<void> {
    if (!isConnected(await connection.read())) return;
    await tokens
      .access()
      .catch((error: unknown) => log.warn(errorDetail(error), 'The tokens of Xero were not renewed'));
  }
  async function sweep(): Promise<number> {
    await keepConnected();
    return invoices.sweep();
  }

  async function tidy(): Promise<void> {
    await sweep();
    await limits.tidy();
    await webhooks.tidy();
    await flow.tidy();
  }
  let timer: NodeJS.Timeout | undefined;
  const look = () =>
    void tidy().catch((error: unknown) =>
      log.warn(errorDetail(error), 'What waits for Xero was not looked for'),
    );

  return {
    service,
    hook: invoices.hook,
    mounts: [
      { path: '/api/operator/xero', router: operatorRoutes({ service, cookie }) },
      // Reads alone, which lead to Xero and back; the state of the sign-in is its token.
      {
        path: '/xero/auth',
        router: popupRoutes({ service, cookie, appUrl, windowDoor: debugTool.windowDoor }),
      },
      { path: '/webhooks/xero', router: webhookRoutes(webhooks), csrf: false, session: false },
    ],
    sweep,
    exportOf: exportContacts,
    forget: forgetContacts,
    start: () => {
      look();
      timer = setInterval(look, SWEEP_EVERY_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
export type { XeroService } from './xero.service';
