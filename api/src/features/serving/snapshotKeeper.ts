import type { Client } from 'pg';
import {
  type Connection,
  createClient,
  cutConnection,
  type Db,
  errorDetail,
  within,
} from '../../platform/db';
import type { Log } from '../../platform/log';
import type { Mutex } from '../events';
import { createCoalescer } from './coalesce';
import type { Engine } from './hot/engine';
import { buildSnapshot } from './hot/index/buildSnapshot';
import { type ClickRates, readBalances, readClickRates, readServingState } from './snapshot.repo';

const CHANNEL = 'serving_changed';
const DEBOUNCE_MS = 200;
/** Between two rebuilds that notifications ask for, so that a stream of changes does not keep the server rebuilding. */
const REST_MS = 500;
/** How often balances are read, and everything while notifications may be lost. */
const POLL_MS = 2_000;
/** Everything is read again this often even when nothing was notified (click rates, clocks). */
const FULL_REFRESH_MS = 60_000;
const HEARTBEAT_TIMEOUT_MS = 1_500;
/** A reading that takes longer must not keep the ingestion waiting. */
const READ_TIMEOUT_MS = 10_000;

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
  /** Follows changes: a swap within a second of a notification, within 2 s without one. */
  start(): void;
  stop(): Promise<void>;
  stats(): { refreshes: number; failures: number; listening: boolean; lastRefreshMs: number };
}

/** Connects and listens; a client that cannot is ended, not left behind. */
async function openListener(
  connection: Connection,
  onChange: () => void,
  onLost: (client: Client) => void,
): Promise<Client> {
  const client = createClient(connection, {
    applicationName: 'ezdash serving listener',
    queryTimeoutMs: HEARTBEAT_TIMEOUT_MS,
  });
  client.on('error', () => onLost(client));
  client.on('end', () => onLost(client));
  client.on('notification', onChange);
  try {
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    return client;
  } catch (error) {
    closeListener(client);
    throw error;
  }
}

/** Nothing is lost with it: the socket is closed without waiting for the server's good-bye. */
function closeListener(client: Client): void {
  client.removeAllListeners('notification');
  client.end().catch(() => {});
  cutConnection(client);
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
  let restUntilMs = 0;
  let stopped = false;

  async function readAll(): Promise<void> {
    if (now() - ratesAtMs >= FULL_REFRESH_MS) {
      rates = await readClickRates(db, now());
      ratesAtMs = now();
    }
    // Not beside a batch: the sums read here and those that it brings must not overtake each other.
    await exclusive(async () => {
      const state = await within(READ_TIMEOUT_MS, readServingState(db, rates, now()));
      engine.budgets.tick(now());
      engine.swap(buildSnapshot(state.input));
      engine.budgets.load(state.budgets, now());
    });
    stats.refreshes += 1;
    stats.lastRefreshMs = now();
    // The process' own clock: the engine's may be that of a made past.
    restUntilMs = performance.now() + REST_MS;
  }
  const refresh = createCoalescer(readAll);

  async function refreshSafely(): Promise<void> {
    try {
      await refresh();
    } catch (error) {
      stats.failures += 1;
      log.error(errorDetail(error), 'Could not read the serving index; the last one stays in use');
    }
  }

  /** However many changes come, one reading behind the last of them shows them all. */
  function changed(): void {
    if (stopped) return;
    debounce ??= setTimeout(
      () => {
        debounce = null;
        void refreshSafely();
      },
      Math.max(DEBOUNCE_MS, restUntilMs - performance.now()),
    );
  }

  function lose(client: Client): void {
    if (listener !== client) return;
    listener = null;
    stats.listening = false;
    closeListener(client);
  }

  async function listen(): Promise<void> {
    const client = await openListener(options.connection, changed, lose);
    if (stopped) {
      closeListener(client);
      return;
    }
    listener = client;
    stats.listening = true;
  }

  async function listenSafely(): Promise<void> {
    try {
      await listen();
    } catch (error) {
      log.warn(errorDetail(error), 'Cannot listen for changes; they are looked for instead');
    }
  }

  async function readBalancesSafely(): Promise<void> {
    try {
      await exclusive(async () => {
        const balances = await within(READ_TIMEOUT_MS, readBalances(db));
        engine.budgets.loadBalances(balances, now());
      });
    } catch (error) {
      stats.failures += 1;
      log.warn(errorDetail(error), 'Could not read balances');
    }
  }

  /** A listener that does not answer may have lost notifications: a new one, and everything read again. */
  async function pollOnce(): Promise<void> {
    const client = listener;
    if (client)
      try {
        await client.query('SELECT 1');
      } catch {
        lose(client);
      }
    const lost = listener === null;
    if (lost) await listenSafely();
    if (lost || now() - stats.lastRefreshMs >= FULL_REFRESH_MS) await refreshSafely();
    else await readBalancesSafely();
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
      // What changed between the first reading and the LISTEN was not notified.
      polling = listenSafely().then(changed).finally(pollLater);
    },
    stop: async () => {
      stopped = true;
      if (poll) clearTimeout(poll);
      if (debounce) clearTimeout(debounce);
      await polling;
      await refresh.idle();
      if (listener) lose(listener);
    },
    stats: () => ({ ...stats }),
  };
}
