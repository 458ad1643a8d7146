import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, createClient, errorDetail } from '../../platform/db';
import type { Log } from '../../platform/log';
import { utcDay } from './billing';
import { mergeQuarters } from './folding.repo';
import { closeDay, findExpiredDays } from './retention.repo';
import { singleClientDb } from './singleClientDb';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A start has better things to do. */
const FIRST_AFTER_MS = 60_000;
const DAY_LIMIT_MS = 10 * 60_000;

/** Three months, so that a quarter can be looked into event by event. At least 31: so long a conversion may take. */
export const DEFAULT_RAW_EVENT_DAYS = 93;

export interface RetentionOptions {
  connection: Connection;
  /** How many days of raw events are kept, today included. */
  days: number;
  log: Log;
  /** Epoch milliseconds. */
  now: () => number;
}

export interface Retention {
  /** Drops the raw events of every day beyond the retention; answers which days. */
  run(): Promise<string[]>;
  /** Runs once a day, an hour later again when it failed. */
  start(): void;
  stop(): Promise<void>;
}

/** Raw events live for a limited time; rollups, sums and the ledger stay. */
export function createRetention({ connection, days, log, now }: RetentionOptions): Retention {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | null = null;

  async function run(): Promise<string[]> {
    // A connection of its own: a day of millions of events takes its time, and the ingestion goes on.
    const client = createClient(connection, {
      applicationName: 'ezdash retention',
      statementTimeoutMs: DAY_LIMIT_MS,
    });
    const closed: string[] = [];
    try {
      await client.connect();
      const db = singleClientDb(client);
      for (const day of await findExpiredDays(db, utcDay(now() - (days - 1) * DAY_MS))) {
        if (signal.aborted) break;
        await closeDay(db, day);
        // Behind it, since it takes longer than the ingestion may wait; a day that is left out stays as exact as it was.
        await mergeQuarters(db, day);
        closed.push(day);
      }
    } finally {
      await client.end().catch(() => {});
    }
    if (closed.length > 0)
      log.info(
        { days: closed.length, from: closed[0], to: closed.at(-1) },
        'Dropped raw events beyond the retention',
      );
    return closed;
  }

  async function repeat(): Promise<void> {
    let waitMs = FIRST_AFTER_MS;
    for (;;) {
      await pause(waitMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      try {
        await run();
        waitMs = DAY_MS;
      } catch (error) {
        log.warn(errorDetail(error), 'Could not drop old raw events; tried again in an hour');
        waitMs = HOUR_MS;
      }
    }
  }

  return {
    run,
    start: () => {
      running ??= repeat();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
