import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { FATE_DAYS, TRACE_DAYS } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, errorDetail, within } from '../../platform/db';
import type { Log } from '../../platform/log';
import type { Engine, FateRow, HourRow, Trace } from '../serving';
import { addFates, addHours, forgetFates } from './fates.repo';
import type { TraceMetrics } from './metrics';
import { forgetTraces, insertTraces, type PackedTrace } from './traces.repo';

const EVERY_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** A statement that takes longer is given up, and tried again. */
const TIMEOUT_MS = 10_000;
/** From one round through the sums to the next. */
const ROUND_MS = 60_000;
const ROWS_AT_ONCE = 1_000;
const TRACES_AT_ONCE = 50;
const MOST_WAITING = 400;
/** Then a batch makes room for others: some minutes, by the growing pauses. */
const MOST_TRIES = 10;
/** What the fates of sampled traces may weigh in a minute, and those of trials: anybody may try. */
const BYTES_PER_MINUTE = 1_048_576;
const MINUTE_MS = 60_000;
const FORGET_AT_ONCE = 5_000;
/** Quick rather than small: it is somebody else's processor too. */
const LEVEL = 3;

/** SQLSTATE class 22, data exception: what the database refuses however often it is asked. */
const isDataError = (error: unknown) => /^22...$/.test(String((error as { code?: unknown } | null)?.code));

const deflate = promisify(deflateRaw);

type Tracer = Engine['tracer'];
/** What the writer takes from: an engine's tracer. */
export interface TraceSource {
  tracer: Pick<Tracer, 'take' | 'settle' | 'start' | 'stop'> & {
    tally: Pick<Tracer['tally'], 'take' | 'takeHours'>;
  };
}

export interface TraceWriterOptions {
  db: Db;
  clock: Clock;
  log: Log;
  engine: () => TraceSource | null;
  metrics: TraceMetrics;
  /** What fates may weigh in a minute; more than usual for a past that is made in one. */
  bytesPerMinute?: number;
}

export interface TraceWriter {
  /** Writes what the engine has traced so far, sums included. */
  flush(): Promise<void>;
  /** Drops what is older than it may be; answers how many rows. */
  forget(): Promise<number>;
  start(): void;
  /** Writes what is there and ends; what a slow database does not take within seconds is lost. */
  stop(): Promise<void>;
}

/**
 * Takes traces and sums of fates from the engine to the database, beside everything else: it waits for nobody and
 * nobody waits for it. What does not fit is dropped and counted.
 */
export function createTraceWriter({
  db,
  clock,
  log,
  engine,
  metrics,
  bytesPerMinute = BYTES_PER_MINUTE,
}: TraceWriterOptions): TraceWriter {
  const stopping = new AbortController();
  const { signal } = stopping;
  const waiting: Trace[] = [];
  /** Taken off those that wait, and not in the database yet. */
  let batch: PackedTrace[] = [];
  let tries = 0;
  let unsentFates: FateRow[] = [];
  let unsentHours: HourRow[] = [];
  let roundAtMs = Number.NEGATIVE_INFINITY;
  let isInRound = false;
  const bytesLeft = { sampled: bytesPerMinute, trials: bytesPerMinute };
  let filledAtMs = performance.now();
  let running: Promise<void> | null = null;

  function takeTraces(): void {
    const taken = engine()?.tracer.take() ?? [];
    const room = Math.max(0, MOST_WAITING - waiting.length - batch.length);
    waiting.push(...taken.slice(0, room));
    if (taken.length > room) metrics.count('dropped', taken.length - room);
  }

  function refill(): void {
    const nowMs = performance.now();
    const share = (nowMs - filledAtMs) / MINUTE_MS;
    for (const kind of ['sampled', 'trials'] as const)
      bytesLeft[kind] = Math.min(bytesPerMinute, bytesLeft[kind] + share * bytesPerMinute);
    filledAtMs = nowMs;
  }

  async function pack(traces: readonly Trace[]): Promise<PackedTrace[]> {
    const packed: PackedTrace[] = [];
    refill();
    for (const trace of traces) {
      const kind = trace.test ? 'trials' : 'sampled';
      if (bytesLeft[kind] <= 0) {
        metrics.count('too-much', 1);
        continue;
      }
      const fates = await deflate(Buffer.concat([...trace.fates]), { level: LEVEL });
      bytesLeft[kind] -= fates.length;
      packed.push({ ...trace, fates });
    }
    return packed;
  }

  async function insertBatch(): Promise<void> {
    try {
      await within(TIMEOUT_MS, insertTraces(db, batch));
      metrics.count('kept', batch.length);
      batch = [];
    } catch (error) {
      if (!isDataError(error)) throw error;
      await insertOneByOne();
    }
  }

  /** Drops those that the database refuses for what they say. */
  async function insertOneByOne(): Promise<void> {
    for (let [trace] = batch; trace; [trace] = batch) {
      const isKept = await within(TIMEOUT_MS, insertTraces(db, [trace])).then(
        () => true,
        (error: unknown) => {
          if (isDataError(error)) return false;
          throw error;
        },
      );
      metrics.count(isKept ? 'kept' : 'refused', 1);
      batch.shift();
    }
  }

  async function writeTraces(): Promise<void> {
    takeTraces();
    for (;;) {
      if (batch.length === 0) batch = await pack(waiting.splice(0, TRACES_AT_ONCE));
      if (batch.length === 0 && waiting.length === 0) return;
      try {
        await insertBatch();
        tries = 0;
      } catch (error) {
        tries += 1;
        if (tries >= MOST_TRIES) {
          metrics.count('dropped', batch.length);
          batch = [];
          tries = 0;
        }
        throw error;
      }
    }
  }

  async function writeHours(): Promise<void> {
    unsentHours.push(...(engine()?.tracer.tally.takeHours() ?? []));
    await within(TIMEOUT_MS, addHours(db, mergeHours(unsentHours)));
    unsentHours = [];
  }

  /** One piece of a round; answers whether there is more of it. */
  async function writeFates(): Promise<boolean> {
    if (unsentFates.length === 0) unsentFates = engine()?.tracer.tally.take(ROWS_AT_ONCE) ?? [];
    if (unsentFates.length === 0) return false;
    await within(TIMEOUT_MS, addFates(db, unsentFates));
    unsentFates = [];
    return true;
  }

  async function writeRound(): Promise<void> {
    if (!isInRound && performance.now() - roundAtMs < ROUND_MS) return;
    if (!isInRound) {
      await writeHours();
      roundAtMs = performance.now();
      isInRound = true;
    }
    isInRound = await writeFates();
  }

  async function writeSums(): Promise<void> {
    await writeHours();
    while (await writeFates());
  }

  async function flush(): Promise<void> {
    engine()?.tracer.settle();
    // Each whatever becomes of the other.
    const done = await Promise.allSettled([writeTraces(), writeSums()]);
    for (const result of done) if (result.status === 'rejected') throw result.reason;
  }

  async function forget(): Promise<number> {
    const before = (days: number) => new Date(clock.nowMs() - days * DAY_MS);
    let total = 0;
    for (const drop of [
      () => forgetTraces(db, before(TRACE_DAYS), FORGET_AT_ONCE),
      () => forgetFates(db, before(FATE_DAYS + 1), FORGET_AT_ONCE),
    ])
      for (;;) {
        const dropped = await drop();
        total += dropped;
        if (dropped < FORGET_AT_ONCE || signal.aborted) break;
      }
    return total;
  }

  /** Work that is done again and again, and more rarely while it fails, whatever becomes of other work. */
  function repeated(what: string, everyMs: number, work: () => Promise<unknown>): () => Promise<void> {
    let dueAtMs = Number.NEGATIVE_INFINITY;
    let failures = 0;
    return async () => {
      if (signal.aborted || performance.now() < dueAtMs) return;
      try {
        await work();
        failures = 0;
        dueAtMs = performance.now() + everyMs;
      } catch (error) {
        // While the database is slow, older traces make room for none: what comes on top is dropped and counted.
        if (!signal.aborted && failures === 0) log.warn(errorDetail(error), `${what}; tried again`);
        failures += 1;
        dueAtMs = performance.now() + Math.min(LONGEST_PAUSE_MS, EVERY_MS * 2 ** failures);
      }
    };
  }

  async function repeat(): Promise<void> {
    const works = [
      repeated('Traces of decisions could not be kept', 0, writeTraces),
      repeated('Sums of decisions could not be kept', 0, writeRound),
      repeated('Old traces of decisions could not be dropped', HOUR_MS, forget),
    ];
    while (!signal.aborted) {
      engine()?.tracer.start();
      for (const work of works) await work();
      await pause(EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  return {
    flush,
    forget,
    start: () => {
      running ??= repeat();
    },
    stop: async () => {
      stopping.abort();
      await running;
      engine()?.tracer.stop();
      await flush().catch((error: unknown) => log.warn(errorDetail(error), 'The last traces were not kept'));
    },
  };
}

/** One row an hour: a statement may not touch a row twice. */
function mergeHours(rows: readonly HourRow[]): HourRow[] {
  const hours = new Map<number, HourRow>();
  for (const { hourMs, traces, decisions, squares } of rows) {
    const sum = hours.get(hourMs) ?? { hourMs, traces: 0, decisions: 0, squares: 0 };
    hours.set(hourMs, {
      hourMs,
      traces: sum.traces + traces,
      decisions: sum.decisions + decisions,
      squares: sum.squares + squares,
    });
  }
  return [...hours.values()];
}
