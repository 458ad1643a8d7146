import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { RequestHandler } from 'express';
import { sql } from 'kysely';
import type pg from 'pg';
import { version } from '../../package.json';
import { createApp } from '../app';
import type { Config, Warning } from '../config';
import {
  type AuthUser,
  createSessions,
  registerLimiterMetrics,
  type SessionOptions,
  type Sessions,
} from '../platform/auth';
import { type Clock, systemClock } from '../platform/clock';
import { type Connection, type Db, errorDetail, type OpenDb } from '../platform/db';
import { describeFileProblem, holdLock } from '../platform/embeddedPostgres';
import { createErrorReports, type ErrorReports } from '../platform/errorReports';
import {
  answerClientErrors,
  answerUpgrades,
  type ClientReader,
  createClientReader,
  createSocketGuard,
  frontDoor,
  type Guard,
  type Mount,
  PLACES,
  type PlaceLimits,
  paceBodies,
  type SocketGuard,
  socketLimits,
  type TakeSocket,
  type Translate,
} from '../platform/http';
import type { Log } from '../platform/log';
import { createMetrics, type Metrics } from '../platform/metrics';
import { readSecrets, type Secrets } from '../secrets';
import { Cleanup } from './Cleanup';
import { keepPrivate } from './keepPrivate';
import { assertPortFree, listen } from './listen';
import { findNodeNotice } from './nodeSupport';
import { openDatabase } from './openDatabase';
import { StartError, startSentence } from './StartError';

/** What features are made of. */
export interface AppContext {
  config: Config;
  secrets: Secrets;
  connection: Connection;
  /** Of the role that owns the tables, for the start alone; `connection` where there is one role for everything. */
  owner: Connection;
  db: Db;
  pool: pg.Pool;
  /** For what keeps ads and sign-ins going: connections that no call can hold. */
  vital: OpenDb;
  /** The embedded database was made at this start. */
  databaseCreated: boolean;
  clock: Clock;
  /** Who asks. */
  clients: ClientReader;
  log: Log;
  metrics: Metrics;
  /** Counts and ends the connections of every HTTP server of this process. */
  sockets: SocketGuard;
  /** For what fails where nobody waits for an answer. */
  errorReports: ErrorReports;
  /** Registers what to stop, in the opposite order; the database is closed after all of it. */
  onStop(name: string, stop: () => Promise<void> | void, timeoutMs?: number): void;
}

/** What the features give to the app. */
export interface Features {
  mounts: Mount[];
  loadUser(id: number): Promise<AuthUser | null>;
  /** The serving fast path, asked before Express; true when it answers. */
  handle?(req: IncomingMessage, res: ServerResponse): boolean;
  /** Whose bodies may come faster than a stranger's. */
  isExchange?(req: IncomingMessage): boolean;
  /** The creatives' host: on a port of its own, and on the app's by its name. */
  creatives?: {
    isAddressed(req: IncomingMessage): boolean;
    handle(req: IncomingMessage, res: ServerResponse): void;
  };
  /** What requests are made of; node:http's own when nothing is said. */
  request?: typeof IncomingMessage;
  /** Takes web sockets; false when there is none at that address. */
  upgrade?: TakeSocket;
  /** Lets go of the web sockets, before the server waits for its connections to end. */
  endSockets?(): Promise<void> | void;
  translate?: Translate;
  /** Told of every sign-in, and where visitors are. */
  onSignIn?: SessionOptions['onSignIn'];
  /** Told of every call of somebody signed in. */
  onSeen?: SessionOptions['onSeen'];
  countryOf?: SessionOptions['countryOf'];
  /** With whose eyes a call is made. */
  viewOf?: SessionOptions['viewOf'];
  /** In front of the console's calls. */
  operatorGuard?: Guard;
  /** In front of what admins read of others outside the console. */
  operatorReadGuard?: Guard;
  /** Keeps the timelines of calls of browsers that debug. */
  traceCalls?: RequestHandler;
  /** In front of every call: what open pages say of themselves in its headers. */
  hear?: RequestHandler;
  /** What keeps the app from working, by name. */
  problems?(): Promise<Record<string, string>>;
  /** Runs when everything is wired and nobody can call yet: seeding. */
  prepare?(): Promise<void>;
  /** Runs when people can call: what looks after things in the background. */
  begin?(): void;
  /** What the operator is told once people can come: addresses, sign-ins. */
  announce?(): string[];
}

export interface StartOptions {
  config: Config;
  log: Log;
  clock?: Clock;
  wire(context: AppContext): Features | Promise<Features>;
  /** How long what waited for the server has it to itself; 2,000 unless given. */
  beginAfterMs?: number;
  /** Instead of the server's own. */
  callsAtOnce?: PlaceLimits;
}

export interface RunningApp {
  /** The port it listens on, also when it was asked for any (0). */
  port: number;
  announce: string[];
  /** Told of the error that ends the process. */
  reportFatal(error: unknown): void;
  /** Stops accepting, lets calls end, stops the features, the database last. Safe to call twice. */
  stop(): Promise<void>;
}

const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** Longer than the 60 s of usual load balancers, which must be the ones to hang up. */
  keepAliveTimeout: 65_000,
  /** How often connections are looked through for requests that take too long. */
  connectionsCheckingInterval: 5_000,
};
const CALLS_END_MS = 2_000;
const LAST_REPORTS_MS = 1_500;
const DATABASE_STOP_MS = 9_000;
const READY_TIMEOUT_MS = 2_000;
const BEGIN_AFTER_MS = 2_000;

/** Two servers on one folder would write into each other's journal. */
function claimDataDir(dataDir: string): () => void {
  try {
    const lock = holdLock(path.join(dataDir, 'app.lock'));
    if ('release' in lock) return lock.release;
    throw new StartError(
      `Another server (process ${lock.heldBy}) works with DATA_DIR ${dataDir}: stop it, or choose another DATA_DIR.`,
    );
  } catch (error) {
    throw describeFileProblem(error, dataDir);
  }
}

/** In our own words: the address is public, and the database's may name hosts and people. */
async function databaseProblem(db: Db, log: Log): Promise<Record<string, string>> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no answer in ${READY_TIMEOUT_MS} ms`)), READY_TIMEOUT_MS).unref();
  });
  try {
    await Promise.race([sql`SELECT 1`.execute(db), late]);
    return {};
  } catch (error) {
    log.warn(errorDetail(error), 'The database does not answer');
    return { database: 'it does not answer' };
  }
}

/** Calls that come while one is under way get its answer: anybody may ask, and the database answers once at a time. */
function shareAnswer<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  return () => {
    underWay ??= ask().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    // Whoever keeps a call open (a slow download, an event stream) is let go.
    setTimeout(() => server.closeAllConnections(), CALLS_END_MS).unref();
  });
}

function openErrorReports({ errorReports, nodeName }: Config, log: Log): Promise<ErrorReports> {
  const { apiDsn: dsn, environment } = errorReports;
  return createErrorReports({ dsn, environment, release: `api@${version}`, nodeName, log });
}

function openSocketGuard(
  { sockets }: Config,
  { clients, log, metrics }: { clients: ClientReader; log: Log; metrics: Metrics },
): SocketGuard {
  return createSocketGuard({ limits: socketLimits(sockets), trusted: clients.isProxy, log, metrics });
}

function openSessions(
  { loadUser, onSignIn, onSeen, countryOf, viewOf }: Features,
  options: Pick<SessionOptions, 'pool' | 'lockingPool' | 'secret' | 'secure' | 'log'>,
): Sessions {
  return createSessions({ ...options, loadUser, onSignIn, onSeen, countryOf, viewOf });
}

/** A server whose every answer is behind the time-outs and the checks of what strangers send. */
function createHttpServer(
  { request, upgrade = () => false }: Pick<Features, 'request' | 'upgrade'>,
  { metrics, pace }: { metrics: Metrics; pace: (req: IncomingMessage) => void },
  answer: RequestListener,
): Server {
  const server = createServer({ ...TIMEOUTS, IncomingMessage: request }, frontDoor(answer, pace));
  answerClientErrors(server, metrics.countClientError);
  answerUpgrades(server, upgrade);
  return server;
}

async function start(
  { clock = systemClock, beginAfterMs = BEGIN_AFTER_MS, callsAtOnce = PLACES, ...given }: StartOptions,
  cleanup: Cleanup,
): Promise<Omit<RunningApp, 'stop'>> {
  const { config, log } = given;
  const errorReports = await openErrorReports(config, log);
  cleanup.add('The error reports', () => errorReports.close(LAST_REPORTS_MS));
  try {
    return await startWith(errorReports, { ...given, clock, beginAfterMs, callsAtOnce }, cleanup);
  } catch (error) {
    // What the operator can help is said to them; everything else is a bug.
    if (startSentence(error) === null) errorReports.capture(error, { fatal: true });
    throw error;
  }
}

async function startWith(
  errorReports: ErrorReports,
  { config, log, clock, beginAfterMs, callsAtOnce, wire }: Required<StartOptions>,
  cleanup: Cleanup,
): Promise<Omit<RunningApp, 'stop'>> {
  const warnings: Record<string, string> = {};
  const warn = ({ name, sentence }: Warning) => {
    warnings[name] = sentence;
    log.warn({ event: 'config.warning', name }, sentence);
  };
  for (const warning of config.warnings) warn(warning);
  await assertPortFree(config.port, config.host);
  // With any free port (0) nobody could be led to another one.
  const creativesPort = config.port === 0 ? 0 : config.creatives.port;
  await assertPortFree(creativesPort, config.host, 'CREATIVES_PORT');
  if (config.demo) await assertPortFree(config.demoPort, config.host, 'DEMO_PORT');
  const notice = findNodeNotice(process.version, clock.now());
  if (notice !== null) warn({ name: 'node', sentence: notice });
  keepPrivate(config.dataDir, log);
  const secrets = readSecrets(config.dataDir);
  cleanup.add('The lock of DATA_DIR', claimDataDir(config.dataDir));
  const { connection, owner, db, pool, vital, created, warning, close } = await openDatabase(config, log);
  cleanup.add('The database', close, DATABASE_STOP_MS);
  if (warning) warn(warning);
  const clients = createClientReader(config.trustProxy, config.proxyHeader);
  const metrics = createMetrics();
  registerLimiterMetrics(metrics.registry);
  const sockets = openSocketGuard(config, { clients, log, metrics });
  cleanup.add('The guard of connections', sockets.stop);
  const onStop: AppContext['onStop'] = (name, stop, timeoutMs) => cleanup.add(name, stop, timeoutMs);
  const features = await wire({
    config,
    secrets,
    connection,
    owner,
    db,
    pool,
    vital,
    databaseCreated: created,
    clock,
    clients,
    log,
    metrics,
    sockets,
    errorReports,
    onStop,
  });
  const secure = config.appUrl.startsWith('https:');
  const sessions = openSessions(features, {
    pool: vital.pool,
    lockingPool: pool,
    secret: secrets.session,
    secure,
    log,
  });
  cleanup.add('The store of sessions', sessions.close);
  let stopping = false;
  const app = createApp({
    log,
    metrics,
    sessions,
    mounts: features.mounts,
    clients,
    secure,
    translate: features.translate,
    operatorGuard: features.operatorGuard,
    operatorReadGuard: features.operatorReadGuard,
    traceCalls: features.traceCalls,
    hear: features.hear,
    errorReports,
    callsAtOnce,
    warnings,
    problems: shareAnswer(async () => ({
      ...(stopping && { server: 'stopping' }),
      // Calls that wait for each other are no reason to take the ad server out of service.
      ...(await databaseProblem(vital.db, log)),
      ...(await features.problems?.()),
    })),
  });
  await features.prepare?.();
  const { creatives, request, upgrade } = features;
  const isExchange = (req: IncomingMessage) => features.isExchange?.(req) ?? false;
  const strangers = { metrics, pace: paceBodies((req) => clients.readRequest(req), isExchange) };
  const takeSocket: TakeSocket = (req, ...rest) =>
    !creatives?.isAddressed(req) && (upgrade?.(req, ...rest) ?? false);
  const server = createHttpServer({ request, upgrade: takeSocket }, strangers, (req, res) => {
    if (creatives?.isAddressed(req)) creatives.handle(req, res);
    else if (!features.handle?.(req, res)) app(req, res);
  });
  sockets.watch(server);
  await listen(server, config.port, config.host);
  cleanup.add('The server', () => closeServer(server), CALLS_END_MS + 1_000);
  if (creatives && creativesPort !== 0) {
    const own = createHttpServer({ request }, strangers, creatives.handle);
    sockets.watch(own);
    await listen(own, creativesPort, config.host, 'CREATIVES_PORT');
    cleanup.add('The host of creatives', () => closeServer(own), CALLS_END_MS + 1_000);
  }
  if (features.endSockets) cleanup.add('The web sockets', features.endSockets);
  const beginning = setTimeout(() => features.begin?.(), beginAfterMs);
  cleanup.add('Readiness', () => {
    clearTimeout(beginning);
    stopping = true;
  });
  return {
    port: (server.address() as AddressInfo).port,
    announce: features.announce?.() ?? [],
    reportFatal: (error) => void errorReports.capture(error, { fatal: true }),
  };
}

/**
 * Config → database → migrations → features → seed → listen. What was started before something failed is stopped
 * again; the error is a sentence where the operator can help (`startSentence`).
 */
export async function startApp(options: StartOptions): Promise<RunningApp> {
  const cleanup = new Cleanup(options.log);
  try {
    const started = await start(options, cleanup);
    return { ...started, stop: () => cleanup.run() };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}
