import type { Clock } from '../../../platform/clock';
import { type Db, errorDetail } from '../../../platform/db';
import type { Log } from '../../../platform/log';
import type { NoteReport, ReportEntry } from '../../conversions';
import { publicRowId } from '../../figures';
import type { Publisher } from '../../realtime';
import { insertEntries, type NumberedEntry, trimLog } from './log.repo';

const FLUSH_MS = 250;
const TRIM_MS = 60_000;
const MINUTE_MS = 60_000;
/** Lines that wait to be written; beyond them lines are dropped, reports never. */
const MOST_WAITING = 5_000;
const AT_ONCE = 500;
/** Lines a minute of one goal: a shop in a loop fills its own log, not the network's disk. */
const MOST_A_MINUTE = 600;
/** Of those that were refused: whoever knows the name of a goal can be refused, and must not push the others out. */
const MOST_REFUSED_A_MINUTE = 60;

export interface LogWriterDeps {
  db: Db;
  clock: Clock;
  log: Log;
  publisher: Pick<Publisher, 'toAccount'>;
}

export interface LogWriter {
  note: NoteReport;
  /** Writes what waits now. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/** Lines of a goal in this minute, forgotten with it. */
function createQuota(clock: Clock, most: number) {
  let minute = 0;
  let counts = new Map<number, number>();
  return (goal: number): boolean => {
    const now = Math.floor(clock.nowMs() / MINUTE_MS);
    if (now !== minute) {
      minute = now;
      counts = new Map();
    }
    const count = (counts.get(goal) ?? 0) + 1;
    counts.set(goal, count);
    return count <= most;
  };
}

/** Writes the log of reports behind their answers, many lines at a time; pages of their owners are told. */
export function createLogWriter({ db, clock, log, publisher }: LogWriterDeps): LogWriter {
  const isWithin = createQuota(clock, MOST_A_MINUTE);
  const isWithinRefused = createQuota(clock, MOST_REFUSED_A_MINUTE);
  const trimmedAt = new Map<number, number>();
  let waiting: NumberedEntry[] = [];
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();

  async function trim(owners: readonly number[]): Promise<void> {
    const now = clock.nowMs();
    for (const owner of owners) {
      if (now - (trimmedAt.get(owner) ?? Number.NEGATIVE_INFINITY) < TRIM_MS) continue;
      trimmedAt.set(owner, now);
      await trimLog(db, owner);
    }
    for (const [owner, at] of trimmedAt) if (now - at > 2 * TRIM_MS) trimmedAt.delete(owner);
  }

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const entries = waiting.slice(0, AT_ONCE);
      waiting = waiting.slice(AT_ONCE);
      const owners = await insertEntries(db, entries);
      for (const owner of owners) await publisher.toAccount(db, owner, 'postbacks.changed', {});
      await trim(owners);
    }
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    running = running.then(write).catch((error: unknown) => {
      log.warn(errorDetail(error), 'Lines of the log of postbacks were lost');
    });
    return running;
  }

  function note(entry: ReportEntry): void {
    const goalRow = publicRowId('conversionGoal', entry.goal);
    if (goalRow === null || waiting.length >= MOST_WAITING) return;
    const fits = entry.verdict === null ? isWithinRefused(goalRow) : isWithin(goalRow);
    if (!fits) return;
    waiting.push({ ...entry, goalRow });
    timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
  }

  return { note, flush, stop: flush };
}
