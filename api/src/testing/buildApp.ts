import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestHandler } from 'express';
import { createApp } from '../app';
import { type AccountsDeps, createAccountsFeature } from '../features/accounts';
import { LeanRequest } from '../features/serving';
import { createSessions, type SessionOptions } from '../platform/auth';
import { type Clock, systemClock } from '../platform/clock';
import {
  answerUpgrades,
  COSTLY_CALLS,
  createClientReader,
  frontDoor,
  type Guard,
  type Mount,
  type PlaceLimits,
  type TakeSocket,
  type Translate,
} from '../platform/http';
import { type Log, silentLog } from '../platform/log';
import { createMetrics } from '../platform/metrics';
import type { TestDb } from './createTestDb';
import { createTestClient, type TestClient } from './testClient';

export interface BuildOptions {
  /** What createTestDb() made. */
  test: Pick<TestDb, 'db' | 'pool'>;
  /** The features under test; accounts are always there, since clients sign in through them. */
  mounts?: Mount[];
  clock?: Clock;
  log?: Log;
  /** What other features hang onto accounts and onto signing in. */
  accounts?: Partial<Omit<AccountsDeps, 'db' | 'clock'>>;
  sessions?: Partial<Pick<SessionOptions, 'onSignIn' | 'onSeen' | 'countryOf' | 'viewOf'>>;
  translate?: Translate;
  operatorGuard?: Guard;
  operatorReadGuard?: Guard;
  traceCalls?: RequestHandler;
  hear?: RequestHandler;
  trustProxy?: string[];
  callsPerMinute?: number;
  tooManyAfterMs?: number;
  callsAtOnce?: PlaceLimits;
  problems?: () => Promise<Record<string, string>>;
  /** Asked first, as the serving fast path is. */
  handle?: (req: IncomingMessage, res: ServerResponse) => boolean;
  /** Takes web sockets. */
  upgrade?: TakeSocket;
}

export interface TestApp {
  url: string;
  port: number;
  client(): TestClient;
  close(): Promise<void>;
}

/** All clients of a test come from one address, and ask in a minute what people ask in a day. */
const OF_TESTS = COSTLY_CALLS.map((row) => ({
  ...row,
  account: row.account && 100 * row.account,
  address: 100 * row.address,
}));
/** Tests of what happens at once send it at once. */
const PLACES_OF_TESTS = { changing: 400, reading: 400, mostWaiting: 0, refusedKeepsMs: 0 };
/** Longer than any test. */
const KEEP_ALIVE_MS = 600_000;

/** The real HTTP stack on a free port: sessions, CSRF, policies, error handler. Close it before dropping the database. */
export async function buildApp(options: BuildOptions): Promise<TestApp> {
  const { test, mounts = [], clock = systemClock, log = silentLog } = options;
  const secret = 'a secret of the tests, long enough for anybody';
  const accounts = createAccountsFeature({ secret, ...options.accounts, db: test.db, clock });
  const sessions = createSessions({
    pool: test.pool,
    secret,
    secure: false,
    log,
    loadUser: accounts.service.loadUser,
    ...options.sessions,
  });
  const app = createApp({
    log,
    metrics: createMetrics({ processFigures: false }),
    sessions,
    mounts: [...accounts.mounts, ...mounts],
    problems: options.problems ?? (async () => ({})),
    clients: createClientReader(options.trustProxy ?? []),
    translate: options.translate,
    operatorGuard: options.operatorGuard,
    operatorReadGuard: options.operatorReadGuard,
    traceCalls: options.traceCalls,
    hear: options.hear,
    callsPerMinute: options.callsPerMinute ?? 0,
    costlyCalls: OF_TESTS,
    callsAtOnce: options.callsAtOnce ?? PLACES_OF_TESTS,
    tooManyAfterMs: options.tooManyAfterMs ?? 0,
  });
  // A connection must not end while a long test keeps this process busy: the next call would take it for open.
  const server = createServer(
    { IncomingMessage: LeanRequest, keepAliveTimeout: KEEP_ALIVE_MS },
    frontDoor((req, res) => {
      if (!options.handle?.(req, res)) app(req, res);
    }),
  );
  answerUpgrades(server, options.upgrade ?? (() => false));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    client: () => createTestClient(url),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await sessions.close();
    },
  };
}
