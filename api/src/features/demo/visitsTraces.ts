import { FATE_DAYS } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import type { Log } from '../../platform/log';
import { createTraceWriter, type TraceWriter } from '../decisions';
import type { DecisionSampler, Serving } from '../serving';
import type { Random } from './visitsModel';

/** Decisions that leave a trace, of all that are looked into: what an estimate reads at most. */
const TRACES = 3_000;
/** Days those are of; the sums of fates are kept for longer. */
const TRACED_DAYS = 7;
/** Of two hours: more would not find room until they are taken. */
const MOST_TAKEN = 300;
const BUSIEST = 2;
const HOURS_A_DAY = 24;
const HOUR_MS = 3_600_000;
/** How often they are taken: the tally of fates keeps three hours. */
export const TAKEN_EVERY_MS = 2 * HOUR_MS;
/** A week of traces is written in seconds. */
const BYTES_PER_MINUTE = 64 * 1_048_576;

/** Of how many decisions one is traced, so that the last days leave as many traces as are of use. */
export function traceEvery(requestsPerDay: number, days: number): number {
  const lastDays = requestsPerDay * Math.min(TRACED_DAYS, days + 1);
  const busyHours = (requestsPerDay / HOURS_A_DAY) * (TAKEN_EVERY_MS / HOUR_MS) * BUSIEST;
  return Math.max(1, Math.ceil(lastDays / TRACES), Math.ceil(busyHours / MOST_TAKEN));
}

/**
 * One drawn from each block of so many decisions stands for the block. A server's own sampler goes by the second: of the
 * few visits of a demo it would trace them all.
 */
export function createBlockSampler(every: number, random: Random): DecisionSampler {
  let left = 0;
  let countdown = 0;
  return {
    weight: every,
    setCampaigns: () => {},
    takes() {
      if (left === 0) {
        left = every;
        countdown = 1 + Math.floor(random() * every);
      }
      left -= 1;
      countdown -= 1;
      return countdown === 0;
    },
  };
}

export interface PastTraces {
  /** From a day on whose sums of fates are kept. */
  beginDay(daysAgo: number): void;
  /** Works out what was traced since the last time; to be called after each page view. */
  settle(): void;
  /** Writes what was traced, at least every `TAKEN_EVERY_MS` of the past. */
  take(): Promise<void>;
  /** Drops what is older than a trace may be. */
  end(): Promise<void>;
}

/** The traces and sums of fates that the last days of a past leave, as a server's would. */
export function createPastTraces(
  { db, log, untilMs }: { db: Db; log: Log; untilMs: number },
  engine: () => ReturnType<Serving['engine']>,
): PastTraces {
  const clock: Clock = { now: () => new Date(untilMs), nowMs: () => untilMs };
  const lost = { count: 0 };
  const writer: TraceWriter = createTraceWriter({
    db,
    clock,
    log,
    engine,
    metrics: {
      count: (outcome, traces) => {
        if (outcome !== 'kept') lost.count += traces;
      },
    },
    bytesPerMinute: BYTES_PER_MINUTE,
  });
  let isOn = false;
  return {
    beginDay(daysAgo) {
      if (isOn || daysAgo > FATE_DAYS) return;
      isOn = true;
      engine()?.tracer.start();
    },
    settle: () => engine()?.tracer.settle(),
    async take() {
      if (isOn) await writer.flush();
    },
    async end() {
      await writer.forget();
      const dropped = lost.count + (engine()?.tracer.counts.dropped ?? 0);
      if (dropped > 0) log.warn({ dropped }, 'Some decisions of the past left no trace');
    },
  };
}
