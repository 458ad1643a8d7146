import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, type Db, errorDetail, inTransaction, isConflict, within } from '../../platform/db';
import type { Log } from '../../platform/log';
import { type Applied, applyBatch, type Batch, EventsOvertaken } from './applyBatch';
import { createSubIds } from './createSubIds';
import { type Checkpoint, forgetOldBatches, moveCheckpoint, readCheckpoint } from './events.repo';
import { createIngestLink, type Link } from './ingestLink';
import type {
  IngestEvent,
  IngestRecord,
  IngestRequest,
  JournalBatch,
  JournalPosition,
  JournalSource,
} from './journalRecords';
import { createMutex, type Mutex } from './mutex';
import { createOwners } from './owners';
import { createPartitions } from './partitions';
import { forgetWaiting } from './waiting.repo';

const HOUR_MS = 3_600_000;
const BATCH_RECORDS = 5_000;
const BATCH_MS = 250;
/** A batch takes a tenth of a second; one that takes this long waits for something that may never come. */
const BATCH_TIMEOUT_MS = 10_000;
const OVERTAKEN_RETRIES = 5;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

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
  /** A batch that takes longer is given up, with its connection, and tried again. */
  timeoutMs?: number;
  /** This process' number when what is billed has to be taken off leases, else null; asked before each batch. */
  leaseNode?: () => number | null;
}

export interface IngestStats {
  batches: number;
  events: number;
  /** Clicks and viewable impressions that were settled by an impression of a later batch. */
  settled: number;
  discarded: number;
  /** Events that do not count, by code of INVALID_REASONS. */
  invalid: Record<number, number>;
  orphans: number;
  damagedBytes: number;
  failures: number;
  /** Why the last attempt failed; null while all is well. */
  lastError: string | null;
  /** When the oldest record that is known not to be in the database was made (epoch ms); null when all of them are. */
  oldestWaitingMs: number | null;
  /** Every record made before this is in the database (epoch ms). */
  appliedUntilMs: number;
}

export interface Ingest {
  /** Connects and takes over the node's journal. Throws JournalInUse when another process has it. */
  open(): Promise<void>;
  /** Applies everything that is durable now. */
  drain(): Promise<void>;
  /** Keeps applying, at most a quarter of a second behind. */
  start(): void;
  stop(): Promise<void>;
  /** Segments before this position's are not needed any more. */
  position(): JournalPosition;
  stats(): IngestStats;
}

const NOTHING_APPLIED: Applied = {
  campaigns: [],
  advertisers: [],
  stored: 0,
  settled: 0,
  discarded: 0,
  invalid: new Map(),
  orphans: 0,
  leases: [],
};

const madeAt = (record: IngestRecord) => (record.type === 'event' ? record.happenedAtMs : record.decidedAtMs);
const oldestOf = (records: readonly IngestRecord[]) =>
  records.reduce((oldest, record) => Math.min(oldest, madeAt(record)), Number.POSITIVE_INFINITY);

/** A part of the journal that is being read, from where on. */
interface ReadAhead extends JournalPosition {
  /** Epoch milliseconds: what was written later may be missing. */
  readAtMs: number;
  read: Promise<JournalBatch>;
}

/** Reads a node's journal into the database, exactly once, in its order. */
export function createIngest(options: IngestOptions): Ingest {
  const { node, source, log, now } = options;
  const timeoutMs = options.timeoutMs ?? BATCH_TIMEOUT_MS;
  const exclusive = options.exclusive ?? createMutex();
  const owners = createOwners();
  const subIds = createSubIds(owners);
  const partitions = createPartitions({ log, now });
  const link = createIngestLink(options.connection, node, timeoutMs);
  const stats: IngestStats = {
    batches: 0,
    events: 0,
    settled: 0,
    discarded: 0,
    invalid: {},
    orphans: 0,
    damagedBytes: 0,
    failures: 0,
    lastError: null,
    oldestWaitingMs: null,
    appliedUntilMs: 0,
  };
  let checkpoint: Checkpoint = { segment: 0, offset: 0, seq: 0n };
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let nextHousekeepingMs = Number.NEGATIVE_INFINITY;
  let ahead: ReadAhead | null = null;
  /** A batch whose commit may have succeeded although its answer was lost with the connection. */
  let doubtful: Batch | null = null;

  /** Work with the database that ends in time, or ends the connection. */
  const limited = <T>(work: Promise<T>) => within(timeoutMs, work, link.cut);

  async function connect(): Promise<Link> {
    const opened = await link.open();
    if (!opened.isFresh) return opened.link;
    try {
      checkpoint = await limited(readCheckpoint(opened.link.db, node));
    } catch (error) {
      // A connection whose checkpoint nobody has read must not pass for one that is ready.
      await link.drop();
      throw error;
    }
    if (doubtful && checkpoint.seq >= doubtful.seq) options.onApplied(NOTHING_APPLIED, doubtful.events);
    doubtful = null;
    return opened.link;
  }

  async function apply(batch: Batch, { client, db }: Link): Promise<Applied> {
    await partitions.prepare(db, batch.events);
    await owners.load(db, batch.events);
    await subIds.resolve(db, batch.events);
    const leaseNode = options.leaseNode?.() ?? null;
    let expected: readonly IngestEvent[] = [];
    for (let attempt = 1; ; attempt += 1) {
      try {
        const deps = { client, owners, leaseNode, expected };
        return await inTransaction(db, (trx) => applyBatch(trx, batch, deps));
      } catch (error) {
        if (!(error instanceof EventsOvertaken || isConflict(error)) || attempt >= OVERTAKEN_RETRIES)
          throw error;
        if (error instanceof EventsOvertaken) expected = [...expected, ...error.waiting];
      }
    }
  }

  /** Nothing made before `timeMs` is missing in the database; a clock that was set back does not take that back. */
  function noteApplied(timeMs: number, oldestWaitingMs: number | null): void {
    stats.appliedUntilMs = Math.max(stats.appliedUntilMs, timeMs);
    stats.oldestWaitingMs = oldestWaitingMs;
    stats.lastError = null;
  }

  function noteDamage(damagedBytes: number): void {
    if (damagedBytes === 0) return;
    stats.damagedBytes += damagedBytes;
    log.error({ node, segment: checkpoint.segment, damagedBytes }, 'Stepped over damage in the journal');
  }

  async function stepOver(db: Db, next: JournalPosition): Promise<void> {
    if (next.segment === checkpoint.segment) return;
    await limited(moveCheckpoint(db, node, checkpoint.seq, next));
    checkpoint = { ...next, seq: checkpoint.seq };
  }

  /** The records behind a position, and when they were asked for. */
  function startReading(from: JournalPosition): ReadAhead {
    const { segment, offset } = from;
    const read = source.read({ segment, offset }, BATCH_RECORDS);
    // Whoever takes it hears of its failure; it may be that nobody does.
    read.catch(() => {});
    return { segment, offset, readAtMs: now(), read };
  }

  /** What was read while the batch before was on its way, when it is what comes next. */
  function takeReading(): ReadAhead {
    const taken = ahead;
    ahead = null;
    const isNext = taken?.segment === checkpoint.segment && taken.offset === checkpoint.offset;
    return taken && isNext ? taken : startReading(checkpoint);
  }

  async function applyNext(): Promise<boolean> {
    const connected = await connect();
    const { read, readAtMs } = takeReading();
    const { records, next, damagedBytes, atEnd } = await read;
    noteDamage(damagedBytes);
    if (records.length === 0) {
      await stepOver(connected.db, next);
      if (atEnd) noteApplied(readAtMs, null);
      return !atEnd;
    }
    stats.oldestWaitingMs = oldestOf(records);
    const events = records.filter((record): record is IngestEvent => record.type === 'event');
    const requests = records.filter((record): record is IngestRequest => record.type === 'request');
    const batch: Batch = { node, seq: checkpoint.seq + 1n, events, requests, next };
    doubtful = batch;
    if (!atEnd) ahead = startReading(next);
    const applied = await limited(apply(batch, connected));
    doubtful = null;
    checkpoint = { ...next, seq: batch.seq };
    stats.batches += 1;
    stats.events += applied.stored;
    stats.settled += applied.settled;
    stats.discarded += applied.discarded;
    for (const [reason, count] of applied.invalid)
      stats.invalid[reason] = (stats.invalid[reason] ?? 0) + count;
    stats.orphans += applied.orphans;
    // What is left was written behind the last of these.
    const last = records.at(-1);
    if (atEnd || !last) noteApplied(readAtMs, null);
    else noteApplied(oldestOf(records), madeAt(last));
    options.onApplied(applied, events);
    return !atEnd;
  }

  /** While nothing can be applied: how long the first of the records has been waiting. */
  async function noteWaiting(): Promise<void> {
    try {
      const { records } = await source.read(checkpoint, 1);
      if (records.length > 0) stats.oldestWaitingMs = oldestOf(records);
    } catch (error) {
      log.warn({ ...errorDetail(error), node }, 'Could not look into the journal');
    }
  }

  /** Work on the connection; after a failure the next one has a connection of its own. */
  async function careful<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      stats.failures += 1;
      stats.lastError = error instanceof Error ? error.message : String(error);
      ahead = null;
      // Whatever went wrong: a new connection reads the checkpoint again and knows what became of the batch.
      await link.drop();
      await noteWaiting();
      throw error;
    }
  }

  /** One batch; answers whether more is waiting. */
  const step = () => careful(applyNext);

  async function drain(): Promise<void> {
    while (await exclusive(step));
  }

  async function keepHouse(): Promise<void> {
    if (now() < nextHousekeepingMs) return;
    const { db } = await connect();
    await limited(
      (async () => {
        await partitions.prepare(db, []);
        await forgetOldBatches(db);
        await forgetWaiting(db, now());
        await subIds.forget(db, now());
      })(),
    );
    nextHousekeepingMs = now() + HOUR_MS;
  }

  async function run({ signal }: AbortController): Promise<void> {
    let pauseMs = BATCH_MS;
    while (!signal.aborted) {
      try {
        await drain();
        await exclusive(() => careful(keepHouse));
        pauseMs = BATCH_MS;
      } catch (error) {
        if (!signal.aborted)
          log.error(
            { ...errorDetail(error), node },
            'Could not apply a batch of events; they wait in the journal',
          );
        pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pauseMs * 2));
      }
      await pause(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  return {
    open: async () => {
      await connect();
    },
    drain,
    start: () => {
      running ??= run(stopping);
    },
    stop: async () => {
      stopping.abort();
      await running;
      await link.drop();
    },
    position: () => ({ segment: checkpoint.segment, offset: checkpoint.offset }),
    stats: () => ({ ...stats }),
  };
}
