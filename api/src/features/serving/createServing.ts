import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Registry } from 'prom-client';
import { type Connection, type Db, errorDetail } from '../../platform/db';
import type { Log } from '../../platform/log';
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
import { parseTrustedProxies } from './hot/clientAddress';
import { Engine } from './hot/engine';
import { createFastPath, type Handle } from './hot/fastPath';
import { type Geo, openGeo } from './hot/geo';
import { sendError } from './hot/httpAnswers';
import { Journal } from './hot/journal/Journal';
import { readJournal } from './hot/journal/readJournal';
import { removeSegments } from './hot/journal/segments';
import { decodeRecord } from './hot/records';
import { createCreativeFiles, createTagFile } from './hot/staticFiles';
import { createTokenSigner, type TokenKey } from './hot/token';
import { createUserAgents } from './hot/userAgent';
import { createRandomPool, cryptoRandom, type RandomSource } from './hot/uuidV7';
import { registerServingMetrics } from './metrics';
import { createSnapshotKeeper, type SnapshotKeeper } from './snapshotKeeper';

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
  /** This process' journal; another one on the same DATA_DIR needs another name. */
  node?: string;
  /** Whose X-Forwarded-For is believed: `loopback`, `private`, addresses, networks. */
  trustProxy?: string;
  /** Epoch milliseconds. */
  now?: () => number;
  random?: RandomSource;
  /** How many days of raw events are kept; 31 or more, so that a late conversion finds its click. */
  rawEventDays?: number;
  /** A batch that takes longer is given up, with its connection, and tried again. */
  batchTimeoutMs?: number;
  /** False for a past that is only made: nothing is followed or applied but by `drain`. */
  background?: boolean;
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
}

export interface Serving {
  /** In front of Express: answers what is the ad server's and says so. */
  handle: Handle;
  start(): Promise<void>;
  /** Answers nothing more, writes what is in memory and applies it. */
  stop(): Promise<void>;
  /** Reads the index again; a change is otherwise seen within half a second. */
  refresh(): Promise<void>;
  /** Ends when everything recorded so far is in the database. */
  drain(): Promise<void>;
  stats(): ServingStats;
  /** What keeps the ad server from working, by name, for `/readyz`. */
  problems(): Record<string, string>;
  /**
   * Up to when events are in the database: never beyond the oldest one that still waits for it.
   */
  appliedUntil(): Date;
  registerMetrics(registry: Registry): void;
  /** For visits without HTTP (the demo's past) and for tests; there after `start`. */
  parts(): { engine: Engine; geo: Geo };
}

interface Running {
  journal: Journal;
  engine: Engine;
  geo: Geo;
  ingest: Ingest;
  keeper: SnapshotKeeper;
  retention: Retention;
  fastPath: Handle;
  segmentTimer: NodeJS.Timeout | null;
}

/** Tells the engine what a batch made of its estimates. */
function settle(engine: Engine, applied: Applied, events: readonly IngestEvent[], nowMs: number): void {
  const dayStartMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
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
  const journalDir = join(dataDir, 'journal', node);
  const exclusive = createMutex();
  const trusted = parseTrustedProxies(options.trustProxy ?? 'loopback');
  let running: Running | null = null;
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
      onApplied: (applied, events) => settle(insist().engine, applied, events, now()),
    });
  }

  async function assemble(ingest: Ingest): Promise<Running> {
    const [journal, geo] = await Promise.all([
      Journal.open({ dir: journalDir, log, usedSegments: ingest.position().segment }),
      openGeo(),
    ]);
    const random = createRandomPool(options.random ?? cryptoRandom);
    const engine = new Engine({ signer: createTokenSigner(options.tokenKeys, random), journal, now });
    const keeper = createSnapshotKeeper({ db, connection, engine, log, now, exclusive });
    const days = options.rawEventDays ?? DEFAULT_RAW_EVENT_DAYS;
    const retention = createRetention({ connection, days, log, now });
    const fastPath = createFastPath({
      engine,
      geo,
      trusted,
      userAgents: createUserAgents(),
      creativeFiles: createCreativeFiles(join(dataDir, 'creatives')),
      tagFile: createTagFile(options.tagSource),
      ready: () => ready,
    });
    return { journal, engine, geo, ingest, keeper, retention, fastPath, segmentTimer: null };
  }

  function removeOldSegments(): void {
    removeSegments(journalDir, insist().ingest.position().segment, DAY_MS, Date.now()).catch(
      (error: unknown) => log.warn({ err: error }, 'Could not remove old journal segments'),
    );
  }

  async function start(): Promise<void> {
    const ingest = makeIngest();
    await claimJournal(db, journalDir, node);
    // The lock on the journal comes first: nobody else may be writing what is recovered next.
    await ingest.open();
    running = await assemble(ingest);
    // What a crash left in the journal counts before the first budget is read.
    await ingest.drain();
    await running.keeper.refresh();
    ready = true;
    if (!background) return;
    running.keeper.start();
    ingest.start();
    running.retention.start();
    running.segmentTimer = setInterval(removeOldSegments, SEGMENT_CHECK_MS);
    running.segmentTimer.unref();
  }

  async function drain(): Promise<void> {
    const { engine, journal, ingest } = insist();
    engine.writeRequests();
    await journal.flush();
    await ingest.drain();
  }

  async function stop(): Promise<void> {
    ready = false;
    if (!running) return;
    const { engine, journal, ingest, keeper, retention, segmentTimer } = running;
    if (segmentTimer) clearInterval(segmentTimer);
    // The disk first: it needs nobody else.
    engine.writeRequests();
    await journal.flush();
    await Promise.all([keeper.stop(), retention.stop()]);
    await ingest
      .drain()
      .catch((error: unknown) =>
        log.warn(errorDetail(error), 'Events wait in the journal for the next start'),
      );
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
    const { engine, journal, ingest, keeper } = insist();
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    return {
      ready,
      journalHealthy: journal.healthy,
      healthy: ready && journal.healthy,
      campaigns: engine.snapshot.campaigns.length,
      zones: engine.snapshot.zonesById.size,
      decisions: sum(engine.counts.decisions),
      events: sum(engine.counts.events),
      ingest: ingest.stats(),
      keeper: keeper.stats(),
    };
  }

  function problems(): Record<string, string> {
    if (!running || !ready) return { 'ad server': 'not started' };
    const { oldestWaitingMs, lastError } = running.ingest.stats();
    const waitingMs = oldestWaitingMs === null ? 0 : now() - oldestWaitingMs;
    return {
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

  return {
    handle,
    start,
    stop,
    drain,
    stats,
    problems,
    appliedUntil,
    refresh: () => insist().keeper.refresh(),
    registerMetrics: (registry) => registerServingMetrics(registry, now, () => running),
    parts: () => ({ engine: insist().engine, geo: insist().geo }),
  };
}
