import type { Client } from 'pg';
import { type Connection, createClient, cutConnection, errorDetail } from '../../platform/db';
import type { Log } from '../../platform/log';

const CHANNEL = 'realtime';
const HEARTBEAT_MS = 5_000;
const ANSWER_MS = 5_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export interface ListenerOptions {
  connection: Connection;
  log: Log;
  onNote(payload: string): void;
  /** It listens again after it did not: what was told meanwhile was missed. */
  onGap(): void;
  /** Done on the connection with every heartbeat, and when it is made; whatever it takes goes with the connection. */
  onBeat?(client: Client): Promise<void>;
}

export interface Listener {
  /** Ends when it listens; fails when it cannot at the first try. */
  start(): Promise<void>;
  stop(): void;
  /** Why nothing is heard; null while something is. */
  problem(): string | null;
}

/** Hears what the database tells, on a connection of its own that comes back. */
export function createListener({ connection, log, onNote, onGap, onBeat }: ListenerOptions): Listener {
  let client: Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let pauseMs = FIRST_PAUSE_MS;
  let stopped = false;

  function close(which: Client): void {
    which.removeAllListeners('notification');
    which.end().catch(() => {});
    cutConnection(which);
  }

  function later(work: () => Promise<void>, ms: number): void {
    if (stopped) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => void work(), ms);
  }

  function lose(which: Client): void {
    if (client !== which) return;
    client = null;
    close(which);
    if (stopped) return;
    log.warn('The channel of changes was lost');
    later(comeBack, 0);
  }

  async function open(): Promise<void> {
    const made = createClient(connection, {
      applicationName: 'ezdash realtime listener',
      queryTimeoutMs: ANSWER_MS,
    });
    made.on('error', () => lose(made));
    made.on('end', () => lose(made));
    made.on('notification', ({ payload }) => onNote(payload ?? ''));
    try {
      await made.connect();
      await made.query(`LISTEN ${CHANNEL}`);
      await onBeat?.(made);
    } catch (error) {
      close(made);
      throw error;
    }
    if (stopped) return close(made);
    client = made;
    pauseMs = FIRST_PAUSE_MS;
    later(beat, HEARTBEAT_MS);
  }

  async function comeBack(): Promise<void> {
    try {
      await open();
      if (stopped) return;
      log.info('The channel of changes is heard again');
      onGap();
    } catch (error) {
      log.warn(errorDetail(error), 'The channel of changes cannot be heard');
      // By chance, so that many servers do not come at once.
      later(comeBack, pauseMs * (0.5 + Math.random()));
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    }
  }

  /** A connection that does not answer may have lost what it was told. */
  async function beat(): Promise<void> {
    const asked = client;
    if (!asked) return;
    try {
      await asked.query('SELECT 1');
      await onBeat?.(asked);
      if (client === asked) later(beat, HEARTBEAT_MS);
    } catch {
      lose(asked);
    }
  }

  return {
    start: open,
    stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      if (client) close(client);
      client = null;
    },
    problem: () => (client === null ? 'the channel of changes is not heard' : null),
  };
}
