import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Connection, createClient, type Db, inTransaction, isConflict } from '../../platform/db';
import type { Log } from '../../platform/log';
import { type Applied, applyBatch, type Batch, BatchAlreadyApplied, EventsOvertaken } from './applyBatch';
import { utcDay } from './billing';
import {
  type Checkpoint,
  createStage,
  ensurePartitions,
  forgetOldBatches,
  moveCheckpoint,
  readCheckpoint,
} from './events.repo';
import type { IngestEvent, IngestRequest, JournalPosition, JournalSource } from './journalRecords';
import { createMutex, type Mutex } from './mutex';
import { createOwners } from './owners';
import { singleClientDb } from './singleClientDb';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const BATCH_RECORDS = 5_000;
const BATCH_MS = 250;
const OVERTAKEN_RETRIES = 5;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** Days whose partitions are made when an event of theirs comes; older ones go to the default partition. */
const PARTITION_DAYS = 62;

export interface IngestOptions {
  connection: Connection;
  /** The journal's name; one process at a time ingests it. */
  node: string;
  source: JournalSource;
  log: Log;
  /** Epoch milliseconds of the engine's clock. */
  now: () => number;
  /** Told after each commit, with the events it settled. */
  onApplied: (applied: Applied, events: readonly IngestEvent[]) => void;
  /** Runs a batch alone, not beside a re-reading of the same sums. */
  exclusive?: Mutex;
}

export interface IngestStats {
  batches: number;
  events: number;
  discarded: number;
  orphans: number;
  damagedBytes: number;
  failures: number;
  /** Why the last attempt failed; null while all is well. */
  lastError: string | null;
}

export interface Ingest {
  /**
   * Connects and takes over the node's journal. Throws when another process has it. `isNew`: this database has never
   * seen the journal, whatever lies on the disk under its name belongs to another one.
   */
  open(): Promise<{ isNew: boolean }>;
  /** Applies everything that is durable now. */
  drain(): Promise<void>;
  /** Keeps applying, at most a quarter of a second behind. */
  start(): void;
  stop(): Promise<void>;
  /** Segments before this position's are not needed any more. */
  position(): JournalPosition;
  stats(): IngestStats;
}

const NOTHING_APPLIED: Applied = { campaigns: [], advertisers: [], stored: 0, discarded: 0, orphans: 0 };

export class JournalInUse extends Error {}

/** One advisory lock a journal, held by the connection: it ends with the process, however that ends. */
async function lockNode(client: Client, node: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { rows } = await client.query<{ locked: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended('journal:' || $1, 0)) AS locked",
      [node],
    );
    if (rows[0]?.locked) return;
    await pause(FIRST_PAUSE_MS);
  }
  throw new JournalInUse(`Another server is using the journal ${node}.`);
}

/** Reads a node's journal into the database, exactly once, in its order. */
export function createIngest(options: IngestOptions): Ingest {
  const { node, source, log, now } = options;
  const exclusive = options.exclusive ?? createMutex();
  const owners = createOwners();
  const partitions = new Set<string>();
  const stats: IngestStats = {
    batches: 0,
    events: 0,
    discarded: 0,
    orphans: 0,
    damagedBytes: 0,
    failures: 0,
    lastError: null,
  };
  let link: { client: Client; db: Db } | null = null;
  let checkpoint: Checkpoint = { segment: 0, offset: 0, seq: 0n };
  let isNewNode = false;
  let stopped = false;
  let running: Promise<void> | null = null;
  let nextHousekeepingMs = 0;
  /** A batch whose commit may have succeeded although its answer was lost with the connection. */
  let doubtful: Batch | null = null;

  function settleDoubt(): void {
    if (doubtful && checkpoint.seq >= doubtful.seq) options.onApplied(NOTHING_APPLIED, doubtful.events);
    doubtful = null;
  }

  async function connect(): Promise<{ client: Client; db: Db }> {
    if (link) return link;
    const client = createClient(options.connection, { applicationName: `ezdash ingest ${node}` });
    const forget = () => {
      if (link?.client === client) link = null;
    };
    client.on('error', forget);
    client.on('end', forget);
    await client.connect();
    try {
      await lockNode(client, node);
      await createStage(client);
      const db = singleClientDb(client);
      const { isNew, ...found } = await readCheckpoint(db, node);
      checkpoint = found;
      isNewNode = isNew;
      settleDoubt();
      link = { client, db };
      return link;
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  /** The days of a batch and of the near future have partitions of their own. */
  async function preparePartitions(db: Db, events: readonly IngestEvent[]): Promise<void> {
    const today = now();
    const days = new Set([utcDay(today), utcDay(today + DAY_MS), utcDay(today + 2 * DAY_MS)]);
    for (const { decidedAtMs } of events)
      if (decidedAtMs > today - PARTITION_DAYS * DAY_MS && decidedAtMs < today + DAY_MS)
        days.add(utcDay(decidedAtMs));
    for (const day of days) {
      if (partitions.has(day)) continue;
      try {
        await ensurePartitions(db, day, day);
      } catch (error) {
        // Its events then lie in the default partition: slower to find, as exact.
        log.warn({ err: error, day }, 'Could not make the partition of a day');
      }
      partitions.add(day);
    }
  }

  async function apply(batch: Batch): Promise<Applied> {
    const { client, db } = await connect();
    await preparePartitions(db, batch.events);
    await owners.load(db, batch.events);
    const deps = { client, ownersOf: owners.of };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await inTransaction(db, (trx) => applyBatch(trx, batch, deps));
      } catch (error) {
        if (!(error instanceof EventsOvertaken || isConflict(error)) || attempt >= OVERTAKEN_RETRIES)
          throw error;
      }
    }
  }

  /** One batch; answers whether more is waiting. */
  async function step(): Promise<boolean> {
    const { db } = await connect();
    const read = await source.read(checkpoint, BATCH_RECORDS);
    if (read.damagedBytes > 0) {
      stats.damagedBytes += read.damagedBytes;
      log.error(
        { node, segment: checkpoint.segment, damagedBytes: read.damagedBytes },
        'Stepped over damage in the journal',
      );
    }
    if (read.records.length === 0) {
      if (read.next.segment !== checkpoint.segment) {
        await moveCheckpoint(db, node, checkpoint.seq, read.next);
        checkpoint = { ...read.next, seq: checkpoint.seq };
      }
      return !read.atEnd;
    }
    const events = read.records.filter((record): record is IngestEvent => record.type === 'event');
    const requests = read.records.filter((record): record is IngestRequest => record.type === 'request');
    const batch: Batch = { node, seq: checkpoint.seq + 1n, events, requests, next: read.next };
    doubtful = batch;
    const applied = await apply(batch);
    doubtful = null;
    checkpoint = { ...read.next, seq: batch.seq };
    stats.batches += 1;
    stats.events += applied.stored;
    stats.discarded += applied.discarded;
    stats.orphans += applied.orphans;
    stats.lastError = null;
    options.onApplied(applied, events);
    return !read.atEnd;
  }

  async function drain(): Promise<void> {
    while (await exclusive(step));
  }

  async function keepHouse(): Promise<void> {
    if (now() < nextHousekeepingMs) return;
    nextHousekeepingMs = now() + HOUR_MS;
    const { db } = await connect();
    await preparePartitions(db, []);
    await forgetOldBatches(db);
  }

  async function run(): Promise<void> {
    let pauseMs = BATCH_MS;
    while (!stopped) {
      try {
        await drain();
        await keepHouse();
        pauseMs = BATCH_MS;
      } catch (error) {
        stats.failures += 1;
        stats.lastError = error instanceof Error ? error.message : String(error);
        log.error({ err: error, node }, 'Could not apply a batch of events; they wait in the journal');
        if (error instanceof BatchAlreadyApplied) await refreshCheckpoint();
        pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pauseMs * 2));
      }
      if (!stopped) await pause(pauseMs);
    }
  }

  async function refreshCheckpoint(): Promise<void> {
    if (link) checkpoint = await readCheckpoint(link.db, node);
  }

  return {
    open: async () => {
      await connect();
      return { isNew: isNewNode };
    },
    drain,
    start: () => {
      running ??= run();
    },
    stop: async () => {
      stopped = true;
      await running;
      const client = link?.client;
      link = null;
      await client?.end();
    },
    position: () => ({ segment: checkpoint.segment, offset: checkpoint.offset }),
    stats: () => ({ ...stats }),
  };
}
