import { type Db, errorDetail } from '../../platform/db';
import type { Log } from '../../platform/log';
import { utcDay } from './billing';
import { ensurePartition } from './events.repo';
import type { IngestEvent } from './journalRecords';

const DAY_MS = 86_400_000;
/** Days whose partitions are made when an event of theirs comes; older ones go to the default partition. */
const PARTITION_DAYS = 62;
/** How long to leave the table alone when a partition could not be made: whoever holds it may take a while. */
const RETRY_MS = 60_000;

export interface PartitionsOptions {
  log: Log;
  now: () => number;
  /** Events of days before this lie in the default partition: their day is closed, or about to be. */
  oldestDays?: number;
  ensure?: (db: Db, day: string) => Promise<void>;
}

/** Sees to it that the days of events, and those to come, have partitions. */
export function createPartitions({
  log,
  now,
  oldestDays = PARTITION_DAYS,
  ensure = ensurePartition,
}: PartitionsOptions) {
  const prepared = new Set<string>();
  let retryAtMs = Number.NEGATIVE_INFINITY;
  const reach = Math.min(oldestDays, PARTITION_DAYS) * DAY_MS;

  async function prepareDay(db: Db, day: string): Promise<void> {
    if (prepared.has(day) || now() < retryAtMs) return;
    try {
      await ensure(db, day);
      prepared.add(day);
    } catch (error) {
      // Its events lie in the default partition until the next try: slower to find, as exact.
      retryAtMs = now() + RETRY_MS;
      log.warn({ ...errorDetail(error), day }, 'Could not make the partition of a day yet');
    }
  }

  return {
    /** The days of these events and of the near future. */
    async prepare(db: Db, events: readonly Pick<IngestEvent, 'decidedAtMs'>[]): Promise<void> {
      const today = now();
      const days = new Set([utcDay(today), utcDay(today + DAY_MS), utcDay(today + 2 * DAY_MS)]);
      for (const { decidedAtMs } of events)
        if (decidedAtMs > today - reach && decidedAtMs < today + DAY_MS) days.add(utcDay(decidedAtMs));
      for (const day of days) await prepareDay(db, day);
    },
    /** Days that were seen to exist. */
    prepared: (): ReadonlySet<string> => prepared,
  };
}
