import type { PaymentMethod, PaymentSetup } from '@ezdash/contracts';
import type { Log } from '../../platform/log';
import {
  buildApp,
  type FakeClock,
  jobsEnd,
  type MadeUser,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../testing';
import { openMailParts } from '../../testing/mailParts';
import { createVisitor, type Entered } from '../../testing/sandboxVisitor';
import { createGateways } from '../gateways';
import { createPaymentMethodsFeature, type PaymentMethodsDeps, type PaymentMethodsFeature } from '.';

export const PATH = '/api/settings/payment-methods';

export interface PaymentsWorld {
  test: TestDb;
  app: TestApp;
  clock: FakeClock;
  payments: PaymentMethodsFeature;
  visitor: ReturnType<typeof createVisitor>;
  signedIn(user: MadeUser): Promise<TestClient>;
  /** Begins a visit; throws unless that works. */
  begin(client: TestClient, key?: string): Promise<PaymentSetup>;
  /** A whole visit, taken in. */
  add(client: TestClient, entered: Entered): Promise<PaymentMethod>;
  /** Until no job waits or runs, nor is one to be tried again. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export type PaymentsOptions = Partial<
  Pick<PaymentMethodsDeps, 'gateways' | 'checkProof' | 'policy'> & { production: boolean; sandbox: boolean }
> & { log?: Log };

/** The app with payment methods and the sandbox; mails stay in the outbox. */
export async function openPayments({ log, ...options }: PaymentsOptions = {}): Promise<PaymentsWorld> {
  const { test, parts, site, close } = await openMailParts(log);
  const { db, clock, jobs } = parts;
  const secret = 'a secret of the tests, long enough for anybody';
  const gateways = createGateways({
    ...parts,
    ...site,
    secret,
    sandbox: true,
    stripe: null,
    transfers: false,
    ...options,
  });
  const payments = createPaymentMethodsFeature({
    ...parts,
    ...site,
    secret,
    ...options,
    gateways: [...(options.gateways ?? []), ...gateways.methods],
  });
  await jobs.start();
  const app = await buildApp({ test, clock, log, mounts: [...payments.mounts, ...gateways.mounts] });
  const visitor = createVisitor(app.url);
  let keys = 0;

  async function begin(client: TestClient, key = `key-${++keys}`): Promise<PaymentSetup> {
    client.setHeader('Idempotency-Key', key);
    const { status, body, text } = await client.post<PaymentSetup>(`${PATH}/setups`, { gateway: 'sandbox' });
    if (status !== 201) throw new Error(`The visit was answered with ${status}: ${text}`);
    return body;
  }

  return {
    test,
    app,
    clock,
    payments,
    visitor,
    begin,
    signedIn: async (user) => {
      const client = app.client();
      await client.signIn(user);
      return client;
    },
    add: async (client, entered) => {
      const { id, url } = await begin(client);
      await visitor.enter(url, entered);
      const { status, body, text } = await client.post<PaymentMethod>(PATH, { setup: id });
      if (status !== 201) throw new Error(`Taking it in was answered with ${status}: ${text}`);
      return body;
    },
    settled: () => jobsEnd(db, { later: true }),
    close: async () => {
      await app.close();
      await close();
    },
  };
}
