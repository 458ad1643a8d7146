import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { EVENT_KINDS } from '@ezdash/contracts';
import type { Registry } from 'prom-client';
import { type Connection, type Db, errorDetail } from '../../platform/db';
import { type ClientReader, createClientReader } from '../../platform/http';
import type { Log } from '../../platform/log';
import type { CreativeAddresses } from '../creatives';
import {
  type Applied,
  claimJournal,
  createIngest,
  createMutex,
  createRetention,
  DEFAULT_RAW_EVENT_DAYS,
  type Ingest,
  type IngestEvent,
  type IngestStats,
  type Retention,
} from '../events';
import { createClaimReports } from './claimReports';
import { createPassbacks } from './createPassbacks';
import { type CreativesHost, createCreativesHost } from './hot/creativesHost';
import { Engine } from './hot/engine';
import { createFastPath, type Handle } from './hot/fastPath';
import { dayStart } from './hot/gateState';
import { type Geo, openGeo } from './hot/geo';
import { sendError } from './hot/httpAnswers';
import { campaignCount } from './hot/index/Snapshot';
import { Journal } from './hot/journal/Journal';
import { readJournal } from './hot/journal/readJournal';
import { removeSegments } from './hot/journal/segments';
import { decodeRecord } from './hot/records';
import { createTagFile, withNetwork } from './hot/staticFiles';
import { createTagPages } from './hot/tagPages';
import { createTokenSigner, type TokenKey } from './hot/token';
import type { DecisionSampler } from './hot/trace/TraceSampler';
import type { Traffic } from './hot/traffic/createTraffic';
import { createUserAgents } from './hot/userAgent';
import { createRandomPool, cryptoRandom, type RandomSource } from './hot/uuidV7';
import { createVast } from './hot/vast/createVast';
import type { VastPublisher } from './hot/vast/vastDocument';
import {
  createLeaseKeeper,
  LEASE_TTL_MS,
  type LeaseKeeper,
  type LeaseStats,
} from './leases/createLeaseKeeper';
import { registerLeaseMetrics } from './leases/metrics';
import { createPostgresLeaseStore } from './leases/postgresLeaseStore';
import { registerServingMetrics } from './metrics';
import { createSnapshotKeeper, type SnapshotKeeper } from './snapshotKeeper';
import { createVideoReports } from './videoReports';

const DAY_MS = 86_400_000;
const SEGMENT_CHECK_MS = 3_600_000;
/** An event that waits longer for the database makes the server not ready. */
const LONGEST_WAIT_MS = 30_000;

export interface ServingOptions {
  db: Db;
  /** For connections of its own: COPY and LISTEN. */
  connection: Connection;
  dataDir: string;
  log: Log;
  /** The first signs decisions, all of them verify. */
  tokenKeys: readonly [TokenKey, ...TokenKey[]];
  /** What `/tag.js` answers. */
  tagSource: string;
  /** Path → script: what the tag loads where it is wanted. */
  tagScripts?: Readonly<Record<string, string>>;
  /** This process' journal; another one on the same DATA_DIR needs another name. */
  node?: string;
  /** How many ad servers share the database at least; others are also found when they live. */
  nodes?: number;
  /** An ad server that is silent for so long is taken for dead, and what it has leased is free. */
  leaseTtlMs?: number;
  /** Who asks; a proxy on this machine is believed unless given. */
  clients?: ClientReader;
  /** Whose VAST documents and own ads they are and where their addresses lead; without one there are neither. */
  publisher?: VastPublisher;
  /** Where creatives are loaded from; without it by paths, and nobody answers them. */
  addresses?: CreativeAddresses;
  /** Rules of invalid traffic on arrival; without them only robots and prefetches are told apart. */
  traffic?: Traffic;
  /** File of a database of cities in MaxMind's format, which knows regions; without one they are unknown. */
  cityDatabase?: string;
  /** Epoch milliseconds. */
  now?: () => number;
  random?: RandomSource;
  /** Which decisions are traced, when not those that the traffic leaves time for. */
  sampler?: DecisionSampler;
  /** How many days of raw events are kept; 31 or more, so that a late conversion finds its click. */
  rawEventDays?: number;
  /** A batch that takes longer is given up, with its connection, and tried again. */
  batchTimeoutMs?: number;
  /** False for a past that is only made: nothing is followed or applied but by `drain`. */
  background?: boolean;
  /** False: click rates of young campaigns are the expected ones, never drawn. As `background` unless given. */
  explores?: boolean;
}

export interface ServingStats {
  ready: boolean;
  journalHealthy: boolean;
  /** What `/readyz` says: answers requests and keeps events. */
  healthy: boolean;
  campaigns: number;
  zones: number;
  decisions: number;
  events: number;
  ingest: IngestStats;
  keeper: ReturnType<SnapshotKeeper['stats']>;
  /** Null when nobody else can be serving. */
  leases: LeaseStats | null;
}

export interface Serving {
  /** In front of Express: answers what is the ad server's and says so. */
  handle: Handle;
  /** The creatives' host of their own; null without an address for it. */
  creatives: CreativesHost | null;
  start(): Promise<void>;
  /** Answers nothing more, writes what is in memory and applies it. */
  stop(): Promise<void>;
  /** Reads the index again; a change is otherwise seen within half a second. */
  refresh(): Promise<void>;
  /** Ends when everything recorded so far is in the database. */
  drain(): Promise<void>;
  stats(): ServingStats;
  /** Whether it decides and keeps events. */
  isReady(): boolean;
  /** What keeps the ad server from working, by name, for `/readyz`. */
  problems(): Record<string, string>;
  /**
   * Up to when events are in the database: never beyond the oldest one that still waits for it.
   */
  appliedUntil(): Date;
  /**
   * Which part of its day's budget even pacing wants a campaign to have spent by a moment of today, 0–1; null when it
   * is not paced here: with asap, while it is not served, before `start`.
   */
  dueShareOf(campaignId: number, nowMs: number): number | null;
  registerMetrics(registry: Registry): void;
  /** For visits without HTTP (the demo's past) and for tests; there after `start`. */
  parts(): { engine: Engine; geo: Geo };
  /** Null before `start` and behind `stop`. */
  engine(): Engine | null;
}

interface Running {
  journal: Journal;
  engine: Engine;
  geo: Geo;
  ingest: Ingest;
  keeper: SnapshotKeeper;
  /** Null when nobody else can be serving. */
  leases: LeaseKeeper | null;
  retention: Retention;
  fastPath: Handle;
  segmentTimer: NodeJS.Timeout | null;
}

/** Tells the engine what a batch made of its estimates. */
function settle(engine: Engine, applied: Applied, events: readonly IngestEvent[], nowMs: number): void {
  const dayStartMs = dayStart(nowMs);
  const today = new Date(dayStartMs).toISOString().slice(0, 10);
  engine.budgets.apply(
    {
      dayStartMs,
      campaigns: applied.campaigns
        // A day that the batch did not touch keeps the sum the engine knows.
        .map(({ id, spentByDay, totalMicros }) => ({
          id,
          todayMicros: spentByDay.has(today) ? Number(spentByDay.get(today)) : null,
          totalMicros: Number(totalMicros),
        })),
      advertisers: applied.advertisers.map(({ id, balanceMicros }) => ({
        id,
        balanceMicros: Number(balanceMicros),
      })),
      settled: events
        .filter((event) => event.claimed)
        .map(({ campaignId, decidedAtMs, priceMicros }) => ({
          campaignId,
          decidedAtMs,
          claimMicros: priceMicros,
        })),
      shown: events.filter((event) => event.shown).map(({ campaignId }) => campaignId),
      clicked: events
        .filter(({ kind }) => kind === EVENT_KINDS.click)
        .map(({ campaignId, decisionId }) => ({ campaignId, decisionId })),
    },
    nowMs,
  );
}

/** The ad server: decisions and events on the fast path, its journal, and the ingestion behind it. */
export function createServing(options: ServingOptions): Serving {
  const { db, connection, dataDir, log } = options;
  const node = options.node ?? 'n1';
  const now = options.now ?? Date.now;
  const background = options.background ?? true;
  const explores = options.explores ?? background;
  const journalDir = join(dataDir, 'journal', node);
  const exclusive = createMutex();
  const clients = options.clients ?? createClientReader(['loopback']);
  const videos = createVideoReports({ db, log });
  const { addresses } = options;
  let running: Running | null = null;
  const claims = createClaimReports({ db, log }, () => running?.engine.origins ?? null);
  let ready = false;

  const insist = (): Running => {
    if (!running) throw new Error('The ad server has not been started');
    return running;
  };

  function makeIngest(): Ingest {
    return createIngest({
      connection,
      node,
      log,
      now,
      exclusive,
      timeoutMs: options.batchTimeoutMs,
      source: {
        read: async (from, maxRecords) => {
          const { journal } = insist();
          const read = await readJournal({ dir: journalDir, from, until: journal.durable, maxRecords });
          return { ...read, records: read.records.map(decodeRecord).filter((record) => record !== null) };
        },
      },
      // Before it has a number it applies what a life before has left.
      leaseNode: () => (running ? (running.leases?.leaseNode() ?? null) : 0),
      onApplied: (applied, events) => {
        const { engine, leases } = insist();
        leases?.settled(applied.leases, events);
        settle(engine, applied, events, now());
      },
    });
  }

  async function assemble(ingest: Ingest): Promise<Running> {
    const [journal, geo] = await Promise.all([
      Journal.open({ dir: journalDir, log, usedSegments: ingest.position().segment }),
      openGeo(options.cityDatabase),
    ]);
    const random = createRandomPool(options.random ?? cryptoRandom);
    const signer = createTokenSigner(options.tokenKeys, random);
    const engine = new Engine({
      signer,
      journal,
      now,
      traffic: options.traffic?.rules,
      sampler: options.sampler,
    });
    const passbacks = createPassbacks(db);
    const keeper = createSnapshotKeeper({
      db,
      connection,
      engine,
      toPublic: addresses?.toPublic,
      log,
      now,
      exclusive,
      onZonesChanged: passbacks.forget,
      explores,
      waits: !background,
    });
    const days = options.rawEventDays ?? DEFAULT_RAW_EVENT_DAYS;
    const retention = createRetention({ connection, days, log, now });
    const fastPath = createFastPath({
      engine,
      geo,
      clients,
      networks: options.traffic?.networks,
      userAgents: createUserAgents(),
      creativesOrigin: addresses?.origin,
      tagFile: createTagFile(withNetwork(options.tagSource, options.publisher?.origin)),
      tagPages: createTagPages({
        engine,
        network: options.publisher,
        creativesOrigin: addresses?.origin,
        readPassback: passbacks.read,
        scripts: new Map(
          Object.entries(options.tagScripts ?? {}).map(([path, source]) => [path, createTagFile(source)]),
        ),
        ready: () => ready,
      }),
      vast:
        options.publisher &&
        createVast({ engine, publisher: options.publisher, tally: videos.tally, ready: () => ready, now }),
      ready: () => ready,
    });
    // Of a past that is only made nobody else serves anything.
    const leases = background
      ? createLeaseKeeper({
          store: createPostgresLeaseStore(db, options.leaseTtlMs ?? LEASE_TTL_MS, () =>
            running ? appliedUntil() : null,
          ),
          ttlMs: options.leaseTtlMs,
          engine,
          onNumber: signer.setNode,
          name: node,
          nodes: options.nodes ?? 1,
          now,
          log,
          exclusive,
        })
      : null;
    return { journal, engine, geo, ingest, keeper, leases, retention, fastPath, segmentTimer: null };
  }

  function removeOldSegments(): void {
    removeSegments(journalDir, insist().ingest.position().segment, DAY_MS, Date.now()).catch(
      (error: unknown) => log.warn({ err: error }, 'Could not remove old journal segments'),
    );
  }

  async function start(): Promise<void> {
    const ingest = makeIngest();
    await options.traffic?.start();
    await claimJournal(db, journalDir, node);
    // The lock on the journal comes first: nobody else may be writing what is recovered next.
    await ingest.open();
    running = await assemble(ingest);
    // What a crash left in the journal counts before the first budget is read.
    await ingest.drain();
    await running.leases?.join();
    await running.keeper.refresh();
    await running.leases?.ask();
    ready = true;
    if (!background) return;
    running.leases?.start();
    running.keeper.start();
    videos.start();
    claims.start();
    ingest.start();
    running.retention.start();
    running.segmentTimer = setInterval(removeOldSegments, SEGMENT_CHECK_MS);
    running.segmentTimer.unref();
  }

  async function drain(): Promise<void> {
    const { engine, journal, ingest } = insist();
    engine.writeRequests();
    await Promise.all([journal.flush(), videos.flush(), claims.flush()]);
    await ingest.drain();
  }

  async function stop(): Promise<void> {
    ready = false;
    options.traffic?.stop();
    if (!running) return;
    const { engine, journal, ingest, keeper, leases, retention, segmentTimer } = running;
    if (segmentTimer) clearInterval(segmentTimer);
    // The disk first: it needs nobody else.
    engine.writeRequests();
    await journal.flush();
    await Promise.all([keeper.stop(), retention.stop(), videos.stop(), claims.stop()]);
    await ingest
      .drain()
      .catch((error: unknown) =>
        log.warn(errorDetail(error), 'Events wait in the journal for the next start'),
      );
    await leases?.stop();
    await ingest.stop();
    await journal.close();
    running = null;
  }

  function handle(req: IncomingMessage, res: ServerResponse): boolean {
    try {
      return running?.fastPath(req, res) ?? false;
    } catch (error) {
      log.error({ err: error }, 'The ad server failed on a request');
      if (!res.headersSent) sendError(res, 500, 'INTERNAL', 'The ad server failed on this request.');
      return true;
    }
  }

  function stats(): ServingStats {
    const { engine, journal, ingest, keeper, leases } = insist();
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    return {
      ready,
      journalHealthy: journal.healthy,
      healthy: ready && journal.healthy,
      campaigns: campaignCount(engine.snapshot),
      zones: engine.snapshot.zones.byId.size,
      decisions: sum(engine.counts.decisions),
      events: sum(engine.counts.events),
      ingest: ingest.stats(),
      keeper: keeper.stats(),
      leases: leases?.stats() ?? null,
    };
  }

  function problems(): Record<string, string> {
    if (!running || !ready) return { 'ad server': 'not started' };
    const { oldestWaitingMs, lastError } = running.ingest.stats();
    const unleased = running.leases?.problem() ?? null;
    const waitingMs = oldestWaitingMs === null ? 0 : now() - oldestWaitingMs;
    return {
      ...(unleased !== null && { budgets: unleased }),
      ...(!running.journal.healthy && { journal: 'the ad server cannot keep events' }),
      ...(waitingMs > LONGEST_WAIT_MS && {
        ingestion: `events have been waiting for the database for ${Math.floor(waitingMs / 1_000)} s${lastError ? ` (${lastError})` : ''}`,
      }),
    };
  }

  function appliedUntil(): Date {
    const { oldestWaitingMs, appliedUntilMs } = insist().ingest.stats();
    return new Date(Math.min(appliedUntilMs, oldestWaitingMs ?? Number.POSITIVE_INFINITY));
  }

  function dueShareOf(campaignId: number, nowMs: number): number | null {
    // The lines are of the engine's day alone: who asks around midnight, or by another clock, must not turn them.
    if (running === null || dayStart(nowMs) !== dayStart(now())) return null;
    return running.engine.budgets.dueShare(campaignId, nowMs);
  }

  const creatives =
    addresses === undefined
      ? null
      : createCreativesHost({
          dir: join(dataDir, 'creatives'),
          addresses,
          standingOf: (hash) => {
            if (running?.engine.stoppedFiles.has(hash)) return 'stopped';
            return running?.keeper.publicFiles().has(hash) ? 'approved' : 'private';
          },
          ready: () => ready,
        });

  return {
    handle,
    creatives,
    start,
    stop,
    drain,
    stats,
    problems,
    appliedUntil,
    dueShareOf,
    isReady: () => ready && running?.journal.healthy === true,
    refresh: () => insist().keeper.refresh(),
    registerMetrics: (registry) => {
      registerServingMetrics(registry, now, () => running && { ...running, videos: videos.tally });
      registerLeaseMetrics(registry, () => running?.leases ?? null);
    },
    parts: () => ({ engine: insist().engine, geo: insist().geo }),
    engine: () => running?.engine ?? null,
  };
}
