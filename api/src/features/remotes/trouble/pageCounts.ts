import type { Clock } from '../../../platform/clock';
import { errorDetail } from '../../../platform/db';
import type { Log } from '../../../platform/log';

/** Pages that one release was given to. */
export interface PageCount {
  name: string;
  version: string;
  pages: number;
}

interface PageCountsParts {
  clock: Clock;
  log: Log;
  /** Adds what this server gave in one minute. */
  save(minute: Date, counts: readonly PageCount[]): Promise<void>;
}

export interface PageCounts {
  add(name: string, version: string): void;
  /** Of a release, since `from`, what is not saved yet. */
  unsaved(name: string, version: string, from: Date): number;
  /** Saves every second from now on. */
  start(): void;
  /** Saves what is left. */
  stop(): Promise<void>;
}

const SAVE_MS = 1_000;
const MINUTE_MS = 60_000;
/** A database that is away for longer costs the counts of the oldest minutes, never this server's memory. */
const MOST_MINUTES = 60;

type Minute = Map<string, PageCount>;

/** Pages by release and minute: counted in memory, saved by the second, so that no page waits for the database. */
export function createPageCounts({ clock, log, save }: PageCountsParts): PageCounts {
  const minutes = new Map<number, Minute>();
  /** On its way into the database: told of as unsaved until it is there. */
  let leaving: [startMs: number, counts: Minute] | null = null;
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> = Promise.resolve();

  function put(startMs: number, { name, version, pages }: PageCount): void {
    let minute = minutes.get(startMs);
    if (!minute) {
      minute = new Map();
      minutes.set(startMs, minute);
    }
    const key = `${name}/${version}`;
    const known = minute.get(key);
    if (known) known.pages += pages;
    else minute.set(key, { name, version, pages });
  }

  function takeOldest(): [number, Minute] | null {
    const startMs = Math.min(...minutes.keys());
    const counts = minutes.get(startMs);
    minutes.delete(startMs);
    return counts ? [startMs, counts] : null;
  }

  async function saveAll(): Promise<void> {
    for (leaving = takeOldest(); leaving; leaving = takeOldest()) {
      const [startMs, counts] = leaving;
      try {
        await save(new Date(startMs), [...counts.values()]);
      } catch (error) {
        log.warn(errorDetail(error), 'Pages of releases wait to be counted');
        leaving = null;
        for (const count of counts.values()) put(startMs, count);
        while (minutes.size > MOST_MINUTES) takeOldest();
        return;
      }
    }
  }

  const saveNow = () => {
    saving = saving.then(saveAll);
    return saving;
  };

  return {
    add(name, version) {
      put(Math.floor(clock.nowMs() / MINUTE_MS) * MINUTE_MS, { name, version, pages: 1 });
    },
    unsaved(name, version, from) {
      const all = leaving ? [leaving, ...minutes] : [...minutes];
      return all
        .filter(([startMs]) => startMs > from.getTime() - MINUTE_MS)
        .reduce((sum, [, minute]) => sum + (minute.get(`${name}/${version}`)?.pages ?? 0), 0);
    },
    start() {
      timer ??= setInterval(() => void saveNow(), SAVE_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await saveNow();
    },
  };
}
