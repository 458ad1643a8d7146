import { randomUUID } from 'node:crypto';
import type { Payment } from '@ezdash/contracts';
import type { Mount } from '../../platform/http';
import { silentLog } from '../../platform/log';
import {
  buildApp,
  type FakeClock,
  jobsEnd,
  type MadeUser,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../testing';
import { type MailParts, openMailParts } from '../../testing/mailParts';
import { createTestPublisher } from '../../testing/testPublisher';
import { createPaymentsFeature, type PaymentHook, type PaymentsFeature, type PaymentsFeatureDeps } from '.';
import type { OpenedMethod } from './parts';
import { findPayment, type PaymentRow } from './payments.repo';
import { createTestGateway, type TestGateway } from './testGateway';

export const UNIT = 1_000_000;
export const METHOD = 'd3b07384-d9a0-4c9b-8f5a-111111111111';
export const EXPIRED_METHOD = 'd3b07384-d9a0-4c9b-8f5a-222222222222';
export const BANK = { holder: 'Ads', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', bank: 'Test bank' };

export interface PaymentsWorld {
  test: TestDb;
  app: TestApp;
  clock: FakeClock;
  gateway: TestGateway;
  transfers: TestGateway;
  payments: PaymentsFeature;
  /** A second server on the same database, with books of gateways of its own: the same. */
  publisher: ReturnType<typeof createTestPublisher>;
  methods: Map<string, OpenedMethod>;
  signedIn(user: MadeUser): Promise<TestClient>;
  /** A deposit that was made; throws unless it was. */
  deposit(client: TestClient, given?: Partial<DepositBody>): Promise<Payment>;
  row(id: string): Promise<PaymentRow>;
  /** The gateway tells, as often as it likes. */
  tell(externalId: string | null, eventId?: string, signature?: string): Promise<Response>;
  /** Until no job is due. */
  settled(): Promise<void>;
  mails(): Promise<{ template: string; recipient: string }[]>;
  close(): Promise<void>;
}

export interface DepositBody {
  deposit_id: string;
  amount_micros: number;
  gateway: string;
  method_id: string | null;
  promo_code: string | null;
}

export const body = (given: Partial<DepositBody> = {}): DepositBody => ({
  deposit_id: randomUUID(),
  amount_micros: 500 * UNIT,
  gateway: 'test',
  method_id: null,
  promo_code: null,
  ...given,
});

export type WorldOptions = Partial<Pick<PaymentsFeatureDeps, 'onTopUpStopped' | 'checkProof' | 'log'>> & {
  /** What other features add, made of the same parts; and their routes. */
  others?(parts: MailParts['parts']): { hooks: PaymentHook[]; mounts?: Mount[] };
  hooks?: PaymentHook[];
};

/** The app with payments and gateways of the tests' own; mails stay in the outbox. */
export async function openPayments({ others, ...options }: WorldOptions = {}): Promise<PaymentsWorld> {
  const { test, parts, site, close } = await openMailParts(options.log ?? silentLog);
  const more = others?.(parts) ?? { hooks: options.hooks ?? [] };
  const { db, clock, jobs } = parts;
  const gateway = createTestGateway();
  const transfers = createTestGateway({
    id: 'bank-transfer',
    way: 'transfer',
    fee: { bps: 0, fixedMicros: 0n },
  });
  const publisher = createTestPublisher();
  const card = { gateway: 'test', token: 'tok_1', label: 'Visa 4242', expired: false };
  const methods = new Map<string, OpenedMethod>([
    [METHOD, card],
    [EXPIRED_METHOD, { ...card, expired: true }],
  ]);
  const payments = createPaymentsFeature({
    ...parts,
    ...site,
    publisher,
    gateways: [gateway, transfers],
    bankAccount: BANK,
    openMethod: async (_on, _userId, id) => methods.get(id) ?? null,
    policy: { timeoutMs: 5_000, tries: 1, firstPauseMs: 1 },
    ...options,
    hooks: more.hooks,
  });
  await jobs.start();
  const app = await buildApp({ test, clock, mounts: [...payments.mounts, ...(more.mounts ?? [])] });
  const idOf = (id: string) => Number.parseInt(id.slice('pay_'.length), 36) - 36 ** 3;

  return {
    test,
    app,
    clock,
    gateway,
    transfers,
    payments,
    publisher,
    methods,
    signedIn: async (user) => {
      const client = app.client();
      await client.signIn(user);
      return client;
    },
    deposit: async (client, given) => {
      const answer = await client.post<Payment>('/api/advertiser/deposits', body(given));
      if (answer.status !== 201)
        throw new Error(`The deposit was answered with ${answer.status}: ${answer.text}`);
      return answer.body;
    },
    row: async (id) => {
      const found = await findPayment(db, idOf(id));
      if (!found) throw new Error(`There is no payment ${id}`);
      return found;
    },
    tell: (externalId, eventId = randomUUID(), signature = 'good') =>
      fetch(`${app.url}/webhooks/payments/test`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Test-Signature': signature },
        body: JSON.stringify({ eventId, kind: 'payment.changed', externalId }),
      }),
    settled: () => jobsEnd(db),
    mails: () => db.selectFrom('mail').select(['template', 'recipient']).orderBy('created_at').execute(),
    close: async () => {
      await payments.stop();
      await app.close();
      await close();
    },
  };
}
