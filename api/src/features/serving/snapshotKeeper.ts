import type { Client } from 'pg';
import { type Connection, createClient, type Db } from '../../platform/db';
import type { Log } from '../../platform/log';
import type { Mutex } from '../events';
import type { Engine } from './hot/engine';
import { buildSnapshot } from './hot/index/buildSnapshot';
import { type ClickRates, readBalances, readClickRates, readServingState } from './snapshot.repo';

const CHANNEL = 'serving_changed';
const DEBOUNCE_MS = 200;
/** How often balances are read, and everything while notifications may be lost. */
const POLL_MS = 2_000;
/** Everything is read again this often even when nothing was notified (click rates, clocks). */
const FULL_REFRESH_MS = 60_000;
const HEARTBEAT_TIMEOUT_MS = 1_500;

export interface SnapshotKeeperOptions {
  db: Db;
  connection: Connection;
  engine: Engine;
  log: Log;
  now: () => number;
  exclusive: Mutex;
}

export interface SnapshotKeeper {
  /** Reads everything and swaps the index. */
  refresh(): Promise<void>;
  /** Follows changes: a swap within half a second of a notification, within 2 s without one. */
  start(): void;
  stop(): Promise<void>;
  stats(): { refreshes: number; failures: number; listening: boolean; lastRefreshMs: number };
}

function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The database does not answer the listener')), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Keeps the engine's index as the database is. */
export function createSnapshotKeeper(options: SnapshotKeeperOptions): SnapshotKeeper {
  const { db, engine, log, now, exclusive } = options;
  const stats = { refreshes: 0, failures: 0, listening: false, lastRefreshMs: 0 };
  let rates: ClickRates = new Map();
  let ratesAtMs = Number.NEGATIVE_INFINITY;
  let listener: Client | null = null;
  let debounce: NodeJS.Timeout | null = null;
  let poll: NodeJS.Timeout | null = null;
  let polling: Promise<void> = Promise.resolve();
  let refreshing: Promise<void> = Promise.resolve();
  let stopped = false;

  async function refresh(): Promise<void> {
    if (now() - ratesAtMs >= FULL_REFRESH_MS) {
      rates = await readClickRates(db, now());
      ratesAtMs = now();
    }
    // Not beside a batch: the sums read here and those that it brings must not overtake each other.
    await exclusive(async () => {
      const state = await readServingState(db, rates, now());
      engine.budgets.tick(now());
      engine.swap(buildSnapshot(state.input));
      engine.budgets.load(state.budgets, now());
    });
    stats.refreshes += 1;
    stats.lastRefreshMs = now();
  }

  async function refreshSafely(): Promise<void> {
    try {
      await refresh();
    } catch (error) {
      stats.failures += 1;
      log.error({ err: error }, 'Could not read the serving index; the last one stays in use');
    }
  }

  function changed(): void {
    debounce ??= setTimeout(() => {
      debounce = null;
      refreshing = refreshing.then(refreshSafely);
    }, DEBOUNCE_MS);
  }

  function dropListener(client: Client): void {
    if (listener !== client) return;
    listener = null;
    stats.listening = false;
    client.end().catch(() => {});
  }

  async function listen(): Promise<void> {
    const client = createClient(options.connection, { applicationName: 'ezdash serving listener' });
    client.on('error', () => dropListener(client));
    client.on('end', () => dropListener(client));
    client.on('notification', changed);
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    listener = client;
    stats.listening = true;
  }

  /** A listener that does not answer may have lost notifications: a new one, and everything read again. */
  async function pollOnce(): Promise<void> {
    const client = listener;
    if (client) {
      try {
        await withTimeout(client.query('SELECT 1'), HEARTBEAT_TIMEOUT_MS);
      } catch {
        dropListener(client);
      }
    }
    const lost = listener === null;
    if (lost) await listen().catch((error: unknown) => log.warn({ err: error }, 'Cannot listen for changes'));
    if (lost || now() - stats.lastRefreshMs >= FULL_REFRESH_MS) await refreshSafely();
    else
      await exclusive(async () => engine.budgets.loadBalances(await readBalances(db), now())).catch(
        (error: unknown) => {
          stats.failures += 1;
          log.warn({ err: error }, 'Could not read balances');
        },
      );
  }

  function pollLater(): void {
    if (stopped) return;
    poll = setTimeout(() => {
      polling = pollOnce().finally(pollLater);
    }, POLL_MS);
  }

  return {
    refresh,
    start: () => {
      polling = listen()
        // What changed between the first reading and the LISTEN was not notified.
        .then(changed)
        .catch((error: unknown) => log.warn({ err: error }, 'Cannot listen for changes'))
        .finally(pollLater);
    },
    stop: async () => {
      stopped = true;
      if (debounce) clearTimeout(debounce);
      await polling;
      if (poll) clearTimeout(poll);
      await refreshing;
      const client = listener;
      listener = null;
      stats.listening = false;
      await client?.end().catch(() => {});
    },
    stats: () => ({ ...stats }),
  };
}
