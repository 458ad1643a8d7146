import type { ErrorBody, LoginAnswer, RecoveryCodes, SessionAnswer, TotpSetup } from '@ezdash/contracts';
import { generateSync } from 'otplib';
import type { Mount } from '../../platform/http';
import { createJobs } from '../../platform/jobs';
import { type Log, silentLog } from '../../platform/log';
import {
  ageProofs,
  buildApp,
  createTestDb,
  type FakeClock,
  fakeClock,
  type MadeUser,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../testing';
import { createAccountsFeature } from '../accounts';
import { createMail } from '../mail';
import { createFactorsFeature, type FactorsDeps, type FactorsFeature } from '.';

export const APP_URL = 'https://ads.test';
export const STEP_MS = 30_000;

export interface FactorsWorld {
  test: TestDb;
  app: TestApp;
  clock: FakeClock;
  factors: FactorsFeature;
  /** A visitor from an address of their own. */
  guest(): TestClient;
  signedIn(user: MadeUser): Promise<TestClient>;
  /** A log-in of which the password was right. */
  held(user: MadeUser): Promise<TestClient>;
  /** How often the account was signed in to. */
  signInsOf(user: MadeUser): number;
  /** `what` of each notice to the account, oldest first. */
  noticesTo(user: MadeUser): Promise<unknown[]>;
  /** Makes what the account's sessions proved lie so far back. */
  age(user: MadeUser, ms: number): Promise<unknown>;
  close(): Promise<void>;
}

export interface FactorsOptions {
  log?: Log;
  connectionsOf?: FactorsDeps['connectionsOf'];
  appUrl?: string;
  mounts?: Mount[];
}

/** The real app with accounts, factors and mail; mails stay in the outbox. */
export async function openFactors(options: FactorsOptions = {}): Promise<FactorsWorld> {
  const { log = silentLog, connectionsOf, appUrl = APP_URL, mounts = [] } = options;
  const test = await createTestDb();
  const clock = fakeClock();
  const jobs = createJobs({ connection: test.connection, log });
  const mail = createMail({ db: test.db, jobs, log, appName: 'Ads', appUrl, production: false });
  const accounts = createAccountsFeature({ db: test.db, clock }).service;
  const factors = createFactorsFeature({
    db: test.db,
    clock,
    mail,
    accounts,
    appUrl,
    appName: 'Ads',
    secret: 'a secret of the tests',
    connectionsOf,
  });
  const signIns: number[] = [];
  const app = await buildApp({
    test,
    clock,
    log,
    mounts: [...factors.mounts, ...mounts],
    accounts: { secondFactorsOf: factors.service.secondFactorsOf },
    sessions: { onSignIn: async ({ id }) => signIns.push(id) },
    trustProxy: ['loopback'],
  });
  let addresses = 0;

  const guest = () => {
    const client = app.client();
    client.setHeader('X-Forwarded-For', `198.51.100.${++addresses % 250}`);
    return client;
  };
  return {
    test,
    app,
    clock,
    factors,
    guest,
    signedIn: async (user) => {
      const client = guest();
      await client.signIn(user);
      return client;
    },
    held: async (user) => {
      const client = guest();
      const { body } = await logIn(client, user);
      if (!body.second_factor) throw new Error('The log-in does not wait');
      return client;
    },
    signInsOf: (user) => signIns.filter((id) => id === user.id).length,
    noticesTo: async (user) => {
      const mails = await test.db
        .selectFrom('mail')
        .select('data')
        .where('recipient', '=', user.email)
        .where('template', '=', 'security-changed')
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return mails.map(({ data }) => (data as { what?: unknown } | null)?.what);
    },
    age: (user, ms) => ageProofs(test.db, user.id, ms),
    close: async () => {
      await app.close();
      await jobs.stop();
      await test.drop();
    },
  };
}

/** A code of the app at the world's time, so many steps from now. */
export function codeAt(world: FactorsWorld, secret: string, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor(world.clock.nowMs() / 1000) + steps * 30 });
}

/** Turns it on by the routes; the clock goes on a step, so that the next code is a new one. */
export async function turnOn(world: FactorsWorld, client: TestClient) {
  const { secret } = (await client.post<TotpSetup>('/api/settings/factors/totp')).body;
  const code = codeAt(world, secret);
  const { body, status } = await client.post<RecoveryCodes>('/api/settings/factors/totp/confirm', { code });
  if (status !== 200) throw new Error(`Two-step verification was not turned on: ${status}`);
  world.clock.advance(STEP_MS);
  return { secret, codes: body.recovery_codes };
}

export const logIn = (client: TestClient, { email, password }: MadeUser) =>
  client.post<LoginAnswer & ErrorBody>('/api/auth/login', { email, password });
export const second = (client: TestClient, method: 'totp' | 'recovery', code: unknown) =>
  client.post<SessionAnswer & ErrorBody>('/api/auth/second-factor', { method, code });
export const me = async (client: TestClient): Promise<number | null> =>
  (await client.get<SessionAnswer>('/api/auth/me')).body.user?.id ?? null;
