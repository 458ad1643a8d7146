import type { AlertsFeature } from './features/alerts';
import { createCreditFeature, creditSummaryOf } from './features/credit';
import type { DebugToolFeature } from './features/debug-tool';
import { createDocumentsFeature } from './features/documents';
import { createFundsFeature } from './features/funds';
import { createGateways, type Gateways } from './features/gateways';
import type { Mail } from './features/mail';
import type { PaymentMethodsService } from './features/payment-methods';
import { createPaymentsFeature } from './features/payments';
import { createPayoutsFeature } from './features/payouts';
import { createPromoCodesFeature } from './features/promo-codes';
import type { Publisher } from './features/realtime';
import { createXeroFeature } from './features/xero';
import { requireRecentProof } from './platform/auth';
import type { Db, Trx } from './platform/db';
import type { Mount } from './platform/http';
import type { Jobs } from './platform/jobs';
import type { Work } from './platform/work';
import type { AppContext } from './startup/startApp';

/** Who takes money in and keeps payment methods. */
export function wireGateways({ config, secrets, db, clock, log }: AppContext, jobs: Jobs): Gateways {
  const { appName, appUrl, production, money } = config;
  return createGateways({
    db,
    clock,
    jobs,
    log,
    secret: secrets.session,
    appName,
    appUrl,
    production,
    sandbox: config.sandboxGateway,
    stripe: money.stripe,
    transfers: money.bankAccount !== null,
  });
}

/** What money stands on, and whom it tells. */
export interface MoneyParts {
  jobs: Jobs;
  work: Work;
  mail: Mail;
  publisher: Publisher;
  gateways: Gateways;
  methods: PaymentMethodsService;
  alerts: AlertsFeature;
  debugTool: Pick<DebugToolFeature, 'routes' | 'tabs' | 'windowDoor'>;
  appliedUntil: () => Date;
}

/** What a feature of money keeps of a person. */
export interface MoneyData {
  exportOf(userId: number, on: Db): Promise<unknown>;
  forget(trx: Trx, userId: number): Promise<void>;
}

/** Deposits, promo codes, credit lines, payouts, documents and the accountant's books. */
export function wireMoney({ config, secrets, db, clock, log }: AppContext, parts: MoneyParts) {
  const { jobs, work, mail, publisher, gateways, methods, alerts, debugTool, appliedUntil } = parts;
  const { appName, appUrl, money } = config;
  const { company, bankAccount } = money;
  const checkProof = requireRecentProof;
  const documents = createDocumentsFeature({ db, clock, company, bankAccount, work });
  const promoCodes = createPromoCodesFeature({ db, clock, publisher, checkProof, debugTool });
  const credit = createCreditFeature({ db, clock, log, mail, publisher, documents, checkProof });
  const xero = createXeroFeature({
    db,
    clock,
    log,
    jobs,
    publisher,
    secret: secrets.session,
    appUrl,
    config: money.xero,
    debugTool,
    gatewayName: (id) => gateways.payment.find((gateway) => gateway.id === id)?.name ?? id,
  });
  const payments = createPaymentsFeature({
    db,
    clock,
    jobs,
    mail,
    log,
    publisher,
    appName,
    appUrl,
    gateways: gateways.payment,
    // Documents hold the lock of their numbers: they come last.
    hooks: [promoCodes.hook, credit.hook, xero.hook, documents.hook],
    openMethod: methods.openMethod,
    bankAccount,
    checkProof,
  });
  const payouts = createPayoutsFeature({
    db,
    clock,
    log,
    jobs,
    publisher,
    mail,
    checkProof,
    issueStatement: documents.issuePayoutStatement,
    onEnded: alerts.service.payoutEnded,
  });
  const funds = createFundsFeature({
    db,
    clock,
    log,
    gateways: gateways.payment,
    bankAccount,
    methodsOf: methods.methodsOf,
    creditSummaryOf,
    appliedUntil,
  });
  const mounts: Mount[] = [payments, promoCodes, credit, payouts, funds, documents, xero].flatMap(
    (feature) => feature.mounts,
  );
  return {
    payments,
    promoCodes,
    credit,
    payouts,
    funds,
    documents,
    mounts,
    data: {
      payments,
      'promo-codes': promoCodes,
      credit,
      payouts: payouts.service,
      // They stay: the law keeps invoices for as long as the books.
      documents: { exportOf: documents.service.exportOf, forget: async () => {} },
      xero,
    } satisfies Record<string, MoneyData>,
    /** What looks for work by itself; after the jobs have started. */
    start: () => {
      payments.start();
      credit.start();
      payouts.start();
      funds.start();
      xero.start();
    },
    stop: async () => {
      payouts.stop();
      xero.stop();
      await Promise.all([payments.stop(), credit.stop(), funds.stop()]);
    },
  };
}
