import { randomUUID } from 'node:crypto';
import type { DebugSession, XeroAuthAnswer } from '@ezdash/contracts';
import type { XeroConfig } from '../../config';
import { inTransaction } from '../../platform/db';
import { createJobs, type Jobs } from '../../platform/jobs';
import { silentLog } from '../../platform/log';
import {
  buildApp,
  createTestDb,
  type FakeClock,
  fakeClock,
  jobsEnd,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../testing';
import { createTestPublisher } from '../../testing/testPublisher';
import { startXeroSandbox, type XeroSandbox, type XeroSandboxOptions } from '../../testing/xeroSandbox';
import { createDebugToolFeature } from '../debug-tool';
import { deposit } from '../ledger';
import { createXeroFeature, type XeroDeps, type XeroFeature } from '.';

export const APP_URL = 'http://ads.test';
const CALLBACK = `${APP_URL}/xero/auth/callback`;
const SECRET = 'a secret of the tests, long enough for anybody';
const MICROS = 1_000_000n;

export type FeatureOptions = Partial<Pick<XeroDeps, 'limits' | 'timeouts' | 'claimMs'>> & {
  config?: Partial<XeroConfig>;
};

export function configOf(sandbox: XeroSandbox): XeroConfig {
  const { issuer, apiUrl, clientId, clientSecret, webhookKey } = sandbox;
  return {
    issuer,
    apiUrl,
    clientId,
    clientSecret,
    webhookKey,
    scopes:
      'openid profile email offline_access accounting.invoices accounting.payments accounting.contacts accounting.settings'.split(
        ' ',
      ),
    accountCode: '200',
    paymentAccountCode: '090',
    taxType: 'NONE',
  };
}

/** One server's part: several on one database are several servers. */
export function openServer(
  test: TestDb,
  sandbox: XeroSandbox,
  clock: FakeClock,
  options: FeatureOptions = {},
) {
  const { db, connection } = test;
  const { config, ...rest } = options;
  const jobs: Jobs = createJobs({ connection, log: silentLog, pollMs: 20 });
  const publisher = createTestPublisher();
  const debugTool = createDebugToolFeature({ db, clock, secret: SECRET, secure: false });
  const xero = createXeroFeature({
    db,
    clock,
    log: silentLog,
    jobs,
    publisher,
    secret: SECRET,
    appUrl: APP_URL,
    config: { ...configOf(sandbox), ...config },
    debugTool,
    gatewayName: (id) => (id === 'sandbox' ? 'Sandbox' : id),
    retryDelaySeconds: 0,
    ...rest,
  });
  return { jobs, publisher, debugTool, xero };
}

export interface XeroWorld {
  test: TestDb;
  app: TestApp;
  clock: FakeClock;
  sandbox: XeroSandbox;
  xero: XeroFeature;
  jobs: Jobs;
  publisher: ReturnType<typeof createTestPublisher>;
  admin: MadeUser;
  /** Signed in as the admin, with a debug session that was begun just now. */
  debugger(): Promise<TestClient>;
  operator(): Promise<TestClient>;
  /** The whole way of the popup. */
  connect(organisation?: string): Promise<void>;
  /** A completed deposit, with the hook, unless the options say otherwise. */
  deposit(options?: DepositOptions): Promise<number>;
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface DepositOptions {
  user?: MadeUser;
  amountMicros?: bigint;
  feeMicros?: bigint;
  type?: 'deposit' | 'refund';
  state?: 'pending' | 'completed';
  parentId?: number;
  /** False: without the hook, as one from before Xero was connected. */
  hooked?: boolean;
}

const feeOf = (options: DepositOptions) => options.feeMicros ?? 0n;

/** The row as the payments' part writes it, with its booking in the ledger. */
export async function makePayment(
  world: { test: TestDb; xero: Pick<XeroFeature, 'hook'>; clock: FakeClock },
  options: DepositOptions = {},
): Promise<number> {
  const { db } = world.test;
  const user = options.user ?? (await makeAdvertiser(db, { cashMicros: 0n }));
  const { type = 'deposit', state = 'completed', amountMicros = 250n * MICROS, parentId = null } = options;
  const isDone = state === 'completed';
  const now = world.clock.now();
  const clientKey = randomUUID();
  return inTransaction(db, async (trx) => {
    const booked = await deposit(trx, {
      advertiserId: user.id,
      amountMicros,
      reference: clientKey,
      occurredAt: now,
    });
    const row = await trx
      .insertInto('payment')
      .values({
        user_id: user.id,
        type,
        state,
        origin: 'person',
        client_key: clientKey,
        parent_id: parentId,
        amount_micros: amountMicros,
        fee_micros: feeOf(options),
        gateway: 'sandbox',
        external_transaction_id: isDone ? `txn-${clientKey.slice(0, 8)}` : null,
        transaction_id: isDone ? booked.id : null,
        created_at: now,
        ended_at: isDone ? now : null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (isDone && options.hooked !== false)
      await world.xero.hook.completed?.(
        trx,
        {
          id: row.id,
          userId: user.id,
          type,
          parentId,
          amountMicros,
          feeMicros: feeOf(options),
          currency: 'USD',
          promoCode: null,
          gatewayName: 'Sandbox',
          methodLabel: null,
          externalTransactionId: row.external_transaction_id,
          reference: null,
          createdAt: now,
        },
        now,
      );
    return row.id;
  });
}

/** The window of the sign-in, from where it is sent to where it ends. */
export async function visitPopup(
  client: TestClient,
  sandbox: XeroSandbox,
  authUrl: string,
  decision: { organisation?: string; isDenied?: boolean } = {},
) {
  const back = await sandbox.authorize(authUrl, decision);
  if (!back.startsWith(CALLBACK)) throw new Error(`Xero led to ${back}`);
  return client.get(back.slice(APP_URL.length));
}

/** The app with the debug tool and Xero, before a local Xero. */
export async function openXero(
  options: FeatureOptions & { sandbox?: XeroSandboxOptions } = {},
): Promise<XeroWorld> {
  const { sandbox: sandboxOptions, ...featureOptions } = options;
  const test = await createTestDb();
  const clock = fakeClock();
  const sandbox = await startXeroSandbox({ redirectUris: [CALLBACK], ...sandboxOptions });
  const { jobs, publisher, debugTool, xero } = openServer(test, sandbox, clock, featureOptions);
  await jobs.start();
  const app = await buildApp({ test, clock, mounts: [...debugTool.mounts, ...xero.mounts] });
  const admin = await makeAdmin(test.db);

  const operator = async (): Promise<TestClient> => {
    const client = app.client();
    await client.signIn(admin);
    return client;
  };
  const asDebugger = async (): Promise<TestClient> => {
    const client = app.client();
    const body = { admin_email: admin.email, admin_password: admin.password };
    const answer = await client.post<DebugSession>('/debug-tool/activate', body);
    if (answer.status !== 200) throw new Error(`The debug tool answered ${answer.status}: ${answer.text}`);
    client.setHeader('X-Debug-Token', answer.body.session_token);
    return client;
  };

  const world = { test, app, clock, sandbox, xero, jobs, publisher, admin };
  return {
    ...world,
    operator,
    debugger: asDebugger,
    connect: async (organisation) => {
      const client = await asDebugger();
      const { body } = await client.post<XeroAuthAnswer>('/debug-tool/xero/auth');
      const page = await visitPopup(client, sandbox, body.auth_url, organisation ? { organisation } : {});
      if (page.status !== 200) throw new Error(`Connecting was answered with ${page.status}: ${page.text}`);
    },
    deposit: (given) => makePayment(world, given),
    settled: () => jobsEnd(test.db, { later: true }),
    close: async () => {
      await app.close();
      await jobs.stop();
      await sandbox.close();
      await test.drop();
    },
  };
}
