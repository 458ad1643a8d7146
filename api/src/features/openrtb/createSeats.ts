import { type Db, errorDetail } from '../../platform/db';
import type { Log } from '../../platform/log';
import { hashKey, readSeats, type Seat } from './seats.repo';

/** A key that was revoked opens nothing after this. */
const REFRESH_MS = 5_000;
const SECOND_MS = 1_000;

/** The seats as they are in the database, so that no request has to ask it. */
export interface Seats {
  /** Throws when they cannot be read: without them nobody could be told apart. */
  start(): Promise<void>;
  stop(): Promise<void>;
  refresh(): Promise<void>;
  find(key: string): Seat | null;
  /** Whether a seat may ask once more in this second. */
  admit(seat: Pick<Seat, 'id' | 'requestsPerSecond'>, nowMs: number): boolean;
  /** Whether an exchange sells this property. */
  sells(propertyId: number): boolean;
}

export function createSeats({ db, log }: { db: Db; log: Log }): Seats {
  let seats = new Map<string, Seat>();
  let properties = new Set<number>();
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let second = 0;
  const asked = new Map<number, number>();

  async function refresh(): Promise<void> {
    seats = await readSeats(db);
    properties = new Set([...seats.values()].map(({ propertyId }) => propertyId));
  }

  /** A server that cannot read goes on with the seats it knows. */
  async function follow(): Promise<void> {
    await refresh().catch((error: unknown) =>
      log.warn(errorDetail(error), 'Could not read the seats of exchanges; the known ones stay'),
    );
  }

  return {
    refresh,
    async start() {
      await refresh();
      timer ??= setInterval(() => {
        running = running.then(follow);
      }, REFRESH_MS);
      timer.unref();
    },
    async stop() {
      if (timer) clearInterval(timer);
      timer = null;
      await running;
    },
    find: (key) => seats.get(hashKey(key).toString('hex')) ?? null,
    admit({ id, requestsPerSecond }, nowMs) {
      const now = Math.floor(nowMs / SECOND_MS);
      if (now !== second) asked.clear();
      second = now;
      const count = (asked.get(id) ?? 0) + 1;
      asked.set(id, count);
      return count <= requestsPerSecond;
    },
    sells: (propertyId) => properties.has(propertyId),
  };
}
